// Small pieces that several views show.
// @ts-check

import { cardPicture } from "../base/cards.js";
import { h } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { t } from "../base/texts.js";
import { state } from "../state/state.js";
import { server } from "../wire/server.js";

/** A round button with an icon. */
export function tool(name, key, onclick, props = {}) {
  return h(
    "button",
    {
      class: "tool",
      "aria-label": t(`web.tool.${key}`),
      title: t(`web.tool.${key}`),
      onclick,
      "data-test": key,
      ...props,
    },
    icon(name),
  );
}

/** A line that says so while the server cannot be heard. */
export function connection() {
  if (state.status === "open" || state.status === "connecting") return null;
  if (state.status !== "elsewhere") return h("p", { class: "offline", role: "status" }, t("web.status.closed"));
  return h(
    "p",
    { class: "offline", role: "status", "data-test": "elsewhere" },
    t("web.status.elsewhere"),
    " ",
    h("button", { class: "link", onclick: () => server.connect(), "data-test": "here" }, t("web.status.here")),
  );
}

/**
 * Cards that overlap as far as they must; `label` is what a screen reader hears.
 * @param {string[]} cards
 * @param {string} label
 */
export function fan(cards, look, label) {
  return h(
    "span",
    { class: `fan ${look}`, role: "img", "aria-label": label, style: { "--n": cards.length } },
    cards.map((card, i) => h("span", { class: "slot", "data-key": `${card}.${i}` }, cardPicture(card))),
  );
}

/**
 * A number of points with its sign.
 * @param {number} n
 */
export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
