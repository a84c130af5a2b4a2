// What is offered once, in the lobby, to who has played: nothing of it lies over anything.
// @ts-check

import { h } from "../base/dom.js";
import { t } from "../base/texts.js";
import { answerInstall, installing } from "../effects/app.js";
import { offersCalls, setNotifications } from "../effects/calls.js";
import { changed } from "../state/state.js";

/** What is offered now, if anything is. */
export function offers() {
  if (offersCalls()) return offer("calls", t("web.offer.calls"), true, answerCalls);
  const way = installing();
  if (!way) return null;
  const asks = way === "ask";
  return offer("install", t(asks ? "web.offer.install" : "web.offer.install_apple"), asks, answerInstall);
}

async function answerCalls(yes) {
  await setNotifications(yes);
  changed();
}

/**
 * One offer: taken by a tap, or refused for good by another; one that can only be told is read, and goes.
 * @param {string} key
 * @param {string} text
 * @param {boolean} asks
 * @param {(yes: boolean) => void} answer
 */
function offer(key, text, asks, answer) {
  const button = (name, look, word, yes) =>
    h("button", { class: look, onclick: () => answer(yes), "data-test": `offer-${name}` }, t(`web.offer.${word}`));
  return h(
    "section",
    { class: "panel offer", "data-key": "offer", "data-test": `offer-${key}` },
    h("p", {}, text),
    h(
      "div",
      { class: "row" },
      asks && button("yes", "primary", `${key}_yes`, true),
      button("no", "secondary", asks ? "no" : "read", false),
    ),
  );
}
