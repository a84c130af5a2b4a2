// Seats around the felt, the next one to play at one's right; what each has laid lies before it.
// @ts-check

import { cardPicture } from "../base/cards.js";
import { h, part } from "../base/dom.js";
import { language, t } from "../base/texts.js";
import { mySeat, playerAt, state } from "../state/state.js";
import { lastDeed } from "../state/tricks.js";
import { signed } from "./parts.js";
import { avatar, beside, laid, marks, role } from "./player.js";
import { termed } from "../wire/terms.js";

/**
 * Seats in the order of play after the reader (or after seat 1 for who only watches).
 * @param {Page.Round} message
 */
export function around(message) {
  const n = message.players.length;
  const me = mySeat();
  const first = me ?? -1;
  return Array.from({ length: me === null ? n : n - 1 }, (_, i) => (first + 1 + i + n) % n);
}

/**
 * Rows that the seats of a ring of `n` take: two for each pair of sides, the name above and the play below.
 * @param {number} n
 */
export const rowsOf = (n) => (n === 1 ? 2 : n === 3 ? 3 : 2 * Math.floor(n / 2));

/**
 * Where the seat at place `i` of `n` and its play lie on the felt's grid of six columns: up the right side, over the
 * top where the number is odd, and down the left.
 * @param {number} n
 */
export function placesOf(i, n) {
  const sides = Math.floor(n / 2);
  const slot = n - i; // upright, all sit in one row: the next one to play at the right
  if (n % 2 && i === sides) {
    const play = n === 1 ? "2 / 1 / 3 / 7" : "2 / 3 / 3 / 5";
    const wide = { wideHead: "1 / 3 / 2 / 5", widePlay: "1 / 4 / 3 / 5" };
    return { side: "over", slot, head: n === 1 ? "1 / 2 / 2 / 6" : "1 / 3 / 2 / 5", play, ...wide };
  }
  const right = i < sides;
  const level = right ? sides - i : i - (n - sides) + 1;
  const row = n === 3 ? 2 : 2 * level - 1;
  const half = n % 2 === 0 || n === 3 || level > 1;
  const [from, to] = right ? [half ? 4 : 5, 7] : [1, half ? 4 : 3];
  return {
    side: right ? "right" : "left",
    slot,
    head: `${row} / ${right ? 5 : 1} / ${row + 1} / ${right ? 7 : 3}`,
    play: `${row + 1} / ${from} / ${row + 2} / ${to}`,
    ...sideways(right ? "right" : "left", level, sides),
  };
}

/**
 * The same where the window lies on its side: names at both rims, plays between them and the middle. In six rows, so
 * that up to three sit above each other on either side.
 */
function sideways(side, level, sides) {
  const [from, to] = [(6 / sides) * (level - 1) + 1, (6 / sides) * level + 1].map(Math.round);
  return {
    wideHead: `${from} / ${side === "right" ? 6 : 1} / ${to} / ${side === "right" ? 7 : 2}`,
    widePlay: `${from} / ${side === "right" ? 5 : 2} / ${to} / ${side === "right" ? 6 : 3}`,
  };
}

/** @param {Page.Round} message */
export function seatsView(message) {
  const seats = around(message);
  return h(
    "ol",
    { class: "around", "data-key": "around", "aria-label": t("web.table.players") },
    seats.map((seat, i) =>
      part("li", `seat${seat}`, [i, seats.length, language(), looksOf(message, seat)], () =>
        seatView(message, seat, seats.length, placesOf(i, seats.length)),
      ),
    ),
  );
}

/**
 * Everything that a seat shows, as one text: while it stays the same, the seat is not built anew.
 * @param {Page.Round} message
 * @param {number} seat
 */
function looksOf(message, seat) {
  const { view, table } = message;
  const turn = view.awaited.find((one) => one.seat === seat);
  const on = view.standing?.seat === seat || (!view.standing && view.last?.seat === seat);
  const runs = turn && (table.clock ?? 0) > 0 ? [message.seconds[seat], state.tableAt] : null;
  return JSON.stringify([
    playerAt(seat),
    view.seats[seat],
    turn,
    runs,
    lastDeed(message, seat),
    on,
    message.totals[seat],
    message.looked === seat,
    table.id,
    table.match,
    table.round,
    table.state,
    message.seat === null ? null : view.seats[message.seat].team,
  ]);
}

/**
 * @param {Page.Round} message
 * @param {number} seat
 * @param {number} seats
 */
function seatView(message, seat, seats, place) {
  const player = playerAt(seat);
  const about = message.view.seats[seat];
  const turn = message.view.awaited.find((one) => one.seat === seat);
  return h(
    "li",
    {
      class:
        `seat ${place.side}${turn ? " turn" : ""}${team(message, about)}` +
        `${about.role ? ` ${about.role}` : ""}${player.away || player.stand_in ? " away" : ""}`,
      "data-key": `seat${seat}`,
      "data-seat": seat,
      style: {
        "--slot": place.slot,
        "--drop": seats > 2 ? Math.abs((2 * place.slot - seats - 1) / (seats - 1)).toFixed(2) : 0,
        "--head": place.head,
        "--play": place.play,
        "--wide-head": place.wideHead,
        "--wide-play": place.widePlay,
      },
    },
    h(
      "div",
      { class: "head" },
      avatar(message, player, turn),
      h(
        "div",
        { class: "who" },
        h("b", { class: "name" }, player.name),
        h(
          "span",
          { class: "tags" },
          about.relation
            ? h(
                "span",
                { class: `tag ${isPartner(message, about) ? "partner" : "opposite"}` },
                termed(message.table.game, about.relation),
              )
            : null,
          role(about),
          marks(about),
          score(message, seat),
        ),
        player.away
          ? h("span", { class: "tag" }, t("web.seat.away"))
          : player.stand_in
            ? h("span", { class: "tag" }, t("web.seat.stand_in"))
            : null,
      ),
      countBadge(about),
      beside(about),
      message.look ? lookButton(message, seat, player) : null,
    ),
    message.table.state === "playing" ? laid(message, seat, turn, about) : null,
  );
}

/**
 * The whole place is a button where its hand may be looked into.
 * @param {Page.Round} message
 * @param {number} seat
 * @param {Wire.PlayerJson} player
 */
const lookButton = (message, seat, player) =>
  h("button", {
    class: "look",
    "aria-label": t("web.replay.look_at", { name: player.name }),
    "aria-pressed": String(message.looked === seat),
    onclick: () => message.look?.(seat),
    "data-test": `look${seat}`,
  });

/**
 * @param {Page.Round} message
 * @param {Wire.SeatJson} about
 */
const isPartner = (message, about) =>
  about.team !== null && message.seat !== null && message.view.seats[message.seat].team === about.team;

/**
 * The side of a seat, as a class: one's own or the other; for who watches, the number of the team.
 * @param {Page.Round} message
 * @param {Wire.SeatJson} about
 */
function team(message, about) {
  if (about.team === null) return "";
  if (message.seat === null) return ` team-${about.team}`;
  return isPartner(message, about) ? " ours" : " theirs";
}

/**
 * @param {Page.Round} message
 * @param {number} seat
 */
function score(message, seat) {
  const total = message.totals[seat];
  return !total || message.table.levels ? null : h("span", { class: "score" }, signed(total));
}

/** @param {Wire.SeatJson} about */
function countBadge(about) {
  if (about.place)
    return h(
      "span",
      { class: "count out", title: t("web.seat.out", { place: about.place }) },
      h("b", { "aria-hidden": "true" }, about.place),
      h("span", { class: "unseen" }, t("web.seat.out", { place: about.place })),
    );
  return h(
    "span",
    { class: `count${about.count <= 2 ? " few" : ""}`, title: t("web.seat.cards", { n: about.count }) },
    cardPicture("back"),
    h("b", { "aria-hidden": "true" }, about.count),
    h("span", { class: "unseen" }, t("web.seat.cards", { n: about.count })),
  );
}
