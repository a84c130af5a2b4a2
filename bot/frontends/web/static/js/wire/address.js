// The address of the page: what it names is what is shown, and what is sent to friends.
// @ts-check

import { forgetSpoken, toast } from "../base/notices.js";
import { t } from "../base/texts.js";
import { changed, closeDialog, state } from "../state/state.js";
import { askLesson, askLessons } from "./lessons.js";
import { askReplay } from "./rounds.js";
import { server } from "./server.js";

/** Go to a place inside the page. */
export function go(place) {
  if (location.hash === place) route();
  else location.hash = place;
}

/** Show what the address names: the lobby, a table, a finished round or a lesson. */
export function route() {
  const match = /^#\/t\/([\w-]{7,64})$/.exec(location.hash);
  const tableKey = match ? match[1] : null;
  if (tableKey !== state.tableKey) {
    state.table = null;
    state.hand = null;
    state.missing = false;
    forgetSpoken();
  }
  const replay = /^#\/replay\/(M\d{1,9}(?:\.\d{1,5})?)$/.exec(location.hash);
  const lesson = /^#\/learn(?:\/([a-z]+)(?:\/(\d{1,3}))?)?$/.exec(location.hash);
  state.tableKey = tableKey;
  state.view = tableKey ? "table" : replay ? "replay" : lesson ? "lesson" : "lobby";
  state.dialog = null;
  if (replay) askReplay(replay[1]);
  if (lesson?.[1]) askLesson(lesson[1], lesson[2] ? Number(lesson[2]) : undefined);
  else if (lesson) askLessons();
  server.mention({ t: "watch", room: tableKey });
  changed();
  scrollTo(0, 0);
}

/** One step back, as a button of the app around the page does it: what lies over the page goes, then the view. `null`:
 * there is nowhere to go. */
export function stepBack() {
  if (state.dialog) return closeDialog;
  return state.view === "lobby" ? null : toLobby;
}

const toLobby = () => go("#/");

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The address of the table shown, and whether it works on this computer alone (`here`). The server knows where others
 * reach it; a page that was itself opened from elsewhere knows it too. */
export function tableAddress() {
  const base = state.share || (LOOPBACK.test(location.hostname) ? "" : location.origin);
  return { url: `${base || location.origin}/#/t/${state.tableKey}`, here: !base };
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
