// The table: who sits round it, what lies on it, whose turn it is.

import { cardPicture } from "../base/cards.js";
import { h } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { capital, t } from "../base/texts.js";
import { mySeat, openDialog, playerAt, state } from "../state/state.js";
import { act } from "../wire/actions.js";
import { handArea } from "./hand.js";
import { logList } from "./log.js";
import { connection, fan, signed, tool } from "./parts.js";
import { avatar, beside, deedView, lastDeed, marks, role } from "./player.js";
import { saidList } from "./phrases.js";
import { promise } from "./promise.js";
import { resultPanel } from "./result.js";
import { resumeButton, waiting } from "./waiting.js";

export function tableView() {
  const message = state.table;
  if (!message) return [topBar(null), h("main", { class: "board empty", "data-key": "board" }, connection(), h("div", { class: "loading" }, h("p", {}, state.missing ? t("web.table.missing") : t("web.table.loading")), state.missing ? resumeButton() : null))];
  const inRound = message.view && !message.table.parked && ["playing", "between", "over"].includes(message.table.state);
  return [
    topBar(message),
    h("main", { class: `board${message.table.state === "playing" ? " playing" : ""}`, "data-key": "board" },
      connection(),
      h("div", { class: "play-area", "data-key": "area" },
        h("section", { class: `felt${message.players.length > 4 ? " ringed" : ""}`, "data-key": "felt", "aria-label": t("web.table.label") },
          inRound ? opponents(message) : null,
          inRound ? middle(message) : waiting(message),
        ),
        inRound ? handArea(message) : null,
      ),
      h("aside", { class: "side", "data-key": "side", "aria-label": t("web.log.title") }, scores(message), h("h2", {}, t("web.log.title")), saidList(), logList()),
    ),
  ];
}

function topBar(message) {
  const table = message?.table;
  return h("header", { class: "bar", "data-key": "bar" },
    h("a", { class: "tool", href: "#/", "aria-label": t("web.tool.lobby"), "data-test": "lobby" }, icon("back")),
    h("div", { class: "where" }, h("b", {}, table?.heading ?? "Paiju 牌局"), h("small", {}, [table?.round_word, message?.view?.stake].filter(Boolean).join(" · "))),
    h("nav", { class: "tools", "aria-label": t("web.nav") },
      table ? tool("log", "log", () => openDialog({ kind: "log" }), { class: "tool narrow-only" }) : null,
      table ? tool("menu", "menu", () => openDialog({ kind: "menu" })) : null,
    ));
}

/** Seats in the order of play after the reader (or after seat 1 for who only watches), the next one at the right. */
function around(message) {
  const n = message.players.length;
  const me = mySeat();
  const first = me ?? -1;
  return Array.from({ length: me === null ? n : n - 1 }, (_, i) => (first + 1 + i + n) % n);
}

function opponents(message) {
  const seats = around(message);
  return h("ol", { class: `around around-${seats.length}`, "data-key": "around", "aria-label": t("web.table.players") }, seats.map((seat) => opponent(message, seat)));
}

const isAwaited = (message, seat) => message.view.awaited.find((one) => one.seat === seat);

function opponent(message, seat) {
  const player = playerAt(seat);
  const about = message.view.seats[seat];
  const turn = isAwaited(message, seat);
  const deed = about.answered ? null : lastDeed(message, seat);
  const standing = message.view.standing?.seat === seat;
  return h("li", { class: `seat${turn ? " turn" : ""}${team(message, about)}${about.role ? ` ${about.role}` : ""}${player.away || player.stand_in ? " away" : ""}`, "data-key": `seat${seat}`, "data-seat": seat },
    h("div", { class: "head" },
      avatar(message, player, turn),
      h("div", { class: "who" },
        h("b", { class: "name" }, player.name),
        h("span", { class: "tags" }, about.relation ? h("span", { class: `tag ${isPartner(message, about) ? "partner" : "opposite"}` }, about.relation) : null, role(about), marks(about), score(message, seat)),
        player.away ? h("span", { class: "tag" }, t("web.seat.away")) : player.stand_in ? h("span", { class: "tag" }, t("web.seat.stand_in")) : null,
      ),
      countBadge(about),
      beside(about),
    ),
    message.table.state === "playing" ? h("div", { class: "said" }, deedView(deed, turn, standing)) : null,
  );
}

const isPartner = (message, about) => about.team !== null && message.seat !== null && message.view.seats[message.seat].team === about.team;

/** The side of a seat, as a class: one's own or the other; for who watches, the number of the team. */
function team(message, about) {
  if (about.team === null) return "";
  if (message.seat === null) return ` team-${about.team}`;
  return isPartner(message, about) ? " ours" : " theirs";
}

function score(message, seat) {
  const total = message.totals[seat];
  return !total || message.table.levels ? null : h("span", { class: "score" }, signed(total));
}

function countBadge(about) {
  if (about.place) return h("span", { class: "count out", title: t("web.seat.out", { place: about.place }) }, h("b", { "aria-hidden": "true" }, about.place), h("span", { class: "unseen" }, t("web.seat.out", { place: about.place })));
  return h("span", { class: `count${about.count <= 2 ? " few" : ""}`, title: t("web.seat.cards", { n: about.count }) },
    cardPicture("back"), h("b", { "aria-hidden": "true" }, about.count), h("span", { class: "unseen" }, t("web.seat.cards", { n: about.count })));
}

function middle(message) {
  const view = message.view;
  const over = message.result && message.table.state !== "playing";
  return h("div", { class: "middle", "data-key": "middle" },
    over ? null : piles(view),
    over ? resultPanel(message) : standing(message),
    over || !view.notes.length ? null : h("ul", { class: "notes", "data-test": "notes" }, view.notes.map((text) => h("li", {}, text))),
    message.warnings.length ? h("p", { class: "warning" }, message.warnings.join(" ")) : null,
    over ? promise(message) : null,
    motion(message),
  );
}

function piles(view) {
  if (!view.piles.length) return null;
  return h("div", { class: "piles", "data-key": "piles" }, view.piles.map((pile) =>
    h("figure", { class: "pile", "data-key": pile.name },
      fan(pile.cards ?? Array(Math.min(pile.count, 4)).fill("back"), "tiny", `${pile.label}: ${pile.text || t("web.seat.cards", { n: pile.count })}`),
      h("figcaption", {}, pile.cards || pile.count < 5 ? pile.label : `${pile.label} ${pile.count}`))));
}

/** Every card of a trick in which each lays one, one's own too, with its player; the one that leads or won stands out. */
function trick(message, top) {
  const laid = message.view.acts.filter((one) => one.trick === message.view.shown_trick && one.cards.length);
  return h("ol", { class: "trick", "data-test": "trick" }, laid.map((one) => h("li", { class: one.seat === top ? "top" : "", "data-key": `k${one.seat}` },
    fan(one.cards, "single", one.text), h("small", {}, playerAt(one.seat).name))));
}

function standing(message) {
  const view = message.view;
  if (message.table.suited && (view.standing ?? view.last)) {
    const next = view.standing ? null : view.awaited[0];
    return h("div", { class: `standing suited${view.standing ? "" : " open"}`, "data-key": "trick" },
      trick(message, (view.standing ?? view.last).seat),
      view.standing ? null : h("small", {}, view.last.text_by),
      next ? h("p", {}, next.seat === message.seat ? next.mine : `${playerAt(next.seat).name} — ${next.text}`) : null);
  }
  if (view.standing) {
    return h("div", { class: "standing", "data-key": `s${view.acts.length}` },
      fan(view.standing.cards, "large", view.standing.text),
      h("p", {}, view.standing.name ? [h("b", {}, capital(view.standing.name)), " · "] : null, playerAt(view.standing.seat).name));
  }
  const who = view.awaited[0];
  const word = who ? (who.seat === message.seat ? who.mine : `${playerAt(who.seat).name} — ${who.text}`) : "";
  return h("div", { class: "standing open", "data-key": "open" },
    view.last ? h("div", { class: "last" }, fan(view.last.cards, "small faded", view.last.text), h("small", {}, view.last.text_by)) : null,
    h("p", {}, word));
}

function motion(message) {
  if (!message.motion) return null;
  return h("div", { class: "motion", role: "status", "data-key": "motion" }, h("p", {}, message.motion.text),
    message.seat === null ? null : h("button", { class: "danger", onclick: () => act.command("vote", { motion: message.motion.kind }), "data-test": "vote" }, t("web.menu.vote")));
}

function scores(message) {
  if (!message.totals.length || message.table.levels) return null;
  const order = message.players.map((player) => player.seat).sort((a, b) => (message.totals[b] ?? 0) - (message.totals[a] ?? 0));
  return h("table", { class: "scores" }, h("caption", {}, t("web.scores.title")),
    h("tbody", {}, order.map((seat) => h("tr", { class: seat === message.seat ? "me" : "" }, h("th", { scope: "row" }, playerAt(seat).name), h("td", {}, signed(message.totals[seat] ?? 0))))));
}

