// What lies over the page: answers of the server (rules, leaderboard, menus), settings, the table's menu, the log.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { ask, closeDialog, draw, openDialog, setLanguage, setName, toast } from "./main.js";
import { logList } from "./log.js";
import { applyTheme, mySeat, playerAt, remember, remembered, state } from "./state.js";
import { language, t } from "./texts.js";

export function dialogView() {
  const dialog = state.dialog;
  if (!dialog) return null;
  const make = { screen: screenDialog, settings: settingsDialog, menu: menuDialog, log: logDialog, keys: keysDialog, sure: sureDialog, accounts: accountsDialog }[dialog.kind];
  return make(dialog);
}

function frame(key, title, ...content) {
  return h("dialog", {
    class: `sheet-box ${key}`, "data-key": key, "aria-labelledby": "dialog-title",
    onclick: (event) => { if (event.target.tagName === "DIALOG") closeDialog(); },
    oncancel: (event) => { event.preventDefault(); closeDialog(); },
    onkeydown: (event) => { if (event.key === "Escape") { event.preventDefault(); closeDialog(); } },
    open: document.querySelector(`dialog[data-key="${key}"]`)?.open,
  },
    h("div", { class: "sheet-inner" },
      h("header", {}, h("h2", { id: "dialog-title" }, title), h("button", { class: "tool", "aria-label": t("web.close"), onclick: closeDialog, "data-test": "close" }, icon("close"))),
      ...content));
}

function screenDialog({ screen }) {
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

function choiceRow(label, entries, value, onchange) {
  return h("fieldset", { class: "segmented" }, h("legend", {}, label),
    h("div", {}, entries.map(([key, name]) =>
      h("label", { "data-key": key }, h("input", { type: "radio", name: label, value: key, checked: key === value, onchange: () => onchange(key) }), h("span", {}, name)))));
}

function settingsDialog() {
  const theme = remembered().theme ?? "auto";
  return frame("settings", t("web.settings.title"),
    h("label", { class: "field" }, h("span", {}, t("web.lobby.name")), h("input", { type: "text", maxlength: "24", value: state.you.name, placeholder: t("web.lobby.name_hint"), onchange: (event) => setName(event.target.value) })),
    choiceRow(t("web.settings.language"), [["en", "English"], ["zh", "中文"]], language(), setLanguage),
    choiceRow(t("web.settings.theme"), ["auto", "light", "dark"].map((key) => [key, t(`web.settings.theme_${key}`)]), theme, (key) => {
      remember({ theme: key });
      applyTheme(key);
      draw();
    }),
    h("div", { class: "stack" },
      h("button", { class: "secondary", onclick: () => openDialog({ kind: "keys" }) }, t("web.keys.title")),
      h("button", { class: "secondary", onclick: () => openDialog({ kind: "accounts" }), "data-test": "accounts" }, t("web.accounts.title")),
      ...["stats", "history", "help", "privacy"].map((key) => h("button", { class: "secondary", onclick: () => ask({ t: key }), "data-test": key }, t(`web.tool.${key}`))),
    ));
}

/** A person's accounts on several platforms, and what is stored. */
function accountsDialog() {
  const entry = (key, message, look = "secondary") => h("button", { class: look, onclick: () => ask(message), "data-test": `accounts-${key}` }, t(`web.accounts.${key}`));
  const give = (event) => {
    event.preventDefault();
    ask({ t: "link", code: state.linkCode });
    state.linkCode = "";
  };
  return frame("accounts", t("web.accounts.title"),
    h("form", { class: "field", onsubmit: give }, h("label", { for: "link-code" }, t("web.accounts.code")),
      h("input", { id: "link-code", type: "text", maxlength: "20", autocomplete: "off", required: true, value: state.linkCode, oninput: (event) => { state.linkCode = event.target.value; } }),
      h("button", { class: "secondary", "data-test": "accounts-give" }, t("web.accounts.give"))),
    h("div", { class: "stack" },
      entry("link", { t: "link" }),
      entry("unlink", { t: "unlink" }),
      h("button", { class: "secondary", onclick: () => ask({ t: "privacy" }), "data-test": "accounts-privacy" }, t("web.tool.privacy")),
      entry("forget", { t: "forgetme" }, "danger")));
}

const KEYS = [["← → ↑ ↓", "move"], ["Space", "raise"], ["Enter", "play"], ["P", "pass"], ["H", "hint"], ["C", "clear"], ["1 … 9", "suggest"], ["L", "log"], ["?", "help"]];

function keysDialog() {
  return frame("keys", t("web.keys.title"), h("dl", { class: "keys" }, KEYS.map(([key, name]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(`web.keys.${name}`))])));
}

function logDialog() {
  return frame("log", t("web.log.title"), logList());
}

async function share() {
  const address = `${location.origin}/#/t/${state.room}`;
  try {
    await navigator.clipboard.writeText(address);
    toast(t("web.menu.copied"));
  } catch {
    toast(address);
  }
}

/** Leave out nothing that can be done at a table, in the order of how often it is wanted. */
function menuDialog() {
  const table = state.table?.table;
  if (!table) return null;
  const me = mySeat() === null ? null : playerAt(mySeat());
  const entry = (key, onclick, look = "secondary") => h("button", { class: look, onclick, "data-test": `menu-${key}` }, t(`web.menu.${key}`));
  const command = (key, message, look) => entry(key, () => { closeDialog(); ask({ table: table.id, ...message }); }, look);
  const sure = (key, message) => entry(key, () => openDialog({ kind: "sure", key, message: { table: table.id, ...message } }), "danger");
  const live = table.state !== "closed";
  return frame("menu", table.heading,
    h("div", { class: "stack" },
      me && table.state === "playing" ? (me.away || me.stand_in ? command("back", { t: "back" }, "primary") : command("away", { t: "away" })) : null,
      entry("log", () => openDialog({ kind: "log" })),
      entry("share", share),
      entry("rules", () => ask({ t: "rules", game: table.game, table: table.id })),
      entry("house", () => ask({ t: "settings", table: table.id })),
      entry("leaders", () => ask({ t: "leaders", game: table.game })),
      entry("settings", () => openDialog({ kind: "settings" })),
      me && live ? sure("leave", { t: "leave" }) : null,
      me && live && ["playing", "between"].includes(table.state) ? sure("end", { t: "end", sure: `${table.match}-${table.round}` }) : null,
    ));
}

function sureDialog({ key, message }) {
  return frame("sure", t(`web.menu.${key}`),
    h("p", {}, t(`web.sure.${key}`)),
    h("div", { class: "row" },
      h("button", { class: "danger", onclick: () => { closeDialog(); ask(message); }, "data-test": "sure-yes" }, t(`web.menu.${key}`)),
      h("button", { class: "secondary", onclick: closeDialog }, t("web.sure.no"))));
}
