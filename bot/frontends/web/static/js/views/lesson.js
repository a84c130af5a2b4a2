// Lessons: the choice of games, and a step with its position: a friendly text, the felt, cards to tap.
// @ts-check

import { cardPicture, isJoker } from "../base/cards.js";
import { h } from "../base/dom.js";
import { icon, roleIcon } from "../base/icons.js";
import { capital, t } from "../base/texts.js";
import { copyNames } from "../state/picks.js";
import { changed, state } from "../state/state.js";
import { go } from "../wire/address.js";
import { ask } from "../wire/commands.js";
import { answerLesson, explain } from "../wire/lessons.js";
import { termed } from "../wire/terms.js";
import { arranged, cardName } from "./hand.js";
import { connection, fan, tool } from "./parts.js";

export function lessonView() {
  return state.lesson ? stepView() : listView();
}

export const lessonTitle = () =>
  state.lesson?.found ? `${state.lesson.found.name} · ${t("web.lesson.title")}` : t("web.lesson.title");

/** @param {string} title */
const bar = (place, title, about, ...tools) =>
  h(
    "header",
    { class: "bar", "data-key": "bar" },
    h(
      "button",
      { class: "tool", "aria-label": t("web.tool.back"), onclick: () => go(place), "data-test": "leave-lesson" },
      icon("back"),
    ),
    h("div", { class: "where" }, h("h1", {}, title), h("small", {}, about)),
    tools.length ? h("nav", { class: "tools", "aria-label": t("web.nav") }, tools) : null,
  );

// -- the choice

function listView() {
  return [
    bar("#/", t("web.lesson.title"), ""),
    h(
      "main",
      { class: "lessons", "data-key": "lessons" },
      connection(),
      h("p", { class: "intro" }, t("web.lesson.intro")),
      h(
        "ul",
        {},
        (state.lessons ?? []).map((one) =>
          h(
            "li",
            { "data-key": one.game },
            h(
              "a",
              { class: "lesson-link", href: `#/learn/${one.game}`, "data-test": `lesson-${one.game}` },
              h("b", {}, one.name),
              h("small", {}, one.about),
              h(
                "span",
                { class: "way", "aria-hidden": "true" },
                h("i", { style: { width: `${(100 * one.done) / one.steps}%` } }),
              ),
              h("small", { class: "progress" }, one.progress),
            ),
          ),
        ),
      ),
    ),
  ];
}

// -- a step

function stepView() {
  const { found, missing } = /** @type {Page.Lesson} */ (state.lesson);
  if (!found)
    return [
      bar("#/learn", t("web.lesson.title"), ""),
      h(
        "main",
        { class: "lesson", "data-key": "lesson" },
        connection(),
        h("div", { class: "loading" }, h("p", {}, t(missing ? "web.lesson.missing" : "web.lesson.loading"))),
      ),
    ];
  return [
    bar(
      "#/learn",
      found.name,
      t("web.lesson.step", { n: found.step, of: found.steps }),
      tool("book", "rules", () => ask({ t: "rules", game: found.game, section: found.rule })),
    ),
    h(
      "main",
      {
        class: "lesson",
        "data-key": "lesson",
        "data-test": "lesson",
        "data-step": found.step,
        "data-outcome": found.outcome,
      },
      connection(),
      dots(found),
      teacher(found),
      found.over ? null : felt(found),
      found.over ? null : hand(found),
      answers(found),
      ways(found),
    ),
  ];
}

/** @param {Wire.LessonJson} found */
function dots(found) {
  return h(
    "ol",
    { class: "dots", "data-key": "dots", "aria-label": t("web.lesson.done", { n: found.done, of: found.steps }) },
    Array.from({ length: found.steps }, (_, i) =>
      h(
        "li",
        { class: i + 1 === found.step ? "here" : i < found.done ? "done" : "" },
        h("a", {
          href: `#/learn/${found.game}/${i + 1}`,
          "aria-label": t("web.lesson.step", { n: i + 1, of: found.steps }),
          "aria-current": i + 1 === found.step ? "step" : undefined,
        }),
      ),
    ),
  );
}

/**
 * A text whose marked words can be tapped.
 * @param {Wire.LessonJson} found
 */
const told = (found, pieces) =>
  pieces.map((piece) =>
    piece.term
      ? h(
          "a",
          {
            class: "term",
            href: location.hash,
            onclick: (event) => {
              event.preventDefault();
              explain(found.game, piece.term);
            },
            "data-test": `term-${piece.term}`,
          },
          piece.text,
        )
      : piece.strong
        ? h("b", {}, piece.text)
        : piece.text,
  );

/** @param {Wire.LessonJson} found */
function teacher(found) {
  const right = found.outcome === "right";
  return h(
    "section",
    { class: `teacher ${found.outcome}`, "data-key": "teacher" },
    right ? null : found.text.map((row) => h("p", {}, told(found, row))),
    found.outcome
      ? h(
          "div",
          { class: "verdict", role: "status", "data-key": `v${found.given}`, "data-test": "verdict" },
          found.told.map((row) => h("p", {}, told(found, row))),
          right && found.events.length
            ? h(
                "ul",
                { class: "followed" },
                found.events.map((text) => h("li", {}, text)),
              )
            : null,
        )
      : null,
  );
}

/** @param {Wire.LessonJson} found */
function felt(found) {
  const { view, seat, names } = found;
  const others = view.seats
    .map((_, i) => view.seats[(seat + 1 + i) % view.seats.length])
    .filter((one) => one.seat !== seat);
  const mine = view.seats[seat];
  return h(
    "section",
    { class: "lesson-felt", "data-key": "felt", "aria-label": t("web.lesson.table") },
    h(
      "ol",
      { class: `others of-${others.length}` },
      others.map((one) => player(found, one)),
    ),
    h("div", { class: "shown" }, standing(found)),
    view.piles
      .filter((pile) => pile.cards)
      .map((pile) => h("div", { class: "pile" }, h("small", {}, pile.label), fan(pile.cards ?? [], "tiny", pile.text))),
    view.stake ? h("p", { class: "stake" }, view.stake) : null,
    view.notes.map((note) => h("p", { class: "note" }, termed(found.game, note))),
    h(
      "p",
      { class: "own-line" },
      h("b", {}, t("web.lesson.you")),
      tags(found.game, mine),
      mine.beside ? h("small", {}, mine.beside) : null,
      found.outcome === "right" && names[seat] ? deed(found, mine) : null,
    ),
  );
}

const tags = (game, one) => [
  one.role ? h("span", { class: `role ${one.role_art}` }, roleIcon(one.role_art), termed(game, one.role_name)) : null,
  one.relation ? h("span", { class: "tag" }, termed(game, one.relation)) : null,
  one.marks.map((mark) => h("span", { class: "tag" }, termed(game, mark))),
];

/** @param {Wire.LessonJson} found */
function player(found, one) {
  const turn = found.view.awaited.some((other) => other.seat === one.seat);
  return h(
    "li",
    { class: turn ? "turn" : "", "data-key": `p${one.seat}` },
    h(
      "span",
      { class: "name" },
      h("b", {}, found.names[one.seat]),
      " ",
      h("small", {}, one.place ? t("web.lesson.out") : t("web.seat.cards", { n: one.count })),
    ),
    h("span", { class: "tags" }, tags(found.game, one)),
    one.beside ? h("small", {}, one.beside) : null,
    one.shown.length ? fan(one.shown, "tiny", one.shown.map(cardName).join(", ")) : null,
    deed(found, one),
  );
}

/**
 * What a seat has done in the trick that lies on the table.
 * @param {Wire.LessonJson} found
 */
function deed(found, one) {
  const { view } = found;
  const last = view.acts.findLast((act) => act.seat === one.seat && act.trick === view.shown_trick);
  return last && view.standing?.seat !== one.seat ? h("span", { class: "deed" }, last.text) : null;
}

/** @param {Wire.LessonJson} found */
function standing(found) {
  const { view, seat, names } = found;
  if (view.standing) {
    const by = view.standing.seat === seat ? t("web.lesson.you") : names[view.standing.seat];
    return [fan(view.standing.cards, "large", view.standing.text), h("p", {}, h("b", {}, by), " ", view.standing.text)];
  }
  const turn = view.awaited[0];
  return h("p", { class: "open" }, !turn ? "" : turn.seat === seat ? turn.mine : `${names[turn.seat]}: ${turn.text}`);
}

// -- the cards

/** @param {Wire.LessonJson} found */
function hand(found) {
  const { raised } = /** @type {Page.ShownLesson} */ (state.lesson);
  const open = found.asked && found.outcome !== "right" && found.verb;
  const copies = copyNames(arranged(found.hand, found.hand.suited));
  const tap = (copy) => {
    if (raised.has(copy)) raised.delete(copy);
    else raised.add(copy);
    changed();
  };
  return h(
    "div",
    {
      class: "lesson-hand",
      role: "group",
      "data-key": "hand",
      "aria-label": t("web.hand.cards", { n: copies.length }),
      style: { "--n": copies.length },
    },
    copies.map((copy) => {
      const card = copy.split("#")[0];
      const special = found.hand.wild.includes(card)
        ? "wild"
        : !isJoker(card) && card[0] === found.hand.high
          ? "level"
          : "";
      return h(
        "button",
        {
          class: `lesson-card${raised.has(copy) ? " up" : ""} ${special}`,
          "aria-pressed": String(raised.has(copy)),
          "data-card": card,
          "data-key": copy,
          "aria-label": cardName(card) + (special ? `, ${t(`web.card.${special}`)}` : ""),
          disabled: !open,
          onclick: () => tap(copy),
        },
        cardPicture(card),
      );
    }),
  );
}

/** @param {Wire.LessonJson} found */
function answers(found) {
  if (!found.asked || found.outcome === "right") return h("div", { class: "ask", "data-key": "ask" });
  const cards = [.../** @type {Page.ShownLesson} */ (state.lesson).raised].map((copy) => copy.split("#")[0]);
  return h(
    "div",
    { class: "ask", "data-key": "ask" },
    h("p", { class: "question" }, told(found, found.ask)),
    h(
      "div",
      { class: "row" },
      found.words.map((word) =>
        h(
          "button",
          {
            class: found.verb ? "secondary" : "primary",
            "data-key": word.text,
            onclick: () => answerLesson(word.text),
            "data-test": `answer-${word.text.replace(" ", "")}`,
          },
          capital(word.label),
        ),
      ),
      found.verb
        ? h(
            "button",
            {
              class: "primary",
              "data-key": "play",
              disabled: !cards.length,
              onclick: () => answerLesson(`${found.verb} ${cards.join(" ")}`),
              "data-test": "answer",
            },
            capital(found.verb_word),
            cards.length ? ` (${cards.length})` : "",
          )
        : null,
    ),
  );
}

/** @param {Wire.LessonJson} found */
function ways(found) {
  const done = !found.asked || found.outcome === "right";
  const to = (step) => () => go(`#/learn/${found.game}/${step}`);
  const first = () => ask({ t: "quick", game: found.game, level: "easy", options: {} });
  return h(
    "footer",
    { class: "ways", "data-key": "ways" },
    h(
      "button",
      { class: "secondary", disabled: found.step === 1, onclick: to(found.step - 1), "data-test": "lesson-back" },
      t("web.lesson.back"),
    ),
    found.step < found.steps
      ? h(
          "button",
          { class: done ? "primary" : "secondary", onclick: to(found.step + 1), "data-test": "lesson-next" },
          t(done ? "web.lesson.next" : "web.lesson.skip"),
        )
      : h(
          "button",
          { class: done ? "primary" : "secondary", onclick: first, "data-test": "first-round" },
          t("web.lesson.first_round"),
        ),
  );
}
