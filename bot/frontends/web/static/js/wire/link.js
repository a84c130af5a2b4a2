// A line to the server: one WebSocket, opened again when it drops.
// What was not acknowledged is sent again under the same id, which the server takes once.

const BACKOFF = [250, 500, 1000, 2000, 4000, 8000];

export class Link {
  #socket = null;
  #tries = 0;
  #serial = 0;
  #waiting = new Map();
  #timer = 0;
  #greeted = false;
  #run = crypto.getRandomValues(new Uint32Array(2)).reduce((text, word) => text + word.toString(36), "");

  /** `hello()` gives the greeting; `onMessages(list)` takes what comes; `onStatus(text)` hears `open`, `closed`. */
  constructor({ hello, onMessages, onStatus }) {
    Object.assign(this, { hello, onMessages, onStatus });
    addEventListener("online", () => this.connect());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.connect());
  }

  connect() {
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.#timer);
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.#socket = socket;
    this.#greeted = false;
    socket.onopen = () => socket.send(JSON.stringify({ t: "hello", ...this.hello() }));
    socket.onmessage = (event) => this.#take(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      this.onStatus(event.code === 4001 ? "elsewhere" : "closed");
      if (event.code === 4001) return;
      this.#timer = setTimeout(() => this.connect(), BACKOFF[Math.min(this.#tries++, BACKOFF.length - 1)]);
    };
  }

  /** Say a command; the promise holds the acknowledgement. */
  send(message) {
    const id = `${this.#run}-${++this.#serial}`;
    const full = { ...message, id };
    return new Promise((resolve) => {
      this.#waiting.set(id, { full, resolve });
      if (this.#greeted) this.#socket.send(JSON.stringify(full));
    });
  }

  /** Say something that needs no answer and is not repeated. */
  mention(message) {
    if (this.#greeted) this.#socket.send(JSON.stringify(message));
  }

  /** Greet anew, after a language or name was changed. */
  greet() {
    if (this.#greeted) this.#socket.send(JSON.stringify({ t: "hello", ...this.hello() }));
  }

  #take(list) {
    const messages = Array.isArray(list) ? list : [list];
    for (const message of messages) if (message.t === "welcome" && !this.#greeted) this.#resume();
    this.onMessages(messages);
    for (const message of messages) {
      if (message.t !== "ack" || !this.#waiting.has(message.id)) continue;
      const { resolve } = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      resolve(message);
    }
  }

  #resume() {
    this.#greeted = true;
    this.#tries = 0;
    this.onStatus("open");
    for (const { full } of this.#waiting.values()) this.#socket.send(JSON.stringify(full));
  }
}
