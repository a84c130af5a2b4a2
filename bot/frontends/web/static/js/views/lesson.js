// Lessons: the choice of games, and a step: its words, and the position on the table as it is played at.
// @ts-check

import { h, part } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { language, t } from "../base/texts.js";
import { state } from "../state/state.js";
import { go } from "../wire/address.js";
import { ask } from "../wire/commands.js";
import { explain } from "../wire/lessons.js";
import { facts } from "./facts.js";
import { controls, handRows } from "./hand.js";
import { connection, tool } from "./parts.js";
import { beside, marks, role } from "./player.js";
import { felt } from "./table.js";

export function lessonView() {
  return state.lesson ? stepView(state.lesson) : listView();
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

/** @param {Page.Lesson} lesson */
function stepView({ found, missing }) {
  if (!found)
    return [
      bar("#/learn", t("web.lesson.title"), ""),
      h(
        "main",
        { class: "lessons", "data-key": "lesson" },
        connection(),
        h("div", { class: "loading" }, h("p", {}, t(missing ? "web.lesson.missing" : "web.lesson.loading"))),
      ),
    ];
  const message = /** @type {Page.Round} */ (found.table);
  const looks = [message, state.swept, language()];
  return [
    bar(
      "#/learn",
      found.name,
      found.place,
      tool("book", "rules", () => ask({ t: "rules", game: found.game, section: found.rule })),
    ),
    h(
      "main",
      {
        class: "board playing lesson",
        "data-key": "lesson",
        "data-test": "lesson",
        "data-step": found.step,
        "data-outcome": found.outcome,
      },
      connection(),
      h(
        "div",
        { class: "upper", "data-key": `upper${found.step}` },
        h("div", { class: "teacher" }, dots(found), words(found)),
        facts(message),
        part("section", "felt", looks, () => felt(message)),
      ),
      h(
        "section",
        { class: "answering", "data-key": "answering" },
        asked(found, message),
        found.outcome === "right" || !found.ask.length ? null : controls(message, found.hand.panel),
        found.ready ? onward(found) : null,
      ),
      h(
        "section",
        { class: "mine", "data-key": "mine", "aria-label": t("web.hand.label") },
        handRows(found.hand, found.hand.panel),
      ),
    ),
  ];
}

/**
 * How far one has come, and the ways to the steps beside this one.
 * @param {Wire.LessonJson} found
 */
function dots(found) {
  const way = (step, key, name) =>
    h(
      "button",
      {
        class: "tool",
        "aria-label": t(`web.lesson.${key}`),
        title: t(`web.lesson.${key}`),
        disabled: step < 1 || step > found.steps,
        onclick: () => go(`#/learn/${found.game}/${step}`),
        "data-test": `lesson-${key}`,
      },
      icon(name),
    );
  return h(
    "nav",
    { class: "steps", "data-key": "steps", "aria-label": t("web.lesson.done", { n: found.done, of: found.steps }) },
    way(found.step - 1, "back", "step_back"),
    h(
      "ol",
      { class: "dots" },
      Array.from({ length: found.steps }, (_, i) =>
        h(
          "li",
          { class: i + 1 === found.step ? "here" : i < found.done ? "done" : "" },
          h("a", {
            href: `#/learn/${found.game}/${i + 1}`,
            tabindex: "-1",
            "aria-label": t("web.lesson.step", { n: i + 1, of: found.steps }),
            "aria-current": i + 1 === found.step ? "step" : undefined,
          }),
        ),
      ),
    ),
    way(found.step + 1, "skip", "step_forward"),
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

/**
 * What is taught; once it was answered, what followed.
 * @param {Wire.LessonJson} found
 */
function words(found) {
  const over = found.outcome === "right" && found.events.length > 0;
  return h(
    "div",
    { class: "words", id: "words", "data-key": "words" },
    over
      ? h(
          "ul",
          { class: "followed" },
          found.events.map((text) => h("li", {}, text)),
        )
      : found.text.map((row) => h("p", {}, told(found, row))),
  );
}

/**
 * The question, above the thumb, or what is said of the answer to it; and what one is in this round.
 * @param {Wire.LessonJson} found
 * @param {Page.Round} message
 */
function asked(found, message) {
  const mine = message.view.seats[found.hand.seat];
  const right = found.outcome === "right";
  return h(
    "div",
    {
      class: "own asked",
      "data-key": "asked",
      tabindex: "-1",
      "data-next": right || !found.ask.length ? undefined : "",
    },
    h("span", { class: "tags" }, role(mine), marks(mine), beside(mine)),
    h(
      "div",
      { class: `verdict ${right ? "right" : "wrong"}`, role: "status", "data-test": "verdict" },
      found.told.map((row) => h("p", {}, told(found, row))),
      found.tally ? h("p", { "data-test": "tally" }, found.tally) : null,
    ),
    right || !found.ask.length ? null : h("p", { class: "question", "data-test": "question" }, told(found, found.ask)),
  );
}

/**
 * On to the next step, and from the last one to a table.
 * @param {Wire.LessonJson} found
 */
function onward(found) {
  const last = found.step === found.steps;
  return h(
    "button",
    {
      class: "primary onward",
      "data-key": "onward",
      "data-next": "",
      "aria-describedby": found.ask.length ? undefined : "words",
      onclick: () =>
        last
          ? ask({ t: "quick", game: found.game, level: "easy", options: {} })
          : go(`#/learn/${found.game}/${found.step + 1}`),
      "data-test": last ? "first-round" : "lesson-next",
    },
    t(last ? "web.lesson.first_round" : "web.lesson.next"),
  );
}
