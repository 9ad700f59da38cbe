/**
 * Counts a clock down between two answers of the server. It decides nothing: at zero it shows the words of the rule, and asks for news.
 *
 * data-state         waiting, running, paused or over
 * data-remaining-ms  what was left when the page was rendered
 * data-server-now    the server's time of that moment, in ms; tells how old a kept copy of the page is
 * data-ends-at       in place of both: the server's time of zero, in ms, on a page that is kept for all its readers
 * data-soon-ms       from here on the clock says "soon" (default five minutes)
 * data-clock-time    (inside) where the time stands; data-clock-when: shown in the states that it names
 * @module
 */

import { serverOffset } from "./server-time.js";

const SKEW_KEY = "settebello.clock-skew";

/**
 * How long ago the server rendered this. The smallest difference ever seen between the two clocks is their skew; the rest is age.
 * @param {number} serverNow
 */
function age(serverNow) {
  if (!serverNow) return 0;
  const difference = Date.now() - serverNow;
  const kept = Number(window.sessionStorage.getItem(SKEW_KEY) ?? Number.POSITIVE_INFINITY);
  const skew = Math.min(kept, difference);
  window.sessionStorage.setItem(SKEW_KEY, String(skew));
  return difference - skew;
}

/** @param {number} ms */
export function timeText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${String(minutes).padStart(2, "0")}:${rest}`;
}

/**
 * @param {HTMLElement} element
 * @param {string} state
 */
function show(element, state) {
  if (element.dataset.state === state) return;
  element.dataset.state = state;
  for (const part of element.querySelectorAll("[data-clock-when]")) {
    const states = (/** @type {HTMLElement} */ (part).dataset.clockWhen ?? "").split(" ");
    /** @type {HTMLElement} */ (part).hidden = !states.includes(state);
  }
}

/** @param {HTMLElement} element */
export default function clock(element) {
  const place = element.querySelector("[data-clock-time]");
  if (!place || element.dataset.state !== "running") return;
  const soon = Number(element.dataset.soonMs ?? 300000);
  const endsAt = Number(element.dataset.endsAt ?? 0);
  if (endsAt) serverOffset().then((offset) => count(place, element, endsAt - offset, soon));
  else {
    const left = Number(element.dataset.remainingMs ?? 0) - age(Number(element.dataset.serverNow ?? 0));
    count(place, element, Date.now() + left, soon);
  }
}

/**
 * @param {Element} place
 * @param {HTMLElement} element
 * @param {number} deadline on the clock of this device
 * @param {number} soon
 */
function count(place, element, deadline, soon) {
  const tick = () => {
    if (!element.isConnected) return;
    const left = deadline - Date.now();
    place.textContent = timeText(left);
    show(element, left <= 0 ? "over" : left <= soon ? "soon" : "running");
    if (left > 0) window.setTimeout(tick, (left % 1000) + 5 || 1000);
    else element.dispatchEvent(new CustomEvent("live:refresh", { bubbles: true }));
  };
  tick();
}
