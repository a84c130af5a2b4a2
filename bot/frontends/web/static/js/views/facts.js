// What counts in this round: which one it is, levels, scores, the stake, the wild cards. All of it, at every size.
// @ts-check

import { isJoker, stackedPicture } from "../base/cards.js";
import { h } from "../base/dom.js";
import { toast } from "../base/notices.js";
import { t } from "../base/texts.js";
import { ask } from "../wire/commands.js";
import { explain } from "../wire/lessons.js";
import { termsIn } from "../wire/terms.js";
import { cardName } from "./hand.js";

const SIDES = { "🔵": "team-0", "🟠": "team-1" };

/**
 * One line below the bar, or two; what names a word of the game leads to its rule, all else to the rules.
 * @param {Wire.TableJson} message
 */
export function facts({ table, view, warnings }) {
  const leads = (text) => {
    const [term] = termsIn(table.game, text);
    if (term) return { onclick: () => explain(table.game, term.code), "data-test": `fact-${term.code}` };
    return { onclick: () => ask({ t: "rules", game: table.game, table: table.id || undefined }) };
  };
  const said = [table.round_word, ...(view?.stake.split(" · ") ?? [])].filter(Boolean);
  const wild = (view?.wild ?? []).filter((card) => !isJoker(card)); // that jokers stand for others is known
  return h(
    "ul",
    { class: "round-facts", "data-key": "facts", "aria-label": t("web.table.facts") },
    said.map((text) => {
      const side = Object.keys(SIDES).find((sign) => text.startsWith(sign)) ?? "";
      const looks = { class: `fact${side && ` team ${SIDES[side]}`}`, ...leads(text) };
      return h("li", {}, h("button", looks, text.slice(side.length).trim()));
    }),
    wild.length
      ? h(
          "li",
          {},
          h(
            "button",
            { class: "fact", ...leads(t("web.card.wild")) },
            h("span", { class: "wild-word" }, t("web.card.wild")),
            wild.map((card) =>
              h("span", { class: "drawn", role: "img", "aria-label": cardName(card) }, stackedPicture(card)),
            ),
          ),
        )
      : null,
    warnings.map((text) =>
      h(
        "li",
        {},
        h("button", { class: "fact warning", title: text, onclick: () => toast(text) },
          "⚠", h("span", {}, ` ${text}`)),
      ),
    ),
  );
}
