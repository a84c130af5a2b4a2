// Drawings as pictures: each becomes the background of a class of its own when it is first wanted.
// Showing it again costs one element and no copy of its parts.
// @ts-check

import { h } from "./dom.js";

/** @type {CSSStyleSheet | null} */
let sheet = null;
const known = new Set();

/** An element with the picture `name`; `draw` gives the parts of its SVG, `box` their frame. */
export function picture(look, name, box, draw) {
  if (!known.has(name)) {
    known.add(name);
    if (!sheet) {
      sheet = new CSSStyleSheet();
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    }
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${box}">${draw()}</svg>`;
    sheet.insertRule(`i.pic-${name} { background-image: url("data:image/svg+xml,${encodeURIComponent(svg)}"); }`);
  }
  return h("i", { class: `${look} pic-${name}`, "aria-hidden": "true" });
}
