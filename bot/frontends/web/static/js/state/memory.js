// What this browser keeps between visits: name, language, theme, choices of the lobby. Never a card.

const KEPT = "paiju";

/** Everything that is kept. */
export function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

/** Keep these too. */
export function remember(changes) {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...remembered(), ...changes }));
  } catch {
    // a browser that keeps nothing still plays
  }
}

/** `light`, `dark`, or `auto` (as the system says). */
export function applyTheme(theme = remembered().theme ?? "auto") {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
