// Finished rounds to look back on, as the server tells them.

import { toast } from "../base/notices.js";
import { changed, openDialog, state } from "../state/state.js";
import { server } from "./server.js";

/** Show a round that the server has told: its hands are written out for every moment. */
export function takeReplay(found) {
  const hands = [];
  for (const frame of found.frames) hands.push({ ...(hands.at(-1) ?? {}), ...frame.hands });
  state.replay = { id: found.id, found, hands, step: Math.min(found.step, found.frames.length - 1) };
}

/** Ask for the round of the address, unless it is there. */
export async function askReplay(id) {
  if (state.replay?.id === id && state.replay.found) return;
  state.replay = { id, found: null, missing: false };
  const answer = await server.send({ t: "replay", round: id });
  if (state.replay?.id !== id) return;
  if (answer.replay) takeReplay(answer.replay);
  else state.replay.missing = true;
  if (answer.toast) toast(answer.toast);
  if (answer.screen) openDialog({ kind: "screen", screen: answer.screen });
  changed();
}

/** Have the round judged, and say how far that is until it is done or nobody wants it any more. */
export async function askReview() {
  const { id } = state.replay;
  const here = () => state.replay?.id === id && state.view === "replay";
  state.replay.judging = { done: 0, total: 0 };
  changed();
  while (here() && state.replay.judging) {
    const answer = await server.send({ t: "review", round: id });
    if (!here()) return;
    if (answer.replay) {
      takeReview(answer);
      break;
    }
    if (!answer.review) {
      state.replay.judging = null;
      if (answer.toast) toast(answer.toast);
      break;
    }
    if (state.replay.judging) state.replay.judging = answer.review;
    changed();
  }
  changed();
}

/** Stop having the round judged. */
export async function stopReview() {
  state.replay.judging = null;
  changed();
  await server.send({ t: "review", round: state.replay.id, what: "cancel" });
}

/** Show what a round was judged to be, at the moment that is looked at. */
export function takeReview(answer) {
  const step = state.replay?.id === answer.replay.id && state.replay.found ? state.replay.step : answer.replay.step;
  takeReplay({ ...answer.replay, step });
  state.replay.review = answer.review;
}

/** The same moment again, in the language of now. */
export async function translateReplay() {
  const { id, step } = state.replay;
  const answer = await server.send({ t: state.replay.review ? "review" : "replay", round: id });
  if (!answer.replay || state.replay?.id !== id) return;
  if (answer.review) takeReview(answer);
  else takeReplay({ ...answer.replay, step });
  changed();
}
