// Who one is, proved to the server: a proof is exchanged for the page's own key.
// @ts-check

let key = "";

/** Why nobody was let in: the sentence's code, and whether the same may be tried again. */
export class Refused extends Error {
  /**
   * @param {string} code
   * @param {boolean} again
   */
  constructor(code, again = false) {
    super(code);
    this.code = code;
    this.again = again;
  }
}

/** The key for the first message to the server, where cookies do not travel; else empty. */
export const pageKey = () => key;

/** Exchange a proof. What comes back may name a table to begin at (`room`). */
export async function exchange(path, proof) {
  let answer;
  try {
    answer = await fetch(path, {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(proof),
    });
  } catch {
    throw new Refused("unreachable", true);
  }
  if (answer.status === 429) throw new Refused("hurried", true);
  if (answer.status >= 500) throw new Refused("unreachable", true);
  const found = await answer.json().catch(() => ({}));
  if (found.error === "no_answer") throw new Refused("unreachable", true);
  if (!answer.ok) throw new Refused(answer.status === 401 ? "stale" : "off");
  key = found.token ?? "";
  return found;
}

/** Take the key back: it is good for nobody any more. */
export const endSession = () =>
  fetch("/api/session/end", {
    method: "POST",
    credentials: "same-origin",
    headers: key ? { Authorization: `Bearer ${key}` } : {},
  });
