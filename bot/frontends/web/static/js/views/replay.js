// A finished round to look back on: every hand open, a timeline to move along, by slider, buttons or keys.
// @ts-check

import { h } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { t } from "../base/texts.js";
import { changed, state } from "../state/state.js";
import { askReview, stopReview } from "../wire/rounds.js";
import { connection, fan, signed } from "./parts.js";

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

/** The round that is looked back on, where it is there. */
const shown = () => /** @type {Page.ShownReplay} */ (state.replay);

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

function moveTo(step) {
  shown().step = step;
  /** @type {HTMLInputElement | null} */
  const slider = document.querySelector('[data-test="timeline"]');
  if (slider) slider.value = String(step);
  changed();
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
  const bar = h(
    "header",
    { class: "bar", "data-key": "bar" },
    h(
      "button",
      { class: "tool", "aria-label": t("web.tool.lobby"), onclick: leave, "data-test": "leave-replay" },
      icon("back"),
    ),
    h(
      "div",
      { class: "where" },
      h("h1", {}, found?.heading ?? t("web.replay.label")),
      h("small", {}, found ? found.frames[shown().step].about : ""),
    ),
  );
  if (!found)
    return [
      bar,
      h(
        "main",
        { class: "board empty", "data-key": "board" },
        connection(),
        h("div", { class: "loading" }, h("p", {}, t(missing ? "web.replay.missing" : "web.replay.loading"))),
      ),
    ];
  return [
    bar,
    h(
      "main",
      { class: "replay", "data-key": "replay", "data-test": "replay", "data-step": shown().step },
      connection(),
      found.warning ? h("p", { class: "warning", "data-test": "old-rules" }, found.warning) : null,
      moment(),
      judged(),
      hands(),
      controls(),
    ),
  ];
}

function leave() {
  if (history.length > 1) history.back();
  else location.hash = "#/";
}

/** The round as a file, for whoever wants to keep it or look at it with other tools. */
function save() {
  const { id, record } = shown().found;
  const address = URL.createObjectURL(new Blob([record], { type: "application/json" }));
  h("a", { href: address, download: `${id}.json` }).click();
  URL.revokeObjectURL(address);
}

function moment() {
  const { found, step } = shown();
  const frame = found.frames[step];
  const deeds = found.acts
    .slice(0, frame.upto)
    .filter((act) => act.trick === frame.trick)
    .slice(-8);
  return h(
    "section",
    { class: "moment", "data-key": "moment" },
    h(
      "div",
      { class: "words", role: "status", "data-test": "replay-words" },
      frame.words.map((words) => h("p", {}, words)),
    ),
    h("div", { class: "shown" }, frame.standing ? fan(frame.standing.cards, "large", frame.standing.text) : null),
    h(
      "ol",
      { class: "deeds", "aria-label": t("web.replay.deeds") },
      deeds.map((act, i) =>
        h(
          "li",
          { class: i === deeds.length - 1 ? "latest" : "" },
          h("b", {}, found.players[act.seat].name),
          " ",
          act.text,
        ),
      ),
    ),
  );
}

/** What the strongest player thinks of what has just been done. */
function judged() {
  const { found, step, review, judging } = shown();
  if (judging) {
    return h(
      "section",
      { class: "judged", "data-key": "judged", "data-test": "judging" },
      h(
        "span",
        {},
        judging.total ? t("web.review.judging", { done: judging.done, total: judging.total }) : t("web.review.begun"),
      ),
      h("progress", { max: judging.total || 1, value: judging.done, "aria-hidden": "true" }),
      h("button", { class: "secondary", onclick: stopReview, "data-test": "stop-review" }, t("web.review.cancel")),
    );
  }
  if (!review)
    return found.reviewable
      ? h(
          "section",
          { class: "judged", "data-key": "judged" },
          h("button", { class: "secondary", onclick: askReview, "data-test": "ask-review" }, t("web.review.ask")),
        )
      : null;
  const mark = review.marks.find((one) => one.step === step);
  const costly = review.marks.filter((one) => one.grade === "mistake" || one.grade === "blunder");
  const next = costly.find((one) => one.step > step) ?? costly.find((one) => one.step < step);
  return h(
    "section",
    { class: `judged ${mark?.grade ?? ""}`, "data-key": "judged", "data-test": "judged", role: "status" },
    mark
      ? h(
          "div",
          {},
          h("b", {}, mark.title),
          mark.words.map((words) => h("p", {}, words)),
        )
      : null,
    next
      ? h(
          "button",
          { class: "secondary", onclick: () => moveTo(next.step), "data-test": "next-mistake" },
          t("web.review.next"),
        )
      : null,
  );
}

function hands() {
  const { found, step, hands, review } = shown();
  const frame = found.frames[step];
  const over = step === found.frames.length - 1;
  return h(
    "ol",
    { class: "hands", "data-key": "hands" },
    found.players.map((player) => {
      const hand = hands[step][player.seat];
      return h(
        "li",
        {
          class: player.seat === frame.seat ? "acted" : "",
          "data-key": `h${player.seat}`,
          "data-test": `replay-hand${player.seat}`,
          "data-cards": hand.cards.join(" "),
        },
        h(
          "div",
          { class: "who" },
          h("b", {}, player.name),
          frame.roles[player.seat] ? h("span", { class: "tag" }, frame.roles[player.seat]) : null,
          h("small", {}, t("web.replay.cards", { n: hand.cards.length })),
          over && player.points !== null
            ? h(
                "span",
                { class: `points-now ${player.points > 0 ? "plus" : player.points < 0 ? "minus" : ""}` },
                signed(player.points),
              )
            : null,
        ),
        review
          ? h("p", { class: "score", "data-test": `score${player.seat}` }, review.scores[player.seat].join(" · "))
          : null,
        hand.cards.length ? fan(hand.cards, "small", hand.text) : null,
      );
    }),
  );
}

function controls() {
  const { found, step, review } = shown();
  const last = found.frames.length - 1;
  const to = targets();
  const costly = (review?.marks ?? []).filter((one) => one.grade === "mistake" || one.grade === "blunder");
  const button = (key) =>
    h(
      "button",
      {
        class: "secondary",
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
        { class: "marks", "aria-hidden": "true" },
        found.tricks.map((at) => h("i", { style: { "--at": last ? at / last : 0 } })),
      ),
      h(
        "div",
        { class: "marks graded", "aria-hidden": "true" },
        costly.map((one) => h("i", { class: one.grade, style: { "--at": last ? one.step / last : 0 } })),
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
    ),
    h(
      "div",
      { class: "steps" },
      ["first", "trick_back", "back"].map(button),
      h("span", { class: "count", "data-test": "replay-step" }, t("web.replay.step", { n: step, of: last })),
      ["forward", "trick", "last"].map(button),
    ),
    found.record
      ? h("button", { class: "link", onclick: save, "data-test": "save-record" }, t("web.replay.save"))
      : null,
    h("p", { class: "quiet-words keys-hint" }, t("web.replay.keys")),
  );
}
