// Finished rounds to look back on, as the server tells them.
// @ts-check

import { toast } from "../base/notices.js";
import { changed, openDialog, state } from "../state/state.js";
import { server } from "./server.js";

/** The round that is asked for. */
const replay = () => /** @type {Page.Replay} */ (state.replay);

/**
 * Show a round that the server has told: its hands are written out for every moment.
 * @param {Wire.ReplayJson} found
 */
export function takeReplay(found) {
  const hands = [];
  for (const frame of found.frames) hands.push({ ...(hands.at(-1) ?? {}), ...frame.hands });
  state.replay = { id: found.id, found, hands, step: Math.min(found.step, found.frames.length - 1) };
}

/**
 * Ask for the round of the address, unless it is there.
 * @param {string} id
 */
export async function askReplay(id) {
  if (state.replay?.id === id && state.replay?.found) return;
  state.replay = { id, found: null, missing: false };
  const answer = await server.send({ t: "replay", round: id });
  if (state.replay?.id !== id) return;
  if (answer.replay) takeReplay(answer.replay);
  else replay().missing = true;
  if (answer.toast) toast(answer.toast);
  if (answer.screen) openDialog({ kind: "screen", screen: answer.screen });
  changed();
}

/** Have the round judged, and say how far that is until it is done or nobody wants it any more. */
export async function askReview() {
  const { id } = replay();
  const here = () => state.replay?.id === id && state.view === "replay";
  replay().judging = { done: 0, total: 0 };
  changed();
  while (here() && replay().judging) {
    const answer = await server.send({ t: "review", round: id });
    if (!here()) return;
    if (answer.replay) {
      takeReview(/** @type {Page.Judged} */ (answer));
      break;
    }
    if (!answer.review) {
      replay().judging = null;
      if (answer.toast) toast(answer.toast);
      break;
    }
    if (replay().judging) replay().judging = answer.review;
    changed();
  }
  changed();
}

/** Stop having the round judged. */
export async function stopReview() {
  replay().judging = null;
  changed();
  await server.send({ t: "review", round: replay().id, what: "cancel" });
}

/**
 * Show what a round was judged to be, at the moment that is looked at.
 * @param {Page.Judged} answer
 */
export function takeReview(answer) {
  const { step = 0 } = state.replay?.id === answer.replay.id && state.replay?.found ? state.replay : answer.replay;
  takeReplay({ ...answer.replay, step });
  replay().review = answer.review;
}

/** The same moment again, in the language of now. */
export async function translateReplay() {
  const { id, step = 0 } = replay();
  const answer = await server.send({ t: replay().review ? "review" : "replay", round: id });
  if (!answer.replay || state.replay?.id !== id) return;
  if (answer.review) takeReview(/** @type {Page.Judged} */ (answer));
  else takeReplay({ ...answer.replay, step });
  changed();
}
