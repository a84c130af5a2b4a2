// Calling somebody back: a badge, a vibration, a notification when it is their turn and they look elsewhere.
// @ts-check

import { t } from "../base/texts.js";
import { host } from "../host/host.js";
import { remember, remembered } from "../state/memory.js";
import { state } from "../state/state.js";
import { hearClosed, hearNoMore } from "./push.js";
import { play } from "./sounds.js";

const BADGE =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">' +
      '<rect x="10" y="6" width="40" height="54" rx="7" fill="#fffdf8" stroke="#cbbf9f" stroke-width="2"/>' +
      '<circle cx="44" cy="20" r="19" fill="#c8323a"/></svg>',
  );

const ICON = "/static/icons/192.png";

let asked = "";
/** @type {{ close(): void } | null} */
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
  const may = on && Notification.permission === "granted";
  remember({ notify: may, told: on });
  await (may ? hearClosed() : hearNoMore());
}

/** Whether to offer to call somebody: who has met a table that is played over hours, and has not said yes or no. */
export const offersCalls = () =>
  host().name === "browser" && !state.you.proved && remembered().slow && remembered().told === undefined
    ? notifications() === "off"
    : false;

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
  attend();
}

let stage = "";

/** Where the cards have been dealt or a round is over, the focus goes to what comes next, unless it is somewhere. */
function attend() {
  const message = state.view === "table" ? state.table : null;
  const now = message ? `${message.room} ${message.table.state} ${message.table.match}.${message.table.round}` : "";
  if (now === stage || document.activeElement !== document.body) return;
  const over = message?.result && message.table.state !== "playing";
  const ways = over ? ".result .go .primary, .result .go button" : ".bids button:enabled, .hand .card[tabindex='0']";
  const next = /** @type {HTMLElement | null} */ (document.querySelector(ways));
  if (!next && message) return;
  stage = now;
  next?.focus({ preventScroll: true });
}

function call() {
  play("turn");
  host().feel("turn");
  if (!document.hidden || notifications() !== "on") return;
  const { table, room } = /** @type {Wire.TableJson} */ (state.table);
  show(t("web.turn.mine"), { body: table.heading, tag: `paiju-${table.id}`, icon: ICON, data: `/#/t/${room}` });
}

/** Phones show notifications of service workers only, and there a tap finds the page when this window is gone. */
async function show(title, how) {
  const there = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  try {
    if (there?.active) {
      await there.showNotification(title, how);
      const close = async () => (await there.getNotifications({ tag: how.tag })).forEach((one) => one.close());
      shown = { close };
      return;
    }
    const plain = new Notification(title, how);
    plain.onclick = () => {
      window.focus();
      plain.close();
    };
    shown = plain;
  } catch {
    // a browser that shows none
  }
}

/** Who comes back needs no badge. */
export function watchLooks() {
  document.addEventListener("visibilitychange", callBack);
}
