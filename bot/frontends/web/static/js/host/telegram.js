// A Mini App of Telegram: its script says who one is, what the app looks like, and how much of the window it covers.
// @ts-check

import { exchange, Refused } from "./proof.js";
import { fillHeight, keepClear, wear } from "./surface.js";

const SCRIPT = "https://telegram.org/js/telegram-web-app.js";
const PATIENCE = 4000;

/**
 * The platform's object, `null` until its script has come, or where it cannot be had.
 * @type {any}
 */
let app = null;
let handed = new URLSearchParams();
/** @type {(() => void) | null} */
let goBack = null;

/** The table that one was sent to: `?table=12` of a button, `t12` of a link in a group. */
function wantedTable() {
  const start =
    app?.initDataUnsafe?.start_param ?? new URLSearchParams(handed.get("tgWebAppData") ?? "").get("start_param");
  const number = new URLSearchParams(location.search).get("table") ?? /^t(\d+)$/.exec(start ?? "")?.[1] ?? "";
  return /^[1-9]\d{0,8}$/.test(number) ? `table-${number}` : null;
}

function follow() {
  wear(app.colorScheme === "dark" ? "dark" : "light", app.themeParams?.bg_color);
}

function measure() {
  keepClear(app.safeAreaInset, app.contentSafeAreaInset);
  fillHeight(app.isExpanded === false ? app.viewportStableHeight : 0);
}

/** Older apps lack the newer of these; what is missing is left out. */
function tell(name, ...said) {
  try {
    app?.[name]?.(...said);
  } catch {
    // an app that cannot do this still shows the page
  }
}

function prove(proof) {
  if (!proof) throw new Refused("outside");
  return exchange("/api/telegram/session", { init_data: proof });
}

async function load() {
  /** @type {Promise<void>} */
  const come = new Promise((resolve) => {
    const script = document.createElement("script");
    const done = () => {
      clearTimeout(late);
      resolve();
    };
    const late = setTimeout(done, PATIENCE);
    script.onload = script.onerror = done;
    script.src = SCRIPT;
    document.head.append(script);
  });
  await come;
  app = window.Telegram?.WebApp ?? null;
  if (app) begin();
}

export const telegram = {
  name: "telegram",

  /** What the app hands over stands in the address, where its script reads it. */
  meet() {
    handed = new URLSearchParams(location.hash.slice(1));
    if (handed.has("tgWebAppThemeParams")) wearHanded();
  },

  language: () => app?.initDataUnsafe?.user?.language_code ?? "",

  async enter() {
    const loaded = app ? null : load();
    // The proof stands in the address: it need not wait for the script, which comes from elsewhere or not at all.
    const early = handed.get("tgWebAppData");
    const [found] = await Promise.all([early && prove(early), loaded]);
    // Only now: the script reads the address as well.
    if (early) history.replaceState(null, "", `${location.pathname}${location.search}#/`);
    return { ...(found || (await prove(app?.initData))), room: wantedTable() };
  },

  channel: () => "",

  back(step) {
    goBack = step;
    if (step) app?.BackButton?.show();
    else app?.BackButton?.hide();
  },

  feel(what) {
    const touch = app?.HapticFeedback;
    if (what === "raise") touch?.selectionChanged();
    else if (what === "play") touch?.impactOccurred("medium");
    else touch?.notificationOccurred("warning");
  },

  opens(address) {
    if (!app) window.open(address, "_blank", "noopener");
    else if (/^https:\/\/(t|telegram)\.me\//.test(address)) app.openTelegramLink(address);
    else app.openLink(address);
  },
};

function begin() {
  follow();
  measure();
  for (const [event, heard] of [
    ["themeChanged", follow],
    ["viewportChanged", measure],
    ["safeAreaChanged", measure],
    ["contentSafeAreaChanged", measure],
  ])
    tell("onEvent", event, heard);
  // After a sleep of the app the page is as if it were looked at again.
  tell("onEvent", "activated", () => document.dispatchEvent(new Event("visibilitychange")));
  app.BackButton?.onClick(() => goBack?.());
  tell("expand");
  // A card that is drawn downwards must not close the app.
  tell("disableVerticalSwipes");
  tell("ready");
}

/** The look as the address tells it, so that the first drawing has it already. */
function wearHanded() {
  try {
    const told = JSON.parse(handed.get("tgWebAppThemeParams") ?? "");
    const [red, green, blue] = [1, 3, 5].map((at) => parseInt(told.bg_color.slice(at, at + 2), 16));
    wear(red * 0.3 + green * 0.59 + blue * 0.11 < 128 ? "dark" : "light", told.bg_color);
  } catch {
    // the script says it again
  }
}
