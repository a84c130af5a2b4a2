// Picked cards: shown at once, settled by the server's word.
// @ts-check

import { state } from "./state.js";

/**
 * Names for cards of which there may be several copies: `7s`, and `7s#1` for the second.
 * @param {string[]} cards
 */
export function copyNames(cards) {
  const seen = new Map();
  return cards.map((card) => {
    const copy = seen.get(card) ?? 0;
    seen.set(card, copy + 1);
    return copy ? `${card}#${copy}` : card;
  });
}

/**
 * The card of a copy.
 * @param {string} name
 */
export const cardOf = (name) => name.split("#")[0];

/** The copies raised now: one's own taps while the server has not answered, else what the server says. */
export function picked() {
  const panel = state.hand?.panel;
  if (state.picks.local && state.picks.decision === panel?.decision) return state.picks.cards;
  const raised = new Set();
  const held = copyNames(state.hand?.cards ?? []);
  for (const card of panel?.picked ?? []) {
    // Copies are all the same to the rules; the one that was tapped stays up.
    const free = held.filter((name) => cardOf(name) === card && !raised.has(name));
    raised.add(free.find((name) => state.raisedLast.has(name)) ?? free[0] ?? card);
  }
  return raised;
}

/** Change the raised cards at once; call the function that comes back when the server has answered. */
export function pickLocally(change) {
  const { decision } = /** @type {{ panel: Wire.PanelJson }} */ (state.hand).panel;
  if (!state.picks.local || state.picks.decision !== decision)
    state.picks = { decision, cards: picked(), pending: 0, local: true };
  change(state.picks.cards);
  state.raisedLast = new Set(state.picks.cards);
  const mine = state.picks;
  mine.pending += 1;
  return () => {
    mine.pending -= 1;
    if (mine.pending === 0) mine.local = false;
  };
}
