// What the table has promised about its next deal, and the words that people add to it.
// @ts-check

import { h } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { t } from "../base/texts.js";
import { state } from "../state/state.js";
import { act } from "../wire/actions.js";
import { ask } from "../wire/commands.js";

/** @param {Wire.TableJson} message */
export function promise(message) {
  const fair = message.fairness;
  if (!fair?.lines.length) return null;
  return h(
    "details",
    {
      class: "promise",
      "data-key": "promise",
      "data-test": "promise",
      open: state.promiseOpen,
      ontoggle: (event) => {
        state.promiseOpen = event.currentTarget.open;
      },
    },
    h("summary", { "data-test": "promise-more" }, icon("check"), t("web.fair.title")),
    fair.lines.map((line) =>
      h(
        "p",
        {},
        line.map((part) => (part.style === "code" ? h("code", {}, part.text) : part.text)),
      ),
    ),
    h(
      "p",
      {},
      h(
        "button",
        {
          class: "link",
          onclick: () => ask({ t: "fair", round: fair.checks, table: message.table.id }),
          "data-test": "fair",
        },
        fair.check_label,
      ),
    ),
    message.seat !== null && fair.open ? luckForm(fair) : null,
  );
}

function luckForm(fair) {
  const add = (event) => {
    event.preventDefault();
    const word = state.luck.trim(); // empty: drawn by the server and, as the id of this request, by us
    state.luck = "";
    act.command("luck", { word });
  };
  return h(
    "form",
    { class: "luck", onsubmit: add },
    h("input", {
      type: "text",
      maxlength: "40",
      autocomplete: "off",
      "aria-label": fair.hint,
      placeholder: fair.hint,
      value: state.luck,
      oninput: (event) => {
        state.luck = event.target.value;
      },
      "data-test": "luck-word",
    }),
    h("button", { class: "secondary", "data-test": "luck" }, fair.button),
  );
}
