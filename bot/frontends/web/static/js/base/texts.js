// The words of the page: the server's catalogue in the reader's language, with `{field}` and `{n|one|many}`.
// @ts-check

/** @type {Record<string, string>} */
let texts = {};
let current = "en";

const FIELD = /\{(\w+)(?:\|([^{}|]*)\|([^{}|]*))?\}/g;

/**
 * The sentence for a code, its fields filled in.
 * @param {string} code
 * @param {Record<string, unknown>} data
 * @returns {string}
 */
export function t(code, data = {}) {
  const template = texts[code];
  if (template === undefined) return code;
  return template.replace(FIELD, (_, name, one, many) => {
    if (!(name in data)) return "…";
    if (one === undefined) return String(data[name]);
    return ["1", "+1", "-1", "−1"].includes(String(data[name])) ? one : many;
  });
}

/** The text with a capital letter in front. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The language of the texts in use. */
export const language = () => current;

/** Take texts for a language into use. */
export function useTexts(lang, found) {
  texts = found;
  current = lang;
  document.documentElement.lang = lang === "zh" ? "zh-Hans" : lang;
}

/** Fetch the texts of a language from our own server. */
export async function fetchTexts(lang) {
  /** @type {HTMLLinkElement | null} */
  const known = document.querySelector(`link[rel="alternate"][hreflang="${lang}"]`);
  const answer = await fetch(known?.href ?? `/texts/${lang}.json`, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`texts ${answer.status}`);
  useTexts(lang, await answer.json());
}

/** The last parts of all codes that begin so, in the order of the catalogue. */
export const codesOf = (start) =>
  Object.keys(texts)
    .filter((code) => code.startsWith(start))
    .map((code) => code.slice(start.length));
