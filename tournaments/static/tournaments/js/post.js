/**
 * Sends a form and puts the answer in the place of what it is about, without leaving the page.
 *
 * data-post-regions   the ids of what an answer may bring anew, with blanks between them, the widest first
 *
 * Forms are sent one after the other, each once at a time. An answer that has none of the regions (the log-in page, a failure) is shown as a page.
 * Without network the form is sent as any other, so that the browser tells.
 * @module
 */

import { replaceNamed, showPage } from "./region.js";
import { during, quiet, working } from "./working.js";

/** @type {Promise<void>} */
let last = Promise.resolve();

/**
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} body
 */
async function deliver(form, body) {
  const names = form.dataset.postRegions?.split(/\s+/) ?? [];
  const [answer, html] = await during(async (signal) => {
    const response = await fetch(form.getAttribute("action") ?? window.location.href, { method: "POST", body, headers: { "X-Part": "1" }, signal });
    return /** @type {const} */ ([response, await response.text()]);
  });
  await quiet();
  if (!replaceNamed(names, html)) showPage(answer, html);
  const shown = answer.headers.get("X-Shown");
  if (shown) document.dispatchEvent(new CustomEvent("live:shown", { detail: JSON.parse(shown) }));
}

/** @param {HTMLElement} element */
export default function post(element) {
  const form = /** @type {HTMLFormElement} */ (element);
  form.addEventListener("submit", (event) => {
    if ("postPlain" in form.dataset) return;
    event.preventDefault();
    if (form.ariaBusy) return;
    const submitter = event.submitter;
    const body = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form, submitter)]));
    form.ariaBusy = "true";
    const sendPlain = () => {
      form.dataset.postPlain = "";
      form.requestSubmit(submitter);
    };
    last = working(last.then(() => deliver(form, body)).catch(sendPlain).finally(() => (form.ariaBusy = null)));
  });
}
