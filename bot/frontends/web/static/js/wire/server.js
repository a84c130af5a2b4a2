// The page's one link to its server: what it greets with, and who hears what comes.
// @ts-check

import { pageKey } from "../host/proof.js";
import { remembered } from "../state/memory.js";
import { changed, state } from "../state/state.js";
import { Link } from "./link.js";
import { take } from "./messages.js";

export const server = new Link({
  // Where a proof was exchanged, the first message says for whom we speak: cookies do not travel in every frame.
  place: () => (pageKey() ? "/ws?key=first" : "/ws"),
  hello: () => ({
    key: pageKey() || undefined,
    name: state.you.name,
    language: state.language,
    room: state.tableKey,
    rooms: remembered().rooms ?? [],
  }),
  onMessages: take,
  onStatus: (status) => {
    state.status = status;
    if (status === "ended") state.refused = { code: "ended", again: false };
    changed();
  },
});
