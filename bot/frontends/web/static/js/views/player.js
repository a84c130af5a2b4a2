// One player: face, role, marks, and what they did last.
// @ts-check

import { facePicture, personNumber } from "../base/faces.js";
import { h } from "../base/dom.js";
import { roleIcon } from "../base/icons.js";
import { capital, t } from "../base/texts.js";
import { mySeat, playerAt, state } from "../state/state.js";
import { lastDeed } from "../state/tricks.js";
import { termed } from "../wire/terms.js";
import { brief, deadline, ring } from "./clock.js";
import { fan } from "./parts.js";

/**
 * The face of a player: a drawn one for an AI player, an initial for a person.
 * @param {Wire.PlayerJson} player
 */
export function portrait(player) {
  if (player.kind === "ai") return facePicture(personNumber(player));
  return h("span", { class: "initial" }, [...(player.bare || "·")][0]);
}

/**
 * What the reader calls who sits there: oneself is "you".
 * @param {number} seat
 */
export const calledAt = (seat) => (seat === mySeat() ? capital(t("web.seat.you")) : (playerAt(seat)?.name ?? ""));

/**
 * The face of a player in the ring of its clock.
 * @param {Page.Round} message
 * @param {Wire.PlayerJson} player
 * @param {Wire.AwaitedJson | null | undefined} turn
 */
export function avatar(message, player, turn) {
  const seconds = message.seconds[player.seat];
  const clock = message.table.clock ?? 0;
  const running = turn && seconds !== undefined && clock > 0;
  return h(
    "span",
    { class: `avatar ${player.kind} tone-${player.seat % 6}` },
    running ? ring(seconds, clock, state.tableAt) : null,
    portrait(player),
    running
      ? h(
          "span",
          {
            class: `ticker${player.me ? " my-clock" : ""}`,
            role: "timer",
            "data-until": deadline(seconds, state.tableAt),
          },
          brief(seconds),
        )
      : null,
  );
}

/**
 * The role of a seat in this round, where it has one.
 * @param {Pick<Wire.SeatJson, "role" | "role_name" | "role_art">} about
 */
export function role(about) {
  if (!about.role) return null;
  return h("span", { class: `role ${about.role_art}` }, roleIcon(about.role_art), termed(gameNow(), about.role_name));
}

/**
 * What a seat has shown, taken or won.
 * @param {Wire.SeatJson} about
 */
export const beside = (about) => (about.beside ? h("span", { class: "beside" }, about.beside) : null);

/**
 * What else is to be known of a seat, each as a tag.
 * @param {Wire.SeatJson} about
 */
export const marks = (about) => about.marks.map((mark) => h("span", { class: "tag" }, termed(gameNow(), mark)));

const gameNow = () => state.table?.table.game ?? "";

/**
 * A text whose long words may be parted, with a hyphen, where there is no room for them.
 * @param {string} text
 */
const parted = (text) => text.replace(/([a-z]{3,})([a-z]{6})\b/gi, "$1\u00ad$2");

/**
 * What a seat laid or said last in this trick, before it on the felt. `turn`: it is awaited and has nothing new there.
 * @param {Page.Round} message
 * @param {number} seat
 * @param {Wire.AwaitedJson | null | undefined} turn
 * @param {Wire.SeatJson} about
 */
export function laid(message, seat, turn, about) {
  const { view, table } = message;
  const found = about.answered ? null : lastDeed(message, seat);
  const top = view.standing?.seat === seat;
  const props = { class: "laid", "data-key": `laid${seat}` };
  if (!found || (turn && !found.act.cards.length)) {
    return h(
      "div",
      props,
      turn
        ? h(
            "span",
            { class: "thinking" },
            h("span", { class: "unseen" }, turn.text),
            h("i", {}),
            h("i", {}),
            h("i", {}),
          )
        : null,
    );
  }
  const { act, at } = found;
  if (!act.cards.length)
    return h(
      "div",
      props,
      h(
        "span",
        { class: `bubble ${act.verb}` },
        act.verb === "pass" && act.trick >= 0 ? t("web.hand.pass") : parted(act.text),
      ),
    );
  const id = `${table.match}.${table.round}.${at}`;
  const won = !view.standing && view.last?.seat === seat;
  return h(
    "div",
    {
      ...props,
      class: `laid${top || won ? " top" : ""}${act.impact ? ` ${act.impact}` : ""}`,
      "data-key": `laid${id}`,
      "data-laid": id,
      "data-at": at,
      "data-by": seat,
      "data-trick": act.trick,
    },
    fan(act.cards, "played", act.text),
    table.suited && act.cards.length === 1
      ? null
      : h("small", { class: "deed-name" }, termed(table.game, act.name || (act.verb === "play" ? "" : act.text))),
  );
}
