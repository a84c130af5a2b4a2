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

/** The same moment again, in the language of now. */
export async function translateReplay() {
  const { id, step } = state.replay;
  const answer = await server.send({ t: "replay", round: id });
  if (!answer.replay || state.replay?.id !== id) return;
  takeReplay({ ...answer.replay, step });
  changed();
}
