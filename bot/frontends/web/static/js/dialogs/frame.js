// The frame of every dialog: its title, and the ways to close it.
// @ts-check

import { h } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { t } from "../base/texts.js";
import { closeDialog } from "../state/state.js";

/** A dialog named `key`, laid over the page. */
export function frame(key, title, ...content) {
  return h(
    "dialog",
    {
      class: `sheet-box ${key}`,
      "data-key": key,
      "aria-labelledby": "dialog-title",
      onclick: (event) => {
        if (event.target.tagName === "DIALOG") closeDialog();
      },
      oncancel: (event) => {
        event.preventDefault();
        closeDialog();
      },
      onkeydown: (event) => {
        if (event.key === "Escape") {
          event.preventDefault();
          closeDialog();
        }
      },
      open: /** @type {HTMLDialogElement | null} */ (document.querySelector(`dialog[data-key="${key}"]`))?.open,
    },
    h(
      "div",
      { class: "sheet-inner" },
      h(
        "header",
        {},
        h("h2", { id: "dialog-title" }, title),
        h(
          "button",
          { class: "tool", "aria-label": t("web.close"), onclick: closeDialog, "data-test": "close" },
          icon("close"),
        ),
      ),
      ...content,
    ),
  );
}
