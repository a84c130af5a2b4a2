// A Mini App of Telegram: its script says who one is, what the app looks like, and how much of the window it covers.
// @ts-check

import { exchange, Refused } from "./proof.js";
import { fillHeight, keepClear, wear } from "./surface.js";

const SCRIPT = "https://telegram.org/js/telegram-web-app.js";
const PATIENCE = 4000;
const KEPT = "__telegram__initParams"; // where that script, too, looks for what the address does not say any more

/**
 * The platform's object, `null` until its script has come, or where it cannot be had.
 * @type {any}
 */
let app = null;
let handed = new URLSearchParams();
/** @type {Promise<void> | null} */
let loading = null;
/** @type {(() => void) | null} */
let goBack = null;
/** What was to be felt last before the script had come: it says that it is one's turn. */
let unfelt = "";

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

/** @returns {Promise<void>} */
const load = () =>
  new Promise((resolve) => {
    const script = document.createElement("script");
    script.onload = () => {
      app = window.Telegram?.WebApp ?? null;
      if (app) begin();
      resolve();
    };
    script.onerror = () => {
      loading = null;
      resolve();
    };
    script.src = SCRIPT;
    document.head.append(script);
  });

/** @param {number} milliseconds */
const rest = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What the app handed over: it stands in the address, from where it goes into the tab's own memory at once. */
function takeHanded() {
  const given = new URLSearchParams(location.hash.slice(1));
  try {
    if (given.has("tgWebAppData")) sessionStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(given)));
    else return new URLSearchParams(JSON.parse(sessionStorage.getItem(KEPT) ?? "{}"));
  } catch {
    return given; // a tab without a memory leaves it in the address, for the script
  }
  history.replaceState(null, "", `${location.pathname}${location.search}#/`);
  return given;
}

/** The person as the proof names them, before the script says so. */
function person() {
  try {
    return JSON.parse(new URLSearchParams(handed.get("tgWebAppData") ?? "").get("user") ?? "{}");
  } catch {
    return {};
  }
}

export const telegram = {
  name: "telegram",

  meet() {
    handed = takeHanded();
    if (handed.has("tgWebAppThemeParams")) wearHanded();
  },

  language: () => (app?.initDataUnsafe?.user ?? person()).language_code ?? "",

  async enter() {
    loading ??= load();
    // Who has a proof need not wait for the script, which comes from elsewhere, late or not at all.
    const early = handed.get("tgWebAppData");
    if (!early) await Promise.race([loading, rest(PATIENCE)]);
    return { ...(await prove(early ?? app?.initData)), room: wantedTable() };
  },

  channel: () => "",

  back(step) {
    goBack = step;
    if (!hasBack()) return;
    if (step) app.BackButton.show();
    else app.BackButton.hide();
  },

  feel(what) {
    if (!app) {
      unfelt = what;
      return;
    }
    const touch = app.HapticFeedback;
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

/** Whether the app has a back button of its own; older ones only seem to. */
const hasBack = () => Boolean(app?.BackButton && (app.isVersionAtLeast?.("6.1") ?? true));

function begin() {
  if (unfelt) telegram.feel(unfelt);
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
  if (hasBack()) {
    document.documentElement.dataset.back = "app"; // so that the page draws none
    app.BackButton.onClick(() => goBack?.());
    telegram.back(goBack);
  }
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
