// An answer of the server: rules, leaderboard, menus, whatever has lines and buttons.

import { h } from "../base/dom.js";
import { t } from "../base/texts.js";
import { ask } from "../wire/commands.js";
import { frame } from "./frame.js";

export function screenDialog({ screen }) {
  return frame("screen", screen.title || t("web.answer"),
    screen.picture && h("img", { class: "chart", src: screen.picture.source, alt: screen.picture.alt }),
    h("div", { class: "words" }, screen.lines.map((line) => (line.length ? h("p", {}, line.map(span)) : h("hr", {})))),
    h("div", { class: "rows" }, screen.rows.map((row) => h("div", { class: "row" }, row.map(screenButton)))));
}

function span(part) {
  const tag = { bold: "b", italic: "i", code: "code", strike: "s" }[part.style];
  return tag ? h(tag, {}, part.text) : part.text;
}

function screenButton(button) {
  if (button.url) return h("a", { class: "secondary", href: button.url, rel: "noreferrer" }, button.label);
  const look = { primary: "primary", success: "primary", danger: "danger" }[button.style] ?? "secondary";
  return h("button", { class: look, onclick: () => ask({ t: "press", data: button.data }), "data-test": `screen-${button.key}` }, button.label);
}
