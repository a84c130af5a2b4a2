// What lies over the page: the dialog that the state names, if any.
// @ts-check

import { state } from "../state/state.js";
import { screenDialog } from "./answer.js";
import { inviteDialog, logDialog, menuDialog, nameDialog, sureDialog } from "./menu.js";
import { accountsDialog, keysDialog, settingsDialog } from "./settings.js";

const DIALOGS = {
  screen: screenDialog,
  settings: settingsDialog,
  menu: menuDialog,
  log: logDialog,
  keys: keysDialog,
  sure: sureDialog,
  name: nameDialog,
  accounts: accountsDialog,
  invite: inviteDialog,
};

/** The dialog to be shown, or null. */
export function dialogView() {
  return state.dialog ? DIALOGS[state.dialog.kind](state.dialog) : null;
}
