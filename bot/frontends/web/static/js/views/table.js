// The table: who sits round it, what lies on it, whose turn it is.
// @ts-check

import { drawAhead } from "../base/cards.js";
import { h, part } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { language, t } from "../base/texts.js";
import { changed, isOfChat, mySeat, openDialog, playerAt, state } from "../state/state.js";
import { setSound, soundOn } from "../effects/sounds.js";
import { act } from "../wire/actions.js";
import { facts } from "./facts.js";
import { handArea } from "./hand.js";
import { logList } from "./log.js";
import { connection, fan, signed, tool } from "./parts.js";
import { saidList } from "./phrases.js";
import { calledAt, laid } from "./player.js";
import { promise } from "./promise.js";
import { resultPanel } from "./result.js";
import { around, rowsOf, seatsView } from "./seats.js";
import { resumeButton, waiting } from "./waiting.js";
import { termed } from "../wire/terms.js";

/** Where the log has a column of its own. */
const WIDE = matchMedia("(min-width: 1000px)");

export function tableView() {
  const message = /** @type {Page.Round | null} */ (state.table);
  if (!message)
    return [
      topBar(null),
      h(
        "main",
        { class: "board empty", "data-key": "board" },
        connection(),
        h("div", { class: "loading" }, h("p", {}, missingWord()), state.missing && !isOfChat() ? resumeButton() : null),
      ),
    ];
  const inRound = message.view && !message.table.parked && ["playing", "between", "over"].includes(message.table.state);
  const over = isOver(message);
  const beside = WIDE.matches;
  return [
    topBar(message),
    h(
      "main",
      { class: `board${message.table.state === "playing" ? " playing" : ""}`, "data-key": "board" },
      connection(),
      h(
        "div",
        { class: "play-area", "data-key": "area" },
        facts(message),
        inRound && !over
          ? part("section", "felt", [message, state.swept, language()], () => felt(message))
          : quietFelt(inRound ? middle(message, over) : waiting(message)),
        inRound ? handArea(message) : null,
      ),
      inRound || saidList()
        ? h(
            "aside",
            { class: "side", "data-key": "side", "aria-label": t("web.log.title") },
            scores(message),
            inRound ? h("h2", {}, t("web.log.title")) : null,
            saidList(),
            inRound
              ? part("div", "log", [message, beside, language()], () =>
                  h("div", { "data-key": "log" }, beside ? logList() : null),
                )
              : null,
          )
        : null,
    ),
  ];
}

/**
 * The felt of a round: seats, what lies before them, what is said in the middle.
 * @param {Page.Round} message
 */
export function felt(message) {
  drawAhead();
  const seats = around(message).length;
  const kind = message.table.suited ? " of-tricks" : ""; // there all plays of a trick count until its end
  return h(
    "section",
    {
      class: `felt ring-of-${seats}${kind}${message.view.phase === "play" ? "" : " before-play"}`,
      "data-key": "felt",
      "aria-label": t("web.table.label"),
      style: { "--seats": seats, "--rows": rowsOf(seats) },
    },
    seatsView(message),
    middle(message, false),
    ownPlay(message),
  );
}

const quietFelt = (content) =>
  h("section", { class: "felt", "data-key": "felt", "aria-label": t("web.table.label") }, content);

/** What stands in place of a table. One of a chat is shown to who sits there. */
function missingWord() {
  if (!state.missing) return t("web.table.loading");
  return t(isOfChat() ? "web.host.no_seat" : "web.table.missing");
}

/** @param {Wire.TableJson | null} message */
function topBar(message) {
  const table = message?.table;
  return h(
    "header",
    { class: "bar", "data-key": "bar" },
    h("a", { class: "tool", href: "#/", "aria-label": t("web.tool.lobby"), "data-test": "lobby" }, icon("back")),
    h("div", { class: "where" }, h("h1", {}, table?.heading ?? "Paiju 牌局")),
    h(
      "nav",
      { class: "tools", "aria-label": t("web.nav") },
      table ? soundTool() : null,
      table ? tool("log", "log", () => openDialog({ kind: "log" }), { class: "tool narrow-only" }) : null,
      table ? tool("menu", "menu", () => openDialog({ kind: "menu" })) : null,
    ),
  );
}

/**
 * Whether the result of a round is shown instead of the felt.
 * @param {Page.Round} message
 */
const isOver = (message) => Boolean(message.result && message.table.state !== "playing");

/**
 * What one has laid oneself, nearest to one's own hand.
 * @param {Page.Round} message
 */
function ownPlay(message) {
  const seat = mySeat();
  if (seat === null) return null;
  return h(
    "div",
    { class: "own-play", "data-key": "own-play" },
    message.table.state === "playing" ? laid(message, seat, null, message.view.seats[seat]) : null,
  );
}

/** Sounds off or on, by one tap. */
function soundTool() {
  const on = soundOn();
  return tool(
    on ? "sound" : "silent",
    on ? "sound" : "silent",
    () => {
      setSound(!on);
      changed();
    },
    { "data-test": "sound", "aria-pressed": String(on) },
  );
}

/** @param {Page.Round} message */
function middle(message, over) {
  const view = message.view;
  return h(
    "div",
    { class: "middle", "data-key": "middle" },
    over ? null : piles(view),
    over ? resultPanel(/** @type {Page.Done} */ (message)) : situation(message),
    over || !view.notes.length
      ? null
      : h(
          "ul",
          { class: "notes", "data-test": "notes" },
          view.notes.map((text) => h("li", {}, termed(message.table.game, text))),
        ),
    over ? promise(message) : null,
    motion(message),
  );
}

/** @param {Wire.ViewJson} view */
function piles(view) {
  if (!view.piles.length) return null;
  return h(
    "div",
    { class: "piles", "data-key": "piles" },
    view.piles.map((pile) =>
      h(
        "figure",
        { class: "pile", "data-key": pile.name },
        fan(
          pile.cards ?? Array(Math.min(pile.count, 4)).fill("back"),
          "tiny",
          `${pile.label}: ${pile.text || t("web.seat.cards", { n: pile.count })}`,
        ),
        h("figcaption", {}, pile.cards || pile.count < 5 ? pile.label : `${pile.label} ${pile.count}`),
      ),
    ),
  );
}

/**
 * What is awaited or has just been won, in words; the cards themselves lie before the players.
 * @param {Page.Round} message
 */
function situation(message) {
  const { view } = message;
  const who = view.awaited[0];
  const ended = view.phase === "play" && !view.standing && view.last;
  if (view.standing || !who) return null;
  return h(
    "div",
    { class: "standing", "data-key": "open" },
    ended ? h("p", { class: "last" }, ended.text_by) : null,
    h("p", {}, who.seat === message.seat ? who.mine : `${playerAt(who.seat).name} — ${who.text}`),
  );
}

/** @param {Page.Round} message */
function motion(message) {
  if (!message.motion) return null;
  return h(
    "div",
    { class: "motion", role: "status", "data-key": "motion" },
    h("p", {}, message.motion.text),
    message.seat === null
      ? null
      : h(
          "button",
          {
            class: "danger",
            onclick: () => act.command("vote", { motion: message.motion?.kind }),
            "data-test": "vote",
          },
          t("web.menu.vote"),
        ),
  );
}

/** @param {Page.Round} message */
function scores(message) {
  if (!message.totals.length || message.table.levels) return null;
  const order = message.players
    .map((player) => player.seat)
    .sort((a, b) => (message.totals[b] ?? 0) - (message.totals[a] ?? 0));
  return h(
    "table",
    { class: "scores" },
    h("caption", {}, t("web.scores.title")),
    h(
      "tbody",
      {},
      order.map((seat) =>
        h(
          "tr",
          { class: seat === message.seat ? "me" : "" },
          h("th", { scope: "row" }, calledAt(seat)),
          h("td", {}, signed(message.totals[seat] ?? 0)),
        ),
      ),
    ),
  );
}
