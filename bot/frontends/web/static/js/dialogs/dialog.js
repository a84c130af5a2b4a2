// What lies over the page: the dialog that the state names, if any.
// @ts-check

import { t } from "../base/texts.js";
import { state } from "../state/state.js";
import { verdicts } from "../views/replay.js";
import { screenDialog } from "./answer.js";
import { frame } from "./frame.js";
import { inviteDialog, logDialog, menuDialog, nameDialog, reportDialog, sureDialog } from "./menu.js";
import { accountsDialog, hoursDialog, keysDialog, seatDialog, settingsDialog } from "./settings.js";

const verdictsDialog = () => frame("verdicts", t("web.review.title"), verdicts());

const DIALOGS = {
  screen: screenDialog,
  verdicts: verdictsDialog,
  settings: settingsDialog,
  seat: seatDialog,
  hours: hoursDialog,
  menu: menuDialog,
  log: logDialog,
  keys: keysDialog,
  sure: sureDialog,
  name: nameDialog,
  report: reportDialog,
  accounts: accountsDialog,
  invite: inviteDialog,
};

/** The dialog to be shown, or null. */
export function dialogView() {
  return state.dialog ? DIALOGS[state.dialog.kind](state.dialog) : null;
}
