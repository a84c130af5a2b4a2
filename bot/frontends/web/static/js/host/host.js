// The app that the page runs in: a plain browser, Telegram or Discord. All are asked the same, here.
//
// An adapter has a `name`; `meet()`: look at the address, before anything else happens; `language()`: what the app
// speaks, or empty; `enter()`: prove who one is, with the place to begin at, or throw `Refused`; `channel()`: the chat
// where it was opened, or empty; `back(step)`: let the app's own button do this, or (`null`) take it away;
// `feel(what)`: `raise`, `play` or `turn`; `opens(address)`: open a link outside, `null` where the page does that by
// itself.
// @ts-check

import { browser } from "./browser.js";
import { discord } from "./discord.js";
import { telegram } from "./telegram.js";

/** @type {Page.Host} */
let current = browser;

/** The adapter in use. */
export const host = () => current;

/** Find out where the page is. Discord shows us under the root of a name of its own, and says a frame. */
export function meetHost() {
  if (location.pathname === "/app") current = telegram;
  else if (location.pathname.startsWith("/activity") || new URLSearchParams(location.search).has("frame_id"))
    current = discord;
  current.meet();
  addEventListener("click", leave);
}

/** Open a link to somewhere else as the app around wants it: inside a frame it would lead nowhere. */
function leave(event) {
  const link = event.target.closest?.("a[href]");
  if (!current.opens || !link || link.origin === location.origin || !/^https?:$/.test(link.protocol)) return;
  event.preventDefault();
  current.opens(link.href);
}
