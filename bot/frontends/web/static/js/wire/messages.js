// What the server says: each message changes the state, and the newest version wins.
// @ts-check

import { forgetSpoken, speak, toast } from "../base/notices.js";
import { fetchTexts, language, t } from "../base/texts.js";
import { host } from "../host/host.js";
import { keepGames, remember, remembered } from "../state/memory.js";
import { changed, state } from "../state/state.js";

/**
 * Take a list of messages, in the order in which they were sent.
 * @param {Wire.ToPage[]} messages
 */
export function take(messages) {
  for (const message of messages) {
    if (message.t === "welcome") welcome(message);
    else if (message.t === "tables") state.tables = message.tables;
    else if (message.t === "table" && message.room === state.tableKey) takeTable(message);
    else if (message.t === "hand" && message.room === state.tableKey) takeHand(message);
    else if (message.t === "said" && message.room === state.tableKey) takeSaid(message);
    else if (message.t === "no_table" && message.room === state.tableKey) state.missing = true;
    else if (message.t === "note" || message.t === "error") toast(message.text);
  }
  changed();
}

/** @param {Wire.WelcomeJson} message */
async function welcome(message) {
  // A new connection may be a new process, whose numbers begin again.
  for (const known of [state.table, state.hand]) if (known) known.version = -1;
  state.you = message.you;
  state.share = message.share;
  takeGames(message.games);
  keepGames(message.language, message.games);
  state.tables = message.tables;
  beginHere();
  noteSession(message.you);
  state.language = message.language;
  remember({ language: message.language, name: message.you.name });
  if (message.language !== language()) {
    await fetchTexts(message.language);
    changed();
  }
}

/**
 * The games that there are; one of them is chosen.
 * @param {Wire.GameJson[]} games
 */
export function takeGames(games) {
  state.games = games;
  const known = games.some((game) => game.key === state.newGame.game);
  if (!known && games.length) state.newGame.game = games[0].key;
}

let begun = false;

/** The table of the chat in which the page was opened is where one begins. */
function beginHere() {
  const channel = begun ? "" : host().channel();
  begun = true;
  const table = channel && state.tables.find((one) => one.channel === channel);
  if (table && state.view === "lobby") location.hash = `#/t/${table.room}`;
}

/** A browser that spoke for an account of a chat, and does not any more, says so once. */
function noteSession({ proved = false }) {
  if (remembered().proved && !proved) toast(t("web.host.signed_out"));
  remember({ proved });
}

/** @param {Wire.TableJson} message */
function takeTable(message) {
  const sameTable = state.table?.table.id === message.table.id;
  if (sameTable && state.table && message.version < state.table.version) return;
  if (!sameTable) {
    forgetSpoken();
    state.said = [];
  }
  state.table = message;
  state.missing = false;
  if (message.seat !== null) state.noted = "";
  state.tableAt = performance.now();
  rememberTable(message);
  if (message.seat === null || message.view === null) state.hand = null;
  speak(message.news);
}

/**
 * Where one sits, so that the lobby can show the way back.
 * @param {Wire.TableJson} message
 */
function rememberTable(message) {
  const before = remembered().rooms ?? [];
  const tableKeys = before.filter((tableKey) => tableKey !== message.room);
  if (message.seat !== null && message.table.state !== "closed") tableKeys.unshift(message.room);
  if (tableKeys.join() !== before.join()) remember({ rooms: tableKeys.slice(0, 5) });
}

/** @param {Wire.HandJson} message */
function takeHand(message) {
  if (state.hand && state.hand.table === message.table && message.version < state.hand.version) return;
  const wasMine = state.hand?.panel?.my_turn;
  state.hand = message;
  if (message.panel?.my_turn && !wasMine) speak([t("web.turn.mine"), message.panel.why_text]);
  if (message.reminder) toast(t("web.turn.hurry"));
  if (message.notice) toast(message.notice);
}

const BUBBLE = 5000;
const LINE = 25000;
let saidSoFar = 0;

/**
 * Somebody at the table said something: a bubble for some seconds, and a line for a while longer.
 * @param {Wire.PhraseJson} message
 */
function takeSaid({ seat, phrase }) {
  const one = { id: (saidSoFar += 1), seat, phrase, fresh: true };
  state.said.push(one);
  setTimeout(() => {
    one.fresh = false;
    changed();
  }, BUBBLE);
  setTimeout(() => {
    state.said = state.said.filter((other) => other !== one);
    changed();
  }, LINE);
}
