// What the page looks and feels like inside an app: its theme, the colour of its ground, edges that it covers, touch.
// @ts-check

import { themeAround } from "../state/memory.js";

const root = document.documentElement;
const EDGES = ["top", "right", "bottom", "left"];
const LEGIBLE = { "--ink": 7, "--soft": 4.5, "--link": 4.5, "--bad": 4.5 };

/** Wear `light` or `dark`, and the ground of the app where our own words stay easy to read on it. */
export function wear(scheme, ground = "") {
  root.dataset.theme = scheme; // for the moment: a person may have chosen otherwise
  const ours = getComputedStyle(root);
  const legible = Object.entries(LEGIBLE).every(
    ([ink, least]) => contrast(ground, ours.getPropertyValue(ink).trim()) >= least,
  );
  themeAround(scheme);
  root.dataset.around = legible ? scheme : "";
  root.style.setProperty("--ground", ground);
}

/** Keep these edges clear, in pixels: each list of insets adds to the one before. */
export function keepClear(...insets) {
  for (const edge of EDGES) {
    const covered = insets.reduce((sum, inset) => sum + (inset?.[edge] ?? 0), 0);
    if (covered > 0) root.style.setProperty(`--safe-${edge}`, `${covered}px`);
    else root.style.removeProperty(`--safe-${edge}`);
  }
}

/** Be as high as the part of the window that can be seen, in pixels; 0: all of it. */
export function fillHeight(pixels) {
  if (pixels > 0 && pixels < innerHeight) root.style.setProperty("--screen", `${pixels}px`);
  else root.style.removeProperty("--screen");
}

/** Shake a little, where the device can and the person has touched the page: a raised card not at all. */
export function vibrate(what) {
  if (what === "raise" || !navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate?.(what !== "turn" ? 12 : document.hidden ? [80, 60, 80] : 30);
}

/** How well two colours (`#rrggbb`) can be told apart, from 1 to 21; 0 if one of them is none. */
function contrast(one, other) {
  const [a, b] = [brightness(one), brightness(other)];
  return a === null || b === null ? 0 : (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function brightness(colour) {
  const parts = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour)?.slice(1);
  if (!parts) return null;
  const [red, green, blue] = parts
    .map((part) => parseInt(part, 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
