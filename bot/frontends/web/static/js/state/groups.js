// Cards that a person has put aside as columns of their own: kept by this page for the round, and told to nobody.
// @ts-check

import { cardOf, copyNames } from "./picks.js";
import { state } from "./state.js";

let round = "";
let groups = [];

/** Forget them with the round, and those of which a card was played. */
function keepCurrent() {
  const now = `${state.hand?.table}.${state.table?.table.match}.${state.table?.table.round}`;
  if (now !== round) groups = [];
  round = now;
  const held = new Map();
  for (const card of state.hand?.cards ?? []) held.set(card, (held.get(card) ?? 0) + 1);
  groups = groups.filter((cards) => {
    const left = new Map(held);
    for (const card of cards) left.set(card, (left.get(card) ?? 0) - 1);
    const whole = cards.every((card) => left.get(card) >= 0);
    if (whole) for (const [card, count] of left) held.set(card, count);
    return whole;
  });
}

/** The groups, each as names of copies, and all other copies of the hand. A group takes the last copies of its cards.
 * */
export function grouped() {
  keepCurrent();
  const free = copyNames(state.hand?.cards ?? []);
  const taken = groups.map((cards) =>
    cards.map((card) => {
      const at = free.findLastIndex((name) => cardOf(name) === card);
      return free.splice(at, 1)[0];
    }),
  );
  return { taken, free };
}

/**
 * Put these copies aside together; those of another group leave it. A group that is put aside again goes back.
 * @param {string[]} names
 */
export function putAside(names) {
  const { taken } = grouped();
  const chosen = new Set(names);
  const same = taken.findIndex((group) => group.length === chosen.size && group.every((name) => chosen.has(name)));
  groups = taken
    .map((group) => group.filter((name) => !chosen.has(name)).map(cardOf))
    .filter((group) => group.length > 1);
  if (same < 0) groups.push([...names].map(cardOf));
}

/**
 * Whether exactly these copies are a group.
 * @param {string[]} names
 */
export function isGroup(names) {
  const chosen = new Set(names);
  return grouped().taken.some((group) => group.length === chosen.size && group.every((name) => chosen.has(name)));
}
