// The address of the page: what it names is what is shown.

import { forgetSpoken } from "../base/notices.js";
import { changed, state } from "../state/state.js";
import { askReplay } from "./rounds.js";
import { server } from "./server.js";

/** Go to a place inside the page. */
export function go(place) {
  if (location.hash === place) route();
  else location.hash = place;
}

/** Show what the address names: the lobby, a table or a finished round. */
export function route() {
  const match = /^#\/t\/([\w-]{8,64})$/.exec(location.hash);
  const tableKey = match ? match[1] : null;
  if (tableKey !== state.tableKey) {
    state.table = null;
    state.hand = null;
    state.missing = false;
    forgetSpoken();
  }
  const replay = /^#\/replay\/(M\d{1,9}(?:\.\d{1,5})?)$/.exec(location.hash);
  state.tableKey = tableKey;
  state.view = tableKey ? "table" : replay ? "replay" : "lobby";
  state.dialog = null;
  if (replay) askReplay(replay[1]);
  server.mention({ t: "watch", room: tableKey });
  changed();
  scrollTo(0, 0);
}
