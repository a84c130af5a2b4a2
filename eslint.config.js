// The linter of the page's scripts: the rules that are recommended. Names are checked with the types (`tsc`).
import js from "@eslint/js";

export default [
  { ignores: ["**/vendor/"] },
  {
    files: ["bot/frontends/web/static/**/*.js"],
    ...js.configs.recommended,
    rules: { ...js.configs.recommended.rules, "no-undef": "off" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
  },
];
