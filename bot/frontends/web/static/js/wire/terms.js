// Words of a game that can be looked up wherever the table says them.
// @ts-check

import { h } from "../base/dom.js";
import { language } from "../base/texts.js";
import { state } from "../state/state.js";
import { explain } from "./lessons.js";

/** @type {{ games: Wire.GameJson[] | null, language: string, of: Map<string, any> }} */
let known = { games: null, language: "", of: new Map() };

/**
 * What finds the terms of a game in a text, longest words first; null where the game has none.
 * @param {string} game
 */
function finder(game) {
  if (known.games !== state.games || known.language !== language())
    known = { games: state.games, language: language(), of: new Map() };
  if (!known.of.has(game)) {
    const terms = state.games.find((one) => one.key === game)?.terms ?? [];
    const words = terms.flatMap((term) => term.words.map((word) => [word.toLowerCase(), term.code]));
    const escaped = words
      .map(([word]) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .sort((a, b) => b.length - a.length);
    known.of.set(
      game,
      words.length ? { pattern: new RegExp(`(?<![a-z])(?:${escaped.join("|")})[a-z]*`, "gi"), codes: words } : null,
    );
  }
  return known.of.get(game);
}

/**
 * The words of a text that can be looked up, each with its code.
 * @param {string} game
 * @param {string} text
 */
export function termsIn(game, text) {
  const found = text && finder(game);
  if (!found) return [];
  return [...text.matchAll(found.pattern)].map((match) => {
    const said = match[0].toLowerCase();
    const codes = found.codes.filter(([word]) => said.startsWith(word)).sort((a, b) => b[0].length - a[0].length);
    return { word: match[0], at: match.index, code: codes[0][1] };
  });
}

/**
 * A text about a game in which each word that can be looked up leads to its sentence and its rule.
 * @param {string} game
 * @param {string} text
 */
export function termed(game, text) {
  const parts = [];
  let from = 0;
  for (const { word, at, code } of termsIn(game, text)) {
    const show = (event) => {
      event.preventDefault();
      event.stopPropagation();
      explain(game, code);
    };
    parts.push(
      text.slice(from, at),
      h("a", { class: "term", href: `#/learn/${game}`, onclick: show, "data-test": `term-${code}` }, word),
    );
    from = at + word.length;
  }
  return parts.length ? [...parts, text.slice(from)] : text;
}
