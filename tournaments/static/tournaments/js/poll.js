/**
 * Fetches a part of the page anew every second, as long as it asks for it.
 *
 * data-poll-url   where the part is rendered
 * data-poll-ms    after how many milliseconds it is fetched again (default: a second)
 * (inside) [data-poll-part]  an element with an id that is replaced alone while somebody writes in the rest
 * @module
 */

import { expectContact, expectNoContact, heard, patiently } from "./contact.js";
import { isBusy, replaceRegion } from "./region.js";
import { quiet, working } from "./working.js";

const POLL_MS = 1000;
const PATIENCE_MS = 4000;

/** @param {string} url */
async function fetched(url) {
  const answer = await patiently(url, { cache: "no-store" }, PATIENCE_MS);
  return answer.ok ? answer.text() : "";
}

/** @param {HTMLElement} element */
export default function poll(element) {
  const pause = Number(element.dataset.pollMs ?? POLL_MS);
  // A slower part is beside a stream, whose signs say whether the page is current.
  const isSign = pause <= POLL_MS;
  if (isSign) expectContact();
  const bring = async () => {
    // Without network the next round asks again.
    const html = await fetched(element.dataset.pollUrl ?? "").catch(() => "");
    if (html && isSign) heard();
    await quiet();
    const parts = isBusy(element) ? [...element.querySelectorAll("[data-poll-part]")] : [element];
    if (html) parts.forEach((part) => replaceRegion(part, html));
  };
  const look = async () => {
    await working(bring());
    if (element.isConnected) window.setTimeout(look, pause);
    else if (isSign) expectNoContact();
  };
  window.setTimeout(look, pause);
}
