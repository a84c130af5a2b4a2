// The page's own trace: how long from a tap to the frame in which its card is raised, and how long a drawing takes.
// @ts-check

import { afterFrame } from "../base/dom.js";

const KEPT = 100;
let count = 0;

/** A card was touched at `stamp`, on the clock of the page, and has been raised: the next frame shows it. */
export function markTap(stamp) {
  afterFrame(() => performance.measure("paiju.tap", { start: stamp }));
}

/** The page was drawn, from `start` on. */
export function markDrawn(start) {
  if (++count % KEPT === 0) performance.clearMeasures();
  performance.measure("paiju.draw", { start });
}
