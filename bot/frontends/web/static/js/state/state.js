// What the page knows: everything drawn comes from here; messages of the server and the person's taps change it.
// @ts-check

/** @type {Page.State} */
export const state = {
  status: "connecting",
  you: { name: "" },
  share: "",
  refused: null,
  noted: "",
  language: "en",
  games: [],
  tables: [],
  view: "lobby",
  tableKey: null,
  table: null,
  hand: null,
  missing: false,
  dialog: null,
  replay: null,
  history: null,
  lesson: null,
  lessons: null,
  linkCode: "",
  luck: "",
  hint: null,
  promiseOpen: false,
  busy: false,
  newGame: { game: "", preset: "", level: "normal", options: {}, players: null },
  picks: { decision: "", cards: new Set(), pending: 0, local: false },
  raisedLast: new Set(),
  raisedByHand: false,
  said: [],
  tableAt: 0,
  swept: "",
};

/** The seat of the reader at the table shown, or null. */
export const mySeat = () => state.table?.seat ?? null;

/** The table shown stands in a chat: friends join there, its address here opens nothing to them. */
export const isOfChat = () => /^table-\d+$/.test(state.tableKey ?? "");

/**
 * Who holds a seat of the table that is shown.
 * @param {number} seat
 */
export const playerAt = (seat) =>
  /** @type {Wire.PlayerJson} */ (state.table?.players.find((player) => player.seat === seat));

/**
 * A seat that no person holds: empty, or played by an AI player, who makes room.
 * @param {Wire.PlayerJson} player
 */
export const isOnOffer = (player) => player.kind !== "person" || player.stand_in;

let redraw = () => {};

/**
 * Let the drawing, which lies above everything that changes the state, hear of every change. There is one.
 * @param {() => void} listener
 */
export function onChange(listener) {
  redraw = listener;
}

/** Say that the state has changed, so that the page is drawn anew soon. */
export const changed = () => redraw();

/**
 * Lay a dialog over the page: its `kind`, and what it shows.
 * @param {Page.Dialog} dialog
 */
export function openDialog(dialog) {
  state.dialog = dialog;
  changed();
}

export function closeDialog() {
  state.dialog = null;
  changed();
}
