// Sentences beside the page: toasts that go away by themselves, and news for screen readers.
// @ts-check

import { h } from "./dom.js";

let spoken = "";
let dressed = (text) => [text];

/** Let those above say how a sentence is shown: with links for what it speaks of. */
export function dressWith(dress) {
  dressed = dress;
}

/**
 * Show a sentence that goes away by itself, with `more` (links) after it.
 * @param {string} text
 */
export function toast(text, more = []) {
  if (!text) return;
  const box = /** @type {HTMLElement} */ (document.getElementById("toasts"));
  const node = h(
    "p",
    { class: "toast", "data-place": location.hash },
    dressed(text),
    more.map((one) => [" ", one]),
  );
  const most = document.querySelector('#app[data-view="table"]') ? 0 : 2;
  for (const old of [...box.children])
    if (old.textContent === node.textContent || box.children.length > most) old.remove();
  box.append(node);
  // Shown anew each time, so that it lies above an open dialog.
  if (box.matches(":popover-open")) box.hidePopover();
  box.showPopover();
  setTimeout(() => node.remove(), Math.max(more.length ? 9000 : 4500, text.length * 70));
  node.onclick = () => node.remove();
}

/** What was said at another place of the page is not read at this one. */
export function leaveNotices() {
  for (const old of document.querySelectorAll(".toast"))
    if (/** @type {HTMLElement} */ (old).dataset.place !== location.hash) old.remove();
}

/** Let screen readers hear what is new; the same news twice in a row is heard once. */
export function speak(news) {
  const text = news.join(" · ");
  if (!text || text === spoken) return;
  spoken = text;
  const live = /** @type {HTMLElement} */ (document.getElementById("live"));
  live.append(h("p", {}, text));
  while (live.childNodes.length > 6) /** @type {ChildNode} */ (live.firstChild).remove();
}

/** Begin anew with another table: its first news is heard whatever the last one's was. */
export function forgetSpoken() {
  spoken = "";
}
