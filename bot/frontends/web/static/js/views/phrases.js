// What people at the table say to each other: the sheet to choose from, bubbles at the seats, lines beside the log.
// @ts-check

import { h, morphChildren } from "../base/dom.js";
import { faceIcon, icon } from "../base/icons.js";
import { speak } from "../base/notices.js";
import { codesOf, t } from "../base/texts.js";
import { remember, remembered } from "../state/memory.js";
import { changed, mySeat, playerAt, state } from "../state/state.js";
import { act } from "../wire/actions.js";

const SHEET = "phrase-sheet";
/** Pixels between a bubble and the edge of the window. */
const MARGIN = 6;

// -- who is not listened to: everybody, or whoever sits at a place of a table; the browser keeps it

/** @param {number} seat */
const placeOf = (seat) => `${state.tableKey}/${seat}`;
const muted = () => remembered().muted ?? [];
/** @param {number} seat */
const isMuted = (seat) => seat !== mySeat() && (muted().includes("all") || muted().includes(placeOf(seat)));

function mute(place, on) {
  const others = muted().filter((one) => one !== place);
  remember({ muted: on ? [...others, place].slice(-40) : others });
  changed();
}

/** @param {Wire.TableJson} message */
const others = (message) =>
  message.players.filter((player) => player.kind === "person" && !player.stand_in && player.seat !== message.seat);

// -- choosing

/**
 * The button that opens the sheet, and the sheet: for who sits here with somebody else, and (without words) for who
 * looks on.
 * @param {Wire.TableJson} message
 */
export function phraseTool(message) {
  if (!others(message).length) return null;
  return h(
    "div",
    { class: "talk", "data-key": "talk" },
    h(
      "button",
      {
        class: "tool",
        popovertarget: SHEET,
        "aria-label": t("web.talk.open"),
        title: t("web.talk.open"),
        "data-test": "talk",
      },
      icon("talk"),
    ),
    h(
      "div",
      { id: SHEET, class: "phrase-sheet", popover: "auto", role: "dialog", "aria-label": t("web.talk.title") },
      message.seat === null
        ? null
        : h(
            "div",
            { class: "faces", role: "group", "aria-label": t("web.talk.faces"), "data-key": "faces" },
            codesOf("web.face.").map((code) =>
              h(
                "button",
                {
                  "aria-label": t(`web.face.${code}`),
                  title: t(`web.face.${code}`),
                  onclick: () => say(code),
                  "data-test": `say-${code}`,
                },
                faceIcon(code),
              ),
            ),
          ),
      message.seat === null
        ? null
        : h(
            "div",
            { class: "lines", role: "group", "aria-label": t("web.talk.phrases"), "data-key": "lines" },
            codesOf("web.phrase.").map((code) =>
              h("button", { onclick: () => say(code), "data-test": `say-${code}` }, t(`web.phrase.${code}`)),
            ),
          ),
      h(
        "fieldset",
        { class: "mutes", "data-key": "mutes" },
        h("legend", {}, t("web.talk.mute")),
        toggle("all", t("web.talk.mute_all")),
        others(message).map((player) => toggle(placeOf(player.seat), t("web.talk.mute_one", { name: player.name }))),
      ),
    ),
  );
}

/** @param {string} label */
function toggle(place, label) {
  return h(
    "label",
    { "data-key": place },
    h("input", {
      type: "checkbox",
      checked: muted().includes(place),
      onchange: (event) => mute(place, event.target.checked),
      "data-test": `mute-${place.split("/").at(-1)}`,
    }),
    h("span", {}, label),
  );
}

/** @param {string} phrase */
function say(phrase) {
  document.getElementById(SHEET)?.hidePopover();
  act.command("phrase", { phrase });
}

// -- hearing

/** @param {string} phrase */
const isFace = (phrase) => codesOf("web.face.").includes(phrase);
/** @param {string} phrase */
const wordsOf = (phrase) => t(`web.${isFace(phrase) ? "face" : "phrase"}.${phrase}`);
/** @param {string} phrase */
const shown = (phrase) => (isFace(phrase) ? faceIcon(phrase) : wordsOf(phrase));

/** What was said lately, for the column beside the table. */
export function saidList() {
  const lines = state.said.filter((one) => !isMuted(one.seat));
  if (!lines.length) return null;
  return h(
    "ul",
    { class: "said-list", "data-key": "said", "aria-label": t("web.talk.title"), "data-test": "said" },
    lines.map((one) =>
      h(
        "li",
        { "data-key": `said${one.id}` },
        h("b", {}, playerAt(one.seat)?.name ?? ""),
        " ",
        h(
          "span",
          {},
          isFace(one.phrase)
            ? [faceIcon(one.phrase), h("span", { class: "unseen" }, wordsOf(one.phrase))]
            : wordsOf(one.phrase),
        ),
      ),
    ),
  );
}

/** Lay the bubbles of this moment over the page, each at the seat of who speaks; screen readers hear each once. */
export function layBubbles() {
  const layer = /** @type {HTMLElement} */ (document.getElementById("said"));
  const latest = new Map(
    state.view === "table"
      ? state.said.filter((one) => one.fresh && !isMuted(one.seat)).map((one) => [one.seat, one])
      : [],
  );
  if (!latest.size && !layer.childNodes.length) return;
  morphChildren(
    layer,
    [...latest.values()].map((one) =>
      h(
        "p",
        {
          class: `spoken${isFace(one.phrase) ? " face" : ""}`,
          "data-key": `s${one.id}`,
          "data-seat-of": one.seat,
          "data-test": `bubble-${one.seat}`,
        },
        shown(one.phrase),
      ),
    ),
  );
  for (const bubble of layer.children) place(bubble);
  const unheard = [...latest.values()].filter((one) => !one.heard && one.seat !== mySeat());
  for (const one of unheard) one.heard = true;
  speak(unheard.map((one) => t("web.talk.said", { name: playerAt(one.seat)?.name ?? "", what: wordsOf(one.phrase) })));
}

/** Put a bubble below the face of its speaker, one's own above it; never over the edge of the window. */
function place(bubble) {
  const seat = Number(bubble.dataset.seatOf);
  const mine = seat === mySeat();
  const at = (
    document.querySelector(mine ? ".own .avatar" : `[data-seat="${seat}"] .avatar`) ??
    document.querySelector(`.chairs > :nth-child(${seat + 1}) .avatar`)
  )?.getBoundingClientRect();
  if (!at) return bubble.remove();
  const box = bubble.getBoundingClientRect();
  const left = Math.min(Math.max(MARGIN, at.left + at.width / 2 - box.width / 2), innerWidth - box.width - MARGIN);
  const top = mine ? at.top - box.height - MARGIN : at.bottom + MARGIN;
  bubble.style.setProperty("left", `${Math.round(left)}px`);
  bubble.style.setProperty("top", `${Math.round(top)}px`);
  return undefined;
}
