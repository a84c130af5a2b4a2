// One player: face, role, marks, and what they did last.

import { h } from "../base/dom.js";
import { icon, roleIcon } from "../base/icons.js";
import { t } from "../base/texts.js";
import { state } from "../state/state.js";
import { deadline, ring } from "./clock.js";
import { fan } from "./parts.js";

/** The face of a player in the ring of its clock. */
export function avatar(message, player, turn) {
  const seconds = message.seconds[player.seat];
  const clock = message.table.clock;
  const running = turn && seconds !== undefined && clock > 0;
  return h("span", { class: `avatar tone-${player.seat % 6}` },
    running ? ring(seconds, clock, state.tableAt) : null,
    player.kind === "ai" ? icon("robot") : h("span", { class: "initial" }, [...(player.bare || "·")][0]),
    running ? h("span", { class: "ticker", role: "timer", "data-until": deadline(seconds, state.tableAt) }, Math.ceil(seconds)) : null);
}

/** The role of a seat in this round, where it has one. */
export function role(about) {
  if (!about.role) return null;
  return h("span", { class: `role ${about.role_art}` }, roleIcon(about.role_art), about.role_name);
}

/** What a seat has shown, taken or won. */
export const beside = (about) => (about.beside ? h("span", { class: "beside" }, about.beside) : null);

/** What else is to be known of a seat, each as a tag. */
export const marks = (about) => about.marks.map((mark) => h("span", { class: "tag" }, mark));

/** What a seat did in this trick (or in the bidding): its last deed. */
export function lastDeed(message, seat) {
  const view = message.view;
  const trick = view.phase === "bid" || view.trick < 0 ? -1 : view.shown_trick;
  return view.acts.findLast((one) => one.seat === seat && one.trick === trick) ?? null;
}

/** A deed as cards or as a word in a bubble. */
export function deedView(deed, turn, standing) {
  if (turn) return h("span", { class: "thinking" }, h("span", { class: "unseen" }, turn.text), h("i", {}), h("i", {}), h("i", {}));
  if (!deed) return null;
  if (standing) return h("span", { class: "bubble top" }, deed.text);
  if (deed.cards.length) return [fan(deed.cards, "small", deed.text), h("small", { class: "deed-name" }, deed.name)];
  return h("span", { class: `bubble ${deed.verb}` }, deed.verb === "pass" && deed.trick >= 0 ? t("web.hand.pass") : deed.text);
}
