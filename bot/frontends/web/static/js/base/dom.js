// Building and updating the page without a framework.
// `h` makes nodes, `morph` brings a live node up to date with a fresh one, keeping identity (focus, transitions,
// scroll) wherever key and tag agree.
// @ts-check

const SVG = "http://www.w3.org/2000/svg";
const HANDLERS = ["onclick", "onkeydown", "oninput", "onchange", "onsubmit", "onpointerdown", "ontoggle", "oncancel"];
const VECTOR = new Set([
  "svg",
  "g",
  "path",
  "circle",
  "rect",
  "ellipse",
  "line",
  "use",
  "symbol",
  "text",
  "polygon",
  "polyline",
  "defs",
  "title",
]);

/** Let the browser keep a text as a file. */
export function keepFile(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  h("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

/** Make an element. `props`: attributes, `on…` handlers, `style` (object), `html` (trusted, our own drawings only). A
 * node with `data-opaque` is a drawing that this value says all about: it is not looked into again while the value
 * stays. */
export function h(tag, props = {}, ...children) {
  const node = VECTOR.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "style") for (const [key, part] of Object.entries(value)) node.style.setProperty(key, part);
    else if (name === "html") node.innerHTML = value;
    else if (name.startsWith("on")) node[name] = value;
    else if (name === "value") node.value = value;
    else if (name === "checked") node.checked = true;
    else node.setAttribute(name, value === true ? "" : String(value));
    if (name === "checked" || name === "value") node.setAttribute(name, value === true ? "" : String(value));
  }
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false || child === "") continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/** A part of the page, an element `tag` with the key `key`, that is built only when one of `values` has changed since
 * it was drawn last. `build` gives the element. */
export function part(tag, key, values, build) {
  const shell = document.createElement(tag);
  shell.setAttribute("data-key", key);
  shell.setAttribute("data-shell", "");
  shell.lazy = { values, build };
  return shell;
}

/** A node whose parts have been built, because it is new on the page. */
function whole(node) {
  if (node.nodeType !== 1) return node;
  let found = node;
  if (node.lazy?.build) {
    found = node.lazy.build();
    found.lazy = { values: node.lazy.values };
  }
  for (const shell of found.querySelectorAll("[data-shell]")) shell.replaceWith(whole(shell));
  return found;
}

const agree = (some, others) => some.length === others.length && some.every((value, i) => value === others[i]);

const keyOf = (node) => (node.nodeType === 1 ? node.getAttribute("data-key") : null);

/** Make `live` look like `wanted`, touching only what differs. `wanted` is used up. */
export function morph(live, wanted) {
  let fresh = wanted;
  if (wanted.lazy) {
    if (live.lazy && agree(live.lazy.values, wanted.lazy.values)) return undefined;
    live.lazy = { values: wanted.lazy.values };
    fresh = wanted.lazy.build();
  } else if (live.lazy) live.lazy = undefined;
  const drawn = fresh.dataset?.opaque !== undefined && live.dataset.opaque === fresh.dataset.opaque;
  for (const handler of HANDLERS) if (live[handler] !== fresh[handler]) live[handler] = fresh[handler];
  for (const { name } of [...live.attributes]) if (!fresh.hasAttribute(name)) live.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes]) {
    if (name === "style") continue;
    if (live.getAttribute(name) !== value) live.setAttribute(name, value);
  }
  if (live.style && live.style.cssText !== fresh.style.cssText) live.style.cssText = fresh.style.cssText;
  if (fresh.tagName === "INPUT" || fresh.tagName === "SELECT" || fresh.tagName === "OPTION")
    return morphField(live, fresh);
  if (!drawn) morphChildren(live, [...fresh.childNodes]);
  return undefined;
}

function morphField(live, fresh) {
  if (live.tagName === "SELECT") morphChildren(live, [...fresh.childNodes]);
  if (document.activeElement !== live && live.value !== fresh.value) live.value = fresh.value;
  if (live.checked !== fresh.checked) live.checked = fresh.checked;
}

/** Bring the children of `parent` up to date with the list `fresh`. */
export function morphChildren(parent, fresh) {
  const keyed = new Map();
  for (const child of parent.childNodes) if (keyOf(child)) keyed.set(keyOf(child), child);
  let cursor = parent.firstChild;
  for (const wanted of fresh) {
    const key = keyOf(wanted);
    let match = key ? keyed.get(key) : cursor;
    if (!key && match && keyOf(match)) match = null;
    if (match && match.nodeType === wanted.nodeType && match.nodeName === wanted.nodeName) {
      keyed.delete(key);
      if (match !== cursor) parent.insertBefore(match, cursor);
      else cursor = cursor.nextSibling;
      if (match.nodeType === 1) morph(match, wanted);
      else if (match.data !== wanted.data) match.data = wanted.data;
    } else {
      parent.insertBefore(whole(wanted), cursor);
    }
  }
  while (cursor) {
    const next = cursor.nextSibling;
    cursor.remove();
    cursor = next;
  }
}

/**
 * Call `then` as soon as the next frame has been painted.
 * @param {() => void} then
 */
export function afterFrame(then) {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      then();
    };
    port2.postMessage(null);
  });
}
