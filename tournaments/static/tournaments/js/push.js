/**
 * Tells this device of each call of an entry, also while its page is closed: Web Push.
 *
 * data-push               (on a region that keeps itself new) the address that gives the key and takes the subscription
 * (inside) [data-push-box]       hidden where the browser offers no push
 * (inside) button[data-push-start], button[data-push-stop], [data-push-on], [data-push-refused]
 * (inside) [data-push-failed]    that it did not work, or what the server says of it
 *
 * The browser is asked for its leave when somebody presses the button, and not before. Which entries this device follows is kept in
 * localStorage, and changes when the server has answered; each is told to the server anew when its page opens, so that a server that forgot knows it
 * again. The address of the subscription is left for the worker, which tells the server when the browser changes it.
 * @module
 */

import { working } from "./working.js";

const isOffered = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
const PUSH = "settebello-push"; // as in worker.js
/** @type {Set<string>} addresses that this window has told the server already, or is telling it */
const told = new Set();

/** @type {Set<string>} addresses that the server refused when this window told it */
const refused = new Set();
const LASTING = ["push_service", "push_subscription", "wrong_status"]; // a limit or a full event ends: such a refusal is asked about again

/** What the server says to a person, and its name for a script. */
class Refusal extends Error {
  /** @param {{ sentence: string, code: string }} answer */
  constructor({ sentence, code }) {
    super(sentence);
    this.code = code;
  }
}

/** @param {string} address */
const keyOf = (address) => `push ${address}`;

/** @param {HTMLElement} element @param {string} name */
const part = (element, name) => /** @type {HTMLElement | null} */ (element.querySelector(`[data-push-${name}]`));

/** @param {HTMLElement} element */
function show(element) {
  const address = element.dataset.push ?? "";
  const isOn = localStorage.getItem(keyOf(address)) !== null && !refused.has(address) && Notification.permission === "granted";
  const isRefused = Notification.permission === "denied";
  const seen = { box: true, start: !isOn && !isRefused, stop: isOn, on: isOn, refused: isRefused };
  for (const [name, isShown] of Object.entries(seen)) {
    const found = part(element, name);
    if (found) found.hidden = !isShown;
  }
}

/**
 * @param {string} address
 * @param {PushSubscription} subscription
 * @param {Record<string, string>} more
 */
async function tell(address, subscription, more = {}) {
  const keys = subscription.toJSON().keys ?? {};
  const body = new URLSearchParams({ endpoint: subscription.endpoint, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "", ...more });
  const answer = await working(fetch(address, { method: "POST", body }));
  if (answer.status === 422) throw new Refusal(await answer.json());
  if (!answer.ok) throw new Error(`${answer.status}`);
  refused.delete(address);
  await (await caches.open(PUSH)).put("/", new Response(subscription.endpoint));
}

/** @param {string} text base64 for addresses */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** The subscription of this device for the key of the site; one for an earlier key is given back. @param {string} address */
async function subscribed(address) {
  const { key } = await working(fetch(address).then((answer) => answer.json()));
  const { pushManager } = await navigator.serviceWorker.ready;
  const own = bytes(key);
  const before = await pushManager.getSubscription();
  const known = new Uint8Array(before?.options.applicationServerKey ?? new ArrayBuffer(0));
  if (before && known.length === own.length && known.every((each, at) => each === own[at])) return before;
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: own });
}

/** @param {string} address */
async function start(address) {
  if ((await Notification.requestPermission()) !== "granted") return;
  await tell(address, await subscribed(address));
  told.add(address);
  localStorage.setItem(keyOf(address), "1");
}

/** The subscription itself stays: it may serve other entries. @param {string} address */
async function stop(address) {
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.getSubscription();
  if (subscription) await tell(address, subscription, { stop: "1" });
  localStorage.removeItem(keyOf(address));
}

/** What does not reach the server, or what it refuses for now, is tried again when the page is new; what it refuses for good is forgotten. @param {string} address */
async function remind(address) {
  if (told.has(address) || localStorage.getItem(keyOf(address)) === null || Notification.permission !== "granted") return;
  told.add(address);
  try {
    await tell(address, await subscribed(address));
  } catch (reason) {
    told.delete(address);
    if (reason instanceof Refusal) {
      refused.add(address);
      if (LASTING.includes(reason.code)) localStorage.removeItem(keyOf(address));
    }
    throw reason;
  }
}

/** @param {HTMLElement} element */
export default function push(element) {
  const address = element.dataset.push;
  if (!isOffered || !address) return;
  /** @param {string} name @param {(address: string) => Promise<void>} step */
  const on = (name, step) => {
    const button = /** @type {HTMLButtonElement | null} */ (part(element, name));
    if (!button) return;
    button.onclick = async () => {
      button.disabled = true;
      // What a push service or the network refuses leaves the buttons as they are.
      await tried(step);
      button.disabled = false;
    };
  };
  /** @param {(address: string) => Promise<void>} step */
  const tried = async (step) => {
    const error = await step(address).then(() => null, (reason) => reason);
    show(element);
    const failed = part(element, "failed");
    if (!failed) return;
    failed.hidden = error === null || (step === remind && !(error instanceof Refusal));
    if (error instanceof Refusal) failed.textContent = error.message;
  };
  on("start", start);
  on("stop", stop);
  show(element);
  tried(remind);
}
