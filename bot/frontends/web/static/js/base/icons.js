// Small line drawings, 24 × 24.
// @ts-check

import { h } from "./dom.js";

const PATHS = {
  back: "M15 5l-7 7 7 7",
  menu: "M5 12h.01M12 12h.01M19 12h.01",
  log: "M5 6h14M5 12h14M5 18h9",
  trophy: "M8 4h8v5a4 4 0 0 1-8 0V4ZM8 6H5c0 3 1 5 3 5M16 6h3c0 3-1 5-3 5M12 13v4M8 20h8M9 17h6",
  cap: "M12 5 2.500 9.500 12 14l9.500-4.500ZM6.500 11.500V16c3 2.500 8 2.500 11 0v-4.500M21.500 9.500V15",
  chart: "M5 20V11M12 20V5M19 20v-6",
  replay: "M4 5v5h5M4.500 10a8 8 0 1 1-.5 4",
  book: "M5 5c3-1 5-1 7 1 2-2 4-2 7-1v13c-3-1-5-1-7 1-2-2-4-2-7-1V5ZM12 6v13",
  gear:
    "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 " +
    "2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1",
  sound: "M4 10v4h4l5 4V6L8 10H4ZM16 9c1.5 2 1.5 4 0 6M18.5 6.5c3 3.5 3 7.5 0 11",
  silent: "M4 10v4h4l5 4V6L8 10H4ZM16.5 9.5l5 5M21.5 9.5l-5 5",
  close: "M6 6l12 12M18 6 6 18",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 6 6l1-1",
  robot:
    "M7 9h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2ZM12 5v4M9.5 13v1.5M14.5 13v1.5M12 " +
    "4.5v.01M3 13v2M21 13v2",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c1-4 4-6 7.5-6s6.5 2 7.5 6",
  plus: "M12 5v14M5 12h14",
  bulb: "M9 17h6M10 20h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.700 1-2.5A6 6 0 0 0 12 3Z",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 8v4l3 2",
  save: "M12 4v10M8 10l4 4 4-4M5 19h14",
  check: "M5 13l4 4L19 7",
  down: "M6 9l6 6 6-6",
  step_first: "M7 6v12M18 6l-8 6 8 6",
  step_trick_back: "M12 6l-6 6 6 6M19 6l-6 6 6 6",
  step_back: "M15 6l-6 6 6 6",
  step_forward: "M9 6l6 6-6 6",
  step_trick: "M5 6l6 6-6 6M12 6l6 6-6 6",
  step_last: "M6 6l8 6-8 6M17 6v12",
  undo: "M9 6 4.500 10.500 9 15M5 10.500h9a5 5 0 0 1 0 10h-3",
  talk:
    "M5 5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-7l-4 3v-3H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM8 11h.01M12 " +
    "11h.01M16 11h.01",
  home: "M4 11l8-7 8 7M6 10v9h12v-9",
};

export function icon(name) {
  return h(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", "data-opaque": name },
    h("path", { d: PATHS[name] }),
  );
}

/** What a game's presentation may put before a role: a crown (the hat of whoever plays alone), a straw hat, or nothing.
 * */
export function roleIcon(art) {
  const drawing = {
    crown:
      '<path d="M3 17c3-2 15-2 18 0l-1 3H4Z"/><path d="M6 16c0-6 2-10 6-10s6 4 6 10c-3-1-9-1-12 0Z"/>' +
      '<circle cx="12" cy="4" r="2"/>',
    straw_hat: '<path d="M12 5 22 16c-5 2-15 2-20 0Z"/><path d="M7 18c0 2 2 3 5 3s5-1 5-3"/>',
  }[art];
  return drawing
    ? h("svg", { viewBox: "0 0 24 24", class: "role-icon", "aria-hidden": "true", html: drawing, "data-opaque": art })
    : null;
}

const ROUND = '<circle cx="16" cy="16" r="13" fill="#f7c948" stroke="#8a5a00" stroke-width="1.500"/>';
const LINE = 'fill="none" stroke="#4a2f00" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"';
const EYES =
  '<circle cx="11.500" cy="13" r="1.800" fill="#4a2f00"/><circle cx="20.500" cy="13" r="1.800" fill="#4a2f00"/>';
const DROP = (x, y) => `<path d="M${x} ${y}c2 3 3 4 3 5.500a3 3 0 0 1-6 0c0-1.500 1-2.500 3-5.500Z" fill="#4aa3df"/>`;
const FACES = {
  laugh:
    `${ROUND}<path d="M9 13l2.500-2.500L14 13M18 13l2.500-2.500L23 13" ${LINE}/>` +
    `<path d="M9 17h14c0 5-3 8-7 8s-7-3-7-8Z" fill="#7a1f1f"/>`,
  cool:
    `${ROUND}<path d="M6 11h20l-1 4c-.5 2-5 3-7 0l-1-2h-2l-1 2c-2 3-6.500 2-7 0Z" fill="#22302b"/>` +
    `<path d="M11 21c3 2.500 7 2.500 10-1" ${LINE}/>`,
  thumb:
    '<path d="M12 14l4-10c3 0 4 2 3.500 4.500L19 12h6c2 0 3 1.500 2.500 3.500l-2 9c-.4 1.700-1.500 2.500-3 ' +
    '2.500H12Z" fill="#f7c948" stroke="#8a5a00" stroke-width="1.500" stroke-linejoin="round"/>' +
    '<rect x="5" y="13" width="6" height="15" rx="2" fill="#2f7fbf"/>',
  flower:
    '<path d="M16 17c0 5-1 8-1 12M15 25c-3-3-6-2-7-2 1 3 4 4 7 3" fill="none" stroke="#2f8a4b" stroke-width="2" ' +
    'stroke-linecap="round"/><g fill="#e2566f"><circle cx="16" cy="6.500" r="4"/><circle cx="21" cy="10" r="4"/>' +
    '<circle cx="19" cy="15.500" r="4"/><circle cx="13" cy="15.500" r="4"/><circle cx="11" cy="10" r="4"/></g>' +
    '<circle cx="16" cy="11.500" r="3.300" fill="#f7c948"/>',
  puzzled:
    `${ROUND}${EYES}<path d="M9 8.500c1.500-1.500 3.500-1.500 5 0M19 9.500l5-1.500M12 22c2-1.500 5-1.500 ` +
    `8 0" ${LINE}/>`,
  sweat: `${ROUND}${EYES}<path d="M10 21h12M11 19v4M14.500 19v4M18 19v4M21 19v4" ${LINE}/>${DROP(26, 4)}`,
  cry: `${ROUND}<path d="M9 12.500h5M18 12.500h5M11 24c2-4 8-4 10 0" ${LINE}/>${DROP(9, 15)}${DROP(23, 15)}`,
  angry:
    `<circle cx="16" cy="16" r="13" fill="#ef7b5a" stroke="#8a2a12" stroke-width="1.500"/>${EYES}` +
    `<path d="M8.500 8.500l5.500 2.500M23.500 8.500L18 11M11 23c2.500-3 7.500-3 10 0" ${LINE}/>`,
};

/** A face that people show each other, in colours, 32 × 32. */
export function faceIcon(name) {
  return h("svg", {
    viewBox: "0 0 32 32",
    class: "face-icon",
    "aria-hidden": "true",
    html: FACES[name],
    "data-opaque": name,
  });
}
