/**
 * What time it is on the server, whatever the clock of this device says.
 *
 * The server is asked for it, and from then on the steady clock of the browser counts. It is asked again when the device
 * has slept or its clock was set, and when the network comes back; until it answers, the last answer goes on counting.
 * @module
 */

import { working } from "./working.js";

const GOOD_MS = 120; // an answer that took no longer is off by half of that at most
const SAMPLES = 3;
const RETRY_MS = 3000;
const PATIENCE_MS = 4000;
const WATCH_MS = 2000;
const SLEPT_MS = 1000;

/** The server's time minus the steady clock of the browser; null until the server has been heard. @type {number | null} */
let offset = null;
/** @type {Promise<void> | null} */
let asking = null;
let address = "";

/** The server's time in ms; before it was ever heard, this device's. */
export function serverNow() {
  return offset === null ? Date.now() : offset + performance.now();
}

/** @returns {Promise<{offset: number, took: number}>} */
async function sample() {
  const asked = performance.now();
  const answer = await fetch(address, { cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(PATIENCE_MS) });
  const heard = performance.now();
  const now = Number(await answer.text());
  if (!answer.ok || !now) throw new Error("no time");
  return { offset: now - (asked + heard) / 2, took: heard - asked };
}

async function ask() {
  let best = await sample();
  for (let tries = 1; tries < SAMPLES && best.took > GOOD_MS; tries += 1) {
    const next = await sample();
    if (next.took < best.took) best = next;
  }
  offset = best.offset;
  document.dispatchEvent(new CustomEvent("server-time"));
}

/** Ask the server once more; without network it is tried again until it answers. */
function renew() {
  asking ??= working(ask())
    .catch(() => void window.setTimeout(renew, RETRY_MS))
    .finally(() => (asking = null));
  return asking;
}

/** The steady clock stands while a device sleeps: then it and the other one have come apart. */
function watch() {
  const apart = () => Date.now() - performance.now();
  let before = apart();
  window.setInterval(() => {
    const now = apart();
    if (Math.abs(now - before) > SLEPT_MS) renew();
    before = now;
  }, WATCH_MS);
}

/**
 * Begin to keep the server's time; the first caller says where it is told.
 * @param {string} url
 */
export function keepServerTime(url) {
  if (address) return;
  address = url;
  renew();
  watch();
  window.addEventListener("online", renew);
  document.addEventListener("visibilitychange", () => document.hidden || renew());
}

/** Whether the server has been heard. */
export function isServerTimeKnown() {
  return offset !== null;
}
