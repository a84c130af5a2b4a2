// A long hand in columns: equal ranks lie over each other.
// The label of a column takes all of it, and what was put aside has columns of its own in front.
// @ts-check

import { isJoker, stackedPicture } from "../base/cards.js";
import { h } from "../base/dom.js";
import { t } from "../base/texts.js";
import { cardOf, picked } from "../state/picks.js";
import { grouped } from "../state/groups.js";
import { act } from "../wire/actions.js";

/** Pixels: what a finger needs, which a column has across and all its cards have together; of a card that is covered by
 * its equals, and of a label, as much as there is room for. */
const FINGER = 44;
const EDGE = { least: 8, most: 20 };
const SHAPE = 1.4;

/** The columns of a hand: what was put aside, then the ranks from the highest down, both jokers as one. */
export function columnsOf(arrange, { taken, free } = grouped()) {
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
 * need. What does not fit beside each other lies in bands; of an upper one as much is seen as a finger needs. */
export function sizesOf(columns, width, height) {
  const wide = height < 480;
  const bands = wide ? 1 : Math.ceil(columns.length / Math.max(1, Math.floor(width / FINGER)));
  const across = Math.ceil(columns.length / bands);
  const most = wide ? height * 0.125 : width < 480 ? (height < 700 ? 50 : 60) : Math.min(112, height / 8.5);
  const card = Math.floor(Math.max(wide ? 30 : FINGER, Math.min(most, width / across)));
  const step = Math.min(card * (wide ? 1.3 : 1.08), across > 1 ? (width - card) / (across - 1) : card);
  const deepest = Array.from({ length: bands }, (_, at) =>
    Math.max(...columns.slice(at * across, (at + 1) * across).map((column) => column.copies.length - 1), 0),
  ).reduce((sum, one) => sum + one, 0);
  const share = wide ? 0.37 : height < 700 ? 0.36 : 0.42;
  const usable = Math.min(height * share, width < 700 ? 320 : height);
  const room = usable - (bands - 1) * FINGER - card * SHAPE;
  const labels = wide || height < 600 ? { least: 18, most: 18 } : { least: 24, most: FINGER };
  const between = (limits, left) => Math.floor(Math.max(limits.least, Math.min(limits.most, left)));
  const edge = between(
    { ...EDGE, most: Math.max(EDGE.most, card * 0.36) },
    (room - bands * labels.least) / Math.max(1, deepest),
  );
  const label = between(labels, (room - deepest * edge) / bands);
  return { across, card, step: Math.floor(step * 10) / 10, edge, label };
}

/** The columns as nodes; `cardNode` makes one card from its copy. */
export function columnsView(columns, sizes, cardNode) {
  const raised = picked();
  return bandsOf(columns, sizes, (column) => {
    const all = column.copies.every((copy) => raised.has(copy));
    return [
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
    ];
  });
}

/** The bands of columns; `content` gives what stands in one. */
export function bandsOf(columns, sizes, content) {
  const bands = [];
  for (let at = 0; at < columns.length; at += sizes.across) bands.push(columns.slice(at, at + sizes.across));
  return bands.map((band, at) =>
    h(
      "div",
      { class: "hand-columns", "data-key": `band${at}` },
      band.map((column) =>
        h(
          "div",
          { class: `column${column.aside ? " aside" : ""}`, "data-key": `col${column.name}` },
          content(column),
        ),
      ),
    ),
  );
}
