// What counts in this round: which one it is, levels, scores, the stake, the wild cards. All of it, at every size.
// @ts-check

import { isJoker } from "../base/cards.js";
import { h } from "../base/dom.js";
import { toast } from "../base/notices.js";
import { t } from "../base/texts.js";
import { ask } from "../wire/commands.js";
import { termed } from "../wire/terms.js";
import { cardName } from "./hand.js";
import { fan } from "./parts.js";

const SIDES = { "🔵": "team-0", "🟠": "team-1" };

/**
 * One line below the bar, or two; each word of the game in it leads to its rule, and so does the rest by the rules.
 * @param {Wire.TableJson} message
 */
export function facts({ table, view, warnings }) {
  const rules = () => ask({ t: "rules", game: table.game, table: table.id });
  const said = [table.round_word, ...(view?.stake.split(" · ") ?? [])].filter(Boolean);
  const wild = (view?.wild ?? []).filter((card) => !isJoker(card)); // that jokers stand for others is known
  return h(
    "ul",
    { class: "round-facts", "data-key": "facts", "aria-label": t("web.table.facts") },
    said.map((text) => {
      const side = Object.keys(SIDES).find((sign) => text.startsWith(sign)) ?? "";
      return h(
        "li",
        { class: side && `side ${SIDES[side]}`, onclick: rules },
        termed(table.game, text.slice(side.length).trim()),
      );
    }),
    wild.length
      ? h(
          "li",
          { class: "wild", "data-test": "wild", onclick: rules },
          t("web.card.wild"),
          fan(wild, "fact", wild.map(cardName).join(" ")),
        )
      : null,
    warnings.map((text) =>
      h("li", { class: "warning", title: text, onclick: () => toast(text) }, "⚠", h("span", {}, ` ${text}`)),
    ),
  );
}
