// Faces of AI players: twelve people of an old street, drawn from parts.
// @ts-check

import { picture } from "./pictures.js";

const SKIN = ["#f6d9b8", "#eec39a", "#dba877"];
const DARK = "#2b2430";
const GREY = "#b9bcc4";
const WHITE = "#f2f0ea";

const head = (skin) =>
  `<path d="M20 54c0-9 6-12 12-12s12 3 12 12v10H20Z" fill="${skin}"/>` +
  `<circle cx="18" cy="33" r="3.4" fill="${skin}"/><circle cx="46" cy="33" r="3.4" fill="${skin}"/>` +
  `<path d="M18 27c0-9 6-14 14-14s14 5 14 14v7c0 9-7 15-14 15s-14-6-14-15Z" fill="${skin}"/>`;
const coat = (colour, collar = WHITE) =>
  `<path d="M8 64c1-11 8-16 16-17l8 8 8-8c8 1 15 6 16 17Z" fill="${colour}"/>` +
  `<path d="m24 47 8 9 8-9 2 2-10 12-10-12Z" fill="${collar}"/>`;
const eyes = (happy) =>
  happy
    ? `<path d="M23 33q3-4 6 0M35 33q3-4 6 0" stroke="${DARK}" stroke-width="2" fill="none" stroke-linecap="round"/>`
    : `<circle cx="26" cy="32.5" r="2" fill="${DARK}"/><circle cx="38" cy="32.5" r="2" fill="${DARK}"/>`;
const brows = (colour, lift = 0) =>
  `<path d="M22 ${28 - lift}q4-2.5 8 0M34 ${28 - lift}q4-2.5 8 0" stroke="${colour}" stroke-width="2" ` +
  `fill="none" stroke-linecap="round"/>`;
const blush =
  `<circle cx="22.5" cy="38" r="2.6" fill="#e8836f" opacity=".55"/>` +
  `<circle cx="41.5" cy="38" r="2.6" fill="#e8836f" opacity=".55"/>`;
const smile = (wide) =>
  `<path d="M${wide ? 27 : 28.5} 41q${wide ? 5 : 3.5} ${wide ? 5 : 3} ${wide ? 10 : 7} 0" stroke="#a8323a" ` +
  `stroke-width="2" fill="none" stroke-linecap="round"/>`;
const glasses =
  `<g fill="none" stroke="#4b3a2a" stroke-width="1.6"><circle cx="26" cy="33" r="5"/>` +
  `<circle cx="38" cy="33" r="5"/><path d="M31 33h2"/></g>`;
const moustache = (colour) => `<path d="M32 39c-3-2-7-1-9 2 4 1 7 0 9-1 2 1 5 2 9 1-2-3-6-4-9-2Z" fill="${colour}"/>`;
const beard = (colour) =>
  `<path d="M19 35c1 4 4 5 7 5h12c3 0 6-1 7-5 1 12-5 21-13 21S18 47 19 35Z" fill="${colour}"/>` +
  `<path d="M28 43q4 3 8 0" stroke="#a8323a" stroke-width="2" fill="none" stroke-linecap="round"/>`;
const fringe = (colour) =>
  `<path d="M17 29c-1-12 6-18 15-18s16 6 15 18c-3-7-6-9-9-9-4 3-13 4-17 2-2 2-3 4-4 7Z" fill="${colour}"/>`;
const cap = (colour, shade) =>
  `<path d="M17 25c0-10 6-15 15-15s15 5 15 15Z" fill="${colour}"/>` +
  `<path d="M17 25c8-4 22-4 33-1l3 4c-11-4-26-4-36-1Z" fill="${shade}"/>`;

/**
 * Each: background, and the parts from the back to the front.
 * @type {[string, () => string][]}
 */
const PEOPLE = [
  [
    "#3f6aa8",
    () =>
      head(SKIN[0]) +
      coat("#e9e4d4", "#3f6aa8") +
      `<path d="M17 24c1-7 5-10 15-10s14 3 15 10c-9-3-21-3-30 0Z" fill="${DARK}"/>` +
      `<path d="M22 14c0-7 20-7 20 0l1 6H21Z" fill="${DARK}"/>` +
      `<path d="M4 20q8-4 14 0M60 20q-8-4-14 0" stroke="${DARK}" ` +
      `stroke-width="3" fill="none" stroke-linecap="round"/>` +
      brows(DARK, 0) +
      eyes(false) +
      smile(false),
  ],
  [
    "#8b4a7d",
    () =>
      `<circle cx="32" cy="9" r="6" fill="${GREY}"/>` +
      head(SKIN[0]) +
      coat("#6d3b62") +
      fringe(GREY) +
      eyes(true) +
      glasses +
      blush +
      smile(true),
  ],
  ["#4d7d3a", () => head(SKIN[1]) + coat("#5c5141") + beard(WHITE) + brows(WHITE, 1) + eyes(true)],
  [
    "#c25b72",
    () =>
      `<circle cx="16" cy="15" r="7" fill="${DARK}"/><circle cx="48" cy="15" r="7" fill="${DARK}"/>` +
      `<path d="M12 20h8M44 20h8" stroke="#e0433f" stroke-width="3" stroke-linecap="round"/>` +
      head(SKIN[0]) +
      coat("#e0635c") +
      fringe(DARK) +
      eyes(false) +
      blush +
      smile(true),
  ],
  [
    "#2f7f86",
    () => head(SKIN[1]) + coat("#2f4a63") + cap("#2f5fa0", "#234a80") + brows(DARK, 0) + eyes(false) + smile(true),
  ],
  [
    "#a8513f",
    () =>
      head(SKIN[0]) +
      coat(WHITE, "#d8d4c8") +
      `<path d="M19 24v-6c-8-4-3-14 5-11 3-6 13-6 16 0 8-3 13 7 5 11v6Z" fill="${WHITE}"/>` +
      `<path d="M19 21h26v4H19Z" fill="#dcd7ca"/>` +
      brows(DARK, 0) +
      eyes(true) +
      moustache(DARK),
  ],
  [
    "#8a6a2b",
    () =>
      `<ellipse cx="32" cy="24" rx="30" ry="7" fill="#caa04a"/>` +
      head(SKIN[2]) +
      coat("#7a5c3a") +
      `<path d="M10 24C18 8 26 5 32 5s14 3 22 19c-12-4-32-4-44 0Z" fill="#e2bd6a"/>` +
      `<path d="M20 19q12-5 24 0" stroke="#a8513f" stroke-width="2" fill="none"/>` +
      brows(DARK, 0) +
      eyes(true) +
      smile(true),
  ],
  [
    "#6a5aa8",
    () =>
      `<path d="M14 30c-3-16 6-24 18-24s21 8 18 24c2 8 0 14-3 18H17c-3-4-5-10-3-18Z" fill="${DARK}"/>` +
      head(SKIN[0]) +
      coat("#b7486b") +
      fringe(DARK) +
      `<circle cx="46" cy="15" r="5" fill="#e0433f"/><circle cx="46" cy="15" r="2" fill="#f6d36a"/>` +
      brows(DARK, 1) +
      eyes(false) +
      blush +
      smile(false),
  ],
  [
    "#7c3b3b",
    () =>
      head(SKIN[2]) +
      coat("#8c2f2f", "#d9a441") +
      `<path d="M18 26c0-9 6-15 14-15s14 6 14 15l-2-3H20Z" fill="${DARK}"/>` +
      `<path d="M17 22h30v5H17Z" fill="#c8323a"/>` +
      `<path d="M46 24l8 6M46 24l7 1" stroke="#c8323a" stroke-width="3" stroke-linecap="round"/>` +
      brows(DARK, -1) +
      eyes(false) +
      `<path d="M24 43q8 6 16 0l-2 6q-6 4-12 0Z" fill="${DARK}" opacity=".35"/>` +
      smile(false),
  ],
  [
    "#3d6b5b",
    () =>
      head(SKIN[1]) +
      coat("#4a3a5c", "#d9a441") +
      `<path d="M18 23c0-9 6-14 14-14s14 5 14 14Z" fill="#26222e"/>` +
      `<circle cx="32" cy="8" r="2.6" fill="#c8323a"/><path d="M18 21h28v3H18Z" fill="#3a3446"/>` +
      `<circle cx="32" cy="22" r="2" fill="#d9a441"/>` +
      glasses +
      eyes(false) +
      moustache(GREY),
  ],
  [
    "#5b7ba8",
    () =>
      `<path d="M15 28c-2-14 6-20 17-20s19 6 17 20v16H15Z" fill="#3a2c26"/>` +
      head(SKIN[0]) +
      coat("#ecc35a", WHITE) +
      fringe("#3a2c26") +
      eyes(false) +
      glasses +
      smile(false),
  ],
  [
    "#b06b2c",
    () =>
      head(SKIN[0]) +
      coat("#d9483f", "#f2c14b") +
      `<path d="M28 14c-1-6 1-9 4-10 3 1 5 4 4 10-2 3-6 3-8 0Z" fill="${DARK}"/>` +
      `<path d="M28 13h8" stroke="#d9483f" stroke-width="2.6" stroke-linecap="round"/>` +
      brows(DARK, 1) +
      eyes(true) +
      blush +
      smile(true),
  ],
];

/**
 * Which of the twelve an AI player is. That follows from what everybody calls it, the seat or in a tournament a letter:
 * it has the same face on every device, at every level and when one looks back.
 * @param {Pick<Wire.PlayerJson, "seat" | "bare">} player
 */
export const personNumber = ({ seat, bare }) =>
  (7 * (/^[A-Z]$/.test(bare) ? bare.charCodeAt(0) - 65 : seat)) % PEOPLE.length;

/** The drawing of that person. */
export function facePicture(number) {
  const [ground, parts] = PEOPLE[number];
  return picture(
    "portrait",
    `person-${number}`,
    "64 64",
    () =>
      `<clipPath id="round"><circle cx="32" cy="32" r="32"/></clipPath>` +
      `<circle cx="32" cy="32" r="32" fill="${ground}"/><g clip-path="url(#round)">${parts()}</g>`,
  );
}
