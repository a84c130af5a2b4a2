// What a seated person does with the panel, by tap or key.

import { cardOf, copyNames, picked, pickLocally } from "../state/picks.js";
import { changed, mySeat, openDialog, state } from "../state/state.js";
import { ask } from "./commands.js";

const panel = () => state.hand?.panel ?? null;
const base = () => ({ table: state.hand.table, decision: panel().decision });

const press = (data) => ask({ t: "press", data });

async function toggle(copies) {
  const settle = pickLocally((raised) => {
    for (const copy of copies) {
      if (raised.has(copy)) raised.delete(copy);
      else raised.add(copy);
    }
  });
  changed();
  const raised = [...state.picks.cards].map(cardOf);
  const cards = new Set(copies.map(cardOf));
  await Promise.all([...cards].map((card) => ask({ t: "pick", ...base(), card, count: raised.filter((one) => one === card).length })));
  settle();
  changed();
}

const difference = (from, to) => [...[...from].filter((card) => !to.has(card)), ...[...to].filter((card) => !from.has(card))];

/** Whether exactly these cards are raised, whichever copies. */
export function isRaised(cards, raised) {
  const names = [...raised].map(cardOf).sort();
  return cards.length > 0 && cards.length === names.length && [...cards].sort().every((card, i) => card === names[i]);
}

export const act = {
  /** Raise or lower one copy of a card. */
  pick(copy) {
    if (!panel()) return;
    const others = panel().one_card ? [...picked()].filter((one) => one !== copy) : [];
    toggle([copy, ...others]);
  },

  /** Raise exactly these cards. */
  raise(cards) {
    if (!panel()) return;
    const changes = difference(picked(), new Set(copyNames(cards)));
    if (changes.length) toggle(changes);
  },

  play() {
    if (panel()?.my_turn && picked().size) ask({ t: "play", ...base() });
  },

  pass() {
    const data = panel()?.pass ?? panel()?.advance;
    if (data) press(data);
  },

  /** Ask for a hint, and raise the cards that it names. */
  async hint() {
    if (!panel()?.hint) return;
    await press(panel().hint);
    const hinted = panel()?.hinted;
    if (hinted?.cards.length) act.raise(hinted.cards);
  },

  async clear() {
    if (!panel() || !picked().size) return;
    const settle = pickLocally((raised) => raised.clear());
    changed();
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
    if (["play", "burn"].includes(offer.verb) && !same) act.raise(offer.cards);
    else press(offer.data);
  },

  /** A reading of the raised cards other than the usual one. */
  reading(text) {
    ask({ t: "say", table: state.hand.table, text });
  },

  command(t, more = {}) {
    return ask({ t, table: state.table.table.id, ...more });
  },
};

/** Take this seat, or any; who has no name yet is asked for one first. */
export function sitDown(seat = null) {
  if (!state.you.name) openDialog({ kind: "name", seat });
  else takeSeat(seat);
}

/** Ask for the seat. Whoever is not seated by that, because a round is played, has one from the next round on. */
export async function takeSeat(seat) {
  const answer = await act.command("join", seat === null ? {} : { seat });
  if (answer.ok && mySeat() === null) state.noted = state.tableKey;
  changed();
}
