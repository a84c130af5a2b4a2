// A long hand in columns: equal ranks lie over each other.
// The label of a column takes all of it, and what was put aside has columns of its own in front.
// @ts-check

import { isJoker, stackedPicture } from "../base/cards.js";
import { h } from "../base/dom.js";
import { t } from "../base/texts.js";
import { cardOf, picked } from "../state/picks.js";
import { grouped } from "../state/groups.js";
import { act } from "../wire/actions.js";

/** Pixels of a covered card that can be touched, across and down, and of a column's label. */
const LEAST = 24;
const HEAD = 44;
const LEAST_SIDEWAYS = 10;
const LABEL = 18;
const SMALLEST = 40;
const SHAPE = 1.4;

/** The columns of a hand: what was put aside, then the ranks from the highest down, both jokers as one. */
export function columnsOf(arrange) {
  const { taken, free } = grouped();
  const ranks = new Map();
  for (const copy of arrange(free)) {
    const rank = isJoker(cardOf(copy)) ? "joker" : copy[0];
    if (!ranks.has(rank)) ranks.set(rank, []);
    ranks.get(rank).push(copy);
  }
  return [
    ...taken.map((copies, at) => ({ name: `g${at}`, aside: true, copies: arrange(copies) })),
    ...[...ranks].map(([rank, copies]) => ({ name: rank, aside: false, copies })),
  ];
}

/** How large the cards of these columns are: as large as width and height allow, never with less to touch than fingers
 * need. */
export function sizesOf(columns, width, height) {
  const deepest = Math.max(1, ...columns.map((column) => column.copies.length));
  if (height < 480) return sideways(columns.length, deepest, width, height);
  const rows = Math.ceil(columns.length / Math.max(1, Math.floor((width - SMALLEST) / LEAST) + 1));
  const across = Math.ceil(columns.length / rows);
  const room = height * (height < 700 ? 0.27 : width > 900 ? 0.28 : 0.31) - HEAD;
  const most = Math.max(SMALLEST, Math.min((room - (deepest - 1) * LEAST) / SHAPE, width < 480 ? 60 : height / 9));
  const card = Math.round(Math.max(SMALLEST, Math.min(most, width / (1 + (across - 1) * 0.62))));
  const step = Math.min(card + 4, across > 1 ? (width - card) / (across - 1) : card);
  const edge = Math.max(LEAST, Math.round(card * 0.36));
  return { across, card, step: Math.floor(step * 10) / 10, edge };
}

/** On a phone that lies on its side all columns are one band, each as wide as a finger; what covers less shows less. */
function sideways(across, deepest, width, height) {
  const card = Math.round(Math.max(SMALLEST, Math.min(height * 0.115, (width + 6) / across)));
  const step = Math.min(card * 1.3, across > 1 ? (width - card) / (across - 1) : card);
  const room = height * 0.33 - LABEL - card * SHAPE;
  const edge = Math.round(Math.max(LEAST_SIDEWAYS, Math.min(LEAST, room / Math.max(1, deepest - 1))));
  return { across, card, step: Math.floor(step * 10) / 10, edge };
}

/** The columns as nodes; `cardNode` makes one card from its copy. */
export function columnsView(columns, sizes, cardNode) {
  const raised = picked();
  const bands = [];
  for (let at = 0; at < columns.length; at += sizes.across) bands.push(columns.slice(at, at + sizes.across));
  return bands.map((band, at) =>
    h(
      "div",
      { class: "hand-columns", "data-key": `band${at}` },
      band.map((column) => {
        const all = column.copies.every((copy) => raised.has(copy));
        return h(
          "div",
          { class: `column${column.aside ? " aside" : ""}`, "data-key": `col${column.name}` },
          h(
            "button",
            {
              class: "column-head",
              tabindex: "-1",
              "aria-pressed": String(all),
              "aria-label": t("web.hand.column", {
                n: column.copies.length,
                what: t(all ? "web.hand.column_down" : "web.hand.column_up"),
              }),
              onclick: () => act.take(column.copies, !all),
              "data-test": `column-${column.name}`,
            },
            h("b", {}, column.copies.length),
          ),
          column.copies.map((copy, i) => cardNode(copy, stackedPicture, i === column.copies.length - 1)),
        );
      }),
    ),
  );
}
