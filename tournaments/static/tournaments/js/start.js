/**
 * Starts the behaviours that a page asks for by data-behaviour, on load and after every swap.
 * A behaviour is a module whose default function takes the element; a page loads only those that it names.
 * @module
 */

import { begin } from "./working.js";

/** @typedef {(element: HTMLElement) => void} Behaviour */

/** @type {Record<string, () => Promise<{default: Behaviour}>>} */
const BEHAVIOURS = {
  "arrivals": () => import("./arrivals.js"),
  "arrivals-singles": () => import("./arrivals-singles.js"),
  "bracket": () => import("./bracket.js"),
  "call": () => import("./call.js"),
  "calls": () => import("./calls.js"),
  "choose": () => import("./choose.js"),
  "clock": () => import("./clock.js"),
  "confirm": () => import("./confirm.js"),
  "copy": () => import("./copy.js"),
  "doubts": () => import("./doubts.js"),
  "draw-check": () => import("./draw-check.js"),
  "draw-show": () => import("./draw-show.js"),
  "elapsed": () => import("./elapsed.js"),
  "find": () => import("./find.js"),
  "focus": () => import("./focus.js"),
  "grid": () => import("./grid.js"),
  "grid-typing": () => import("./grid-typing.js"),
  "kept": () => import("./kept.js"),
  "hand": () => import("./hand.js"),
  "hand-over": () => import("./hand-over.js"),
  "live": () => import("./live.js"),
  "mended": () => import("./mended.js"),
  "moved": () => import("./moved.js"),
  "outbox": () => import("./outbox.js"),
  "outbox-status": () => import("./outbox-status.js"),
  "passkey": () => import("./passkey.js"),
  "poll": () => import("./poll.js"),
  "post": () => import("./post.js"),
  "print": () => import("./print.js"),
  "push": () => import("./push.js"),
  "replay": () => import("./replay.js"),
  "rest": () => import("./rest.js"),
  "rotate": () => import("./rotate.js"),
  "select-filter": () => import("./select-filter.js"),
  "sheet": () => import("./sheet.js"),
  "stepper": () => import("./stepper.js"),
  "table": () => import("./table/board.js"),
};

/** @type {WeakMap<HTMLElement, Set<string>>} */
const started = new WeakMap();
/** @type {Map<string, Behaviour>} */
const loaded = new Map();

/**
 * Start one behaviour on one element, once. What is loaded starts at once: a form that was brought anew may be sent by the very next key, and without its
 * behaviour the browser would leave the page.
 * @param {HTMLElement} element
 * @param {string} name
 */
function start(element, name) {
  const names = started.get(element) ?? new Set();
  if (names.has(name) || !(name in BEHAVIOURS)) return;
  started.set(element, names.add(name));
  const behaviour = loaded.get(name);
  if (!behaviour) {
    load(element, name);
    return;
  }
  try {
    behaviour(element);
  } catch (error) {
    // One that fails keeps no other from starting.
    reportError(error);
  }
}

/**
 * Load a behaviour, and start it on the element if that is still on the page.
 * @param {HTMLElement} element
 * @param {string} name
 */
async function load(element, name) {
  const over = begin();
  try {
    const behaviour = (await BEHAVIOURS[name]()).default;
    loaded.set(name, behaviour);
    if (element.isConnected) behaviour(element);
  } finally {
    over();
  }
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

// Where a browser takes none (no TLS, a private window), every page works as before. Its address never changes.
if ("serviceWorker" in navigator) {
  window.addEventListener("load", () => navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" }).catch(() => undefined));
}
