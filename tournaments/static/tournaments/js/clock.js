/**
 * Counts a clock down to the server's time of zero. It decides nothing: at zero it shows the words of the rule, and asks for news.
 * While nobody knows what the server has, it shows no time: the clock may have been stopped since.
 *
 * data-state         waiting, running, soon, paused or over
 * data-ends-at       the server's time of zero, in ms, while it runs; nothing counts without it
 * data-now-url       where the server tells its time
 * data-soon-ms       from here on the clock says "soon" (default five minutes)
 * data-counting      set here: the time that stands there is what is left, not the hour of zero
 * data-clock-time    (inside) where the time stands; data-clock-when: shown in the states that it names
 * @module
 */

import { isLost, isServerTimeKnown, keepServerTime, serverNow } from "./contact.js";

const MOST_MINUTES = 100; // from here on with hours
const PATIENCE_MS = 4000; // so long a page waits for the server's time before it trusts its own
const UNKNOWN = "––:––";

/** @param {number} ms */
export function timeText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  if (minutes < MOST_MINUTES) return `${String(minutes).padStart(2, "0")}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
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
  const endsAt = Number(element.dataset.endsAt ?? 0);
  if (!place || !endsAt) return;
  keepServerTime(element.dataset.nowUrl ?? "/ora/");
  count(element, place, endsAt);
}

/**
 * @param {HTMLElement} element
 * @param {Element} place
 * @param {number} endsAt
 */
function count(element, place, endsAt) {
  const soon = Number(element.dataset.soonMs ?? 300000);
  let timer = 0;
  let isOver = false;
  const tick = () => {
    window.clearTimeout(timer);
    if (!element.isConnected) {
      document.removeEventListener("server-time", tick);
      document.removeEventListener("contact", tick);
      return;
    }
    if (isLost()) {
      place.textContent = UNKNOWN;
      return;
    }
    const left = endsAt - serverNow();
    place.textContent = timeText(left);
    element.dataset.counting = "";
    show(element, left <= 0 ? "over" : left <= soon ? "soon" : "running");
    if (left > 0) timer = window.setTimeout(tick, (left % 1000) + 5 || 1000);
    else if (!isOver) element.dispatchEvent(new CustomEvent("live:refresh", { bubbles: true }));
    isOver = left <= 0;
  };
  // Heard again, perhaps after a sleep: what is shown is set right at once, also back from zero.
  document.addEventListener("server-time", tick);
  document.addEventListener("contact", tick);
  if (isServerTimeKnown()) tick();
  else timer = window.setTimeout(tick, PATIENCE_MS);
}
