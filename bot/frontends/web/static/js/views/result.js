// The end of a round: who won, the sum behind the points, what was left in the hands, and on to the next.

import { h } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { t } from "../base/texts.js";
import { state } from "../state/state.js";
import { act } from "../wire/actions.js";
import { ask } from "../wire/commands.js";
import { deadline } from "./clock.js";
import { fan, signed } from "./parts.js";
import { role } from "./player.js";

export function resultPanel(message) {
  const { result, table, totals } = message;
  const me = result.mine;
  const mine = me !== null && !result.void;
  const won = mine && result.won.includes(me);
  const matchOver = result.winner !== null;
  const drawn = !result.void && !result.won.length;
  const heading = mine ? t(won ? "web.result.won" : drawn ? "web.result.drawn" : "web.result.lost") : result.title;
  const order = result.points.map((_, seat) => seat).sort((a, b) => result.points[b] - result.points[a]);
  return h("section", { class: `result${won ? " won" : mine && !drawn ? " lost" : ""}`, "data-key": `r${table.match}.${table.round}`, "aria-labelledby": "result-title", "data-test": "result" },
    won ? h("span", { class: "sparks", "aria-hidden": "true" }, Array.from({ length: 14 }, (_, i) => h("i", { style: { "--i": i } }))) : null,
    h("h2", { id: "result-title" }, heading),
    lastTrick(result),
    result.lines.length > 2
      ? h("ul", { class: "sum lines" }, result.lines.map((text) => h("li", {}, text)))
      : h("p", { class: "sum" }, result.lines.join(" · ")),
    result.void ? null : h("ol", { class: "points" }, order.map((seat) => pointLine(message, seat, totals[seat]))),
    race(message),
    matchOver ? h("p", { class: "match-won" }, icon("trophy"), h("b", {}, result.match_line)) : null,
    message.seat === null ? null : nextButtons(message, matchOver),
    waitingTime(message),
    result.void || !table.match ? null : h("button", { class: "link", onclick: () => ask({ t: "replay", round: `M${table.match}.${table.round}` }), "data-test": "look-back" }, t("web.replay.look")),
  );
}

/** How far each side has come, where a match is about levels. */
function race(message) {
  if (!message.race.length) return null;
  return h("ul", { class: "race", "data-test": "race" }, message.race.map((side, at) => h("li", { "data-key": `race${at}` },
    h("b", {}, side.team), h("span", { class: "track", "aria-hidden": "true" }, h("i", { style: { "--part": side.part } })), h("span", {}, side.levels))));
}

/** Who laid what last, in order: the play that won was never seen otherwise. */
function lastTrick(result) {
  if (!result.trick.length) return null;
  return h("div", { class: "last-trick", "data-test": "last-trick" },
    h("small", {}, t("web.result.last_trick")),
    h("ol", {}, result.trick.map((play, at) => h("li", { class: play.won ? "won" : "", "data-key": `l${at}` },
      h("b", {}, play.name), fan(play.cards, "tiny", play.text)))));
}

/** How long the others are waited for, once somebody is ready. */
function waitingTime(message) {
  const left = Object.values(message.seconds);
  if (message.table.state !== "between" || !left.length) return null;
  const longest = Math.max(...left);
  return h("p", { class: "hint", "data-test": "ready-time" }, t("web.result.starts"), " ",
    h("b", { role: "timer", "data-until": deadline(longest, state.tableAt) }, Math.ceil(longest)), " ", t("web.result.seconds"));
}

function pointLine(message, seat, total) {
  const { result } = message;
  const left = result.left[seat];
  const points = result.points[seat];
  return h("li", { class: seat === result.mine ? "me" : "" },
    h("span", { class: "who" }, result.won.includes(seat) ? icon("check") : null, h("b", {}, result.names[seat]), role({ role: result.roles[seat] ?? "", role_name: result.role_names[seat] ?? "", role_art: result.role_arts[seat] ?? "" })),
    message.table.levels ? null : h("span", { class: `points-now ${points > 0 ? "plus" : points < 0 ? "minus" : ""}` }, signed(points)),
    h("span", { class: "total" }, total === undefined || message.table.levels ? "" : t("web.result.total", { total: signed(total) })),
    left?.length ? h("span", { class: "left" }, fan(left, "tiny", t("web.result.left"))) : null,
  );
}

function nextButtons(message, matchOver) {
  const people = message.players.filter((player) => player.kind === "person" && !player.away && !player.stand_in);
  const ready = message.players[message.seat]?.ready;
  const others = people.filter((player) => !player.me);
  if (matchOver || message.table.state === "over") {
    return h("div", { class: "go" },
      h("button", { class: "primary big", onclick: () => act.command("deal"), "data-test": "again" }, t("web.result.again")),
      h("a", { class: "secondary big", href: "#/" }, t("web.tool.lobby")));
  }
  if (!others.length) return h("div", { class: "go" }, h("button", { class: "primary big", onclick: () => act.command("deal"), "data-test": "next" }, t("web.result.next")));
  return h("div", { class: "go" },
    h("button", { class: "primary big", disabled: ready, onclick: () => act.command("ready"), "data-test": "ready" }, ready ? t("web.result.ready_wait", { n: others.filter((player) => !player.ready).length }) : t("web.result.ready")),
    h("button", { class: "secondary", onclick: () => act.command("deal"), "data-test": "next" }, t("web.result.next")));
}
