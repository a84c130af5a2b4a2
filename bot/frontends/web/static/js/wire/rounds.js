// Finished rounds to look back on, as the server tells them; the table as it stood at the moment that is looked at.
// @ts-check

import { toast } from "../base/notices.js";
import { changed, openDialog, state } from "../state/state.js";
import { server } from "./server.js";

/** The round that is asked for. */
const replay = () => /** @type {Page.Replay} */ (state.replay);

/** The round that is looked back on, where it is there. */
export const shown = () => /** @type {Page.ShownReplay} */ (state.replay);

/**
 * Show a round that the server has told: its hands are written out for every moment.
 * @param {Wire.ReplayJson} found
 * @param {string} id the name under which it was asked for
 */
export function takeReplay(found, id = found.id) {
  const hands = [];
  for (const frame of found.frames) hands.push({ ...(hands.at(-1) ?? {}), ...frame.hands });
  state.replay = { id, found, hands, step: 0, look: null };
  moveTo(found.step);
}

/**
 * Look at a moment of the round.
 * @param {number} step
 */
export function moveTo(step) {
  const { found } = shown();
  shown().step = Math.max(0, Math.min(step, found.frames.length - 1));
  stand();
  /** @type {HTMLInputElement | null} */
  const slider = document.querySelector('[data-test="timeline"]');
  if (slider) slider.value = String(shown().step);
  note();
  changed();
}

/**
 * Look into the hand of a seat; `null`: into one's own, or that of whoever is judged.
 * @param {number | null} seat
 */
export function lookAt(seat) {
  shown().look = shown().look === seat ? null : seat;
  stand();
  changed();
}

/** The hand that is looked into, as it was before what has just been done where that is judged. */
export function looked() {
  const { found, hands, step, look, review } = shown();
  const mark = review?.marks.find((one) => one.step === step);
  const told = mark && (isCostly(mark) || mark.seat === found.mine) ? mark : undefined;
  const seat = look ?? told?.seat ?? found.mine ?? 0;
  const judged = mark?.seat === seat ? mark : null;
  return { seat, mark, judged, hand: hands[judged ? step - 1 : step][seat] };
}

/** @param {Wire.MarkJson} mark */
export const isCostly = (mark) => mark.grade === "mistake" || mark.grade === "blunder";

/** Put the table as it stood then where the views of the table look for it. */
function stand() {
  const { found, step } = shown();
  const frame = found.frames[step];
  const over = step === found.frames.length - 1;
  const [match, round] = found.id.slice(1).split(".").map(Number);
  state.table = {
    t: "table",
    room: "",
    version: step,
    seat: found.mine,
    host: false,
    table: {
      id: 0,
      game: found.game,
      name: found.heading,
      heading: found.heading,
      preset_name: "",
      preset_about: "",
      clock: null,
      clock_word: "",
      state: "playing",
      round,
      round_word: frame.about,
      match,
      suited: found.hand.suited,
      levels: found.levels,
      parked: false,
    },
    warnings: found.warning ? [found.warning] : [],
    elsewhere: "",
    teams: [],
    players: found.players,
    view: { ...frame.scene, acts: found.acts.slice(0, frame.upto) },
    news: [],
    result: null,
    totals: over ? found.points : [],
    waits: "",
    draws: "",
    race: [],
    seconds: {},
    motion: null,
    fairness: null,
    look: lookAt,
    looked: looked().seat,
  };
}

let noting = 0;

/** Keep the moment in the address, once it is looked at for a while. */
function note() {
  clearTimeout(noting);
  noting = setTimeout(() => {
    if (state.view === "replay" && state.replay?.found)
      history.replaceState(history.state, "", `#/replay/${replay().id}/${shown().step}`);
  }, 400);
}

/**
 * Ask for the round of the address, unless it is there.
 * @param {string} id
 * @param {number | null} step
 */
export async function askReplay(id, step = null) {
  if (state.replay?.id === id && state.replay.found) {
    moveTo(step ?? shown().step);
    return;
  }
  state.replay = { id, found: null, missing: false };
  const answer = await server.send({ t: "replay", round: id });
  if (state.replay?.id !== id) return;
  if (answer.replay) takeReplay({ ...answer.replay, step: step ?? answer.replay.step }, id);
  else replay().missing = true;
  if (answer.toast) toast(answer.toast);
  if (answer.screen) openDialog({ kind: "screen", screen: answer.screen });
  changed();
  if (answer.replay?.reviewed) askReview();
}

/** The list of what one has played, from the newest match on. */
export async function askHistory() {
  const answer = await server.send({ t: "history" });
  state.history = answer.history ?? { page: 0, more: false, matches: [] };
  changed();
}

/** What was played before that. */
export async function moreHistory() {
  const known = state.history;
  const answer = await server.send({ t: "history", page: (known?.page ?? 0) + 1 });
  if (!known || !answer.history) return;
  const listed = new Set(known.matches.map((match) => match.id)); // a new match may have moved them on
  const matches = answer.history.matches.filter((match) => !listed.has(match.id));
  state.history = { ...answer.history, matches: [...known.matches, ...matches] };
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
  const known = state.replay?.found?.id === answer.replay.id ? shown() : null;
  const { id, step, look } = known ?? { id: answer.replay.id, step: answer.replay.step, look: null };
  takeReplay(answer.replay, id);
  Object.assign(replay(), { review: answer.review, look });
  moveTo(step);
}

/** The same moment again, in the language of now. */
export async function translateReplay() {
  const { id, step = 0 } = replay();
  const answer = await server.send({ t: replay().review ? "review" : "replay", round: id });
  if (!answer.replay || state.replay?.id !== id) return;
  if (answer.review) takeReview(/** @type {Page.Judged} */ (answer));
  else takeReplay({ ...answer.replay, step }, id);
  changed();
}
