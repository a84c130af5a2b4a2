// What the page knows. Everything drawn comes from here; messages of the server and the person's taps change it.

export const state = {
  status: "connecting",
  you: { name: "" },
  language: "en",
  games: [],
  tables: [],
  view: "lobby",
  room: null,
  table: null,
  hand: null,
  missing: false,
  dialog: null,
  replay: null,
  linkCode: "",
  luck: "",
  busy: false,
  newGame: { game: "", preset: "", level: "normal", options: {}, players: null },
  picks: { decision: "", cards: new Set(), pending: 0, local: false },
  raisedLast: new Set(),
  resultSeen: "",
};

/** The seat of the reader at the table shown, or null. */
export const mySeat = () => state.table?.seat ?? null;

export const playerAt = (seat) => state.table?.players.find((player) => player.seat === seat);

const KEPT = "paiju";

/** What this browser remembers between visits: name, language, theme, choices of the lobby. Never a card. */
export function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

export function remember(changes) {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...remembered(), ...changes }));
  } catch {
    // a browser that keeps nothing still plays
  }
}

/** `light`, `dark`, or `auto` (as the system says). */
export function applyTheme(theme = remembered().theme ?? "auto") {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

// -- picked cards: shown at once, settled by the server's word

/** Names for cards of which there may be several copies: `7s`, and `7s#1` for the second. */
export function copyNames(cards) {
  const seen = new Map();
  return cards.map((card) => {
    const copy = seen.get(card) ?? 0;
    seen.set(card, copy + 1);
    return copy ? `${card}#${copy}` : card;
  });
}

/** The card of a copy. */
export const cardOf = (name) => name.split("#")[0];

/** The copies raised now: one's own taps while the server has not answered, else what the server says. */
export function picked() {
  const panel = state.hand?.panel;
  if (state.picks.local && state.picks.decision === panel?.decision) return state.picks.cards;
  const raised = new Set();
  const held = copyNames(state.hand?.cards ?? []);
  for (const card of panel?.picked ?? []) {
    // Copies are all the same to the rules; the one that was tapped stays up.
    const free = held.filter((name) => cardOf(name) === card && !raised.has(name));
    raised.add(free.find((name) => state.raisedLast.has(name)) ?? free[0] ?? card);
  }
  return raised;
}

/** Change the raised cards at once; call the function that comes back when the server has answered. */
export function pickLocally(change) {
  const decision = state.hand.panel.decision;
  if (!state.picks.local || state.picks.decision !== decision) state.picks = { decision, cards: picked(), pending: 0, local: true };
  change(state.picks.cards);
  state.raisedLast = new Set(state.picks.cards);
  const mine = state.picks;
  mine.pending += 1;
  return () => {
    mine.pending -= 1;
    if (mine.pending === 0) mine.local = false;
  };
}
