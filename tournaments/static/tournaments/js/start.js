/**
 * Starts the behaviours that a page asks for by data-behaviour, on load and after every swap.
 * A behaviour is a module whose default export takes the element; a page loads only those that it names.
 * @module
 */

/** @typedef {(element: HTMLElement) => void} Behaviour */

/** @type {Record<string, () => Promise<{default: Behaviour}>>} */
const BEHAVIOURS = {
  "bracket": () => import("./bracket.js"),
  "clock": () => import("./clock.js"),
  "confirm": () => import("./confirm.js"),
  "elapsed": () => import("./elapsed.js"),
  "focus": () => import("./focus.js"),
  "live": () => import("./live.js"),
  "mended": () => import("./mended.js"),
  "outbox": () => import("./outbox.js"),
  "outbox-status": () => import("./outbox-status.js"),
  "passkey": () => import("./passkey.js"),
  "poll": () => import("./poll.js"),
  "post": () => import("./post.js"),
  "print": () => import("./print.js"),
  "rotate": () => import("./rotate.js"),
  "select-filter": () => import("./select-filter.js"),
  "sheet": () => import("./sheet.js"),
  "stepper": () => import("./stepper.js"),
};

/** @type {WeakMap<HTMLElement, Set<string>>} */
const started = new WeakMap();

/**
 * Start one behaviour on one element, once.
 * @param {HTMLElement} element
 * @param {string} name
 */
async function start(element, name) {
  const names = started.get(element) ?? new Set();
  if (names.has(name) || !(name in BEHAVIOURS)) return;
  started.set(element, names.add(name));
  const behaviour = await BEHAVIOURS[name]();
  if (element.isConnected) behaviour.default(element);
}

/**
 * Start everything in a part of the page, the part itself included.
 * @param {Element | Document} root
 */
function startIn(root) {
  const inside = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-behaviour]")]);
  const all = root instanceof HTMLElement && root.dataset.behaviour ? [root, ...inside] : inside;
  for (const element of all) {
    for (const name of (element.dataset.behaviour ?? "").split(/\s+/)) start(element, name);
  }
}

startIn(document);
document.addEventListener("region:replaced", (event) => startIn(/** @type {Element} */ (event.target)));
