// A visitor's own seat in another browser: its code, and the way back by it.
// @ts-check

import { remember } from "../state/memory.js";
import { changed, openDialog, state } from "../state/state.js";

/**
 * Ask something of the server that no address and no log may tell: what came back, or the code of the sentence why not.
 * @param {string} path
 * @param {object} said
 */
async function ask(path, said) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(said),
    });
    if (answer.ok) return { found: await answer.json(), why: "" };
    return { found: null, why: { 401: "wrong", 429: "hurried" }[answer.status] ?? "unreachable" };
  } catch {
    return { found: null, why: "unreachable" };
  }
}

/** Show the code of one's own seat, and the field for that of another browser. */
export async function openSeat() {
  openDialog({ kind: "seat" });
  tellSeat({ code: (await ask("/seat/code", {})).found?.code });
}

function tellSeat(changes) {
  if (state.dialog?.kind !== "seat") return;
  state.dialog = { ...state.dialog, ...changes };
  changed();
}

/**
 * Be whom this code belongs to; the page begins anew as that person.
 * @param {string} code
 */
export async function takeBack(code) {
  const { found, why } = await ask("/seat/take", { code });
  if (!found) {
    tellSeat({ why });
    return;
  }
  remember({ name: found.name, rooms: [] });
  history.replaceState(null, "", found.room ? `/#/t/${found.room}` : "/");
  location.reload();
}
