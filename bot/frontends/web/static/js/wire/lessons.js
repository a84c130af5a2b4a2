// Lessons: which step is looked at, what is answered to it, and what the server says of that.
// @ts-check

import { toast } from "../base/notices.js";
import { changed, openDialog, state } from "../state/state.js";
import { server } from "./server.js";

/**
 * Show a step that the server has told, as the table that it is. What was raised for a wrong answer stays so.
 * @param {Wire.LessonJson} found
 */
export function takeLesson(found) {
  const before = state.lesson?.found;
  const again = before?.game === found.game && before.step === found.step && found.outcome !== "right";
  state.lesson = { game: found.game, step: found.step, found, missing: false };
  state.table = found.table;
  state.hand = found.hand;
  // Nobody but the page knows what is raised here.
  const cards = again ? state.picks.cards : new Set();
  state.picks = { decision: found.hand.panel?.decision ?? "", cards, pending: 1, local: true };
  // The address says which step is shown, so that it can be sent on and gone back to.
  const place = `#/learn/${found.game}/${found.step}`;
  if (location.hash !== place) history.replaceState(null, "", place);
  changed();
  // After the drawing: on to the question, or to the next step.
  if (again && found.outcome) return;
  requestAnimationFrame(() => {
    /** @type {HTMLElement | null} */
    const next = document.querySelector("[data-next]");
    next?.focus({ preventScroll: true });
  });
}

/** Ask for the lessons there are. */
export async function askLessons() {
  state.lesson = null;
  const answer = await server.send({ t: "learn" });
  if (answer.lessons) state.lessons = answer.lessons;
  if (answer.toast) toast(answer.toast);
  changed();
}

/**
 * Ask for a step of a lesson; without a number the one where this person left off. Until it is there the one before
 * is shown.
 * @param {string} game
 */
export async function askLesson(game, step) {
  const found = state.lesson?.game === game ? state.lesson.found : null;
  const asked = { game, step, found, missing: false };
  state.lesson = asked;
  const answer = await server.send({ t: "learn", game, step });
  if (state.lesson !== asked) return;
  if (answer.lesson) takeLesson(answer.lesson);
  else state.lesson = { ...asked, found: null, missing: true };
  if (answer.toast) toast(answer.toast);
  changed();
}

/** The same again, in the language of now. */
export async function translateLesson() {
  if (state.lesson?.game) await askLesson(state.lesson.game, state.lesson.step);
  else await askLessons();
}

/**
 * What a word of the game means, in a sentence and by its rule.
 * @param {string} game
 * @param {string} term
 */
export async function explain(game, term) {
  const answer = await server.send({ t: "explain", game, term });
  if (answer.toast) toast(answer.toast);
  if (answer.screen) openDialog({ kind: "screen", screen: answer.screen, about: "learn" });
}
