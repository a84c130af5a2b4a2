// An answer of the server: rules, leaderboard, menus, whatever has lines and buttons.
// @ts-check

import { h } from "../base/dom.js";
import { t } from "../base/texts.js";
import { state } from "../state/state.js";
import { linked, lookBack } from "../wire/actions.js";
import { curveView } from "../views/curve.js";
import { ask } from "../wire/commands.js";
import { frame } from "./frame.js";

/**
 * Its own title, else what was asked for, else where.
 * @param {Wire.ScreenJson} screen
 */
function titleOf(screen, about) {
  const asked = about ? t(`web.do.${about}`) : "";
  return screen.title || (asked && !asked.startsWith("web.") ? asked : (state.table?.table.heading ?? "Paiju 牌局"));
}

export function screenDialog({ screen, about }) {
  return frame(
    "screen",
    titleOf(screen, about),
    (screen.curves ?? []).map(curveView),
    screen.picture && h("img", { class: "chart", src: screen.picture.source, alt: screen.picture.alt }),
    h(
      "div",
      { class: "words" },
      screen.lines.map((line) => (line.length ? h("p", {}, line.map(span)) : h("hr", {}))),
    ),
    h(
      "div",
      { class: "rows" },
      screen.rows.map((row) =>
        h("div", { class: "row" }, row.filter(({ key }) => !screen.curves || key !== "picture").map(screenButton)),
      ),
    ),
  );
}

/** @param {Wire.SpanJson} part */
function span(part) {
  if (part.style === "code" && /^M\d+(\.\d+)?$/.test(part.text)) return lookBack(part.text);
  const tag = { bold: "b", italic: "i", code: "code", strike: "s" }[part.style];
  return tag ? h(tag, {}, linked(part.text)) : linked(part.text);
}

/** @param {Wire.ButtonJson} button */
function screenButton(button) {
  if (button.url) return h("a", { class: "secondary", href: button.url, rel: "noreferrer" }, button.label);
  const look = { primary: "primary", success: "primary", danger: "danger" }[button.style] ?? "secondary";
  return h(
    "button",
    { class: look, onclick: () => ask({ t: "press", data: button.data ?? "" }), "data-test": `screen-${button.key}` },
    button.label,
  );
}
