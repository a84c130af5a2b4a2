// Calling somebody back: a badge, a vibration, a notification when it is their turn and they look elsewhere.
// @ts-check

import { t } from "../base/texts.js";
import { host } from "../host/host.js";
import { remember, remembered } from "../state/memory.js";
import { state } from "../state/state.js";
import { play } from "./sounds.js";

const BADGE =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">' +
      '<rect x="10" y="6" width="40" height="54" rx="7" fill="#fffdf8" stroke="#cbbf9f" stroke-width="2"/>' +
      '<circle cx="44" cy="20" r="19" fill="#c8323a"/></svg>',
  );

let asked = "";
/** @type {Notification | null} */
let shown = null;
let usual = "";

/** `on`, `off`, or `denied` and `missing` where the browser will not. */
export function notifications() {
  if (!("Notification" in window)) return "missing";
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" && remembered().notify ? "on" : "off";
}

/** Ask the browser for leave, after a tap; or stop. */
export async function setNotifications(on) {
  if (on && Notification.permission === "default") await Notification.requestPermission();
  remember({ notify: on && Notification.permission === "granted" });
}

function badge(on) {
  const link = document.querySelector('link[rel="icon"]');
  if (!link) return;
  usual ||= link.getAttribute("href") ?? "";
  const wanted = on ? BADGE : usual;
  if (link.getAttribute("href") !== wanted) link.setAttribute("href", wanted);
}

/** After each drawing: whether it has become this person's turn, and whether they have to be called. */
export function callBack() {
  const panel = state.view === "table" && state.table?.table.state === "playing" ? state.hand?.panel : null;
  const mine = panel?.my_turn ? panel.decision : "";
  badge(Boolean(mine) && document.hidden);
  if (!mine) {
    shown?.close();
    shown = null;
  }
  if (mine && mine !== asked) call();
  asked = mine;
}

function call() {
  play("turn");
  host().feel("turn");
  if (!document.hidden || notifications() !== "on") return;
  try {
    shown = new Notification(t("web.turn.mine"), {
      body: /** @type {Wire.TableJson} */ (state.table).table.heading,
      tag: "paiju-turn",
      icon: usual,
    });
    shown.onclick = () => {
      window.focus();
      shown?.close();
    };
  } catch {
    // some phones show notifications of service workers only
  }
}

/** Who comes back needs no badge. */
export function watchLooks() {
  document.addEventListener("visibilitychange", callBack);
}
