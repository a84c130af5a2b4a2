// The way in: who one is, proved with what the app around the page gives, and the place where one begins.
// @ts-check

import { host } from "../host/host.js";
import { endSession, Refused } from "../host/proof.js";
import { remember, remembered } from "../state/memory.js";
import { changed, state } from "../state/state.js";
import { go } from "./address.js";
import { server } from "./server.js";

/** Begin to prove who one is, while the rest of the page is made ready. */
export function begin() {
  const begun = host().enter();
  begun.catch(() => {}); // heard by `enter`
  return begun;
}

/** Go in, or say in one sentence why not. */
export async function enter(begun = begin()) {
  state.refused = null;
  changed();
  try {
    const found = await begun;
    const said = host().language();
    if (said && !remembered().language) state.language = said.toLowerCase().startsWith("zh") ? "zh" : "en";
    if (found.room) go(`#/t/${found.room}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refuse(error.code, error.again);
    return;
  }
  server.connect();
}

/** Show why nobody is let in (any more); `again`: the same may be tried once more. */
export function refuse(code, again = false) {
  state.refused = { code, again };
  changed();
  if (code === "offline") addEventListener("online", () => enter(), { once: true });
}

/** Speak for nobody any more in this browser, and begin anew as a visitor. */
export async function leave() {
  await endSession();
  remember({ proved: false });
  history.replaceState(null, "", "/");
  location.reload();
}
