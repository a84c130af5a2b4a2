// What this browser keeps between visits: name, language, theme, choices of the lobby. Never a card.
// @ts-check

const KEPT = "paiju";

/**
 * Everything that is kept.
 * @returns {Page.Kept}
 */
export function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null") ?? {};
  } catch {
    return {};
  }
}

/**
 * Keep these too.
 * @param {Page.Kept} changes
 */
export function remember(changes) {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...remembered(), ...changes }));
  } catch {
    // a browser that keeps nothing still plays
  }
}

const GAMES = "paiju.games";
const VERSION = document.querySelector("script[src*='page.js']")?.getAttribute("src");

/**
 * The games of the lobby as this very version of the page was told them last: one can begin before the line is open.
 * @param {string} language
 * @returns {Wire.GameJson[]}
 */
export function keptGames(language) {
  try {
    const kept = JSON.parse(localStorage.getItem(GAMES) ?? "null");
    return kept?.version === VERSION && kept?.language === language ? kept.games : [];
  } catch {
    return [];
  }
}

/**
 * Keep the games in the language in which they were told.
 * @param {string} language
 * @param {Wire.GameJson[]} games
 */
export function keepGames(language, games) {
  try {
    localStorage.setItem(GAMES, JSON.stringify({ version: VERSION, language, games }));
  } catch {
    // without it the lobby waits for the line
  }
}

let around = "";

/** `light`, `dark`, or `auto` (as the app around the page is, else as the system says). */
export function applyTheme(theme = remembered().theme ?? "auto") {
  const worn = theme === "auto" ? around : theme;
  if (worn) document.documentElement.dataset.theme = worn;
  else delete document.documentElement.dataset.theme;
}

/** Note the look of the app around the page. */
export function themeAround(scheme) {
  around = scheme;
  applyTheme();
}
