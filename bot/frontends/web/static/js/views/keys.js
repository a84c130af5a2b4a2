// The keyboard: everything that can be tapped can be typed.
// @ts-check

import { openDialog, state } from "../state/state.js";
import { act } from "../wire/actions.js";
import { moveFocus } from "./hand.js";

const MOVES = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: ["start", 0],
  End: ["end", 0],
};

/** @returns {HTMLElement | null} */
const group = () => document.querySelector('[data-test="group"]:enabled');

/**
 * The button that says that this is its key.
 * @returns {HTMLElement | null}
 */
const button = (key) => document.querySelector(`button[aria-keyshortcuts="${key.toLowerCase()}"]:enabled`);

function onKey(event) {
  const here = state.view === "table" || state.lesson;
  if (event.ctrlKey || event.metaKey || event.altKey || state.dialog || !here) return;
  const target = event.target;
  if (target.matches("input, select, textarea")) return;
  const onCard = target.closest?.(".hand button");
  const onControl = target.matches("button, a, summary") && !onCard;
  if (event.key in MOVES) {
    if (onControl || !document.querySelector(".hand .card")) return;
    moveFocus(...MOVES[event.key]);
  } else if (event.key === "Enter" && !onControl && !target.matches(".column-head")) act.play();
  else if (event.key === "p" || event.key === "P") act.pass();
  else if (event.key === "h" || event.key === "H") act.hint();
  else if (event.key === "c" || event.key === "C" || event.key === "Escape") act.clear();
  else if (event.key === "g" || event.key === "G") group()?.click();
  else if (event.key === "l" || event.key === "L") openDialog({ kind: "log" });
  else if (event.key === "?") openDialog({ kind: "keys" });
  else if (/^[1-9]$/.test(event.key)) act.suggestion(Number(event.key) - 1);
  else if (/^[a-z]$/i.test(event.key)) button(event.key)?.click();
  else return;
  event.preventDefault();
}

export function watchKeys() {
  document.addEventListener("keydown", onKey);
}
