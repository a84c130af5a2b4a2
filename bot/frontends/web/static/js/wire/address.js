// The address of the page: what it names is what is shown, and what is sent to friends.
// @ts-check

import { forgetSpoken, leaveNotices, toast } from "../base/notices.js";
import { t } from "../base/texts.js";
import { changed, closeDialog, state } from "../state/state.js";
import { askLesson, askLessons } from "./lessons.js";
import { askHistory, askReplay, shown } from "./rounds.js";
import { server } from "./server.js";

/** Go to a place inside the page. */
export function go(place) {
  if (location.hash === place) route();
  else location.hash = place;
}

/**
 * Show what the address names: the lobby, a table, a finished round or a lesson.
 * @param {Event} [event] the way from another place of the page
 */
export function route(event) {
  const match = /^#\/t\/([\w-]{7,64})$/.exec(location.hash);
  const tableKey = match ? match[1] : null;
  const lesson = /^#\/learn(?:\/([a-z]+)(?:\/(\d{1,3}))?)?$/.exec(location.hash);
  if (tableKey !== state.tableKey || state.view === "replay" || (state.lesson && !lesson?.[1])) {
    state.lesson = null;
    state.table = null;
    state.hand = null;
    state.missing = false;
    forgetSpoken();
  }
  const replay = /^#\/replay\/(M\d{1,9}(?:\.\d{1,5}(?:-[0-9a-f]{32})?)?)(?:\/(\d{1,4}))?$/.exec(location.hash);
  const played = location.hash === "#/history";
  state.tableKey = tableKey;
  state.view = tableKey ? "table" : replay ? "replay" : lesson ? "lesson" : played ? "history" : "lobby";
  state.dialog = null;
  leaveNotices();
  if (replay && event) history.replaceState({ inside: true }, ""); // there is a way back, even after a reload
  if (replay) askReplay(replay[1], replay[2] ? Number(replay[2]) : null);
  if (lesson?.[1]) askLesson(lesson[1], lesson[2] ? Number(lesson[2]) : undefined);
  else if (lesson) askLessons();
  if (played) askHistory();
  server.mention({ t: "watch", room: tableKey });
  changed();
  scrollTo(0, 0);
}

/** One step back, as a button of the app around the page does it: what lies over the page goes, then the view. `null`:
 * there is nowhere to go. */
export function stepBack() {
  if (state.dialog) return closeDialog;
  return state.view === "lobby" ? null : pressArrow;
}

/** As the arrow of each view does, which is not drawn where the app has one. */
const pressArrow = () =>
  /** @type {HTMLElement | null} */ (document.querySelector(".bar > .tool:first-child"))?.click();

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The address of a place of the page, and whether it works on this computer alone (`here`). The server knows where
 * others reach it; a page that was itself opened from elsewhere knows it too. */
export function addressOf(place) {
  const base = state.share || (LOOPBACK.test(location.hostname) ? "" : location.origin);
  return { url: `${base || location.origin}/${place}`, here: !base };
}

/** The address of the table shown. */
export const tableAddress = () => addressOf(`#/t/${state.tableKey}`);

/** Give away the round that is looked back on, at this moment: whoever has its address may look at it. */
export async function shareReplay() {
  const { found, step } = shown();
  const { url, here } = addressOf(`#/replay/${found.link}${step ? `/${step}` : ""}`);
  if (navigator.share && !here) {
    try {
      await navigator.share({ title: found.heading, url });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  await copy(url, t(here ? "web.menu.copied_here" : "web.replay.copied"));
}

/** Put it where it can be pasted, and say how far it reaches. */
export function copyAddress() {
  const { url, here } = tableAddress();
  return copy(url, t(here ? "web.menu.copied_here" : "web.menu.copied"));
}

/** Put a text where it can be pasted, and say so; where that is not possible it is shown to be copied by hand. */
export async function copy(text, told) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${told} ${text}`);
  } catch {
    toast(text);
  }
}
