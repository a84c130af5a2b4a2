// One's own place at the table: hand, suggestions, buttons.
// @ts-check

import { cardPicture, isJoker, rankIndex } from "../base/cards.js";
import { h, part } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { language, t } from "../base/texts.js";
import { remember, remembered } from "../state/memory.js";
import { isGroup, putAside } from "../state/groups.js";
import { cardOf, copyNames, picked } from "../state/picks.js";
import { changed, isOnOffer, mySeat, playerAt, state } from "../state/state.js";
import { markTap } from "../effects/trace.js";
import { act, isRaised, press, sitDown } from "../wire/actions.js";
import { columnsOf, columnsView, sizesOf } from "./columns.js";
import { signed } from "./parts.js";
import { phraseTool } from "./phrases.js";
import { avatar, beside, marks, role } from "./player.js";

let width = 360;
/** @type {string | null} */
let focused = null;
/** @type {{ raise: boolean, seen: Set<string> } | null} */
let sweep = null;

/**
 * Everything below the felt.
 * @param {Page.Round} message
 */
export function handArea(message) {
  const me = mySeat();
  if (me === null)
    return h(
      "section",
      { class: "mine watching", "data-key": "mine" },
      h("p", {}, t("web.table.watching")),
      joinLater(message),
      phraseTool(message),
    );
  const hand = state.hand;
  const panel = hand?.panel ?? null;
  const over = message.table.state !== "playing";
  return h(
    "section",
    { class: `mine${panel?.my_turn ? " turn" : ""}`, "data-key": "mine", "aria-label": t("web.hand.label") },
    ownLine(/** @type {Page.Seated} */ (message), panel),
    over ? null : controls(message, panel),
    hand && !over ? handRows(hand, panel) : null,
  );
}

/**
 * A seat that no person holds is on offer: at once between rounds, from the next one on while a round is played.
 * @param {Page.Round} message
 */
function joinLater(message) {
  if (state.noted === state.tableKey) return h("p", { class: "noted", "data-test": "noted" }, t("web.wait.noted"));
  if (!message.players.some(isOnOffer)) return null;
  const later = message.table.state === "playing" && !message.players.some((player) => player.kind === "empty");
  return h(
    "button",
    { class: "primary", onclick: () => sitDown(), "data-test": "join" },
    t(later ? "web.wait.join_next" : "web.wait.join"),
  );
}

/**
 * @param {Page.Seated} message
 * @param {Wire.PanelJson | null} panel
 */
function ownLine(message, panel) {
  const player = playerAt(message.seat);
  const about = message.view.seats[message.seat];
  const turn = message.view.awaited.find((one) => one.seat === message.seat);
  const away = player.away || player.stand_in;
  return h(
    "div",
    { class: "own", "data-key": "own" },
    avatar(message, player, turn),
    h(
      "span",
      { class: "who" },
      h("b", { class: "name" }, player.name),
      h(
        "span",
        { class: "tags" },
        role(about),
        marks(about),
        message.totals[message.seat] && !message.table.levels
          ? h("span", { class: "score" }, signed(message.totals[message.seat]))
          : null,
        beside(about),
      ),
    ),
    away
      ? h("button", { class: "primary", onclick: () => act.command("back"), "data-test": "back" }, t("web.hand.back"))
      : h(
          "p",
          {
            class: `prompt${panel?.my_turn ? " wanted" : ""}`,
            role: "status",
            "data-test": "prompt",
            title: panel?.why_text,
          },
          ownPrompt(message, panel),
        ),
    (panel?.aside ?? []).map(({ key, data }) =>
      h(
        "button",
        {
          class: "take-back",
          onclick: () => press(data),
          "data-key": key,
          "data-test": key,
          title: t(`web.hand.${key}_about`),
          "aria-keyshortcuts": key[0],
        },
        icon(key),
        h("span", {}, t(`web.hand.${key}`)),
      ),
    ),
    message.table.state === "playing"
      ? h("span", { class: "count-own" }, t("web.seat.cards", { n: about.count }))
      : null,
    phraseTool(message),
  );
}

/**
 * @param {Page.Seated} message
 * @param {Wire.PanelJson | null} panel
 */
function ownPrompt(message, panel) {
  if (panel?.my_turn) return [t("web.turn.mine"), h("span", { class: "unseen" }, panel.why_text)];
  return message.table.state === "playing" ? t("web.turn.wait") : "";
}

// -- suggestions and buttons

/**
 * @param {Page.Round} message
 * @param {Wire.PanelJson | null} panel
 */
export function controls(message, panel) {
  if (!panel) return h("div", { class: "controls idle", "data-key": "controls" });
  const answers = panel.offers.filter((offer) => !offer.cards.length || offer.verb === "tribute");
  const bids = panel.offers.some((offer) => offer.verb === "bid");
  const picks = Boolean(state.lesson?.found?.verb); // a lesson offers no cards, they are to be found in the hand
  const asked = panel.my_turn && message.view.phase !== "play" && answers.length > 0 && !picks;
  if (bids || (asked && answers.length === panel.offers.length)) return bidding(panel);
  const rows = [suggestions(panel), readings(panel), buttons(panel), hinted(panel)];
  return h("div", { class: "controls", "data-key": "controls" }, rows);
}

/**
 * Calls, declarations, tributes: large buttons, nothing to pick.
 * @param {Wire.PanelJson} panel
 */
function bidding(panel) {
  return h(
    "div",
    { class: "controls bids", "data-key": "controls", role: "group", "aria-label": panel.why_text },
    panel.offers.map((offer, i) =>
      h(
        "button",
        {
          class: offer.verb === "pass" ? "secondary big" : "primary big",
          "data-key": `b${i}`,
          disabled: !panel.my_turn,
          onclick: () => act.suggestion(i),
          "data-test": offer.verb === "bid" ? `offer-bid${offer.number ?? ""}` : `offer${i}`,
        },
        offer.label,
      ),
    ),
    panel.pass
      ? h(
          "button",
          {
            class: "secondary big",
            "data-key": "no",
            onclick: act.pass,
            "data-test": "pass",
            "aria-keyshortcuts": "p",
          },
          panel.pass_label || t("web.hand.no_bid"),
        )
      : null,
    panel.hint
      ? h(
          "button",
          {
            class: "secondary big bulb",
            "data-key": "hint",
            onclick: act.hint,
            "data-test": "hint",
            title: t("web.hand.hint"),
            "aria-keyshortcuts": "h",
          },
          icon("bulb"),
          h("span", { class: "unseen" }, t("web.hand.hint")),
        )
      : null,
    hinted(panel),
  );
}

/**
 * What was hinted for this decision, and why.
 * @param {Wire.PanelJson} panel
 */
function hinted(panel) {
  const { hint } = state;
  if (hint?.decision !== panel.decision) return null;
  return h(
    "p",
    { class: "hinted", role: "status", "data-test": "hinted" },
    h("b", {}, hint.reason ? hint.label : t("web.hand.hinted", { what: hint.label })),
    hint.figure ? ` ${hint.figure}` : "",
    hint.others.map((other) => h("small", {}, ` · ${other}`)),
    hint.reason ? h("span", {}, ` ${hint.reason}`) : "",
  );
}

/** @param {Wire.PanelJson} panel */
function suggestions(panel) {
  const raised = picked();
  if (panel.one_card) return null; // the hand itself shows what may be played
  const numbered = panel.offers.map((offer, i) => /** @type {const} */ ([offer, i]));
  const shown = numbered.filter(([offer]) => offer.verb !== "pass");
  if (state.lesson && !shown.length) return null;
  if (panel.my_turn && !shown.length)
    return h(
      "div",
      { class: "suggestions nothing", "data-key": "nothing" },
      handTools(),
      h("p", {}, t("web.hand.nothing")),
    );
  return h(
    "div",
    { class: "suggestions", role: "group", "aria-label": t("web.hand.suggestions"), "data-key": "suggestions" },
    handTools(),
    shown.map(([offer, i]) => {
      const same = isRaised(offer.cards, raised);
      return h(
        "button",
        {
          class: `chip${same ? " on" : ""}${offer.cards.length ? "" : ` answer ${offer.verb}`}`,
          "aria-pressed": String(same),
          "data-key": `o${offer.label}.${i}`,
          onclick: () => act.suggestion(i),
          "data-test": `offer${i}`,
          title: offer.label,
        },
        offer.kind ? [h("small", {}, offer.kind), h("b", {}, offer.ranks)] : h("b", {}, offer.label),
      );
    }),
  );
}

/**
 * Other ways to read the raised cards, where there are any.
 * @param {Wire.PanelJson} panel
 */
function readings(panel) {
  const others = panel.recognised?.others ?? [];
  if (!others.length || !panel.my_turn) return null;
  return h(
    "div",
    { class: "readings", "data-key": "readings" },
    others.map((other, i) =>
      h(
        "button",
        { class: "chip", "data-test": `reading${i}`, onclick: () => act.reading(other.text) },
        t("web.hand.as", { kind: other.label }),
      ),
    ),
  );
}

/** @param {Wire.PanelJson} panel */
function whyNot(panel) {
  if (!panel.my_turn) return t("web.hand.not_yet");
  if (!picked().size) return t("web.hand.pick_first");
  if (state.picks.local) return "";
  if (!panel.recognised?.kind) return t("web.hand.no_combination");
  if (!panel.recognised.legal) return t("web.hand.does_not_beat");
  return "";
}

/** @param {Wire.PanelJson} panel */
function buttons(panel) {
  const raised = picked().size;
  const reason = whyNot(panel);
  const name = state.picks.local ? "" : panel.recognised?.label;
  const playable = panel.my_turn && raised > 0 && !reason;
  const alone = panel.my_turn && panel.pass && !panel.offers.length && !state.lesson; // nothing else can be done
  const passLabel = panel.pass
    ? panel.pass_label
    : panel.advance_label || (panel.advance_on ? t("web.hand.advance_on") : t("web.hand.advance"));
  return h(
    "div",
    { class: "buttons", "data-key": "buttons" },
    !panel.passes || (state.lesson && !panel.pass)
      ? null
      : h(
          "button",
          {
            class:
              `${alone && !raised ? "primary" : "secondary"} ` +
              `pass${panel.advance_on ? " on" : ""}`,
            disabled: !panel.pass && !panel.advance,
            "aria-pressed": panel.pass ? undefined : String(panel.advance_on),
            onclick: act.pass,
            "data-test": "pass",
            "aria-keyshortcuts": "p",
            title: panel.pass ? "" : t("web.hand.advance_about"),
          },
          passLabel,
        ),
    // A lesson gives no hints, and the few cards of one are lowered by a tap.
    state.lesson
      ? null
      : [
          h(
            "button",
            {
              class: "secondary",
              disabled: !panel.hint,
              onclick: act.hint,
              "data-test": "hint",
              "aria-keyshortcuts": "h",
            },
            icon("bulb"),
            h("span", {}, t("web.hand.hint")),
          ),
          h(
            "button",
            {
              class: "secondary",
              disabled: !raised,
              onclick: act.clear,
              "data-test": "clear",
              "aria-keyshortcuts": "c",
            },
            t("web.hand.clear"),
          ),
        ],
    state.lesson && !state.lesson.found?.verb
      ? null
      : h(
          "button",
          {
            class: "primary play",
            disabled: !playable,
            onclick: act.play,
            "data-test": "play",
            "aria-describedby": "why-not",
            "aria-keyshortcuts": "Enter",
          },
          h("span", { class: "play-word" }, panel.play_word || t("web.hand.play")),
          h("small", { id: "why-not" }, reason || name || (raised ? t("web.seat.cards", { n: raised }) : "")),
        ),
  );
}

// -- the cards

/**
 * Cards or their copies, the highest first, as they count in this round; by suit where suits matter or the person
 * wants it so.
 * @param {Wire.HeldJson} hand
 */
export function arranged(hand, bySuit, copies = hand.cards) {
  const strength = (card) => (hand.order.length ? hand.order.indexOf(isJoker(card) ? card : card[0]) : rankIndex(card));
  const wild = (card) => (hand.wild.includes(card) ? 1 : 0);
  const suit = (card) => hand.suits.indexOf(card[1]);
  const sorted = (order) =>
    copies
      .map((copy) => [cardOf(copy), copy])
      .sort(([a, one], [b, other]) => order(a, b) || (one < other ? -1 : 1))
      .map(([, copy]) => copy);
  const byRank = (a, b) => strength(b) - strength(a) || wild(b) - wild(a) || suit(b) - suit(a);
  if (!bySuit) return sorted(byRank);
  const place = (card) => (isJoker(card) ? -2 : wild(card) ? -1 : "shcd".indexOf(card[1]));
  const natural = (card) => (hand.order.length ? "23456789TJQKA".indexOf(card[0]) : rankIndex(card));
  return sorted((a, b) => place(a) - place(b) || natural(b) - natural(a) || byRank(a, b));
}

/** @param {Wire.HandJson} hand */
const bySuit = (hand) => hand.suited || (hand.suits_matter && remembered().bySuit === true);

/**
 * Where suits can matter but ranks come first: the switch between the two.
 * @param {Wire.HandJson | null} hand
 */
function suitSwitch(hand) {
  if (!hand?.suits_matter || hand.suited) return null;
  const on = bySuit(hand);
  const flip = () => {
    remember({ bySuit: !on });
    changed();
  };
  return h(
    "button",
    { class: `chip by-suit${on ? " on" : ""}`, "aria-pressed": String(on), onclick: flip, "data-test": "by-suit" },
    t("web.hand.by_suit"),
  );
}

/** What orders a long hand: by suit or by rank, and cards put aside together. */
function handTools() {
  const hand = state.lesson ? null : state.hand;
  return [suitSwitch(hand), hand && isStacked(hand) ? groupButton() : null];
}

function groupButton() {
  const raised = [...picked()];
  const back = raised.length > 1 && isGroup(raised);
  const put = () => {
    putAside(raised);
    act.clear();
    changed();
  };
  return h(
    "button",
    {
      class: "chip group",
      "data-key": "group",
      disabled: raised.length < 2,
      onclick: put,
      "data-test": "group",
      title: t("web.hand.group_about"),
    },
    t(back ? "web.hand.ungroup" : "web.hand.group"),
  );
}

/**
 * Whether equal ranks lie in columns: in the long hands of several packs.
 * @param {Wire.HandJson} hand
 */
const isStacked = (hand) => hand.stacked && !bySuit(hand);

/**
 * A card in words.
 * @param {string} card
 */
export function cardName(card) {
  if (isJoker(card)) return t(`web.card.${card}`);
  return t("web.card.name", { suit: t(`web.card.suit_${card[1]}`), rank: card[0] === "T" ? "10" : card[0] });
}

/** Pixels of a card that are to be touched. */
const FINGER = 44;

/**
 * @param {Wire.HandJson} hand
 * @param {Wire.PanelJson | null} panel
 */
export function handRows(hand, panel) {
  const raised = picked();
  const playable = panel?.one_card ? new Set(panel.offers.flatMap((offer) => offer.cards)) : null;
  const node = (copy, picture, whole) => cardNode(copy, { hand, panel, raised, playable, picture, whole });
  const arrange = (copies) => arranged(hand, bySuit(hand), copies);
  const look = isStacked(hand) ? stackedLook(arrange, node) : rowsLook(arrange(copyNames(hand.cards)), node);
  return h(
    "div",
    {
      class: `hand ${look.kind}`,
      role: "group",
      "aria-label": t("web.hand.cards", { n: hand.cards.length }),
      "data-key": "hand",
      "data-decision": panel?.my_turn ? panel.decision : "",
      onpointerdown: startSweep,
      style: look.sizes,
      lang: language(),
    },
    look.rows,
  );
}

function stackedLook(arrange, node) {
  const columns = columnsOf(arrange);
  const copies = columns.flatMap((column) => column.copies);
  if (!copies.includes(focused)) focused = copies[0] ?? null;
  const sizes = sizesOf(columns, width + 8, innerHeight);
  return {
    kind: "stacked",
    sizes: {
      "--card-w": `${sizes.card}px`, "--step": `${sizes.step}px`,
      "--edge": `${sizes.edge}px`, "--label": `${sizes.label}px`,
    },
    rows: columnsView(columns, sizes, node),
  };
}

/** Pixels from edge to edge of the place where a hand lies. */
export const widthOfHand = () => width;

/** @param {string[]} cards */
export function rowsLook(cards, node) {
  const wide = Math.round(Math.min(160, Math.max(92, Math.min(innerWidth * 0.066, innerHeight * 0.105))));
  const size = innerHeight < 480 ? 52 : width < 480 ? (innerHeight < 700 ? 54 : 64) : width < 800 ? 72 : wide;
  const perRow = Math.max(4, Math.floor((width - size) / FINGER) + 1);
  const rows = Math.max(1, Math.ceil(cards.length / perRow));
  const length = Math.ceil(cards.length / rows);
  if (focused === null || !cards.includes(focused)) focused = cards[0] ?? null;
  return {
    kind: `rows-${rows}`,
    sizes: { "--card-w": `${size}px`, "--step-most": `${Math.max(FINGER, Math.round(size * 0.78))}px` },
    rows: Array.from({ length: rows }, (_, row) =>
      h(
        "div",
        { class: "hand-row", "data-key": `row${row}` },
        cards.slice(row * length, (row + 1) * length).map((copy) => node(copy, cardPicture, true)),
      ),
    ),
  };
}

function cardNode(copy, { hand, panel, raised, playable, picture, whole }) {
  const card = cardOf(copy);
  const up = raised.has(copy);
  const special = hand.wild.includes(card) ? " wild" : !isJoker(card) && card[0] === hand.high ? " level" : "";
  const barred = Boolean(playable && !playable.has(card));
  return part("button", copy, [up, special, barred, picture, whole, copy === focused, !panel, language()], () =>
    h(
      "button",
      {
        class: `card${up ? " up" : ""}${special}${whole ? "" : " covered"}${barred ? " barred" : ""}`,
        "aria-pressed": String(up),
        "aria-label": cardName(card) + (special ? `, ${t(`web.card.${special.trim()}`)}` : ""),
        "data-card": card,
        "data-copy": copy,
        "data-key": copy,
        tabindex: copy === focused ? "0" : "-1",
        disabled: !panel,
        onclick: tapped,
      },
      picture(card),
    ),
  );
}

/** A click that no pointer made (keyboard, screen reader). */
function tapped(event) {
  if (event.detail === 0) act.pick(event.currentTarget.dataset.copy);
  focused = event.currentTarget.dataset.copy;
}

/** Raise on touch, and sweep on over further cards. */
function startSweep(event) {
  const card = event.target.closest(".card");
  if (!card || card.disabled || event.button) return;
  sweep = { raise: !card.classList.contains("up"), seen: new Set() };
  if (card.hasPointerCapture?.(event.pointerId)) card.releasePointerCapture(event.pointerId);
  markTap(event.timeStamp);
  touchCard(card);
}

/** @param {HTMLElement} card */
function touchCard(card) {
  const name = card.dataset.copy ?? "";
  if (!sweep || sweep.seen.has(name)) return;
  sweep.seen.add(name);
  focused = name;
  if (picked().has(name) === sweep.raise) return;
  // At once, before anything else is worked out: this is what the finger waits for.
  card.classList.toggle("up", sweep.raise);
  card.setAttribute("aria-pressed", String(sweep.raise));
  state.raisedByHand = true;
  act.pick(name);
}

function moveSweep(event) {
  if (!sweep) return;
  /** @type {HTMLElement | null | undefined} */
  const card = document.elementFromPoint(event.clientX, event.clientY)?.closest(".hand .card");
  if (card) touchCard(card);
}

/** Move the focus over the cards: by so many, up or down, or to an end. In columns, left and right go from one to the
 * next. */
export function moveFocus(step, rowStep) {
  const lines = [...document.querySelectorAll(".hand-row, .column")].map((line) => [
    .../** @type {NodeListOf<HTMLElement>} */ (line.querySelectorAll(".card, .column-head")),
  ]);
  const all = lines.flat();
  const cards = all.filter((one) => one.matches(".card"));
  if (!cards.length) return;
  const here = /** @type {HTMLElement | undefined} */ (document.activeElement?.closest?.(".hand button"));
  const stacked = document.querySelector(".hand.stacked") !== null;
  let next;
  if (!here) next = cards.find((card) => card.tabIndex === 0) ?? cards[0];
  else if (step === "start") next = cards[0];
  else if (step === "end") next = cards.at(-1);
  else if (stacked) next = inColumns(lines, here, step, rowStep);
  else if (rowStep) {
    const row = lines.findIndex((line) => line.includes(here));
    const target = lines[row + rowStep];
    next = target?.[Math.min(lines[row].indexOf(here), target.length - 1)] ?? here;
  } else next = all[Math.min(all.length - 1, Math.max(0, all.indexOf(here) + step))];
  if (next.dataset.copy) focused = next.dataset.copy;
  for (const card of cards) card.tabIndex = card.dataset.copy === focused ? 0 : -1;
  next.focus();
}

/** The neighbour as far from the lower end of its column, or the next one up or down, the label above all cards. */
function inColumns(lines, here, step, rowStep) {
  const at = lines.findIndex((line) => line.includes(here));
  if (rowStep) return lines[at][Math.min(lines[at].length - 1, Math.max(0, lines[at].indexOf(here) + rowStep))];
  const target = lines[Math.min(lines.length - 1, Math.max(0, at + step))];
  return target[Math.max(0, target.length - (lines[at].length - lines[at].indexOf(here)))];
}

/** @type {Element | null} */
let watched = null;
const sizes = new ResizeObserver((entries) => {
  const now = entries[0].contentRect.width;
  if (Math.abs(now - width) <= 1) return;
  width = now;
  changed();
});

/** After each drawing: follow the width of the place where the hand lies. */
export function followWidth() {
  const area = document.querySelector(".mine");
  if (area === watched) return;
  sizes.disconnect();
  watched = area;
  if (area) sizes.observe(area);
}

/** Follow sweeps to their end, and windows that become higher or lower. */
export function watchHand() {
  addEventListener("resize", changed);
  addEventListener("pointermove", moveSweep);
  addEventListener("pointerup", () => (sweep = null));
  addEventListener("pointercancel", () => (sweep = null));
}
