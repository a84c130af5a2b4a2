// The end of a round: who won, the sum behind the points, what was left in the hands, and on to the next.
// @ts-check

import { h } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { capital, t } from "../base/texts.js";
import { playerAt, state } from "../state/state.js";
import { act } from "../wire/actions.js";
import { ask } from "../wire/commands.js";
import { deadline } from "./clock.js";
import { fan, signed } from "./parts.js";
import { portrait, role } from "./player.js";

/** @param {Page.Done} message */
export function resultPanel(message) {
  const { result, table } = message;
  const me = result.mine;
  const mine = me !== null && !result.void;
  const won = mine && result.won.includes(me);
  const matchOver = result.winner !== null;
  const drawn = !result.void && !result.won.length;
  const heading = drawn ? t("web.result.drawn") : mine ? t(won ? "web.result.won" : "web.result.lost") : result.title;
  return h(
    "section",
    {
      class: `result${won ? " won" : mine && !drawn ? " lost" : ""}`,
      "data-key": `r${table.match}.${table.round}`,
      "aria-labelledby": "result-title",
      "data-test": "result",
    },
    faces(message),
    h("h2", { id: "result-title" }, heading),
    result.lines.length > 1
      ? h(
          "ul",
          { class: "sum lines" },
          result.lines.map((text) => h("li", {}, text)),
        )
      : h("p", { class: "sum" }, result.lines),
    race(message),
    matchOver
      ? h("p", { class: "match-won" }, result.winner?.length ? icon("trophy") : null, h("b", {}, result.match_line))
      : null,
    earned(message),
    message.seat === null ? null : nextButton(message, matchOver),
    waitingTime(message),
    result.void ? null : sides(message),
    lastTrick(result),
    h(
      "div",
      { class: "more" },
      result.void || !table.match
        ? null
        : h(
            "button",
            {
              class: "link",
              onclick: () => ask({ t: "replay", round: `M${table.match}.${table.round}` }),
              "data-test": "look-back",
            },
            t("web.replay.look"),
          ),
    ),
  );
}

/**
 * Who won, face by face.
 * @param {Page.Done} message
 */
function faces({ result }) {
  const players = result.void ? [] : result.won.map(playerAt).filter((player) => player && player.kind !== "empty");
  if (!players.length) return null;
  return h(
    "div",
    { class: "winners", "aria-hidden": "true" },
    players.map((player, i) =>
      h("span", { class: `avatar ${player.kind} tone-${player.seat % 6}`, style: { "--i": i } }, portrait(player)),
    ),
  );
}

/**
 * What the round has brought once for all to whoever looks at it.
 * @param {Page.Done} message
 */
function earned(message) {
  const told = state.hand && state.hand.table === message.table.id ? state.hand.earned : [];
  if (!told.length) return null;
  return h(
    "ul",
    { class: "earned", "data-test": "earned" },
    told.map((text, at) => h("li", { "data-key": `e${at}` }, icon("trophy"), text)),
  );
}

/**
 * Who won and lost together first, then the people of each side; or everybody by points.
 * @param {Page.Done} message
 */
function sides(message) {
  const { result, totals } = message;
  const byPoints = (a, b) => result.points[b] - result.points[a];
  const line = (seat) => pointLine(message, seat, totals[seat]);
  if (!result.sides.length)
    return h(
      "ol",
      { class: "points" },
      result.names
        .map((_, seat) => seat)
        .sort(byPoints)
        .map(line),
    );
  return h(
    "ol",
    { class: "sides" },
    result.sides.map((side, at) =>
      h(
        "li",
        { class: side.won ? "side-won" : "", "data-key": `side${at}` },
        h(
          "h3",
          {},
          side.won ? icon("check") : null,
          capital(side.name),
          side.won ? h("small", {}, t("web.result.side_won")) : null,
        ),
        h("ol", { class: "points" }, side.seats.map(line)),
      ),
    ),
  );
}

/**
 * How far each side has come, where a match is about levels.
 * @param {Page.Done} message
 */
function race(message) {
  if (!message.race.length) return null;
  return h(
    "ul",
    { class: "race", "data-test": "race" },
    message.race.map((side, at) =>
      h(
        "li",
        { "data-key": `race${at}` },
        h("b", {}, side.team),
        h("span", { class: "track", "aria-hidden": "true" }, h("i", { style: { "--part": side.part } })),
        h("span", {}, side.levels),
      ),
    ),
  );
}

/**
 * Who laid what last, in order: the play that won was never seen otherwise.
 * @param {Wire.ResultJson} result
 */
function lastTrick(result) {
  if (!result.trick.length) return null;
  return h(
    "div",
    { class: "last-trick", "data-test": "last-trick" },
    h("small", {}, t("web.result.last_trick")),
    h(
      "ol",
      {},
      result.trick.map((play, at) =>
        h(
          "li",
          { class: play.won ? "won" : play.alone ? "alone" : "", "data-key": `l${at}` },
          h("b", {}, play.name),
          fan(play.cards, "tiny", play.text),
        ),
      ),
    ),
  );
}

/**
 * How long the others are waited for, once somebody is ready.
 * @param {Page.Done} message
 */
function waitingTime(message) {
  const left = Object.values(message.seconds);
  if (message.table.state !== "between" || !left.length) return null;
  const longest = Math.max(...left);
  return h(
    "p",
    { class: "hint", "data-test": "ready-time" },
    t("web.result.starts"),
    " ",
    h("b", { role: "timer", "data-until": deadline(longest, state.tableAt) }, Math.ceil(longest)),
    " ",
    t("web.result.seconds"),
  );
}

/**
 * @param {Page.Done} message
 * @param {number} seat
 */
function pointLine(message, seat, total) {
  const { result, table } = message;
  const left = result.left[seat];
  const points = result.points[seat];
  const player = playerAt(seat);
  const alone = result.sides.length === 0;
  return h(
    "li",
    { class: seat === result.mine ? "me" : "" },
    h(
      "span",
      { class: "who" },
      player && player.kind !== "empty"
        ? h("span", { class: `avatar ${player.kind} tone-${seat % 6}` }, portrait(player))
        : null,
      h("b", {}, result.names[seat]),
      place(message, seat),
      alone && result.won.includes(seat) ? icon("check") : null,
      role({
        role: result.roles[seat] ?? "",
        role_name: result.role_names[seat] ?? "",
        role_art: result.role_arts[seat] ?? "",
      }),
      player?.kind === "person" && player.ready && table.state === "between"
        ? h("small", { class: "is-ready" }, t("web.result.is_ready"))
        : null,
    ),
    table.levels || points === undefined
      ? null
      : h("span", { class: `points-now ${points > 0 ? "plus" : points < 0 ? "minus" : ""}` }, signed(points)),
    h(
      "span",
      { class: "total" },
      total === undefined || table.levels ? "" : totalLine(total, points ?? 0),
    ),
    left?.length ? h("span", { class: "left" }, fan(left, "tiny", t("web.result.left"))) : null,
  );
}

/** The sum of all rounds, which runs up to what it is now. */
function totalLine(total, points) {
  const [before, after] = t("web.result.total", { total: "\n" }).split("\n");
  return [before, h("span", { "data-count-from": total - points, "data-count-to": total }, signed(total)), after];
}

/**
 * In which place a seat went out, where the game counts that.
 * @param {Page.Done} message
 * @param {number} seat
 */
function place(message, seat) {
  const found = message.view?.seats[seat].place;
  return found
    ? h(
        "span",
        { class: "place", title: t("web.seat.out", { place: found }) },
        found,
        h("span", { class: "unseen" }, `. ${t("web.seat.out", { place: found })}`),
      )
    : null;
}

/**
 * The one way on: it says what happens. Who plays with others is ready with it, and the last one deals.
 * @param {Page.Done} message
 */
function nextButton(message, matchOver) {
  const people = message.players.filter((player) => player.kind === "person" && !player.away && !player.stand_in);
  const ready = message.players[message.seat ?? -1]?.ready;
  const waited = people.filter((player) => !player.me && !player.ready);
  if (matchOver || message.table.state === "over") {
    return h(
      "div",
      { class: "go" },
      h(
        "button",
        { class: "primary big", onclick: () => act.command("deal"), "data-test": "again" },
        t("web.result.again"),
      ),
      h("a", { class: "secondary big", href: "#/" }, t("web.tool.lobby")),
      message.draws
        ? h(
            "p",
            { class: "hint" },
            h(
              "button",
              { class: "link", onclick: () => act.command("shuffle"), "data-test": "shuffle" },
              t("web.result.shuffle"),
            ),
            message.draws === "sides"
              ? [
                  " · ",
                  h(
                    "button",
                    {
                      class: "link",
                      onclick: () => act.command("shuffle", { balanced: true }),
                      "data-test": "balance",
                    },
                    t("web.result.balance"),
                  ),
                ]
              : null,
          )
        : null,
    );
  }
  const names = waited.map((player) => player.name).join(t("web.result.and"));
  if (ready && waited.length) {
    return h(
      "div",
      { class: "go" },
      h(
        "p",
        { class: "ready-wait", role: "status", "data-test": "ready-wait" },
        icon("check"),
        t("web.result.ready_wait", { names }),
      ),
      h(
        "button",
        { class: "link", onclick: () => act.command("deal"), "data-test": "deal-now" },
        t("web.result.deal_now"),
      ),
    );
  }
  const alone = people.every((player) => player.me);
  return h(
    "div",
    { class: "go" },
    h(
      "button",
      { class: "primary big", onclick: () => act.command(alone ? "deal" : "ready"), "data-test": "next" },
      h("span", {}, t("web.result.next")),
      waited.length ? h("small", {}, t("web.result.next_waits", { names })) : null,
    ),
  );
}
