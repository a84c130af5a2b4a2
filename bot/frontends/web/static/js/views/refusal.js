// The page for somebody whom it does not know: why, and what helps.
// @ts-check

import { h } from "../base/dom.js";
import { t } from "../base/texts.js";
import { host } from "../host/host.js";
import { state } from "../state/state.js";
import { enter } from "../wire/entrance.js";

export function refusalView() {
  const { code, again } = /** @type {Page.Refusal} */ (state.refused);
  const { name } = host();
  const own = name !== "browser" && ["stale", "ended", "outside"].includes(code);
  return [
    h(
      "main",
      { class: "refusal", "data-key": "refusal", "data-test": "refusal" },
      h("img", { src: "/static/favicon.svg", alt: "", width: "64", height: "64" }),
      h("h1", {}, t(code === "offline" ? "web.host.no_network" : "web.host.title")),
      h("p", { role: "alert" }, t(own ? `web.host.${name}_${code}` : `web.host.${code}`)),
      again && h("button", { class: "primary", onclick: () => enter(), "data-test": "again" }, t("web.host.again")),
      name === "browser" &&
        code === "stale" &&
        h("a", { class: "secondary", href: "#/", onclick: () => enter(), "data-test": "go-on" }, t("web.host.go_on")),
      code === "outside" && h("a", { class: "secondary", href: "/", "data-test": "go-on" }, t("web.host.go_on")),
    ),
  ];
}
