// A plain browser: a visitor of its own, or whoever a personal link was sent to.
// @ts-check

import { exchange, Refused } from "./proof.js";
import { vibrate } from "./surface.js";

const CODE = /^#in=([\w-]{1,200})$/;

let code = "";

const ask = () => fetch("/seat", { method: "POST", credentials: "same-origin" }).then((answer) => answer.ok);

async function redeem() {
  const shown = code;
  code = "";
  try {
    return await exchange("/api/link/session", { code: shown });
  } catch (error) {
    if (error instanceof Refused && error.again) code = shown;
    throw error;
  }
}

export const browser = {
  name: "browser",

  /** Take the code of a personal link out of the address, before anything that is loaded could tell it on. */
  meet() {
    const found = CODE.exec(location.hash);
    if (!found) return;
    code = found[1];
    history.replaceState(null, "", `${location.pathname}${location.search}#/`);
  },

  language: () => "",

  async enter() {
    if (code) return redeem();
    try {
      // `first.js` has asked already, or, where it comes after us, will not ask again: whoever is seated twice is a
      // stranger after the next reload.
      globalThis.seated ??= ask().catch(() => false);
      if (!(await globalThis.seated)) await ask();
    } catch {
      throw new Refused(navigator.onLine ? "unreachable" : "offline", true);
    }
    return {};
  },

  channel: () => "",

  back() {},

  feel: vibrate,

  opens: null,
};
