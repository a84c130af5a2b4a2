// The page's heart: every change of the state becomes one drawing.
// @ts-check

import { afterFrame, morphChildren } from "./base/dom.js";
import { dressWith } from "./base/notices.js";
import { fetchTexts, t } from "./base/texts.js";
import { host, meetHost } from "./host/host.js";
import { applyTheme, keptGames, remembered } from "./state/memory.js";
import { onChange, state } from "./state/state.js";
import { linked } from "./wire/actions.js";
import { route, stepBack } from "./wire/address.js";
import { begin, enter } from "./wire/entrance.js";
import { takeGames } from "./wire/messages.js";
import { noteVisit, watchInstalling, watchVersion } from "./effects/app.js";
import { callBack, watchLooks } from "./effects/calls.js";
import { afterDrawing, beforeDrawing } from "./effects/flights.js";
import { wakeSounds } from "./effects/sounds.js";
import { markDrawn } from "./effects/trace.js";
import { runClocks } from "./views/clock.js";
import { followWidth, watchHand } from "./views/hand.js";
import { watchKeys } from "./views/keys.js";
import { historyView } from "./views/history.js";
import { lessonTitle, lessonView } from "./views/lesson.js";
import { lobbyView } from "./views/lobby.js";
import { layBubbles } from "./views/phrases.js";
import { refusalView } from "./views/refusal.js";
import { replayView, watchReplayKeys } from "./views/replay.js";
import { tableView } from "./views/table.js";
import { dialogView } from "./dialogs/dialog.js";

const app = /** @type {HTMLElement} */ (document.getElementById("app"));
const overlay = /** @type {HTMLElement} */ (document.getElementById("overlay"));
const VIEWS = { lobby: lobbyView, table: tableView, replay: replayView, lesson: lessonView, history: historyView };
let drawing = false;

/** Draw soon; many calls make one drawing. A card that a finger has raised is shown first, and the rest after that
 * frame. */
function draw() {
  if (drawing) return;
  drawing = true;
  const soon = state.raisedByHand ? afterFrame : requestAnimationFrame;
  state.raisedByHand = false;
  soon(() => {
    drawing = false;
    const start = performance.now();
    const before = beforeDrawing();
    // A step of a lesson is a table as any other, and a round that is over lies on one.
    const lies = state.lesson?.found || state.view === "replay";
    app.dataset.view = state.refused ? "refused" : lies ? "table" : state.view;
    morphChildren(app, viewNow());
    const dialog = dialogView();
    // Closed before it goes, so that the focus returns to where it was.
    if (!dialog) overlay.querySelector("dialog")?.close();
    morphChildren(overlay, dialog ? [dialog] : []);
    const shown = overlay.querySelector("dialog");
    if (shown && !shown.open) shown.showModal();
    document.title = titleNow();
    followWidth();
    afterDrawing(before);
    callBack();
    layBubbles();
    host().back(state.refused ? null : stepBack());
    noteVisit();
    markDrawn(start);
  });
}

function viewNow() {
  return state.refused ? refusalView() : VIEWS[state.view]();
}

function titleNow() {
  const mine = state.hand?.panel?.my_turn ? `● ${t("web.turn.mine")} · ` : "";
  if (state.view === "table" && state.table) return `${mine}${state.table.table.heading}`;
  if (state.view === "lesson") return lessonTitle();
  return state.view === "replay" && state.replay?.found ? state.replay.found.heading : "Paiju 牌局";
}

async function start() {
  meetHost();
  onChange(draw);
  dressWith(linked);
  applyTheme();
  const kept = remembered();
  const asked = kept.language ?? navigator.language ?? "en";
  state.language = asked.toLowerCase().startsWith("zh") ? "zh" : "en";
  state.you = { name: kept.name ?? "" };
  state.newGame = { ...state.newGame, ...(kept.newGame ?? {}), options: {} };
  takeGames(keptGames(state.language));
  const begun = begin(); // on its way while the words come
  await fetchTexts(state.language);
  addEventListener("hashchange", route);
  watchKeys();
  watchHand();
  watchReplayKeys();
  runClocks();
  wakeSounds();
  watchLooks();
  watchVersion();
  watchInstalling();
  route();
  await enter(begun);
}

start();
