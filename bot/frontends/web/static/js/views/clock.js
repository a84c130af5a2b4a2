// Clocks: until when somebody has time, as numbers and rings that run by themselves.
// @ts-check

import { h } from "../base/dom.js";
import { play } from "../effects/sounds.js";

/** Seconds that tick, on one's own clock. */
const TICKS = 5;

/**
 * When so many seconds told at `at` are over, on the clock of the page.
 * @param {number} seconds
 * @param {number} at
 */
export const deadline = (seconds, at) => Math.round(at + seconds * 1000);

/**
 * So many seconds in the room of three signs: `59`, `45m`, `23h`.
 * @param {number} seconds
 */
export function brief(seconds) {
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}h`;
  return seconds >= 600 ? `${Math.floor(seconds / 60)}m` : String(Math.ceil(seconds));
}

/**
 * The ring round a face, which shrinks with its time.
 * @param {number} seconds
 * @param {number} clock
 * @param {number} at
 */
export function ring(seconds, clock, at) {
  return h(
    "svg",
    {
      class: "ring",
      viewBox: "0 0 40 40",
      "aria-hidden": "true",
      "data-until": deadline(seconds, at),
      "data-clock": clock,
    },
    h("circle", { cx: 20, cy: 20, r: 18, class: "ring-track" }),
    h("circle", { cx: 20, cy: 20, r: 18, class: "ring-left", pathLength: 100 }),
  );
}

/** Run the clocks that are shown: only numbers and one dash pattern change, nothing is drawn anew. */
export function runClocks() {
  setInterval(tick, 250);
}

function tick() {
  /** @type {NodeListOf<HTMLElement>} */
  const shown = document.querySelectorAll("[data-until]");
  for (const node of shown) {
    const left = Math.max(0, (Number(node.dataset.until) - performance.now()) / 1000);
    if (node.dataset.clock) {
      const part = Math.min(100, (left / Number(node.dataset.clock)) * 100);
      const dash = `${part.toFixed(1)} 100`;
      /** @type {Element} */ (node.lastChild).setAttribute("stroke-dasharray", dash);
      node.classList.toggle("late", left < Number(node.dataset.clock) / 4);
    } else if (node.textContent !== brief(left)) {
      node.textContent = brief(left);
      if (left > 0 && left <= TICKS && node.classList.contains("my-clock")) play("tick");
    }
  }
}
