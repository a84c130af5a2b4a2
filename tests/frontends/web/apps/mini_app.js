// What Telegram's script makes of the address, as far as the page asks for it.
(() => {
  const kept = JSON.parse(sessionStorage.getItem("__telegram__initParams") ?? "{}");
  const given = new URLSearchParams({ ...kept, ...Object.fromEntries(new URLSearchParams(location.hash.slice(1))) });
  const initData = given.get("tgWebAppData") ?? "";
  const signed = new URLSearchParams(initData);
  const heard = {}, calls = [];
  const note = (name) => (...said) => { calls.push([name, ...said]); };
  const app = {
    initData,
    initDataUnsafe: { ...Object.fromEntries(signed), user: JSON.parse(signed.get("user") ?? "null") },
    colorScheme: "dark", themeParams: JSON.parse(given.get("tgWebAppThemeParams") ?? "{}"),
    isExpanded: false, viewportStableHeight: 400,
    safeAreaInset: { top: 20, right: 0, bottom: 34, left: 0 }, contentSafeAreaInset: { top: 46, right: 0, bottom: 0, left: 0 },
    ready: note("ready"), disableVerticalSwipes: note("disableVerticalSwipes"),
    expand() { calls.push(["expand"]); change("viewportChanged", { isExpanded: true, viewportStableHeight: innerHeight }); },
    onEvent(name, listener) { (heard[name] ??= []).push(listener); },
    openLink: note("openLink"), openTelegramLink: note("openTelegramLink"),
    BackButton: {
      isVisible: false,
      show() { this.isVisible = true; },
      hide() { this.isVisible = false; },
      onClick(listener) { this.press = listener; },
    },
    HapticFeedback: Object.fromEntries(["selectionChanged", "impactOccurred", "notificationOccurred"].map((name) => [name, note(name)])),
  };
  function change(event, changes) {
    Object.assign(app, changes);
    for (const listener of heard[event] ?? []) listener.call(app, { isStateStable: true });
  }
  window.Telegram = { WebApp: app };
  window.appAround = { calls, change, back: app.BackButton };
})();
