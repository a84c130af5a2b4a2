// Drawings as pictures: each becomes the background of a class of its own when it is first wanted.
// Showing it again costs one element and no copy of its parts.
// @ts-check

import { h } from "./dom.js";

/** @type {CSSStyleSheet | null} */
let sheet = null;
/** @type {Map<string, HTMLImageElement>} */
const known = new Map();

/** An element with the picture `name`; `draw` gives the parts of its SVG, `box` their frame. */
export function picture(look, name, box, draw) {
  if (!known.has(name)) {
    if (!sheet) {
      sheet = new CSSStyleSheet();
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    }
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${box}">${draw()}</svg>`;
    const address = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    sheet.insertRule(`i.pic-${name} { background-image: url("${address}"); }`);
    const image = new Image(); // read now, not in the frame that shows it first, and kept read
    image.src = address;
    known.set(name, image);
  }
  return h("i", { class: `${look} pic-${name}`, "aria-hidden": "true" });
}
