// A line to the server: one WebSocket, opened again when it drops.
// What was not acknowledged is sent again under the same id, which the server takes once.
// @ts-check

const BACKOFF = [250, 500, 1000, 2000, 4000, 8000];
const REPLACED = 4001;
const ENDED = 4003;
const LOOK_EVERY = 15_000;
/** After a sleep of so many milliseconds a line may be dead without knowing. */
const ASLEEP = 60_000;

export class Link {
  /** @type {WebSocket | null} */
  #socket = null;
  #tries = 0;
  #serial = 0;
  /** @type {Map<string, { full: object, resolve: (answer: Wire.AckJson) => void }>} */
  #waiting = new Map();
  #timer = 0;
  #greeted = false;
  #awake = Date.now();
  #run = crypto.getRandomValues(new Uint32Array(2)).reduce((text, word) => text + word.toString(36), "");

  /**
   * `place()` is where the server hears; `hello()` gives the greeting; `onMessages(list)` takes what comes;
   * `onStatus(text)` hears `open`, `closed`, `elsewhere`, `ended`.
   * @param {Page.Ends} ends
   */
  constructor({ place, hello, onMessages, onStatus }) {
    this.place = place;
    this.hello = hello;
    this.onMessages = onMessages;
    this.onStatus = onStatus;
    addEventListener("online", () => this.#socket && this.connect());
    document.addEventListener("visibilitychange", () => this.#look(true));
    setInterval(() => this.#look(false), LOOK_EVERY);
  }

  /** Whoever looks again (`returned`: just now) finds a living line: hours of sleep leave one that only seems open. */
  #look(returned) {
    if (document.visibilityState !== "visible") return;
    const slept = Date.now() - this.#awake > ASLEEP;
    this.#awake = Date.now();
    if (!this.#socket) return;
    if (slept) {
      const old = this.#socket;
      this.#socket = null;
      old.close();
    }
    if (slept || returned) this.connect();
  }

  connect() {
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.#timer);
    const place = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${this.place()}`;
    const early = globalThis.line; // begun while the page was still on its way, perhaps for somebody else
    globalThis.line = null;
    const fits = early && early.readyState <= WebSocket.OPEN && early.url === place;
    if (early && !fits) early.close();
    const socket = fits ? early : new WebSocket(place);
    this.#socket = socket;
    this.#greeted = false;
    const hail = () => socket.send(JSON.stringify({ t: "hello", ...this.hello() }));
    if (socket.readyState === WebSocket.OPEN) hail();
    else socket.onopen = hail;
    socket.onmessage = (event) => this.#take(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      const resting = { [REPLACED]: "elsewhere", [ENDED]: "ended" }[event.code];
      this.onStatus(resting ?? "closed");
      if (resting) return;
      this.#timer = setTimeout(() => this.connect(), BACKOFF[Math.min(this.#tries++, BACKOFF.length - 1)]);
    };
  }

  /**
   * Say a command; the promise holds the acknowledgement.
   * @param {Wire.Request} message
   * @returns {Promise<Wire.AckJson>}
   */
  send(message) {
    const id = `${this.#run}-${++this.#serial}`;
    const full = { ...message, id };
    return new Promise((resolve) => {
      this.#waiting.set(id, { full, resolve });
      if (this.#greeted) this.#socket?.send(JSON.stringify(full));
    });
  }

  /**
   * Say something that needs no answer and is not repeated.
   * @param {Wire.WatchJson} message
   */
  mention(message) {
    if (this.#greeted) this.#socket?.send(JSON.stringify(message));
  }

  /** Greet anew, after a language or name was changed. */
  greet() {
    if (this.#greeted) this.#socket?.send(JSON.stringify({ t: "hello", ...this.hello() }));
  }

  /** @param {Wire.ToPage | Wire.ToPage[]} list */
  #take(list) {
    const messages = Array.isArray(list) ? list : [list];
    for (const message of messages) if (message.t === "welcome" && !this.#greeted) this.#resume();
    this.onMessages(messages);
    for (const message of messages) {
      const asked = message.t === "ack" ? this.#waiting.get(message.id) : undefined;
      if (message.t !== "ack" || !asked) continue;
      this.#waiting.delete(message.id);
      asked.resolve(message);
    }
  }

  #resume() {
    this.#greeted = true;
    this.#tries = 0;
    this.onStatus("open");
    for (const { full } of this.#waiting.values()) this.#socket?.send(JSON.stringify(full));
  }
}
