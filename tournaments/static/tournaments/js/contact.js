/**
 * Whether this page shows what the server has, and since when nobody knows. Then every page that follows says so in words, and no clock runs.
 *
 * What keeps a page new calls ``heard`` each time it knows that nothing is missing. Where that has not come for longer than the server is ever
 * silent, the page is lost until the next time; the event "contact" of the document tells of both. A page that nobody sees waits until somebody does.
 *
 * What time it is on the server is known here too, whatever the clock of this device says: the server is asked for it, and from then on the
 * steady clock of the browser counts. It is asked again when the device has slept or its clock was set, and when the network comes back; until
 * it answers, the last answer goes on counting.
 *
 * On #contact: data-now-url is asked while the stream is away; [data-contact-since] is where the time stands.
 * @module
 */

import { keepStill } from "./region.js";
import { working } from "./working.js";

const SILENT_MS = 2600; // the server gives a sign every second; with the time until it is noticed and shown, less than three seconds
const WATCH_MS = 200;
const SLEPT_MS = 2000; // a watch that comes so late has slept with the device
const PATIENCE_MS = 4000; // how long a small answer may take
const LONG_PATIENCE_MS = 15000; // how long a page may take that comes at all
const GOOD_MS = 120; // a time that took no longer to come is off by half of that at most
const SAMPLES = 3;
const RETRY_MS = 3000;
const CLOCKS_WATCH_MS = 2000;
const CLOCKS_SLEPT_MS = 1000;

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
  const answered = performance.now();
  const now = Number(await answer.text());
  if (!answer.ok || !now) throw new Error("no time");
  return { offset: now - (asked + answered) / 2, took: answered - asked };
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
function watchClocks() {
  const apart = () => Date.now() - performance.now();
  let before = apart();
  window.setInterval(() => {
    const now = apart();
    if (Math.abs(now - before) > CLOCKS_SLEPT_MS) renew();
    before = now;
  }, CLOCKS_WATCH_MS);
}

/**
 * Begin to keep the server's time; the first caller says where it is told.
 * @param {string} url
 */
export function keepServerTime(url) {
  if (address) return;
  address = url;
  renew();
  watchClocks();
  window.addEventListener("online", renew);
  document.addEventListener("visibilitychange", () => document.hidden || renew());
}

/** Whether the server has been heard. */
export function isServerTimeKnown() {
  return offset !== null;
}

const keptCopy = () => document.querySelector("#kept:not([hidden])");
let heardAt = serverNow();
let silentFrom = performance.now();
let watchedAt = Date.now();
let expecting = 0;
// A copy that this device kept says so itself, until what is new has been brought.
let lost = keptCopy() !== null;
document.body.toggleAttribute("data-lost", lost);

/** What was asked for and may still come. @type {Set<AbortController>} */
const underway = new Set();

/** Whether nobody knows what the server has. */
export const isLost = () => lost;

/** @param {boolean} isNow */
function tell(isNow) {
  if (lost === isNow) return;
  lost = isNow;
  const place = document.getElementById("contact");
  const { lang } = document.documentElement;
  const since = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { hour: "2-digit", minute: "2-digit" }).format(heardAt);
  for (const part of place?.querySelectorAll("[data-contact-since]") ?? []) part.textContent = since;
  document.body.toggleAttribute("data-lost", lost);
  keepStill(() => {
    if (place) place.hidden = !lost;
    keptCopy()?.toggleAttribute("hidden", true);
  });
  document.dispatchEvent(new CustomEvent("contact"));
}

function watch() {
  const now = Date.now();
  if (Math.abs(now - watchedAt) > SLEPT_MS) awake();
  watchedAt = now;
  if (expecting && !document.hidden && performance.now() - silentFrom > SILENT_MS) tell(true);
}

window.setInterval(watch, WATCH_MS);
document.addEventListener("visibilitychange", awake);
window.addEventListener("pageshow", awake);

/** Nobody looked: what has been asked for since may still come in time. */
function awake() {
  silentFrom = performance.now();
}

/** Somebody keeps this page new from now on: it says when it is lost. */
export function expectContact() {
  if (!expecting) awake();
  expecting += 1;
}

/** They do not any more. */
export function expectNoContact() {
  expecting -= 1;
  if (!expecting) tell(false);
}

/** The page shows what the server has. */
export function heard() {
  heardAt = serverNow();
  silentFrom = performance.now();
  tell(false);
}

/** Is the server there? Asked for its time, and nothing else. */
export async function check() {
  const url = document.getElementById("contact")?.dataset.nowUrl;
  if (!url || document.hidden) return;
  const answer = await patiently(url, { cache: "no-store", credentials: "omit" }, PATIENCE_MS).catch(() => null);
  if (answer?.ok && !keptCopy()) heard();
}

/**
 * Fetch, and wait no longer than that for the whole of the answer.
 * @param {string} url
 * @param {RequestInit} [options]
 * @param {number} [ms]
 */
export function patiently(url, options = {}, ms = LONG_PATIENCE_MS) {
  const end = new AbortController();
  underway.add(end);
  window.setTimeout(() => {
    underway.delete(end);
    end.abort();
  }, ms);
  return fetch(url, { ...options, signal: end.signal });
}

/** What has been asked for and has not come went the way that is lost. */
export function giveUp() {
  underway.forEach((end) => end.abort());
  underway.clear();
}
