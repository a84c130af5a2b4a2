// The log of the round: every public deed, trick by trick.
// @ts-check

import { h } from "../base/dom.js";
import { t } from "../base/texts.js";
import { state } from "../state/state.js";
import { calledAt } from "./player.js";

export function logList() {
  const view = state.table?.view;
  if (!view?.acts.length) return h("p", { class: "quiet-words" }, t("web.log.empty"));
  const groups = [];
  for (const act of view.acts) {
    if (groups.at(-1)?.trick !== act.trick) groups.push({ trick: act.trick, acts: [] });
    groups.at(-1).acts.push(act);
  }
  return h(
    "ol",
    { class: "log" },
    groups.reverse().map((group) =>
      h(
        "li",
        { "data-key": `t${group.trick}` },
        h("h3", {}, group.trick < 0 ? t("web.log.before") : t("web.log.trick", { n: group.trick + 1 })),
        h(
          "ul",
          {},
          group.acts.map((act) =>
            h(
              "li",
              { class: act.verb === "pass" ? "passed" : "" },
              h("b", {}, state.table?.result?.names[act.seat] ?? calledAt(act.seat)),
              " ",
              h("span", {}, act.text),
            ),
          ),
        ),
      ),
    ),
  );
}
