/**
 * Shows what a score sheet as typed would give: the server says it, while it is typed.
 *
 * data-preview-url      takes the form by POST and answers with the preview, also when it refuses the sheet (422)
 * data-preview-target   the selector of what the answer replaces (default #sheet-totals)
 * @module
 */

import { announce } from "./region.js";
import { afterPause } from "./working.js";

const PAUSE_MS = 250;

/**
 * @param {HTMLFormElement} form
 * @param {string} url
 * @param {AbortSignal} signal
 */
async function preview(form, url, signal) {
  const answer = await fetch(url, { method: "POST", body: new FormData(form), signal });
  if (!answer.ok && answer.status !== 422) return;
  const place = document.querySelector(form.dataset.previewTarget ?? "#sheet-totals");
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").body.firstElementChild;
  if (!place || !fresh || signal.aborted) return;
  // The place stays, so that its live region is read; what stands in it is new.
  place.replaceChildren(...fresh.childNodes);
  announce(place);
}

/** @param {HTMLElement} element */
export default function sheet(element) {
  const form = /** @type {HTMLFormElement} */ (element);
  const url = form.dataset.previewUrl;
  if (!url) return;
  const soon = afterPause(PAUSE_MS);
  let running = new AbortController();
  form.addEventListener("input", () =>
    soon(() => {
      running.abort();
      running = new AbortController();
      // Without network the page keeps the last preview; the sheet itself is the outbox's business.
      return preview(form, url, running.signal);
    }),
  );
}
