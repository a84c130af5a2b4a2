// The page's own trace: how long from a tap to the frame in which its card is raised, and how long a drawing takes.

const KEPT = 100;
let tapped = null;
let count = 0;

/** A card was touched at `stamp`, on the clock of the page. */
export function markTap(stamp) {
  tapped ??= stamp;
}

/** The page was drawn, from `start` on; the frame that shows it ends when the next one begins. */
export function markDrawn(start) {
  if (++count % KEPT === 0) performance.clearMeasures();
  performance.measure("paiju.draw", { start });
  if (tapped === null) return;
  const from = tapped;
  tapped = null;
  requestAnimationFrame(() => performance.measure("paiju.tap", { start: from }));
}
