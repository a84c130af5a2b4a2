// Lessons: which step is looked at, what is answered to it, and what the server says of that.
// @ts-check

import { toast } from "../base/notices.js";
import { changed, openDialog, state } from "../state/state.js";
import { server } from "./server.js";

/**
 * Show a step that the server has told; nothing is raised on it yet.
 * @param {Wire.LessonJson} found
 */
function take(found) {
  state.lesson = { game: found.game, step: found.step, found, raised: new Set(), missing: false };
  // The address says which step is shown, so that it can be sent on and gone back to.
  const place = `#/learn/${found.game}/${found.step}`;
  if (location.hash !== place) history.replaceState(null, "", place);
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
 * Ask for a step of a lesson; without a number the one where this person left off.
 * @param {string} game
 */
export async function askLesson(game, step) {
  state.lesson = { game, step, found: null, missing: false };
  const answer = await server.send({ t: "learn", game, step });
  if (state.lesson?.game !== game || state.lesson?.step !== step) return;
  if (answer.lesson) take(answer.lesson);
  else state.lesson.missing = true;
  if (answer.toast) toast(answer.toast);
  changed();
}

/** The same again, in the language of now. */
export async function translateLesson() {
  if (state.lesson?.game) await askLesson(state.lesson.game, state.lesson.step);
  else await askLessons();
}

/**
 * Answer the step that is shown.
 * @param {string} text
 */
export async function answerLesson(text) {
  const { game, step } = /** @type {Page.Lesson} */ (state.lesson);
  const answer = await server.send({ t: "learn", game, step, answer: text });
  if (state.lesson?.game !== game || state.lesson?.step !== step) return;
  if (answer.lesson) take(answer.lesson);
  if (answer.toast) toast(answer.toast);
  changed();
  scrollTo(0, 0); // what is said of the answer stands above
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
