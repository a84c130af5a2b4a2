// Cards on their way: each play flies to its place, a trick that is over to who won it; bombs can be felt.
// Only transforms and opacity move; nothing moves for whom motion is unwelcome, or while nobody looks.
// @ts-check

import { h } from "../base/dom.js";
import { changed, state } from "../state/state.js";
import { endedTrick, laidTrick } from "../state/tricks.js";
import { play } from "./sounds.js";

const FLIGHT = 210;
const GATHERING = 240;
const RESTS = 1000;
const COUNTING = 900;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {{ message: Wire.TableJson, swept: string } | null} */
let known = null;
let sweeping = { trick: "", timer: 0 };

/** @param {Wire.TableJson} message */
const roundOf = (message) => `${message?.table.id}.${message?.table.match}.${message?.table.round}`;
const moves = () => !calm.matches && !document.hidden;
const centre = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

/**
 * Where a player sits.
 * @param {number} seat
 */
function placeOf(seat) {
  const face = document.querySelector(
    seat === state.table?.seat ? ".own .avatar" : `.seat[data-seat="${seat}"] .avatar`,
  );
  return face ? centre(face.getBoundingClientRect()) : null;
}

function layer() {
  /** @type {Element} */
  let found = /** @type {any} */ (document.getElementById("flights"));
  if (!found) {
    found = h("div", { id: "flights", "aria-hidden": "true" });
    document.body.append(found);
  }
  return found;
}

/** Before a drawing: where the cards lie, if something of the table is going to change. */
export function beforeDrawing() {
  const message = state.view === "table" ? state.table : null;
  if (!message || !known || (known.message === message && known.swept === state.swept)) return null;
  if (!moves() || roundOf(known.message) !== roundOf(message)) return { laid: [], hand: null };
  /** @type {NodeListOf<HTMLElement>} */
  const lying = document.querySelectorAll(".felt .laid[data-laid]");
  const laid = [...lying].map((node) => ({
    node,
    id: node.dataset.laid,
    box: node.getBoundingClientRect(),
    width: widthOf(/** @type {Element} */ (node.firstElementChild).lastElementChild),
  }));
  const raised = [...document.querySelectorAll(".hand .card.up")].map((card) => centre(card.getBoundingClientRect()));
  const hand = raised.length ? { x: sum(raised, "x") / raised.length, y: sum(raised, "y") / raised.length } : null;
  return { laid, hand };
}

/** @param {Element | null} slot */
const widthOf = (slot) => /** @type {Element} */ (slot).getBoundingClientRect().width;

const sum = (points, axis) => points.reduce((total, point) => total + point[axis], 0);

/** After a drawing: let fly what is new, gather what is over, and say by sound what was done. */
export function afterDrawing(before) {
  const message = state.view === "table" ? state.table : null;
  const last = known;
  known = message ? { message, swept: state.swept } : null;
  if (!message) return;
  awaitSweep(message);
  if (!before || !last || roundOf(last.message) !== roundOf(message)) return;
  const fresh = message.view ? message.view.acts.slice(last.message.view?.acts.length ?? 0) : [];
  sound(message, last.message, fresh);
  if (!moves()) return;
  // All is measured before anything moves: what has moved would have to be laid out anew for each measure.
  const ways = [...flyingIn(before, message, fresh.length), ...movingAside(before)];
  const to = winnersPlace(message, last.message);
  for (const { node, frames, easing } of ways) node.animate(frames, { duration: FLIGHT, easing });
  if (to) gather(before, message, to);
  if (message.result && !last.message.result) countUp();
  const loud = fresh.findLast((act) => act.impact);
  if (loud) boom(loud);
}

/**
 * What has been laid comes from one's hand, or from who laid it.
 * @param {Wire.TableJson} message
 */
function flyingIn(before, message, count) {
  if (!count) return [];
  const first = (message.view?.acts.length ?? 0) - count;
  /** @type {NodeListOf<HTMLElement>} */
  const lying = document.querySelectorAll(".felt .laid[data-laid]");
  const nodes = [...lying].filter((node) => Number(node.dataset.at) >= first);
  return nodes.flatMap((node) => {
    const seat = Number(node.dataset.by);
    const from = seat === message.seat && before.hand ? before.hand : placeOf(seat);
    if (!from) return [];
    const frames = [
      { transform: `${wayBetween(from, centre(node.getBoundingClientRect()))} scale(.7)`, opacity: 0.4 },
      { transform: "none", opacity: 1 },
    ];
    return { node, frames, easing: "cubic-bezier(.2,.8,.3,1)" };
  });
}

/** What has been beaten goes from the middle to who laid it. */
function movingAside(before) {
  return before.laid.flatMap(({ node, box }) => {
    const now = node.isConnected && node.getBoundingClientRect();
    if (!now || !now.width) return [];
    const [from, to] = [centre(box), centre(now)];
    if (Math.hypot(from.x - to.x, from.y - to.y) < 12) return [];
    return { node, frames: [{ transform: wayBetween(from, to) }, { transform: "none" }], easing: "ease-out" };
  });
}

/** How far from its place at `to` something stands that is at `from`. */
const wayBetween = (from, to) => `translate(${from.x - to.x}px, ${from.y - to.y}px)`;

/** The sums of a result run from what they were to what they are. */
function countUp() {
  /** @type {NodeListOf<HTMLElement>} */
  const sums = document.querySelectorAll("[data-count-from]");
  const began = performance.now();
  const step = () => {
    const part = Math.min(1, (performance.now() - began) / COUNTING);
    for (const sum of sums) {
      const [from, to] = [Number(sum.dataset.countFrom), Number(sum.dataset.countTo)];
      const shown = Math.round(from + (to - from) * part);
      sum.textContent = `${shown > 0 ? "+" : shown < 0 ? "−" : ""}${Math.abs(shown)}`;
    }
    if (part < 1) requestAnimationFrame(step);
  };
  step();
}

/**
 * Where a trick that is over goes: to who won it; one's own down to one's hand, not across one's name.
 * @param {Wire.TableJson} message
 * @param {Wire.TableJson} last
 */
function winnersPlace(message, last) {
  const winner = last.view?.standing?.seat ?? last.view?.last?.seat ?? message.view?.last?.seat;
  const mine = winner === message.seat && document.querySelector(".felt")?.getBoundingClientRect();
  return mine ? { x: centre(mine).x, y: mine.bottom } : winner === undefined ? null : placeOf(winner);
}

/**
 * What is not drawn any more goes, as it lay, to who won it.
 * @param {Wire.TableJson} message
 */
function gather(before, message, to) {
  const trick = message.view ? laidTrick(/** @type {Page.Round} */ (message)) : null;
  for (const { node, id, box, width } of before.laid) {
    if (node.isConnected || (Number(node.dataset.trick) === trick && id)) continue;
    const from = centre(box);
    node.className = `laid leaving ${node.className}`;
    Object.assign(node.style, {
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
    node.firstElementChild.style.setProperty("--w", `${width}px`);
    layer().append(node);
    const way = node.animate(
      [
        { transform: "none", opacity: 1 },
        { transform: `${wayBetween(to, from)} scale(.25)`, opacity: 0.15 },
      ],
      { duration: GATHERING, easing: "ease-in", fill: "forwards" },
    );
    way.finished.finally(() => node.remove());
  }
}

/**
 * A trick that is over lies for a moment before it is gathered; whoever leads anew gathers it at once.
 * @param {Wire.TableJson} message
 */
function awaitSweep(message) {
  const trick = message.view ? endedTrick(message) : "";
  if (trick === sweeping.trick) return;
  clearTimeout(sweeping.timer);
  sweeping = { trick, timer: 0 };
  if (!trick || state.swept === trick) return;
  sweeping.timer = setTimeout(() => {
    state.swept = trick;
    changed();
  }, RESTS);
}

/**
 * @param {Wire.TableJson} message
 * @param {Wire.TableJson} last
 * @param {Wire.ActJson[]} fresh
 */
function sound(message, last, fresh) {
  if (message.result && !last.result) {
    const { won, mine } = message.result;
    if (mine !== null) play(won.includes(mine) || !won.length ? "won" : "lost");
  } else if (fresh.some((act) => act.impact)) play(fresh.findLast((act) => act.impact)?.impact ?? "");
  else if (fresh.some((act) => act.cards.length)) play("card");
  else if (fresh.some((act) => act.verb === "pass")) play("pass");
}

/**
 * A bomb shakes the felt; a rocket does so harder.
 * @param {Wire.ActJson} act
 */
function boom(act) {
  const felt = document.querySelector(".felt");
  if (!felt) return;
  const hard = act.impact === "rocket" ? 9 : 5;
  const jolts = [0, 1, -0.8, 0.6, -0.4, 0.2, 0].map((part) => ({
    transform: `translate(${part * hard}px, ${-part * hard * 0.6}px)`,
  }));
  felt.animate(jolts, { duration: 380, easing: "ease-out" });
  const box = felt.getBoundingClientRect();
  const flash = h("i", { class: `flash ${act.impact}` });
  const word = h("b", { class: `boom ${act.impact}` }, act.name || act.text);
  for (const node of [flash, word]) {
    Object.assign(node.style, {
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
    layer().append(node);
  }
  flash
    .animate([{ opacity: 0.75 }, { opacity: 0 }], { duration: 420, easing: "ease-out", fill: "forwards" })
    .finished.finally(() => flash.remove());
  word
    .animate(
      [
        { transform: "scale(.3)", opacity: 0 },
        { transform: "scale(1.15)", opacity: 1, offset: 0.18 },
        { transform: "none", opacity: 1, offset: 0.3 },
        { transform: "none", opacity: 1, offset: 0.75 },
        { transform: "scale(1.06)", opacity: 0 },
      ],
      { duration: 1100, easing: "ease-out", fill: "forwards" },
    )
    .finished.finally(() => word.remove());
}
