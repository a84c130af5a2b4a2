// Taking a seat: which ones are on offer, and by what name one is called there.

import { changed, mySeat, openDialog, state } from "../state/state.js";
import { act } from "../wire/actions.js";

/** A seat that no person holds: empty, or played by an AI player, who makes room. */
export const isOnOffer = (player) => player.kind !== "person" || player.stand_in;

/** Take this seat, or any; who has no name yet is asked for one first. */
export function sitDown(seat = null) {
  if (!state.you.name) openDialog({ kind: "name", seat });
  else takeSeat(seat);
}

/** Ask for the seat. Whoever is not seated by that, because a round is played, has one from the next round on. */
export async function takeSeat(seat) {
  const answer = await act.command("join", seat === null ? {} : { seat });
  if (answer.ok && mySeat() === null) state.noted = state.tableKey;
  changed();
}
