// A finished round to look back on: the table as it stood, every hand to be looked into, and a timeline.
// One moves along it by slider, buttons, keys, or the marks of a review.
// @ts-check

import { stackedPicture } from "../base/cards.js";
import { h, keepFile, part } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { language, t } from "../base/texts.js";
import { cardOf, copyNames } from "../state/picks.js";
import { openDialog, playerAt, state } from "../state/state.js";
import { go, shareReplay } from "../wire/address.js";
import { askReview, isCostly, lookAt, looked, moveTo, shown, stopReview } from "../wire/rounds.js";
import { bandsOf, columnsOf, sizesOf } from "./columns.js";
import { facts } from "./facts.js";
import { arranged, rowsLook, widthOfHand } from "./hand.js";
import { logList } from "./log.js";
import { connection, signed, tool } from "./parts.js";
import { avatar, beside, marks, role } from "./player.js";
import { felt } from "./table.js";

const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  ArrowUp: "trick_back",
  ArrowDown: "trick",
  PageUp: "trick_back",
  PageDown: "trick",
  Home: "first",
  End: "last",
};
/** Where the log has a column of its own. */
const WIDE = matchMedia("(min-width: 1000px)");

function targets() {
  const { found, step } = shown();
  const last = found.frames.length - 1;
  return {
    first: 0,
    trick_back: found.tricks.findLast((at) => at < step) ?? 0,
    back: Math.max(0, step - 1),
    forward: Math.min(last, step + 1),
    trick: found.tricks.find((at) => at > step) ?? last,
    last,
  };
}

export function watchReplayKeys() {
  document.addEventListener("keydown", (event) => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      state.dialog ||
      state.view !== "replay" ||
      !state.replay?.found
    )
      return;
    if (!(event.key in KEYS)) return;
    event.preventDefault(); // the slider too would move, and the page scroll
    moveTo(targets()[KEYS[event.key]]);
  });
}

export function replayView() {
  const { found, missing } = state.replay ?? {};
  const message = /** @type {Page.Round} */ (state.table);
  if (!found || !message)
    return [
      bar(null),
      h(
        "main",
        { class: "board empty", "data-key": "board" },
        connection(),
        h("div", { class: "loading" }, h("p", {}, t(missing ? "web.replay.missing" : "web.replay.loading"))),
      ),
    ];
  const { review } = shown();
  return [
    bar(found),
    h(
      "main",
      {
        class: `board playing replay${message.totals.length ? " over" : ""}`,
        "data-key": "board",
        "data-test": "replay",
        "data-step": shown().step,
      },
      connection(),
      h(
        "div",
        { class: "play-area", "data-key": "area" },
        facts(message),
        part("section", "felt", [message, language()], () => felt(message)),
        own(message),
      ),
      h(
        "aside",
        { class: "side", "data-key": "side", "aria-label": t("web.log.title") },
        review && WIDE.matches ? verdicts() : null,
        h("h2", {}, t("web.log.title")),
        WIDE.matches ? logList() : null,
      ),
    ),
  ];
}

/** @param {Wire.ReplayJson | null} found */
function bar(found) {
  return h(
    "header",
    { class: "bar replay-bar", "data-key": "bar" },
    h(
      "button",
      { class: "tool", "aria-label": t("web.tool.back"), onclick: leave, "data-test": "leave-replay" },
      icon("back"),
    ),
    h("div", { class: "where" }, h("h1", {}, found?.heading ?? t("web.replay.label"))),
    found
      ? h(
          "nav",
          { class: "tools", "aria-label": t("web.nav") },
          shown().review
            ? tool("chart", "verdicts", () => openDialog({ kind: "verdicts" }), { class: "tool narrow-only" })
            : null,
          tool("log", "log", () => openDialog({ kind: "log" }), { class: "tool narrow-only" }),
          found.record ? tool("save", "save", save, { "data-test": "save-record" }) : null,
          found.link ? tool("link", "share", shareReplay) : null,
        )
      : null,
  );
}

function leave() {
  if (history.state?.inside) history.back();
  else go("#/");
}

/** The round as a file, for whoever wants to keep it or look at it with other tools. */
function save() {
  const { id, record } = shown().found;
  keepFile(`${id}.json`, record);
}

/**
 * Below the felt: a hand, what has just happened, and the way through the round.
 * @param {Page.Round} message
 */
function own(message) {
  const { seat, mark, judged: own, hand } = looked();
  return h(
    "section",
    { class: "mine looking", "data-key": "mine", "aria-label": t("web.hand.label") },
    whose(message, seat, hand.cards.length),
    chips(seat),
    told(mark),
    h(
      "div",
      { class: "open-hand", "data-key": "open", "data-test": `replay-hand${seat}`, "data-cards": hand.cards.join(" ") },
      openHand(message, seat, hand, own),
    ),
    controls(),
  );
}

/**
 * Whose hand it is.
 * @param {Page.Round} message
 * @param {number} seat
 * @param {number} count
 */
function whose(message, seat, count) {
  const player = playerAt(seat);
  const about = message.view.seats[seat];
  return h(
    "div",
    { class: "own", "data-key": "own" },
    avatar(message, player, null),
    h(
      "span",
      { class: "who" },
      h("b", { class: "name" }, player.name),
      h("span", { class: "tags" }, role(about), marks(about), beside(about)),
    ),
    message.totals.length
      ? h("b", { class: "points-now", "data-test": `points${seat}` }, signed(message.totals[seat]))
      : null,
    h("span", { class: "count-own" }, t("web.seat.cards", { n: count })),
  );
}

/**
 * Back to one's own hand, to the review, on to the next mistake.
 * @param {number} seat
 */
function chips(seat) {
  const { found, review, judging } = shown();
  const mine = found.mine;
  const chip = (name, words, onclick) =>
    h("button", { class: "chip", "data-key": name, onclick, "data-test": name }, words);
  const next = nextMistake();
  return h(
    "div",
    { class: "chips", "data-key": "chips" },
    mine === null || seat === mine ? null : chip("look-home", t("web.replay.home"), () => lookAt(mine)),
    judging || review || !found.reviewable ? null : chip("ask-review", t("web.review.ask"), askReview),
    next ? chip("next-mistake", t("web.review.next"), () => goTo(next)) : null,
  );
}

/**
 * What has just happened, and what the strongest player thinks of it.
 * @param {Wire.MarkJson | undefined} mark
 */
function told(mark) {
  const { found, step, judging } = shown();
  const { words } = found.frames[step];
  return h(
    "div",
    { class: `told ${mark?.grade ?? ""}`, "data-key": "told" },
    h(
      "div",
      { class: "words", role: "status", "data-test": "replay-words" },
      mark
        ? h(
            "div",
            { "data-test": "judged" },
            h("b", {}, t("web.review.judged", { done: words[0] ?? "", grade: mark.title })),
            mark.words.map((text) => h("p", {}, ` ${text}`)),
          )
        : words.map((text) => h("p", {}, text)),
    ),
    judging
      ? h(
          "div",
          { class: "judging", "data-key": "judging", "data-test": "judging" },
          h(
            "span",
            {},
            judging.total
              ? t("web.review.judging", { done: judging.done, total: judging.total })
              : t("web.review.begun"),
          ),
          h("progress", { max: judging.total || 1, value: judging.done, "aria-hidden": "true" }),
          h("button", { class: "chip", onclick: stopReview, "data-test": "stop-review" }, t("web.review.cancel")),
        )
      : null,
  );
}

function nextMistake() {
  const { step, review } = shown();
  const costly = (review?.marks ?? []).filter(isCostly);
  return costly.find((one) => one.step > step) ?? costly.find((one) => one.step < step);
}

/** @param {Wire.MarkJson} mark */
function goTo(mark) {
  shown().look = null;
  state.dialog = null;
  moveTo(mark.step);
}

/** How well everybody decided, and what cost most. */
export function verdicts() {
  const { found, review } = shown();
  if (!review) return null;
  const moments = review.marks.filter((mark) => review.moments.includes(mark.step));
  return h(
    "div",
    { class: "verdicts", "data-key": "verdicts" },
    h("h2", {}, t("web.review.scores")),
    h(
      "ul",
      { class: "scored" },
      found.players.map((player, seat) =>
        h(
          "li",
          { "data-test": `score${seat}` },
          h("b", {}, player.name),
          review.scores[seat].map((words) => h("small", {}, words)),
        ),
      ),
    ),
    moments.length ? h("h2", {}, t("web.review.moments")) : null,
    moments.map((mark) =>
      h(
        "button",
        { class: `moment ${mark.grade}`, onclick: () => goTo(mark), "data-key": `m${mark.step}` },
        h("b", {}, markWords(mark)),
        mark.words.map((words) => h("small", {}, words)),
      ),
    ),
  );
}

/** @param {Wire.MarkJson} mark */
const markWords = (mark) =>
  t("web.review.mark", { step: mark.step, name: playerAt(mark.seat).name, grade: mark.title });

// -- the open hand

/**
 * The cards of a hand as they lie at the table; the best play is raised, what was played instead steps back. They are
 * as large as when this hand was fullest, and take as much room.
 * @param {Page.Round} message
 * @param {number} seat
 * @param {Wire.FrameHandJson} open
 * @param {Wire.MarkJson | null} mark
 */
function openHand({ view }, seat, open, mark) {
  const { found, hands } = shown();
  const full = hands.map((all) => all[seat].cards).reduce((most, cards) => (cards.length > most.length ? cards : most));
  const hand = { ...found.hand, cards: open.cards, wild: view.wild };
  const copies = copyNames(open.cards);
  const costly = Boolean(mark && isCostly(mark));
  const best = chosen(copies, (costly ? mark?.best : mark?.done) ?? [], new Set());
  const was = chosen(copies, (costly && mark?.done) || [], best);
  const node = (copy, picture, whole) => {
    const card = cardOf(copy);
    const special = hand.wild.includes(card) ? " wild" : card[0] === hand.high ? " level" : "";
    const look = `${best.has(copy) ? " up" : was.has(copy) ? " barred" : ""}${special}${whole ? "" : " covered"}`;
    return h("span", { class: `card${look}`, "data-card": card, "data-key": copy }, picture(card));
  };
  const arrange = (some) => arranged(hand, hand.suited, some);
  const look =
    found.stacked && !hand.suited
      ? columnsLook(arrange, copies, copyNames(full), node)
      : inRows(rowsLook(arrange(copies), node), rowsLook(copyNames(full), () => null));
  return h(
    "div",
    {
      class: `hand ${look.kind}`,
      role: "img",
      "aria-label": open.text,
      "data-key": `hand${view.seats.length}`,
      style: look.sizes,
    },
    look.rows,
  );
}

/**
 * Copies for these cards, those that are `liked` first.
 * @param {string[]} copies
 * @param {string[]} cards
 * @param {Set<string>} liked
 */
function chosen(copies, cards, liked) {
  const found = new Set();
  for (const card of cards) {
    const free = copies.filter((copy) => cardOf(copy) === card && !found.has(copy));
    const copy = free.find((one) => liked.has(one)) ?? free[0];
    if (copy) found.add(copy);
  }
  return found;
}

/** Rows of cards where as many may lie as in the fullest hand. */
function inRows(look, fullest) {
  const height = 1.4 + 0.78 * (fullest.rows.length - 1);
  return { ...look, sizes: { ...fullest.sizes, "--least": `calc(var(--card-w) * ${height})` } };
}

/**
 * @param {string[]} copies
 * @param {string[]} full the copies of the fullest hand
 */
function columnsLook(arrange, copies, full, node) {
  const columns = columnsOf(arrange, { taken: [], free: copies });
  const most = columnsOf(arrange, { taken: [], free: full });
  const width = widthOfHand();
  const sizes = sizesOf(most, width + 8, innerHeight);
  // To be read, not to be touched: cards may lie closer to each other, and all in one band.
  sizes.edge = Math.min(sizes.edge, innerHeight < 480 ? 10 : innerHeight < 700 ? 12 : 20);
  if (innerHeight < 700 && innerHeight >= 480) sizes.card = Math.min(sizes.card, 36);
  sizes.across = most.length;
  sizes.step = Math.min(sizes.step, (width - sizes.card) / Math.max(1, most.length - 1));
  const deepest = Math.max(...most.map((column) => column.copies.length));
  return {
    kind: "stacked",
    sizes: {
      "--card-w": `${sizes.card}px`,
      "--step": `${sizes.step}px`,
      "--edge": `${sizes.edge}px`,
      "--least": `${Math.round(sizes.card * 1.4 + (deepest - 1) * sizes.edge + 18)}px`,
    },
    rows: bandsOf(columns, sizes, (column) => [
      h("span", { class: "column-head" }, h("b", {}, column.copies.length)),
      column.copies.map((copy, i) => node(copy, stackedPicture, i === column.copies.length - 1)),
    ]),
  };
}

// -- the way through the round

function controls() {
  const { found, step } = shown();
  const last = found.frames.length - 1;
  const to = targets();
  const button = (key) =>
    h(
      "button",
      {
        class: `secondary${["first", "last"].includes(key) ? " far" : ["forward", "trick"].includes(key) ? " on" : ""}`,
        disabled: to[key] === step,
        onclick: () => moveTo(targets()[key]),
        "aria-label": t(`web.replay.${key}`),
        title: t(`web.replay.${key}`),
        "data-test": `replay-${key}`,
      },
      icon(`step_${key}`),
    );
  return h(
    "footer",
    { class: "timeline", "data-key": "timeline" },
    h(
      "div",
      { class: "track" },
      h(
        "div",
        { class: "tricks", "aria-hidden": "true" },
        found.tricks.map((at) => h("i", { style: { "--at": last ? at / last : 0 } })),
      ),
      h("input", {
        type: "range",
        min: 0,
        max: last,
        step: 1,
        value: step,
        oninput: (event) => moveTo(Number(event.target.value)),
        "aria-label": t("web.replay.timeline"),
        "aria-valuetext": t("web.replay.step", { n: step, of: last }),
        "data-test": "timeline",
      }),
      graded(last),
    ),
    h(
      "div",
      { class: "steps" },
      ["first", "trick_back", "back"].map(button),
      h(
        "span",
        { class: "count", "data-test": "replay-step" },
        h("span", { class: "unseen" }, t("web.replay.step", { n: step, of: last })),
        h("span", { "aria-hidden": "true" }, `${step}/${last}`),
      ),
      ["forward", "trick", "last"].map(button),
    ),
    h("p", { class: "quiet-words keys-hint" }, t("web.replay.keys")),
  );
}

/** What every decision was judged to be, over the timeline: a tap goes to the next one there, a mistake first. */
function graded(last) {
  const { review } = shown();
  if (!review) return null;
  const place = (mark) => ({ "--at": mark.step / last });
  return h(
    "div",
    { class: "marks", "data-test": "marks", onclick: (event) => goToNearest(event, last) },
    review.marks.map((mark) =>
      isCostly(mark)
        ? h("button", {
            class: mark.grade,
            "aria-label": markWords(mark),
            title: markWords(mark),
            style: place(mark),
            onclick: () => goTo(mark),
            "data-key": `g${mark.step}`,
            "data-test": `mark${mark.step}`,
          })
        : h("i", { class: mark.grade, "aria-hidden": "true", style: place(mark), "data-key": `g${mark.step}` }),
    ),
  );
}

function goToNearest(event, last) {
  if (event.target !== event.currentTarget && event.target.tagName === "BUTTON") return;
  const box = event.currentTarget.getBoundingClientRect();
  const at = ((event.clientX - box.left) / box.width) * last;
  const away = (mark) => Math.abs(mark.step - at);
  const [nearest] = [...(shown().review?.marks ?? [])].sort((a, b) => away(a) - away(b));
  if (nearest) goTo(nearest);
}
