// What a person asks of the server, and what the page does with the answer.
// @ts-check

import { h, keepFile } from "../base/dom.js";
import { toast } from "../base/notices.js";
import { fetchTexts } from "../base/texts.js";
import { remember } from "../state/memory.js";
import { changed, state } from "../state/state.js";
import { go } from "./address.js";
import { takeLesson, translateLesson } from "./lessons.js";
import { askHistory, askReplay, askReview, takeReplay, takeReview, translateReplay } from "./rounds.js";
import { server } from "./server.js";

/**
 * What can be pressed beside a sentence.
 * @param {Wire.LinkJson} link
 */
const link = ({ label, data, key }) =>
  h(
    "button",
    { class: "link", onclick: () => ask({ t: "press", data: data ?? "" }), "data-test": `told-${key}` },
    label,
  );

/**
 * Send a command and show what comes back.
 * @param {Wire.Request} message
 */
export async function ask(message) {
  if (message.t === "history") {
    go("#/history"); // it has a place of its own
    return /** @type {Wire.AckJson} */ ({ t: "ack", id: "", ok: true });
  }
  const answer = await server.send(message);
  if (answer.screen)
    state.dialog = {
      kind: "screen",
      screen: answer.screen,
      about: message.t === "press" ? state.dialog?.about : message.t,
    };
  else if (answer.ok && state.dialog?.kind === "screen") state.dialog = null;
  if (answer.replay) {
    if (answer.review) takeReview(/** @type {Page.Judged} */ (answer));
    else takeReplay(answer.replay);
    state.dialog = null;
    go(`#/replay/${answer.replay.id}`);
  }
  if (answer.review && !answer.replay) {
    await askReplay(answer.review.id);
    state.dialog = null;
    go(`#/replay/${answer.review.id}`);
    askReview();
  }
  if (answer.file) keepFile(answer.file.name, answer.file.text);
  if (answer.lesson) takeLesson(answer.lesson);
  if (answer.invitation) state.dialog = { kind: "invite", code: answer.invitation, ways: answer.ways };
  if (answer.room) go(`#/t/${answer.room}`);
  if (answer.toast) toast(answer.toast, (answer.links ?? []).map(link));
  changed();
  return answer;
}

/** Read on in another language, here and at the server. */
export async function setLanguage(to) {
  remember({ language: to });
  state.language = to;
  await fetchTexts(to);
  changed();
  await ask({ t: "language", to });
  if (state.view === "replay" && state.replay?.found) await translateReplay();
  if (state.view === "lesson") await translateLesson();
  if (state.view === "history") await askHistory();
}

/** Take a name; the server hears it with a new greeting. */
export function setName(name) {
  const clean = name.trim().slice(0, 24);
  if (clean === state.you.name) return;
  state.you = { name: clean };
  remember({ name: clean });
  server.greet();
}
