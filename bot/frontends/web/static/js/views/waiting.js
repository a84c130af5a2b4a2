// Before the first deal: the seats, who takes them, and the button that starts.
// @ts-check

import { h } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { capital, t } from "../base/texts.js";
import { changed, isOfChat, isOnOffer, openDialog, state } from "../state/state.js";
import { act, sitDown, takeSeat } from "../wire/actions.js";
import { tableAddress } from "../wire/address.js";
import { ask } from "../wire/commands.js";
import { phraseTool } from "./phrases.js";
import { portrait } from "./player.js";
import { promise } from "./promise.js";

/** @param {Wire.TableJson} message */
export function waiting(message) {
  const { table, players } = message;
  const open = message.seat === null && players.some(isOnOffer);
  const free = players.filter((player) => player.kind === "empty").length;
  const seated = message.seat !== null;
  if (table.state === "closed")
    return h(
      "div",
      { class: "wait-panel", "data-key": "closed" },
      h("p", { class: "big-word" }, t("web.table.closed")),
    );
  if (table.parked)
    return h(
      "div",
      { class: "wait-panel", "data-key": "parked" },
      h("h2", {}, table.name),
      h("p", { class: "about" }, t("web.table.parked")),
      resumeButton(),
    );
  return h(
    "div",
    { class: "wait-panel", "data-key": "waiting" },
    h(
      "div",
      { class: "chairs-side" },
      h("h2", {}, table.name),
      h(
        "p",
        { class: "about" },
        [table.preset_name, table.preset_about, table.clock_word].filter(Boolean).join(" · "),
      ),
      message.warnings.length ? h("p", { class: "warning" }, message.warnings.join(" ")) : null,
      pairs(message),
      h(
        "ol",
        { class: "chairs" },
        players.map((player) => chair(message, player, seated)),
      ),
    ),
    h(
      "div",
      { class: "doing-side" },
      seated && free ? levelChoice() : null,
      h(
        "div",
        { class: "go" },
        open
          ? h("button", { class: "primary big", onclick: () => sitDown(), "data-test": "join" }, t("web.wait.join"))
          : null,
        seated && free ? invitation() : null,
        seated && free
          ? h(
              "button",
              {
                class: "secondary big",
                onclick: () => act.command("ai", { level: state.newGame.level }),
                "data-test": "fill-ai",
              },
              icon("robot"),
              t("web.wait.fill"),
            )
          : null,
        seated
          ? h(
              "button",
              {
                class: `${free ? "secondary" : "primary"} big`,
                disabled: free > 0,
                onclick: () => act.command("deal"),
                "data-test": "deal",
              },
              free ? t("web.wait.need", { n: free }) : t("web.wait.deal"),
            )
          : null,
        phraseTool(message),
      ),
      message.waits
        ? h(
            "p",
            { class: "hint", "data-test": "waits" },
            message.waits,
            " ",
            seated
              ? h(
                  "button",
                  { class: "link", onclick: () => act.command("extend"), "data-test": "extend" },
                  t("web.wait.extend"),
                )
              : null,
          )
        : null,
      message.elsewhere ? h("p", { class: "hint", "data-test": "places" }, message.elsewhere) : null,
      isOfChat()
        ? h("p", { class: "hint" }, t("web.wait.in_chat"))
        : h(
            "p",
            { class: "hint", "data-test": "address" },
            tableAddress().here
              ? t("web.wait.here_only")
              : [t("web.wait.invite"), " ", h("span", { class: "address" }, tableAddress().url)],
          ),
      promise(message),
      h(
        "p",
        { class: "hint" },
        h("button", { class: "link", onclick: () => openDialog({ kind: "menu" }) }, t("web.wait.more")),
      ),
    ),
  );
}

/**
 * Who plays with whom, where that stays as people sit: the seats of each side.
 * @param {Wire.TableJson} message
 */
function pairs({ teams }) {
  if (!teams.length) return null;
  return h(
    "p",
    { class: "pairs", "data-test": "pairs" },
    t("web.wait.pairs"),
    [...new Set(teams)].map((team) =>
      h(
        "b",
        { class: `team-${team % 3}` },
        teams.flatMap((one, seat) => (one === team ? [seat + 1] : [])).join(" + "),
      ),
    ),
  );
}

/**
 * How a seat stands to one's own: with it, or against it.
 * @param {Wire.TableJson} message
 * @param {number} seat
 */
function side({ teams, seat: mine }, seat) {
  if (!teams.length || mine === null || mine === seat) return "";
  return t(teams[seat] === teams[mine] ? "web.wait.with_you" : "web.wait.against_you");
}

/** What brings friends here, from this page and from chats: the first thing to do where they can be reached at all. */
function invitation() {
  const alone = !isOfChat() && tableAddress().here;
  return h(
    "button",
    { class: `${alone ? "secondary" : "primary"} big`, onclick: () => act.command("invite"), "data-test": "invite" },
    icon("link"),
    t("web.wait.share"),
  );
}

/** Take up again a match that was put aside at this table. */
export function resumeButton() {
  return h(
    "div",
    { class: "go" },
    h(
      "button",
      { class: "primary big", onclick: () => ask({ t: "deal", table: state.table?.table.id }), "data-test": "resume" },
      t("web.table.resume"),
    ),
  );
}

/** How strong the AI players are that are seated from here. */
function levelChoice() {
  const game = state.games.find((one) => one.key === state.table?.table.game);
  const about = game?.levels.find((one) => one.key === state.newGame.level)?.about;
  return h(
    "fieldset",
    { class: "segmented level" },
    h("legend", {}, t("web.lobby.level")),
    h(
      "div",
      {},
      (game?.levels ?? []).map((level) =>
        h(
          "label",
          { "data-key": level.key },
          h("input", {
            type: "radio",
            name: "level",
            value: level.key,
            checked: level.key === state.newGame.level,
            onchange: () => {
              state.newGame.level = level.key;
              changed();
            },
          }),
          h("span", {}, capital(level.name)),
        ),
      ),
    ),
    h("p", { class: "hint" }, capital(about ?? "")),
  );
}

/**
 * @param {Wire.TableJson} message
 * @param {Wire.PlayerJson} player
 */
function chair(message, player, seated) {
  const team = message.teams[player.seat];
  const label = { person: player.name, ai: player.name, empty: t("web.seat.free") }[player.kind];
  return h(
    "li",
    {
      class: `chair ${player.kind}${player.me ? " me" : ""}${team === undefined ? "" : ` team-${team % 3}`}`,
      "data-key": `c${player.seat}`,
    },
    h(
      "span",
      { class: `avatar ${player.kind} tone-${player.seat % 6}` },
      player.kind === "empty" ? icon("plus") : portrait(player),
    ),
    h(
      "span",
      { class: "who" },
      h("b", {}, label),
      h(
        "small",
        {},
        [
          t("web.seat.number", { n: player.seat + 1 }),
          player.host ? t("web.seat.host") : "",
          player.level,
          player.me ? t("web.seat.you") : "",
          side(message, player.seat),
        ]
          .filter(Boolean)
          .join(" · "),
      ),
    ),
    player.kind === "empty" && seated
      ? h(
          "button",
          {
            class: "secondary",
            onclick: () => act.command("ai", { count: 1, seat: player.seat, level: state.newGame.level }),
            "data-test": `ai-${player.seat}`,
          },
          icon("robot"),
          h("span", { class: "unseen" }, t("web.wait.one_ai")),
        )
      : null,
    (seated ? player.kind === "empty" : isOnOffer(player))
      ? h(
          "button",
          {
            class: "secondary",
            onclick: () => (seated ? takeSeat : sitDown)(player.seat),
            "data-test": `seat-${player.seat}`,
          },
          seated ? t("web.wait.move") : t("web.wait.sit"),
        )
      : null,
    player.kind !== "empty" && !player.me && message.host
      ? h(
          "button",
          {
            class: "tool",
            "aria-label": t("web.wait.remove", { name: player.name }),
            title: t("web.wait.remove", { name: player.name }),
            onclick: () => act.command("kick", { seat: player.seat }),
          },
          icon("close"),
        )
      : null,
  );
}
