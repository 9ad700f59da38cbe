/**
 * Fetches a part of the page anew every second, as long as it asks for it.
 *
 * data-poll-url   where the part is rendered
 * @module
 */

import { quiet } from "./hands.js";
import { replaceRegion } from "./region.js";

const POLL_MS = 1000;

/** @param {HTMLElement} element */
export default function poll(element) {
  const look = async () => {
    if (!element.isConnected) return;
    // Without network the next round asks again.
    const answer = await fetch(element.dataset.pollUrl ?? "", { cache: "no-store" }).catch(() => null);
    const html = answer?.ok ? await answer.text() : "";
    await quiet();
    if (html) replaceRegion(element, html);
    if (element.isConnected) window.setTimeout(look, POLL_MS);
  };
  window.setTimeout(look, POLL_MS);
}
