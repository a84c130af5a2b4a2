// What a seated person does with the panel, by tap or key.
// @ts-check

import { cardOf, copyNames, picked, pickLocally } from "../state/picks.js";
import { changed, isOfChat, mySeat, openDialog, state } from "../state/state.js";
import { host } from "../host/host.js";
import { h } from "../base/dom.js";
import { t } from "../base/texts.js";
import { copyAddress, go } from "./address.js";
import { ask } from "./commands.js";

const panel = () => state.hand?.panel ?? null;
const table = () => /** @type {Wire.TableJson} */ (state.table).table;
const base = () => {
  const hand = /** @type {Wire.HandJson} */ (state.hand);
  return { table: hand.table, decision: /** @type {Wire.PanelJson} */ (hand.panel).decision };
};

/** Press a button by its data. */
export const press = (data) => ask({ t: "press", data });

async function toggle(copies) {
  host().feel("raise");
  const settle = pickLocally((raised) => {
    for (const copy of copies) {
      if (raised.has(copy)) raised.delete(copy);
      else raised.add(copy);
    }
  });
  changed();
  if (state.lesson) return; // nobody else is told
  const raised = [...state.picks.cards].map(cardOf);
  const cards = new Set(copies.map(cardOf));
  await Promise.all(
    [...cards].map((card) => ask({ t: "pick", ...base(), card, count: raised.filter((one) => one === card).length })),
  );
  settle();
  changed();
}

const difference = (from, to) => [
  ...[...from].filter((card) => !to.has(card)),
  ...[...to].filter((card) => !from.has(card)),
];

/**
 * Whether exactly these cards are raised, whichever copies.
 * @param {string[]} cards
 */
export function isRaised(cards, raised) {
  const names = [...raised].map(cardOf).sort();
  return cards.length > 0 && cards.length === names.length && [...cards].sort().every((card, i) => card === names[i]);
}

export const act = {
  /** Raise or lower one copy of a card. */
  pick(copy) {
    if (!panel()) return;
    const others = panel()?.one_card ? [...picked()].filter((one) => one !== copy) : [];
    toggle([copy, ...others]);
  },

  /** Raise exactly these cards. */
  raise(cards) {
    if (!panel()) return;
    const changes = difference(picked(), new Set(copyNames(cards)));
    if (changes.length) toggle(changes);
  },

  /** Raise all of these copies, or lower them. */
  take(copies, up) {
    if (!panel()) return;
    const changes = copies.filter((copy) => picked().has(copy) !== up);
    if (changes.length) toggle(changes);
  },

  play() {
    if (!panel()?.my_turn || !picked().size) return;
    host().feel("play");
    const found = state.lesson?.found;
    const answer = `${found?.verb} ${[...picked()].map(cardOf).join(" ")}`;
    ask(found ? { t: "learn", game: found.game, step: found.step, answer } : { t: "play", ...base() });
  },

  pass() {
    const data = panel()?.pass ?? panel()?.advance;
    if (data) press(data);
  },

  /** Ask for a hint, and raise the cards that it names. */
  async hint() {
    const data = panel()?.hint;
    if (!data) return;
    await press(data);
    const { hinted = null, decision = "" } = panel() ?? {};
    if (hinted) {
      const { label, figure, others, reason } = hinted;
      state.hint = { decision, label, figure, others, reason };
    }
    if (hinted?.cards.length) act.raise(hinted.cards);
  },

  async clear() {
    if (!panel() || !picked().size) return;
    const settle = pickLocally((raised) => raised.clear());
    changed();
    if (state.lesson) return;
    await ask({ t: "clear", ...base() });
    settle();
    changed();
  },

  /** The n-th suggestion: cards to lay are raised first and laid when chosen again; everything else is done at once. */
  suggestion(n) {
    const offer = panel()?.offers[n];
    if (!offer) return;
    const raised = picked();
    const same = isRaised(offer.cards, raised);
    if (["play", "burn"].includes(offer.verb) && !same) {
      act.raise(offer.cards);
      return;
    }
    host().feel("play");
    press(offer.data);
  },

  /** A reading of the raised cards other than the usual one. */
  reading(text) {
    ask({ t: "say", table: base().table, text });
  },

  /**
   * Say a command about the table that is shown.
   * @template {Wire.Command["t"]} T
   * @param {T} t
   * @param {Omit<Extract<Wire.Command, { t: T }>, "t" | "table">} more
   */
  command(t, more = /** @type {any} */ ({})) {
    return ask(/** @type {any} */ ({ t, table: table().id, ...more }));
  },
};

/**
 * Take this seat, or any; who has no name yet is asked for one first.
 * @param {number | null} seat
 */
export function sitDown(seat = null) {
  if (!state.you.name) openDialog({ kind: "name", seat });
  else takeSeat(seat);
}

/** Go to the table of an invitation; who has no name yet is asked for one first. */
export function accept(code) {
  if (!state.you.name) openDialog({ kind: "name", code });
  else ask({ t: "accept", code });
}

/**
 * Ask for the seat. Whoever is not seated by that, because a round is played, has one from the next round on.
 * @param {number | null} seat
 */
export async function takeSeat(seat) {
  const answer = await act.command("join", seat === null ? {} : { seat });
  if (answer.ok && mySeat() === null) state.noted = state.tableKey ?? "";
  changed();
}

// -- what texts written for a chat speak of

const atTable = (what) => (state.table && state.view === "table" ? what : null);

/**
 * What a command that a text names is here; `null`: nothing to press, because it is in sight anyway.
 * Whatever has a name in the catalogue (`web.do.…`) and stands neither here nor in `SHOWN` is said at this table.
 */
const PRESSED = {
  new: () => () => go("#/"),
  learn: () => () => go("#/learn"),
  join: () => atTable(() => sitDown()),
  ai: () => atTable(() => act.command("ai", { level: state.newGame.level })),
  leave: () => atTable(() => openDialog({ kind: "menu" })),
  end: () => atTable(() => openDialog({ kind: "menu" })),
  invite: () => (isOfChat() ? null : atTable(copyAddress)),
  settings: () => atTable(() => ask({ t: "settings", table: table().id })),
  rules: () => () => ask({ t: "rules", game: state.table ? table().game : state.newGame.game }),
  leaderboard: () => () => ask({ t: "leaders" }),
  stats: () => () => ask({ t: "stats" }),
  history: () => () => ask({ t: "history" }),
  turns: () => () => ask({ t: "turns" }),
  help: () => () => ask({ t: "help" }),
  privacy: () => () => ask({ t: "privacy" }),
  prefer: () => () => openDialog({ kind: "settings" }),
  language: () => () => openDialog({ kind: "settings" }),
  link: () => () => openDialog({ kind: "accounts" }),
  unlink: () => () => openDialog({ kind: "accounts" }),
  forgetme: () => () => openDialog({ kind: "accounts" }),
  mydata: () => () => openDialog({ kind: "accounts" }),
  report: () => atTable(state.table?.table.round ? () => openDialog({ kind: "report" }) : null),
  replay: (id) => (id ? () => ask({ t: "replay", round: id }) : null),
  review: (id) => (id ? () => ask({ t: "review", round: id }) : null),
  fair: (id) =>
    id || atTable(true) ? () => ask({ t: "fair", round: id, table: state.table ? table().id : undefined }) : null,
};
const SHOWN = [
  "page",
  "table",
  "hand",
  "play",
  "pass",
  "bid",
  "do",
  "hint",
  "autopass",
  "kick",
  "luck",
  "sit",
  "notify",
  "swap",
  "defaults",
  "ban",
  "unban",
  "tournament",
  "admin",
];
const TYPED = /(?<![\w/<>:.#])\/([a-z]+)((?: (?:M?\d[\dA-Z.-]*(?<![.-])|[A-Z][A-Z0-9]+(?:-[A-Z0-9]+)?))*)/g;

/**
 * A text with every command that people type in a chat as a link to the same thing here, or as its name.
 * @param {string} text
 */
export function linked(text) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(TYPED)) {
    const [whole, name, rest] = found;
    if (t(`web.do.${name}`) === `web.do.${name}`) continue;
    const id = /^ (M\d+(?:\.\d+)?)$/.exec(rest)?.[1] ?? "";
    parts.push(text.slice(from, found.index), mention(name, id));
    from = found.index + whole.length;
  }
  return [...parts, text.slice(from)];
}

/** @param {string} name */
function mention(name, id) {
  const label = [t(`web.do.${name}`), id].filter(Boolean).join(" ");
  const said = SHOWN.includes(name) ? null : atTable(() => act.command(/** @type {any} */ (name)));
  const onclick = name in PRESSED ? PRESSED[name](id) : said;
  return onclick ? h("button", { class: "link", onclick, "data-test": `do-${name}` }, label) : h("b", {}, label);
}

/** The number of a match or round as the way to look back on it. */
export const lookBack = (id) =>
  h("button", { class: "link", onclick: () => ask({ t: "replay", round: id }), "data-test": `replay-${id}` }, id);
