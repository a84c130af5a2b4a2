// The service worker of a plain browser: it keeps what the page is made of, so that it opens at once, and without a
// network too. It keeps nothing else: the page itself, which is the same for everybody, and files that are asked for
// by a mark of their contents. Whatever is anybody's own (seats, hands, what is said over the line) passes it by.
// And it shows that it is somebody's turn while the page is closed.
// @ts-check

const worker = /** @type {any} */ (globalThis);

/** The version of the page, and the files that it is made of; our server writes them here. */
const [VERSION, FILES] = /** @type {[string, string[]]} */ (["", []]);
const OURS = "paiju-";
const KEPT = OURS + VERSION;
const ANYHOW = { ignoreVary: true };

/** Fetch the whole page before any of it is used. Where several servers change their version one after the other, an
 * answer may be of another one: then all stays as it is until the next visit. */
async function keep() {
  const page = await fetch("/", { cache: "no-cache" });
  const text = await page.clone().text();
  const named = FILES.filter((file) => file.includes("/page.")).every((file) => text.includes(file));
  if (!page.ok || page.redirected || !named) throw new Error("another version");
  const answers = await Promise.all(FILES.map((file) => fetch(file)));
  if (!answers.every(isLasting)) throw new Error("another version");
  const cache = await caches.open(KEPT);
  await Promise.all([cache.put("/", page), ...answers.map((answer, at) => cache.put(FILES[at], answer))]);
  await worker.skipWaiting();
}

/** Our server says this of what was asked for by its own mark, and of nothing else. */
const isLasting = (answer) => answer.ok && (answer.headers.get("Cache-Control") ?? "").includes("immutable");

/** Leave the files of the version before to the windows that still show it; those before it go. */
async function tidy() {
  const others = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== KEPT);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function page(request) {
  const cache = await caches.open(KEPT);
  return (await cache.match("/", ANYHOW)) ?? fetch(request);
}

async function file(request, marked) {
  const kept = await caches.match(request, { ...ANYHOW, ignoreSearch: !marked });
  if (kept) return kept;
  const answer = await fetch(request);
  if (marked && isLasting(answer)) (await caches.open(KEPT)).put(request, answer.clone());
  return answer;
}

worker.addEventListener("install", (event) => event.waitUntil(keep()));
worker.addEventListener("activate", (event) => event.waitUntil(tidy()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search, searchParams } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (pathname === "/" && !search) event.respondWith(page(request));
  } else if (/^\/(static|texts)\//.test(pathname)) event.respondWith(file(request, searchParams.has("v")));
});

/** Show what our server tells while the page is closed; whoever has it before them sees it there. */
async function tell(said) {
  const windows = await worker.clients.matchAll({ type: "window" });
  if (windows.some((one) => one.visibilityState === "visible" && one.focused)) return;
  const { title, body, url, tag } = said;
  await worker.registration.showNotification(title, { body, tag, data: url, icon: "/static/icons/192.png" });
}

/** Lead to the table: in a window that is there, else in a new one. */
async function lead(address) {
  const windows = await worker.clients.matchAll({ type: "window" });
  const there = windows.find((one) => new URL(one.url).pathname === "/");
  if (!there) return worker.clients.openWindow(address);
  there.postMessage({ open: address });
  return there.focus();
}

worker.addEventListener("push", (event) => event.waitUntil(tell(event.data.json())));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data));
});
