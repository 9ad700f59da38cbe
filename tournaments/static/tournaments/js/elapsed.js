/**
 * Counts whole minutes up, from what had passed when the page was rendered: how long somebody has been waited for. It stands while the page is lost.
 *
 * data-passed-ms   what had passed then
 * data-words       the sentence for n minutes, with {n} where the number stands; data-words-one is that of a single one
 * @module
 */

import { isLost } from "./contact.js";

const MINUTE_MS = 60000;

/** @param {HTMLElement} element */
export default function elapsed(element) {
  const began = Date.now() - Number(element.dataset.passedMs ?? 0);
  const { words = "", wordsOne = words } = element.dataset;
  const tick = () => {
    if (!element.isConnected) return;
    const passed = Math.max(0, Date.now() - began);
    const minutes = Math.floor(passed / MINUTE_MS);
    if (minutes && !isLost()) element.textContent = (minutes === 1 ? wordsOne : words).replace("{n}", String(minutes));
    window.setTimeout(tick, MINUTE_MS - (passed % MINUTE_MS) + 5);
  };
  tick();
}
