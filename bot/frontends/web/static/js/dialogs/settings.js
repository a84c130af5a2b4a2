// A person's own settings: name, language, theme, accounts, and the keys.
// @ts-check

import { h } from "../base/dom.js";
import { language, t } from "../base/texts.js";
import { host } from "../host/host.js";
import { applyTheme, remember, remembered } from "../state/memory.js";
import { changed, openDialog, state } from "../state/state.js";
import { notifications, setNotifications } from "../effects/calls.js";
import { setSound, soundOn } from "../effects/sounds.js";
import { copy } from "../wire/address.js";
import { ask, setLanguage, setName } from "../wire/commands.js";
import { leave } from "../wire/entrance.js";
import { openSeat, takeBack } from "../wire/seat.js";
import { frame } from "./frame.js";

function choiceRow(label, entries, value, onchange) {
  return h(
    "fieldset",
    { class: "segmented" },
    h("legend", {}, label),
    h(
      "div",
      {},
      entries.map(([key, name]) =>
        h(
          "label",
          { "data-key": key },
          h("input", { type: "radio", name: label, value: key, checked: key === value, onchange: () => onchange(key) }),
          h("span", {}, name),
        ),
      ),
    ),
  );
}

export function settingsDialog() {
  const theme = remembered().theme ?? "auto";
  return frame(
    "settings",
    t("web.settings.title"),
    state.you.proved
      ? signedIn()
      : h(
          "label",
          { class: "field" },
          h("span", {}, t("web.lobby.name")),
          h("input", {
            type: "text",
            maxlength: "24",
            value: state.you.name,
            placeholder: t("web.lobby.name_hint"),
            onchange: (event) => setName(event.target.value),
          }),
        ),
    choiceRow(
      t("web.settings.language"),
      [
        ["en", "English"],
        ["zh", "中文"],
      ],
      language(),
      setLanguage,
    ),
    choiceRow(
      t("web.settings.theme"),
      ["auto", "light", "dark"].map((key) => [
        key,
        t(key === "auto" && host().name !== "browser" ? `web.host.theme_${host().name}` : `web.settings.theme_${key}`),
      ]),
      theme,
      (key) => {
        remember({ theme: key });
        applyTheme(key);
        changed();
      },
    ),
    choiceRow(
      t("web.settings.sound"),
      ["on", "off"].map((key) => [key, t(`web.settings.${key}`)]),
      soundOn() ? "on" : "off",
      (key) => {
        setSound(key === "on");
        changed();
      },
    ),
    notificationRow(),
    h(
      "div",
      { class: "stack" },
      h(
        "button",
        { class: "secondary", onclick: () => openDialog({ kind: "hours" }), "data-test": "quiet" },
        t("web.quiet.title"),
      ),
      h(
        "button",
        { class: "secondary", onclick: () => openDialog({ kind: "keys" }), "data-test": "keys" },
        t("web.keys.title"),
      ),
      state.you.proved
        ? null
        : h("button", { class: "secondary", onclick: openSeat, "data-test": "seat-code-open" }, t("web.code.title")),
      h(
        "button",
        { class: "secondary", onclick: () => openDialog({ kind: "accounts" }), "data-test": "accounts" },
        t("web.accounts.title"),
      ),
      .../** @type {const} */ (["stats", "history", "help", "privacy"]).map((key) =>
        h("button", { class: "secondary", onclick: () => ask({ t: key }), "data-test": key }, t(`web.tool.${key}`)),
      ),
    ),
  );
}

/** Whether the browser may call when it is one's turn and the page is not in sight. */
function notificationRow() {
  const now = notifications();
  if (now === "missing" || host().name !== "browser") return null; // inside a chat, the chat calls
  if (now === "denied") return h("p", { class: "hint" }, t("web.settings.notify_denied"));
  return choiceRow(
    t("web.settings.notify"),
    ["on", "off"].map((key) => [key, t(`web.settings.${key}`)]),
    now,
    async (key) => {
      await setNotifications(key === "on");
      changed();
    },
  );
}

/** The hours in which nothing may ring, in the time of where this device is. */
export function hoursDialog() {
  const [from, to] = remembered().quiet ?? ["22:00", "07:00"];
  const set = (value) => ask({ t: "prefer", name: "quiet", value });
  const take = (event) => {
    event.preventDefault();
    const hours = ["from", "to"].map((name) => event.target.elements[name].value);
    remember({ quiet: hours });
    set(`${hours.join("-")} ${Intl.DateTimeFormat().resolvedOptions().timeZone}`);
  };
  const hour = (name, value) =>
    h(
      "label",
      { class: "field" },
      h("span", {}, t(`web.quiet.${name}`)),
      h("input", { type: "time", name, value, required: true, "data-test": `quiet-${name}` }),
    );
  return frame(
    "hours",
    t("web.quiet.title"),
    h(
      "form",
      { class: "stack", onsubmit: take },
      h("p", {}, t("web.quiet.about")),
      h("div", { class: "row" }, hour("from", from), hour("to", to)),
      h("button", { class: "primary", "data-test": "quiet-set" }, t("web.quiet.set")),
      h(
        "button",
        { type: "button", class: "secondary", onclick: () => set("off"), "data-test": "quiet-off" },
        t("web.quiet.off"),
      ),
    ),
  );
}

/** For whom this browser speaks, and, outside of apps, the way to end that. */
function signedIn() {
  return h(
    "p",
    { class: "hint" },
    t(`web.host.as_${state.you.platform}`, { name: state.you.name }),
    " ",
    host().name === "browser" &&
      h("button", { class: "link", onclick: leave, "data-test": "sign-out" }, t("web.host.leave")),
  );
}

/** The code that brings a visitor's seat to another browser, and the field for such a code. */
export function seatDialog({ code, why }) {
  const give = (event) => {
    event.preventDefault();
    takeBack(event.target.elements["seat-code"].value);
  };
  return frame(
    "seat",
    t("web.code.title"),
    h(
      "div",
      { class: "stack" },
      h("p", {}, t("web.code.mine")),
      h("code", { class: "big-code", "data-test": "own-code" }, code ?? "…"),
      h(
        "button",
        { class: "secondary", disabled: !code, onclick: () => copy(code, t("web.code.copied")) },
        t("web.code.copy"),
      ),
      h("p", { class: "hint" }, t("web.code.secret")),
    ),
    h(
      "form",
      { class: "field", onsubmit: give },
      h("label", { for: "seat-code" }, t("web.code.have")),
      h(
        "div",
        { class: "row code-row" },
        h("input", {
          id: "seat-code",
          name: "seat-code",
          type: "text",
          maxlength: "24",
          placeholder: "XXXX-XXXX-XXXX",
          autocomplete: "off",
          autocapitalize: "characters",
          spellcheck: "false",
          required: true,
          "aria-describedby": why ? "seat-why" : undefined,
          "data-test": "seat-code",
        }),
        h("button", { class: "primary", "data-test": "take-back" }, t("web.code.take")),
      ),
      why ? h("p", { id: "seat-why", class: "wrong", role: "alert" }, t(`web.code.${why}`)) : null,
    ),
  );
}

/** A person's accounts on several platforms, and what is stored. */
export function accountsDialog() {
  const entry = (key, message, look = "secondary") =>
    h("button", { class: look, onclick: () => ask(message), "data-test": `accounts-${key}` }, t(`web.accounts.${key}`));
  const give = (event) => {
    event.preventDefault();
    ask({ t: "link", code: state.linkCode });
    state.linkCode = "";
  };
  return frame(
    "accounts",
    t("web.accounts.title"),
    h(
      "form",
      { class: "field", onsubmit: give },
      h("label", { for: "link-code" }, t("web.accounts.code")),
      h("input", {
        id: "link-code",
        type: "text",
        maxlength: "20",
        autocomplete: "off",
        required: true,
        value: state.linkCode,
        oninput: (event) => {
          state.linkCode = event.target.value;
        },
      }),
      h("button", { class: "secondary", "data-test": "accounts-give" }, t("web.accounts.give")),
    ),
    h(
      "div",
      { class: "stack" },
      entry("link", { t: "link" }),
      entry("unlink", { t: "unlink" }),
      h(
        "button",
        { class: "secondary", onclick: () => ask({ t: "privacy" }), "data-test": "accounts-privacy" },
        t("web.tool.privacy"),
      ),
      entry("mydata", { t: "mydata" }),
      entry("forget", { t: "forgetme" }, "danger"),
    ),
  );
}

const KEYS = [
  ["← → ↑ ↓", "move"],
  ["Space", "raise"],
  ["Enter", "play"],
  ["P", "pass"],
  ["H", "hint"],
  ["C", "clear"],
  ["U", "undo"],
  ["1 … 9", "suggest"],
  ["G", "group"],
  ["L", "log"],
  ["?", "help"],
];

export function keysDialog() {
  return frame(
    "keys",
    t("web.keys.title"),
    h(
      "dl",
      { class: "keys" },
      KEYS.map(([key, name]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(`web.keys.${name}`))]),
    ),
  );
}
