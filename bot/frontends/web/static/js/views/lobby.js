// The lobby: choose a game, play at once or open a table for friends; go on where one left off.
// @ts-check

import { cardPicture } from "../base/cards.js";
import { h } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { capital, language, t } from "../base/texts.js";
import { host } from "../host/host.js";
import { remember } from "../state/memory.js";
import { changed, openDialog, state } from "../state/state.js";
import { accept } from "../wire/actions.js";
import { ask, setLanguage, setName } from "../wire/commands.js";
import { openSeat } from "../wire/seat.js";
import { offers } from "./offers.js";
import { connection, tool } from "./parts.js";

const HERO = ["x", "Ks", "Qd", "Jc", "Ah", "X"];

export function lobbyView() {
  return [
    h(
      "header",
      { class: "bar", "data-key": "bar" },
      h(
        "a",
        { class: "brand", href: "#/", title: t("web.lobby.title") },
        h("img", { src: "/static/favicon.svg", alt: "", width: "34", height: "34" }),
        h("b", {}, "Paiju"),
        h("span", { lang: "zh" }, "牌局"),
      ),
      h(
        "div",
        { class: "tools" },
        h(
          "button",
          {
            class: "quiet",
            lang: language() === "zh" ? "en" : "zh",
            onclick: () => setLanguage(language() === "zh" ? "en" : "zh"),
            "data-test": "language",
          },
          language() === "zh" ? "EN" : "中文",
        ),
        tool("book", "rules", () => ask({ t: "rules", game: state.newGame.game })),
        tool("gear", "settings", () => openDialog({ kind: "settings" })),
      ),
    ),
    h(
      "main",
      { class: "lobby", "data-key": "lobby" },
      h(
        "section",
        { class: "hero", "data-key": "hero" },
        h(
          "div",
          { class: "hero-cards", "aria-hidden": "true" },
          HERO.map((card, i) => h("span", { class: "hero-card", style: { "--i": i - 2.5 } }, cardPicture(card))),
        ),
        h("h1", {}, t("web.lobby.headline")),
        h("p", {}, t("web.lobby.tagline")),
      ),
      connection(),
      offers(),
      pages(),
      yourTables(),
      newTable(),
      invited(),
      host().name === "browser" ? h("p", { class: "foot", "data-key": "foot" }, t("web.lobby.foot")) : null,
    ),
  ];
}

/** Everything of one's own, one tap away. */
function pages() {
  return h(
    "nav",
    { class: "pages", "aria-label": t("web.lobby.pages"), "data-key": "pages" },
    state.games.some((game) => game.lesson)
      ? h("a", { href: "#/learn", "data-test": "lessons" }, icon("cap"), h("span", {}, t("web.lobby.lessons")))
      : null,
    /** @type {const} */ ([
      ["history", "replay"],
      ["stats", "chart"],
      ["leaders", "trophy"],
    ]).map(([key, drawing]) =>
      h(
        "button",
        { onclick: () => ask({ t: key }), "data-test": key === "leaders" ? key : `my-${key}` },
        icon(drawing),
        h("span", {}, t(`web.lobby.${key}`)),
      ),
    ),
  );
}

function yourTables() {
  if (!state.tables.length) return null;
  return h(
    "section",
    { class: "panel yours", "data-key": "yours" },
    h("h2", {}, t("web.lobby.yours")),
    h(
      "ul",
      { class: "tables" },
      state.tables.map((table) =>
        h(
          "li",
          { "data-key": table.room },
          h(
            "a",
            { href: `#/t/${table.room}`, class: table.my_turn ? "table-link wanted" : "table-link" },
            h("span", {}, h("b", {}, table.heading), h("small", {}, table.about)),
            table.my_turn
              ? h("span", { class: "badge" }, t("web.turn.mine"))
              : h("span", { class: "badge calm" }, t("web.lobby.continue")),
          ),
        ),
      ),
    ),
  );
}

/** The way in for who was sent a code from a table that stands elsewhere. */
function invited() {
  const come = (event) => {
    event.preventDefault();
    const code = event.target.elements.code.value.trim();
    if (code) accept(code);
  };
  return h(
    "section",
    { class: "panel", "data-key": "invited" },
    h(
      "form",
      { class: "field", onsubmit: come },
      h("label", { for: "code" }, t("web.lobby.code")),
      h(
        "div",
        { class: "row code-row" },
        h("input", {
          id: "code",
          name: "code",
          type: "text",
          maxlength: "20",
          placeholder: "12-ABCDEFGH",
          autocomplete: "off",
          autocapitalize: "characters",
          spellcheck: "false",
          "data-test": "code",
        }),
        h("button", { class: "secondary", "data-test": "accept" }, t("web.lobby.code_go")),
      ),
    ),
    state.you.proved
      ? null
      : h("button", { class: "link", onclick: openSeat, "data-test": "been-here" }, t("web.code.before")),
  );
}

function chosen() {
  return state.games.find((game) => game.key === state.newGame.game);
}

function choose(changes) {
  Object.assign(state.newGame, changes);
  const { game, preset, level, players } = state.newGame;
  remember({ newGame: { game, preset, level, players } });
  changed();
}

function newTable() {
  const game = chosen();
  if (!game) return h("section", { class: "panel", "data-key": "new" }, h("p", {}, t("web.lobby.loading")));
  const preset = game.presets.find((one) => one.key === state.newGame.preset) ?? game.presets[0];
  const level = game.levels.some((one) => one.key === state.newGame.level)
    ? state.newGame.level
    : game.levels.at(-1)?.key;
  const order = () => ({
    game: game.key,
    preset: preset?.key ?? "",
    options: state.newGame.options,
    level,
    players: playersOf(game),
  });
  const start = async (kind) => {
    state.busy = true;
    changed();
    await ask({ t: kind, ...order() });
    state.busy = false;
    changed();
  };
  return h(
    "section",
    { class: "panel new", "data-key": "new" },
    h("h2", { id: "which" }, t("web.lobby.new")),
    h(
      "div",
      { class: "games", role: "radiogroup", "aria-labelledby": "which", onkeydown: moveAmong },
      state.games.map((one) => tile(one, one.key === game.key)),
    ),
    h(
      "div",
      { class: "chosen", "data-key": "chosen" },
      h("p", { class: "about" }, h("b", {}, game.name), " ", game.about),
      h(
        "p",
        { class: "facts" },
        [
          t("web.lobby.seats", { n: seatsOf(game) }),
          capital(game.time),
          game.difficulty ? capital(t(`web.lobby.difficulty_${game.difficulty}`)) : "",
        ]
          .filter(Boolean)
          .join(" · "),
      ),
      h(
        "div",
        { class: "go" },
        h(
          "button",
          {
            class: "primary big",
            onclick: () => start("quick"),
            disabled: state.busy || !["open", "connecting"].includes(state.status),
            "data-test": "play-now",
          },
          t("web.lobby.play_now"),
        ),
        game.lesson
          ? h(
              "a",
              { class: "secondary big", href: `#/learn/${game.key}`, "data-test": "learn" },
              icon("cap"),
              t("web.lobby.learn"),
            )
          : null,
        h(
          "button",
          {
            class: "secondary big",
            onclick: () => start("new"),
            disabled: state.busy || !["open", "connecting"].includes(state.status),
            "data-test": "open-table",
          },
          t("web.lobby.open"),
        ),
      ),
      h("p", { class: "hint" }, t("web.lobby.play_now_hint")),
    ),
    h(
      "div",
      { class: "wishes", "data-key": "wishes" },
      h(
        "div",
        { class: "fields" },
        state.you.proved
          ? null
          : h(
              "label",
              { class: "field" },
              h("span", {}, t("web.lobby.name")),
              h("input", {
                type: "text",
                maxlength: "24",
                autocomplete: "nickname",
                value: state.you.name,
                placeholder: t("web.lobby.name_hint"),
                onchange: (event) => setName(event.target.value),
                "data-test": "name",
              }),
            ),
        segmented(t("web.lobby.level"), "level", game.levels, level, (key) => choose({ level: key })),
        game.seats.length > 1
          ? segmented(
              t("web.lobby.players"),
              "players",
              game.seats.map((n) => ({ key: n, name: String(n) })),
              playersOf(game),
              (key) => choose({ players: key }),
            )
          : null,
      ),
      h("p", { class: "hint" }, capital(game.levels.find((one) => one.key === level)?.about ?? "")),
      houseRules(game, preset),
    ),
  );
}

/** @param {Wire.GameJson} game */
const seatsOf = (game) => (game.seats.length > 1 ? `${game.seats[0]}–${game.seats.at(-1)}` : game.seats[0]);

/**
 * A game to choose: its drawing, its name, for how many, how long and how hard.
 * @param {Wire.GameJson} game
 */
function tile(game, chosen) {
  return h(
    "button",
    {
      class: "game",
      role: "radio",
      "aria-checked": String(chosen),
      tabindex: chosen ? 0 : -1,
      "data-key": game.key,
      onclick: () => choose({ game: game.key, preset: "", options: {}, players: null }),
    },
    h(
      "span",
      { class: "drawing" },
      h("img", { src: game.picture, alt: "", width: "120", height: "80" }),
      game.start ? h("em", {}, t("web.lobby.start")) : null,
      game.difficulty ? hardness(game.difficulty) : null,
    ),
    h("b", {}, game.name),
    h(
      "small",
      {},
      h(
        "span",
        { role: "img", "aria-label": t("web.lobby.seats", { n: seatsOf(game) }) },
        icon("person"),
        seatsOf(game),
      ),
      game.minutes ? h("span", {}, icon("clock"), t("web.lobby.minutes", { n: game.minutes })) : null,
    ),
  );
}

/**
 * One to three dots; read out as words.
 * @param {number} n
 */
const hardness = (n) =>
  h(
    "span",
    { class: "hardness", role: "img", "aria-label": t(`web.lobby.difficulty_${n}`) },
    [1, 2, 3].map((at) => h("i", { class: at <= n ? "full" : "" })),
  );

/** The arrow keys go from choice to choice, as in any group of which one is chosen. */
function moveAmong(event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const all = [...event.currentTarget.children];
  const next = all[(all.indexOf(event.target) + step + all.length) % all.length];
  next.click();
  next.focus();
}

/** @param {Wire.GameJson} game */
const playersOf = (game) =>
  game.seats.length > 1 ? (state.newGame.players ?? (game.seats.includes(4) ? 4 : game.seats[0])) : null;

/**
 * @param {string} label
 * @param {string} name
 */
function segmented(label, name, entries, value, onchange) {
  return h(
    "fieldset",
    { class: "segmented" },
    h("legend", {}, label),
    h(
      "div",
      {},
      entries.map((entry) =>
        h(
          "label",
          { "data-key": String(entry.key) },
          h("input", {
            type: "radio",
            name,
            value: entry.key,
            checked: entry.key === value,
            onchange: () => onchange(entry.key),
          }),
          h("span", {}, capital(entry.name)),
        ),
      ),
    ),
  );
}

/**
 * @param {Wire.GameJson} game
 * @param {Wire.PresetJson | undefined} preset
 */
function houseRules(game, preset) {
  return h(
    "details",
    {
      class: "house",
      "data-key": "house",
      ontoggle: (event) => {
        state.newGame.open = event.target.open;
      },
      open: state.newGame.open,
    },
    h("summary", {}, h("span", {}, t("web.lobby.house")), h("b", {}, preset?.name ?? ""), icon("down")),
    h(
      "div",
      { class: "presets", role: "radiogroup", "aria-label": t("web.lobby.preset"), onkeydown: moveAmong },
      game.presets.map((one) =>
        h(
          "button",
          {
            class: "preset",
            role: "radio",
            "aria-checked": String(one.key === preset?.key),
            tabindex: one.key === preset?.key ? 0 : -1,
            "data-key": one.key,
            onclick: () => choose({ preset: one.key, options: {} }),
          },
          h("b", {}, one.name),
          h("small", {}, one.about),
        ),
      ),
    ),
    h(
      "div",
      { class: "options" },
      game.options.map((option) => optionField(option, preset)),
    ),
  );
}

/**
 * @param {Wire.OptionJson} option
 * @param {Wire.PresetJson | undefined} preset
 */
function optionField(option, preset) {
  const value = state.newGame.options[option.name] ?? preset?.options[option.name] ?? option.default;
  const set = (to) => choose({ options: { ...state.newGame.options, [option.name]: to } });
  const id = `option-${option.name}`;
  let field;
  if (option.type === "flag")
    field = h("input", {
      id,
      type: "checkbox",
      class: "switch",
      checked: value === true || value === "true",
      onchange: (event) => set(String(event.target.checked)),
    });
  else if (option.type === "choice")
    field = h(
      "select",
      { id, onchange: (event) => set(event.target.value), value: String(value) },
      (option.values ?? []).map((one) =>
        h("option", { value: one.value, selected: String(one.value) === String(value) }, one.label),
      ),
    );
  else if (option.type === "number")
    field = h("input", {
      id,
      type: "number",
      min: option.low,
      max: option.high,
      value: String(value),
      onchange: (event) => set(event.target.value),
    });
  else
    field = h("input", {
      id,
      type: "text",
      value: Array.isArray(value) ? value.join(", ") : String(value),
      onchange: (event) => set(event.target.value),
    });
  return h(
    "div",
    { class: "option", "data-key": option.name },
    h("label", { for: id }, h("b", {}, option.label), h("small", {}, option.about)),
    field,
  );
}
