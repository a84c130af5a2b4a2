// Runs before the rest of the page has come: on a slow line each way to the server counts. Asks who one is and opens
// the line, which `wire/link.js` takes over. `seated` tells `host/browser.js` whether that is done.

if (location.pathname === "/" && !location.search && !location.hash.startsWith("#in="))
  globalThis.seated ??= fetch("/seat", { method: "POST", credentials: "same-origin" }).then(
    (answer) => {
      if (answer.ok)
        globalThis.line = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
      return answer.ok;
    },
    () => false,
  );
