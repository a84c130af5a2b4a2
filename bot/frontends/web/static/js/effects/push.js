// Being told of a turn while the page is closed: the browser's own service brings it to our service worker.
// @ts-check

import { server } from "../wire/server.js";

/** Let this browser be told, as far as it and our server can do that: whoever plays in a chat is told there. */
export async function hearClosed() {
  const there = await navigator.serviceWorker?.getRegistration();
  if (!there?.pushManager) return;
  const { ring: key } = await server.send({ t: "ring" });
  if (!key) return;
  const how = { userVisibleOnly: true, applicationServerKey: key };
  const found = await there.pushManager.subscribe(how).catch(async () => {
    await (await there.pushManager.getSubscription())?.unsubscribe(); // it knew us by another key
    return there.pushManager.subscribe(how).catch(() => null);
  });
  const { endpoint, keys } = found?.toJSON() ?? {};
  if (endpoint && keys) await server.send({ t: "ring", endpoint, p256dh: keys.p256dh, auth: keys.auth });
}

/** Be told no more: our server hears that from the browser's service with the next attempt. */
export async function hearNoMore() {
  const there = await navigator.serviceWorker?.getRegistration();
  await (await there?.pushManager?.getSubscription())?.unsubscribe();
}
