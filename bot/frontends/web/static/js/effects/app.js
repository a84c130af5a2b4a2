// The page as an app of the device: kept at hand by a service worker, put on the home screen.
// In a plain browser only: the apps of chats may refuse that, and none of them needs it.
// @ts-check

import { host } from "../host/host.js";
import { remember, remembered } from "../state/memory.js";
import { changed, state } from "../state/state.js";
import { notifications } from "./calls.js";
import { hearClosed } from "./push.js";

const RENEWED = "paiju.renewed";
const PAUSE = 600_000;
/** From so many seconds to act on a table is played over hours and days. */
const SLOW = 3600;

let asked = false;
let stale = false;

/** @returns {ServiceWorkerContainer | null} */
const workers = () =>
  host().name === "browser" && window.top === window ? (navigator.serviceWorker ?? null) : null;

/** Notice when a newer version of the page has been put at hand: whoever is in the lobby has it at once, and who plays
 * as soon as they are back there. */
export function watchVersion() {
  const there = workers();
  // A notification was tapped that speaks of a table.
  there?.addEventListener("message", ({ data }) => data?.open && (location.href = data.open));
  if (!there?.controller) return; // whoever comes for the first time has the newest
  there.addEventListener("controllerchange", () => {
    stale = true;
    renew();
  });
  addEventListener("hashchange", () => setTimeout(renew));
}

/** Not twice in a while: of several servers some may still have the version before. */
function renew() {
  const busy = state.dialog || state.busy || document.activeElement?.matches("input, select");
  if (!stale || state.view !== "lobby" || busy || state.refused) return;
  try {
    if (Date.now() - Number(sessionStorage.getItem(RENEWED)) < PAUSE) return;
    sessionStorage.setItem(RENEWED, String(Date.now()));
  } catch {
    return; // whoever keeps nothing has the newer version with the next visit
  }
  location.reload();
}

/**
 * The browser's own question, kept until somebody may want to hear it.
 * @type {any}
 */
let question = null;

/** Keep the question whether the page is to be installed: nobody is asked on the first visit. */
export function watchInstalling() {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    question = event;
    changed();
  });
  addEventListener("appinstalled", () => answerInstall(false));
}

/** `ask`: the page can be put on the home screen by a tap; `tell`: by hand, as on Apple's devices; else nothing is
 * offered. Only who has played a round is asked, and only once. */
export function installing() {
  const { played, install } = remembered();
  if (!played || install !== undefined || host().name !== "browser") return "";
  if (question) return "ask";
  const { userAgent, maxTouchPoints } = navigator;
  const apple = /iPhone|iPad/.test(userAgent) || (/Mac/.test(userAgent) && maxTouchPoints > 1);
  return apple && /** @type {any} */ (navigator).standalone === false ? "tell" : "";
}

/** Take the answer; it is not asked again. */
export async function answerInstall(yes) {
  remember({ install: yes });
  const prompt = question;
  question = null;
  changed();
  if (yes) await prompt?.prompt();
}

let noted = "";

/** After each drawing: put the page at hand, once it works, as nothing of that may hold up the first visit; and note
 * that a round has been played to its end, or that one sits at a table that is played over hours. */
export function noteVisit() {
  const table = state.view === "table" && state.table?.seat !== null ? state.table : null;
  const slow = table?.table.state === "playing" && (table.table.clock ?? 0) >= SLOW;
  const news = table?.result ? "played" : slow ? "slow" : noted;
  if (news !== noted) remember({ [(noted = news)]: true });
  if (asked || state.status !== "open") return;
  asked = true;
  workers()
    ?.register("/worker.js", { updateViaCache: "none" })
    .then(() => (notifications() === "on" ? hearClosed() : undefined))
    .catch(() => {});
}
