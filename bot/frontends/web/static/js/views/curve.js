// A number that changed from round to round, as a small drawing.
// @ts-check

import { h } from "../base/dom.js";
import { t } from "../base/texts.js";

const WIDE = 300;
const HIGH = 90;

/**
 * The course of a number with how far it may be off, its highest, lowest and last value beside it.
 * @param {Wire.CurveJson} curve
 */
export function curveView({ title, course }) {
  const first = course[0][0];
  const rounds = Math.max(1, course[course.length - 1][0] - first);
  const top = Math.max(...course.map(([, value, off]) => value + off));
  const low = Math.min(...course.map(([, value, off]) => value - off));
  const x = (at) => (((at - first) / rounds) * WIDE).toFixed(1);
  const y = (value) => (HIGH - ((value - low) / Math.max(1, top - low)) * HIGH).toFixed(1);
  const upper = course.map(([at, value, off]) => `${x(at)},${y(value + off)}`);
  const lower = course.map(([at, value, off]) => `${x(at)},${y(value - off)}`).reverse();
  const values = course.map(([, value]) => value);
  const last = values[values.length - 1];
  const told = Object.fromEntries(
    Object.entries({ from: values[0], to: last, low: Math.min(...values), high: Math.max(...values) }).map(
      ([name, value]) => [name, String(value).replace("-", "−")],
    ),
  );
  return h(
    "figure",
    { class: "curve", "data-test": "curve" },
    h("figcaption", {}, h("b", {}, title), h("span", {}, t("web.curve.now", told))),
    h(
      "svg",
      {
        viewBox: `-2 -4 ${WIDE + 4} ${HIGH + 8}`,
        role: "img",
        "aria-label": `${title}: ${t("web.curve.course", told)}`,
      },
      low < 0 && top > 0 ? h("line", { class: "zero", x1: 0, x2: WIDE, y1: y(0), y2: y(0) }) : null,
      h("polygon", { class: "band", points: [...upper, ...lower].join(" ") }),
      h("polyline", { class: "line", points: course.map(([at, value]) => `${x(at)},${y(value)}`).join(" ") }),
      h("circle", { class: "last", cx: WIDE, cy: y(last), r: 3.5 }),
    ),
    h("small", {}, t("web.curve.range", told)),
  );
}
