// What was played, newest first: who sat there, how it ended, and the way to look back on each round.
// @ts-check

import { h } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { capital, language, t } from "../base/texts.js";
import { state } from "../state/state.js";
import { ask } from "../wire/commands.js";
import { moreHistory } from "../wire/rounds.js";
import { connection, signed } from "./parts.js";
import { portrait } from "./player.js";

/** The reader's own way of writing times, in the language of the page. */
const locale = () => navigator.languages.find((one) => one.startsWith(language())) ?? language();
const DAY = 86400000;

export function historyView() {
  const found = state.history;
  return [
    h(
      "header",
      { class: "bar", "data-key": "bar" },
      h("a", { class: "tool", href: "#/", "aria-label": t("web.tool.lobby"), "data-test": "lobby" }, icon("back")),
      h("div", { class: "where" }, h("h1", {}, t("web.history.title"))),
      h(
        "nav",
        { class: "tools", "aria-label": t("web.nav") },
        h(
          "button",
          {
            class: "tool",
            "aria-label": t("web.tool.stats"),
            title: t("web.tool.stats"),
            onclick: () => ask({ t: "stats" }),
            "data-test": "my-stats",
          },
          icon("chart"),
        ),
      ),
    ),
    h(
      "main",
      { class: "history", "data-key": "history", "data-test": "history-view" },
      connection(),
      !found
        ? h("p", { class: "quiet-words" }, t("web.history.loading"))
        : found.matches.length
          ? days(found.matches)
          : h("p", { class: "quiet-words", "data-test": "no-history" }, t("web.history.empty")),
      found?.more
        ? h("button", { class: "secondary", onclick: moreHistory, "data-test": "earlier" }, t("web.history.more"))
        : null,
    ),
  ];
}

/** @param {Wire.MatchJson[]} matches */
function days(matches) {
  const groups = new Map();
  for (const match of matches) {
    const day = new Date(match.at * 1000).setHours(0, 0, 0, 0);
    groups.set(day, [...(groups.get(day) ?? []), match]);
  }
  return [...groups].map(([day, some]) =>
    h(
      "section",
      { class: "day", "data-key": `d${day}` },
      h("h2", {}, dayName(day)),
      h("ol", { class: "matches" }, some.map(matchView)),
    ),
  );
}

/** @param {number} day */
function dayName(day) {
  const ago = Math.round((new Date().setHours(0, 0, 0, 0) - day) / DAY);
  if (ago < 2) return capital(new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(-ago, "day"));
  const year = new Date(day).getFullYear() === new Date().getFullYear() ? undefined : "numeric";
  return new Intl.DateTimeFormat(locale(), { weekday: "long", day: "numeric", month: "long", year }).format(day);
}

/** @param {Wire.MatchJson} match */
function matchView(match) {
  const began = new Date(match.at * 1000);
  const mine = match.mine === null ? undefined : match.points[match.mine];
  const game = state.games.find((one) => one.key === match.game);
  return h(
    "li",
    { class: `match${match.won.includes(match.mine ?? -1) ? " won" : ""}`, "data-key": match.id },
    game ? h("img", { class: "art", src: game.picture, alt: "", width: "60", height: "40" }) : null,
    h(
      "div",
      { class: "what" },
      h("h3", {}, match.name),
      h(
        "small",
        {},
        h(
          "time",
          { datetime: began.toISOString() },
          new Intl.DateTimeFormat(locale(), { timeStyle: "short" }).format(began),
        ),
        ` · ${match.status}`,
      ),
    ),
    mine === undefined || match.race.length
      ? null
      : h("b", { class: `points-now ${mine > 0 ? "plus" : mine < 0 ? "minus" : ""}` }, signed(mine)),
    h("ul", { class: "people" }, match.players.map((player) => personView(match, player))),
    match.race.length
      ? h(
          "ul",
          { class: "race" },
          match.race.map((side, at) =>
            h(
              "li",
              { "data-key": `race${at}` },
              h("b", {}, side.team.replace(/^[🔵🟠] ?/u, "")),
              h("span", { class: "track", "aria-hidden": "true" }, h("i", { style: { "--part": side.part } })),
              h("span", {}, side.levels),
            ),
          ),
        )
      : null,
    match.rounds.length
      ? h("ol", { class: "rounds" }, match.rounds.map(roundView))
      : h("p", { class: "quiet-words" }, t("web.history.none_finished")),
  );
}

/**
 * @param {Wire.MatchJson} match
 * @param {Wire.PlayerJson} player
 */
function personView(match, player) {
  const won = match.won.includes(player.seat);
  const me = player.seat === match.mine;
  return h(
    "li",
    { class: me ? "me" : "", "data-key": `p${player.seat}` },
    h("span", { class: `avatar ${player.kind} tone-${player.seat % 6}` }, portrait(player)),
    h("span", {}, me ? t("web.history.you") : player.name),
    won ? [icon("trophy"), h("span", { class: "unseen" }, t("web.history.won"))] : null,
    match.points.length && !me && !match.race.length ? h("small", {}, signed(match.points[player.seat])) : null,
  );
}

/** @param {Wire.PlayedJson} round */
function roundView({ id, number, points }) {
  const label = t("web.history.round", { n: number });
  return h(
    "li",
    { "data-key": id },
    h(
      "a",
      {
        href: `#/replay/${id}`,
        class: "round",
        "data-test": `replay-${id}`,
        title: t("web.history.look", { n: number }),
      },
      icon("replay"),
      h("span", {}, label),
      points === null
        ? null
        : h("b", { class: points > 0 ? "plus" : points < 0 ? "minus" : "" }, signed(points)),
    ),
  );
}
