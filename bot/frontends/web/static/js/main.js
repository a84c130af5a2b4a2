// The page's heart: messages in, one drawing out.

import { installCards } from "./cards.js";
import { h, morphChildren } from "./dom.js";
import { dialogView } from "./dialogs.js";
import { watchHand } from "./hand.js";
import { watchKeys } from "./keys.js";
import { Link } from "./link.js";
import { lobbyView } from "./lobby.js";
import { askReplay, replayView, takeReplay, translateReplay, watchReplayKeys } from "./replay.js";
import { applyTheme, remember, remembered, state } from "./state.js";
import { tableView } from "./table.js";
import { fetchTexts, language, t } from "./texts.js";

const app = document.getElementById("app");
const overlay = document.getElementById("overlay");
let drawing = false;
let spoken = "";

export const link = new Link({
  hello: () => ({ name: state.you.name, language: state.language, room: state.room, rooms: remembered().rooms ?? [] }),
  onMessages: take,
  onStatus: (status) => {
    state.status = status;
    draw();
  },
});

/** Draw soon; many calls make one drawing. */
export function draw() {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    app.dataset.view = state.view;
    morphChildren(app, state.view === "table" ? tableView() : state.view === "replay" ? replayView() : lobbyView());
    const dialog = dialogView();
    // Closed before it goes, so that the focus returns to where it was.
    if (!dialog) overlay.querySelector("dialog")?.close();
    morphChildren(overlay, dialog ? [dialog] : []);
    const shown = overlay.querySelector("dialog");
    if (shown && !shown.open) shown.showModal();
    document.title = titleNow();
  });
}

function titleNow() {
  const mine = state.hand?.panel?.my_turn ? `● ${t("web.turn.mine")} · ` : "";
  return state.view === "table" && state.table ? `${mine}${state.table.table.heading}` : state.view === "replay" && state.replay?.found ? state.replay.found.heading : "Paiju 牌局";
}

function take(messages) {
  for (const message of messages) {
    if (message.t === "welcome") welcome(message);
    else if (message.t === "tables") state.tables = message.tables;
    else if (message.t === "table" && message.room === state.room) takeTable(message);
    else if (message.t === "hand" && message.room === state.room) takeHand(message);
    else if (message.t === "no_table" && message.room === state.room) state.missing = true;
    else if (message.t === "note" || message.t === "error") toast(message.text);
  }
  draw();
}

async function welcome(message) {
  // A new connection may be a new process, whose numbers begin again.
  for (const known of [state.table, state.hand]) if (known) known.version = -1;
  state.you = message.you;
  state.games = message.games;
  state.tables = message.tables;
  const known = state.games.some((game) => game.key === state.newGame.game);
  if (!known && state.games.length) state.newGame.game = state.games[0].key;
  state.language = message.language;
  remember({ language: message.language, name: message.you.name });
  if (message.language !== language()) {
    await fetchTexts(message.language);
    draw();
  }
}

function takeTable(message) {
  const sameTable = state.table?.table.id === message.table.id;
  if (sameTable && message.version < state.table.version) return;
  if (!sameTable) spoken = "";
  state.table = message;
  state.missing = false;
  state.tableAt = performance.now();
  rememberRoom(message);
  if (message.seat === null || message.view === null) state.hand = null;
  speak(message.news);
}

/** Where one sits, so that the lobby can show the way back. */
function rememberRoom(message) {
  const rooms = (remembered().rooms ?? []).filter((room) => room !== message.room);
  if (message.seat !== null && message.table.state !== "closed") rooms.unshift(message.room);
  remember({ rooms: rooms.slice(0, 5) });
}

function takeHand(message) {
  if (state.hand && state.hand.table === message.table && message.version < state.hand.version) return;
  const wasMine = state.hand?.panel?.my_turn;
  state.hand = message;
  state.handAt = performance.now();
  if (message.panel?.my_turn && !wasMine) speak([t("web.turn.mine"), message.panel.why_text]);
  if (message.reminder) toast(t("web.turn.hurry"));
  if (message.notice) toast(message.notice);
}

/** Let screen readers hear what is new. */
function speak(news) {
  const text = news.join(" · ");
  if (!text || text === spoken) return;
  spoken = text;
  const live = document.getElementById("live");
  live.append(h("p", {}, text));
  while (live.childNodes.length > 6) live.firstChild.remove();
}

/** A sentence that goes away by itself. */
export function toast(text) {
  if (!text) return;
  const box = document.getElementById("toasts");
  for (const old of [...box.children]) if (old.textContent === text || box.children.length > 2) old.remove();
  const node = h("p", { class: "toast" }, text);
  box.append(node);
  // Shown anew each time, so that it lies above an open dialog.
  if (box.matches(":popover-open")) box.hidePopover();
  box.showPopover();
  setTimeout(() => node.remove(), Math.max(4500, text.length * 70));
  node.onclick = () => node.remove();
}

/** Send a command and show what comes back. */
export async function ask(message) {
  const answer = await link.send(message);
  if (answer.toast) toast(answer.toast);
  if (answer.screen) state.dialog = { kind: "screen", screen: answer.screen };
  else if (answer.ok && state.dialog?.kind === "screen") state.dialog = null;
  if (answer.replay) {
    takeReplay(answer.replay);
    state.dialog = null;
    go(`#/replay/${answer.replay.id}`);
  }
  if (answer.room) go(`#/t/${answer.room}`);
  draw();
  return answer;
}

/** Go to a place inside the page. */
export function go(place) {
  if (location.hash === place) route();
  else location.hash = place;
}

export function openDialog(dialog) {
  state.dialog = dialog;
  draw();
}

export function closeDialog() {
  state.dialog = null;
  draw();
}

export async function setLanguage(to) {
  remember({ language: to });
  state.language = to;
  await fetchTexts(to);
  draw();
  await ask({ t: "language", to });
  if (state.view === "replay" && state.replay.found) await translateReplay();
}

export function setName(name) {
  const clean = name.trim().slice(0, 24);
  if (clean === state.you.name) return;
  state.you = { name: clean };
  remember({ name: clean });
  link.greet();
}

function route() {
  const match = /^#\/t\/([\w-]{8,64})$/.exec(location.hash);
  const room = match ? match[1] : null;
  if (room !== state.room) {
    state.table = null;
    state.hand = null;
    state.missing = false;
    spoken = "";
  }
  const replay = /^#\/replay\/(M\d{1,9}(?:\.\d{1,5})?)$/.exec(location.hash);
  state.room = room;
  state.view = room ? "table" : replay ? "replay" : "lobby";
  state.dialog = null;
  if (replay) askReplay(replay[1]);
  link.mention({ t: "watch", room });
  draw();
  scrollTo(0, 0);
}

async function start() {
  applyTheme();
  installCards();
  const kept = remembered();
  const asked = kept.language ?? navigator.language ?? "en";
  state.language = asked.toLowerCase().startsWith("zh") ? "zh" : "en";
  state.you = { name: kept.name ?? "" };
  state.newGame = { ...state.newGame, ...(kept.newGame ?? {}), options: {} };
  await fetchTexts(state.language);
  addEventListener("hashchange", route);
  watchKeys();
  watchHand();
  watchReplayKeys();
  route();
  await fetch("/seat", { method: "POST", credentials: "same-origin" });
  link.connect();
}

start();
