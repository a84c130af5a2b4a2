// The pack, drawn: every face is one picture, made when it is first shown. Paper and edge are the element's own.
// Suits differ by shape and by colour (black, red, green, blue); the court are figures of the opera stage, the jokers
// two painted masks.
// @ts-check

import { picture } from "./pictures.js";

export const SUITS = "shdc";
const RANKS = "3456789TJQKA2";
const INK = { s: "#1d2536", h: "#cf2a35", d: "#1b62c4", c: "#15803d" };
const GOLD = "#d9a441";
const SKIN = "#f8dfc2";
const HAIR = "#2b2430";

// Suit shapes in a box of 100 × 100, centred.
const SHAPE = {
  s:
    "M50 4C58 22 92 40 92 64c0 15-11 23-22 23-7 0-12-3-16-8 1 9 4 14 10 18H36c6-4 9-9 10-18-4 5-9 8-16 8C19 87 " +
    "8 79 8 64 8 40 42 22 50 4Z",
  h: "M50 94C38 80 6 60 6 33 6 17 17 7 30 7c9 0 16 5 20 13C54 12 61 7 70 7c13 0 24 10 24 26 0 27-32 47-44 61Z",
  d: "M50 3C59 21 72 37 88 50 72 63 59 79 50 97 41 79 28 63 12 50 28 37 41 21 50 3Z",
  c:
    "M50 4c13 0 22 9 22 21 0 7-3 12-7 17 3-2 7-3 11-3 12 0 20 10 20 21 0 13-9 22-21 22-8 0-15-4-19-11 1 11 4 " +
    "19 11 25H33c7-6 10-14 11-25-4 7-11 11-19 11C13 82 4 73 4 60c0-11 8-21 20-21 4 0 8 1 11 3-4-5-7-10-7-17C28 13 " +
    "37 4 50 4Z",
};

const COLUMNS = { l: 76, m: 101, r: 126 };
const PIPS = {
  2: "m50 m230",
  3: "m50 m140 m230",
  4: "l50 r50 l230 r230",
  5: "l50 r50 m140 l230 r230",
  6: "l50 r50 l140 r140 l230 r230",
  7: "l50 r50 m95 l140 r140 l230 r230",
  8: "l50 r50 m95 l140 r140 m185 l230 r230",
  9: "l50 r50 l110 r110 m140 l170 r170 l230 r230",
  T: "l50 r50 m80 l110 r110 l170 r170 m200 l230 r230",
};

const FONT = 'font-family="Helvetica Neue, Arial, Liberation Sans, sans-serif" font-weight="700" text-anchor="middle"';

const suit = (s, x, y, size, extra = "") =>
  `<use href="#suit-${s}" x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}" ` +
  `fill="${INK[s]}" ${extra}/>`;
const half = (inner) => `<g>${inner}</g><g transform="rotate(180 100 140)">${inner}</g>`;

function corner(rank, s) {
  const label = rank === "T" ? "10" : rank;
  const squeeze = rank === "T" ? 'textLength="48" lengthAdjust="spacingAndGlyphs"' : "";
  return half(
    `<text ${FONT} font-size="56" letter-spacing="-2" x="${rank === "T" ? 31 : 30}" y="57" ` +
      `fill="${INK[s]}" ${squeeze}>${label}</text>${suit(s, 30, 87, 36)}`,
  );
}

function pips(rank, s) {
  return PIPS[rank]
    .split(" ")
    .map((spot) => {
      const y = Number(spot.slice(1));
      return suit(s, COLUMNS[spot[0]], y, 31, y > 140 ? `transform="rotate(180 ${COLUMNS[spot[0]]} ${y})"` : "");
    })
    .join("");
}

function ace(s) {
  const petals = [0, 45, 90, 135, 180, 225, 270, 315]
    .map(
      (turn) =>
        `<path d="M100 62c9 10 9 22 0 30-9-8-9-20 0-30Z" transform="rotate(${turn} 100 140)" fill="${INK[s]}" ` +
        `opacity=".13"/>`,
    )
    .join("");
  return (
    `${petals}<circle cx="100" cy="140" r="50" fill="none" stroke="${INK[s]}" stroke-width="1.6" ` +
    `opacity=".35"/>${suit(s, 100, 140, 70)}`
  );
}

const face = (y) =>
  `<ellipse cx="100" cy="${y}" rx="17" ry="19" fill="${SKIN}"/>` +
  `<path d="M90 ${y - 3}q4-3 7 0M103 ${y - 3}q4-3 7 0" stroke="${HAIR}" stroke-width="2" fill="none" ` +
  `stroke-linecap="round"/>` +
  `<circle cx="89" cy="${y + 5}" r="3.6" fill="#ef9a8d" opacity=".75"/>` +
  `<circle cx="111" cy="${y + 5}" r="3.6" fill="#ef9a8d" opacity=".75"/>`;
const lips = (y) =>
  `<path d="M97 ${y}q3 3 6 0" stroke="#b8323a" stroke-width="2.4" fill="none" stroke-linecap="round"/>`;
const robe = (s) =>
  `<path d="M58 140c2-22 16-30 30-33h24c14 3 28 11 30 33Z" fill="${INK[s]}"/>` +
  `<path d="M89 106 100 124l11-18 6 2-13 32h-8L83 108Z" fill="#fff6e3"/>` +
  `<path d="m90 106 21 34M110 106 89 140" stroke="${GOLD}" stroke-width="4" fill="none"/>` +
  `<path d="M66 140c2-12 8-20 15-25M134 140c-2-12-8-20-15-25" stroke="${GOLD}" stroke-width="2" fill="none" ` +
  `opacity=".8"/>`;

const FIGURE = {
  K: (s) =>
    robe(s) +
    face(88) +
    `<path d="M84 92c2 18 10 26 16 26s14-8 16-26c-4 8-9 10-16 10s-12-2-16-10Z" fill="${HAIR}"/>${lips(100)}` +
    `<path d="M83 62h34v14c-10-4-24-4-34 0Z" fill="${INK[s]}"/>` +
    `<path d="M83 72c10-4 24-4 34 0" stroke="${GOLD}" stroke-width="3" fill="none"/>` +
    `<path d="M64 50h72l4 9H60Z" fill="${HAIR}"/><path d="M60 59h80" stroke="${GOLD}" stroke-width="3"/>` +
    [66, 75, 125, 134]
      .map(
        (x) =>
          `<path d="M${x} 60v26" stroke="${GOLD}" stroke-width="1.4"/>` +
          [66, 74, 82]
            .map((y) => `<circle cx="${x}" cy="${y}" r="2.8" fill="${y === 74 ? GOLD : "#c8323a"}"/>`)
            .join(""),
      )
      .join("") +
    `<circle cx="100" cy="66" r="4" fill="${GOLD}"/>`,
  Q: (s) =>
    robe(s) +
    `<path d="M80 96c-7-26 3-42 20-42s27 16 20 42c-2 8-5 10-5 10H85s-3-2-5-10Z" fill="${HAIR}"/>` +
    face(89) +
    `<path d="M83 84c2-13 9-18 17-18s15 5 17 18c-6-8-11-10-17-10s-11 2-17 10Z" fill="${HAIR}"/>${lips(100)}` +
    `<path d="M74 62c8-14 44-14 52 0-8-4-16-6-26-6s-18 2-26 6Z" fill="${GOLD}"/>` +
    [76, 88, 100, 112, 124]
      .map(
        (x, i) =>
          `<circle cx="${x}" cy="${[60, 51, 47, 51, 60][i]}" r="${i === 2 ? 6.5 : 5}" fill="${INK[s]}"/>` +
          `<circle cx="${x}" cy="${[60, 51, 47, 51, 60][i]}" r="2" fill="#fff6e3"/>`,
      )
      .join("") +
    [73, 127]
      .map((x) =>
        [70, 77, 84, 91]
          .map((y) => `<circle cx="${x}" cy="${y}" r="2.4" fill="${y === 91 ? "#c8323a" : GOLD}"/>`)
          .join(""),
      )
      .join("") +
    `<path d="m100 68 3 4-3 4-3-4Z" fill="#c8323a"/>`,
  J: (s) =>
    robe(s) +
    `<path d="M88 58C80 36 66 40 62 62c-2 12 2 20 2 20M112 58c8-22 22-18 26 4 2 12-2 20-2 20" stroke="${GOLD}" ` +
    `stroke-width="3.4" fill="none" stroke-linecap="round"/>` +
    `<path d="M64 66l-5 3M63 73l-5 2M136 66l5 3M137 73l5 2M68 54l-6 0M132 54l6 0" stroke="${HAIR}" ` +
    `stroke-width="2" stroke-linecap="round"/>` +
    face(89) +
    lips(100) +
    `<path d="M81 84c-1-18 8-28 19-28s20 10 19 28c-4-6-10-9-19-9s-15 3-19 9Z" fill="${INK[s]}"/>` +
    `<path d="M81 83c4-6 10-9 19-9s15 3 19 9" stroke="${GOLD}" stroke-width="4" fill="none"/>` +
    `<circle cx="100" cy="52" r="6" fill="#c8323a"/><circle cx="88" cy="64" r="3.2" fill="#fff6e3"/>` +
    `<circle cx="112" cy="64" r="3.2" fill="#fff6e3"/><circle cx="100" cy="66" r="4" fill="${GOLD}"/>` +
    `<path d="M82 90c-2 8 0 14 3 18M118 90c2 8 0 14-3 18" stroke="${GOLD}" stroke-width="2.4" fill="none"/>`,
};

function court(rank, s) {
  return (
    `<rect x="56" y="36" width="88" height="208" rx="9" fill="${INK[s]}" opacity=".06"/>` +
    `<rect x="56" y="36" width="88" height="208" rx="9" fill="none" stroke="${GOLD}" stroke-width="2"/>` +
    `<g clip-path="url(#court)">${half(FIGURE[rank](s))}<path d="M56 140h88" stroke="${GOLD}" stroke-width="3"/></g>`
  );
}

function joker(big) {
  const main = big ? "#c8232f" : "#2d3342";
  const pale = big ? "#fff1d6" : "#f3f5f9";
  const accent = big ? GOLD : "#98a2b6";
  const letters = [..."JOKER"]
    .map((letter, i) => `<text ${FONT} font-size="27" x="25" y="${88 + i * 27}" fill="${main}">${letter}</text>`)
    .join("");
  const mark = big
    ? `<circle cx="25" cy="40" r="9" fill="${main}"/>` +
      [0, 45, 90, 135, 180, 225, 270, 315]
        .map(
          (turn) =>
            `<path d="M25 20v7" stroke="${main}" stroke-width="4" stroke-linecap="round" ` +
            `transform="rotate(${turn} 25 40)"/>`,
        )
        .join("")
    : `<path d="M31 22a19 19 0 1 0 8 29 17 17 0 0 1-8-29Z" fill="${main}"/>`;
  const mask =
    `<path d="M112 66c36 0 54 24 54 62 0 46-26 90-54 90s-54-44-54-90c0-38 18-62 54-62Z" fill="${pale}" ` +
    `stroke="${main}" stroke-width="4"/>` +
    `<path d="M112 68c34 0 51 21 52 54-14-14-30-12-40 2-4 5-8 8-12 8s-8-3-12-8c-10-14-26-16-40-2 1-33 18-54 ` +
    `52-54Z" fill="${main}"/>` +
    `<path d="M112 74c8 12 8 26 0 40-8-14-8-28 0-40Z" fill="${accent}"/>` +
    `<circle cx="112" cy="88" r="5" fill="${pale}"/>` +
    `<path d="M70 126c10-10 24-8 32 6-12 8-26 6-32-6ZM154 126c-10-10-24-8-32 6 12 8 26 6 32-6Z" fill="#fff" ` +
    `stroke="${HAIR}" stroke-width="3"/>` +
    `<circle cx="87" cy="129" r="5" fill="${HAIR}"/><circle cx="137" cy="129" r="5" fill="${HAIR}"/>` +
    `<path d="M72 112c8-14 22-14 30-2M152 112c-8-14-22-14-30-2" stroke="${accent}" stroke-width="5" fill="none" ` +
    `stroke-linecap="round"/>` +
    `<path d="M106 138c-4 12-8 18-4 22h20c4-4 0-10-4-22" fill="${accent}" opacity=".55"/>` +
    `<path d="M66 158c8 4 14 12 15 24M158 158c-8 4-14 12-15 24" stroke="${main}" stroke-width="6" fill="none" ` +
    `stroke-linecap="round"/>` +
    (big
      ? `<path d="M92 178c12-6 28-6 40 0-6 14-34 14-40 0Z" fill="${main}"/>` +
        `<path d="M96 180h32" stroke="#fff" stroke-width="3"/>`
      : `<path d="M94 188c12-8 24-8 36 0" stroke="${main}" stroke-width="6" fill="none" stroke-linecap="round"/>`) +
    `<path d="M62 74c-12-26 6-46 22-34 4-20 52-20 56 0 16-12 34 8 22 34-26-20-74-20-100 0Z" fill="${main}"/>` +
    `<circle cx="62" cy="58" r="8" fill="${accent}"/><circle cx="162" cy="58" r="8" fill="${accent}"/>` +
    `<circle cx="112" cy="32" r="9" fill="${accent}"/>` +
    `<path d="M64 72c28-18 68-18 96 0" stroke="${accent}" stroke-width="5" fill="none"/>` +
    `<path d="M92 222c8 8 32 8 40 0M84 232c12 10 44 10 56 0" stroke="${accent}" stroke-width="4" fill="none" ` +
    `stroke-linecap="round"/>`;
  return `${mark}${letters}${mask}`;
}

const BACK =
  `<rect x="3" y="3" width="194" height="274" rx="20" fill="#a8252f"/>` +
  `<rect x="14" y="14" width="172" height="252" rx="12" fill="none" stroke="#f2cf8d" stroke-width="3"/>` +
  `<rect x="22" y="22" width="156" height="236" rx="8" fill="url(#lattice)"/>` +
  `<circle cx="100" cy="140" r="38" fill="#a8252f" stroke="#f2cf8d" stroke-width="4"/>` +
  `<path d="M84 116h32v48H84Z" fill="none" stroke="#f2cf8d" stroke-width="5"/>` +
  `<path d="M84 132h32M84 148h32M100 116v48" stroke="#f2cf8d" stroke-width="4"/>`;

const suitShape = (s) => `<symbol id="suit-${s}" viewBox="0 0 100 100"><path d="${SHAPE[s]}"/></symbol>`;
const COURT_FRAME = '<clipPath id="court"><rect x="57" y="37" width="86" height="206" rx="8"/></clipPath>';
const LATTICE =
  '<pattern id="lattice" width="26" height="26" patternUnits="userSpaceOnUse">' +
  '<path d="M0 13h26M13 0v26M0 0l26 26M26 0 0 26" stroke="#f2cf8d" stroke-width="1.6" opacity=".55"/></pattern>';

/**
 * All parts of a card's drawing.
 * @param {string} card
 */
function drawing(card) {
  if (card === "back") return `<defs>${LATTICE}</defs>${BACK}`;
  if (isJoker(card)) return joker(card === "X");
  const [rank, s] = card;
  const middle = rank === "A" ? ace(s) : "JQK".includes(rank) ? court(rank, s) : pips(rank, s);
  return `<defs>${suitShape(s)}${COURT_FRAME}</defs>${corner(rank, s)}${middle}`;
}

// Cards of a stacked hand show rank and suit side by side at the top, as large as their visible edge allows.

function mark(rank, s) {
  const squeeze = rank === "T" ? 'textLength="58" lengthAdjust="spacingAndGlyphs"' : "";
  return (
    `<g transform="scale(1.08)"><text ${FONT} font-size="76" letter-spacing="-3" x="36" y="66" ` +
    `fill="${INK[s]}" ${squeeze}>${rank === "T" ? "10" : rank}</text>${suit(s, 88, 42, 40)}</g>`
  );
}

function stackedFace(rank, s) {
  const middle = "JQK".includes(rank)
    ? `<g transform="translate(-34 44) scale(1.42)"><g clip-path="url(#court)">${FIGURE[rank](s)}</g></g>`
    : suit(s, 100, 185, rank === "A" ? 120 : 92);
  return mark(rank, s) + middle;
}

function stackedJoker(big) {
  const main = big ? "#c8232f" : "#2d3342";
  const sign = big
    ? `<circle cx="92" cy="42" r="13" fill="${main}"/>` +
      [0, 60, 120, 180, 240, 300]
        .map(
          (turn) =>
            `<path d="M92 18v8" stroke="${main}" stroke-width="6" stroke-linecap="round" ` +
            `transform="rotate(${turn} 92 42)"/>`,
        )
        .join("")
    : `<path d="M100 20a24 24 0 1 0 10 36 20 20 0 0 1-10-36Z" fill="${main}"/>`;
  return (
    `<g transform="scale(1.08)"><text ${FONT} font-size="76" x="36" y="66" fill="${main}" textLength="54" ` +
    `lengthAdjust="spacingAndGlyphs">JK</text>${sign}</g>` +
    `<svg x="34" y="92" width="132" height="178" viewBox="52 18 120 224">${joker(big)}</svg>`
  );
}

/** @param {string} card */
function stackedDrawing(card) {
  if (isJoker(card)) return stackedJoker(card === "X");
  return `<defs>${suitShape(card[1])}${COURT_FRAME}</defs>${stackedFace(card[0], card[1])}`;
}

const BOX = "200 280";

/**
 * The picture of one card (`7s`, `x`, or `back`).
 * @param {string} card
 */
export const cardPicture = (card) => picture("face", card, BOX, () => drawing(card));

/**
 * The picture of one card of a stacked hand.
 * @param {string} card
 */
export const stackedPicture = (card) => picture("face", `stack-${card}`, BOX, () => stackedDrawing(card));

/** @param {string} card */
export const isJoker = (card) => card === "x" || card === "X";
/**
 * Rank as an index of strength, 0…14.
 * @param {string} card
 */
export const rankIndex = (card) => (card === "x" ? 13 : card === "X" ? 14 : RANKS.indexOf(card[0]));

let ahead = false;

/** Draw the pack ahead, a card whenever nothing else is to be done, so that the first play of each costs no frame. */
export function drawAhead() {
  if (ahead) return;
  ahead = true;
  const pack = ["back", "x", "X", ...[...RANKS].flatMap((rank) => [...SUITS].map((s) => rank + s))];
  const idle = window.requestIdleCallback ?? ((then) => setTimeout(then, 60));
  const step = () => {
    cardPicture(/** @type {string} */ (pack.pop()));
    if (pack.length) idle(step);
  };
  idle(step);
}
