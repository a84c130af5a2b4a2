// The table's menu: everything that can be done at a table, its log, and whether one is sure.
// @ts-check

import { h } from "../base/dom.js";
import { t } from "../base/texts.js";
import { closeDialog, isOfChat, mySeat, openDialog, playerAt, state } from "../state/state.js";
import { logList } from "../views/log.js";
import { accept, takeSeat } from "../wire/actions.js";
import { copy, copyAddress, tableAddress } from "../wire/address.js";
import { ask, setName } from "../wire/commands.js";
import { frame } from "./frame.js";

export function logDialog() {
  return frame("log", t("web.log.title"), logList());
}

/** Leave out nothing that can be done at a table, in the order of how often it is wanted. */
export function menuDialog() {
  const table = state.table?.table;
  if (!table) return null;
  const seat = mySeat();
  const me = seat === null ? null : playerAt(seat);
  const entry = (key, onclick, look = "secondary") =>
    h("button", { class: look, onclick, "data-test": `menu-${key}` }, t(`web.menu.${key}`));
  const command = (key, message, look) =>
    entry(
      key,
      () => {
        closeDialog();
        ask({ table: table.id, ...message });
      },
      look,
    );
  const sure = (key, message) =>
    entry(key, () => openDialog({ kind: "sure", key, message: { table: table.id, ...message } }), "danger");
  const live = table.state !== "closed";
  return frame(
    "menu",
    table.heading,
    h(
      "div",
      { class: "stack" },
      me && table.state === "playing"
        ? me.away || me.stand_in
          ? command("back", { t: "back" }, "primary")
          : command("away", { t: "away" })
        : null,
      table.round ? command("played", { t: "played" }) : null,
      entry("log", () => openDialog({ kind: "log" })),
      isOfChat() ? null : entry("share", copyAddress),
      me && live ? command("invite", { t: "invite" }) : null,
      entry("rules", () => ask({ t: "rules", game: table.game, table: table.id })),
      entry("house", () => ask({ t: "settings", table: table.id })),
      entry("leaders", () => ask({ t: "leaders", game: table.game })),
      entry("settings", () => openDialog({ kind: "settings" })),
      table.round ? entry("report", () => openDialog({ kind: "report" })) : null,
      me && live ? sure("leave", { t: "leave" }) : null,
      me && live && ["playing", "between"].includes(table.state)
        ? sure("end", { t: "end", sure: `${table.match}-${table.round}` })
        : null,
    ),
  );
}

/** What somebody complains of about the round that is shown goes to whoever runs the place, and to nobody else. */
export function reportDialog() {
  const { match, round } = /** @type {Wire.TableJson} */ (state.table).table;
  const send = async (event) => {
    event.preventDefault();
    const { value } = event.target.elements.text;
    const answer = await ask({ t: "report", round: `M${match}.${round}`, text: value });
    if (answer.ok && state.dialog?.kind === "report") closeDialog();
  };
  return frame(
    "report",
    t("web.menu.report"),
    h(
      "form",
      { class: "field", onsubmit: send },
      h("label", { for: "complaint" }, t("web.report.about", { id: `M${match}.${round}` })),
      h("textarea", {
        id: "complaint",
        name: "text",
        rows: "4",
        maxlength: "1000",
        required: true,
        autofocus: true,
        "data-test": "complaint",
      }),
      h("button", { class: "primary big", "data-test": "send-report" }, t("web.report.send")),
    ),
  );
}

/** Who sits down is called by a name. */
export function nameDialog({ seat, code }) {
  const sit = (event) => {
    event.preventDefault();
    setName(event.target.elements.name.value);
    closeDialog();
    if (code) accept(code);
    else takeSeat(seat);
  };
  return frame(
    "name",
    t("web.wait.join"),
    h(
      "form",
      { class: "field", onsubmit: sit },
      h("label", { for: "new-name" }, t("web.lobby.name")),
      h("input", {
        id: "new-name",
        name: "name",
        type: "text",
        maxlength: "24",
        autocomplete: "nickname",
        required: true,
        pattern: ".*\\S.*",
        autofocus: true,
        "data-test": "new-name",
      }),
      h("button", { class: "primary big", "data-test": "sit-down" }, t("web.wait.join")),
    ),
  );
}

/** What brings people of other places to this table: the code, and where it is a table of the page its address. */
export function inviteDialog({ code, ways }) {
  const line = ways.some((way) => way !== "web") ? `/join ${code}` : code;
  return frame(
    "invite",
    t("web.invite.title"),
    h(
      "div",
      { class: "stack" },
      isOfChat()
        ? null
        : [
            h("p", {}, t(tableAddress().here ? "web.invite.here" : "web.invite.address")),
            h(
              "button",
              { class: "primary big", onclick: copyAddress, "data-test": "copy-address" },
              t("web.invite.copy_address"),
            ),
          ],
      ways.includes("telegram") ? h("p", {}, t("web.invite.chats")) : null,
      h("code", { class: "big-code", "data-test": "invitation" }, line),
      h(
        "button",
        {
          class: `${isOfChat() ? "primary" : "secondary"} big`,
          onclick: () => copy(line, t("web.invite.copied")),
          "data-test": "copy-code",
        },
        t("web.invite.copy"),
      ),
      ways.includes("discord") ? h("p", { class: "hint" }, t("web.invite.discord", { code })) : null,
      h("p", { class: "hint" }, t("web.invite.page", { code })),
    ),
  );
}

export function sureDialog({ key, message }) {
  return frame(
    "sure",
    t(`web.menu.${key}`),
    h("p", {}, t(`web.sure.${key}`)),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          class: "danger",
          onclick: () => {
            closeDialog();
            ask(message);
          },
          "data-test": "sure-yes",
        },
        t(`web.menu.${key}`),
      ),
      h("button", { class: "secondary", onclick: closeDialog }, t("web.sure.no")),
    ),
  );
}
