// The address of a table, as others can open it.

import { toast } from "../base/notices.js";
import { t } from "../base/texts.js";
import { state } from "../state/state.js";

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The address of the table shown, and whether it works on this computer alone (`here`). The server knows where others
 * reach it; a page that was itself opened from elsewhere knows it too. */
export function tableAddress() {
  const here = LOOPBACK.test(location.hostname);
  const base = state.share || (here ? "" : location.origin);
  return { url: `${base || location.origin}/#/t/${state.tableKey}`, here: !base };
}

/** Put it where it can be pasted, and say how far it reaches. */
export async function copyAddress() {
  const { url, here } = tableAddress();
  try {
    await navigator.clipboard.writeText(url);
    toast(`${t(here ? "web.menu.copied_here" : "web.menu.copied")} ${url}`);
  } catch {
    toast(url);
  }
}
