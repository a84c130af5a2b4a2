// An Activity of Discord: a frame behind the platform's proxy, which asks the app around it who one is.
// @ts-check

import { exchange, Refused } from "./proof.js";
import { vibrate } from "./surface.js";

const PATIENCE = 20000;

/** @type {Page.DiscordApp | null} */
let sdk = null;

/** The application, whose number is the first part of the name under which the platform shows us. */
let application = /^(\d+)\.discordsays\.com$/.exec(location.hostname)?.[1] ?? "";

const late = (after) => new Promise((_, refuse) => setTimeout(() => refuse(new Refused("unreachable", true)), after));

async function handshake() {
  const { DiscordSDK } = await sdkModule();
  application ||= await askForApplication();
  try {
    // Our own log stays ours: the console is not sent to the app.
    sdk = /** @type {any} */ (new DiscordSDK(application, { disableConsoleLogOverride: true }));
  } catch {
    throw new Refused("outside");
  }
  await sdk?.ready();
}

/** Where we are shown under another name, our server knows the number. */
async function askForApplication() {
  const answer = await fetch("/api/discord/app", { credentials: "same-origin" });
  return (answer.ok && (await answer.json()).client_id) || "";
}

async function sdkModule() {
  try {
    return await import("../../vendor/embedded-app-sdk/embedded-app-sdk.js");
  } catch {
    throw new Refused("unreachable", true);
  }
}

async function askForCode() {
  try {
    const told = await /** @type {Page.DiscordApp} */ (sdk).commands.authorize({
      client_id: application,
      response_type: "code",
      state: "",
      prompt: "none",
      scope: ["identify"],
    });
    return told.code;
  } catch {
    throw new Refused("declined", true);
  }
}

export const discord = {
  name: "discord",

  meet() {},

  language: () => "",

  async enter() {
    if (!sdk?.isReady) await Promise.race([handshake(), late(PATIENCE)]);
    const code = await askForCode();
    try {
      return await exchange("/api/discord/session", { code });
    } catch (error) {
      throw new Refused(/** @type {Refused} */ (error).code, true); // the app gives another code each time
    }
  },

  /** The channel in which the Activity was opened. */
  channel: () => sdk?.channelId ?? "",

  back() {},

  feel: vibrate,

  opens(address) {
    sdk?.commands.openExternalLink({ url: address }).catch(() => {});
  },
};
