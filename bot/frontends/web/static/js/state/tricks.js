// Which trick lies on the table: the one that is played, or for a moment the one that is over.
// @ts-check

import { state } from "./state.js";

/** The name of the trick that is over while nobody has led anew, or `""`. */
export function endedTrick({ view, table }) {
  if (view.phase !== "play" || view.standing || !view.last) return "";
  return `${table.id}.${table.match}.${table.round}.${lastLaid(view)}`;
}

/** @param {Wire.ViewJson} view */
const lastLaid = (view) => view.acts.findLast((act) => act.cards.length)?.trick ?? view.trick;

/**
 * The number of the trick whose plays are drawn (-1: the bidding), or null where all have been gathered.
 * @param {Page.Round} message
 */
export function laidTrick(message) {
  const { view } = message;
  if (view.phase !== "play") return view.phase === "bid" || view.trick < 0 ? -1 : view.shown_trick;
  const ended = endedTrick(message);
  if (!ended) return view.shown_trick;
  return state.swept === ended ? null : lastLaid(view);
}

/**
 * What a seat did last in the trick that lies there: the deed, and its place in the round.
 * @param {Page.Round} message
 * @param {number} seat
 */
export function lastDeed(message, seat) {
  const trick = laidTrick(message);
  if (trick === null) return null;
  const at = message.view.acts.findLastIndex((act) => act.seat === seat && act.trick === trick);
  return at < 0 ? null : { act: message.view.acts[at], at };
}
