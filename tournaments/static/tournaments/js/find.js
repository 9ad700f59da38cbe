/**
 * Answers “where do I play?” while somebody types: no button. One match opens the answer at once.
 *
 * #find-found is replaced by that of the answer to the form.
 * @module
 */

import { patiently } from "./contact.js";
import { replaceNamed } from "./region.js";
import { afterPause } from "./working.js";

const ENOUGH = 3; // letters; fewer are asked for by Enter
const PAUSE_MS = 150;

/** @param {HTMLElement} element */
export default function find(element) {
  const form = /** @type {HTMLFormElement} */ (element);
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
  form.dataset.answers = "";
  const soon = afterPause(PAUSE_MS);
  let asked = 0;
  let typed = field.value.trim();

  const look = async () => {
    const mine = (asked += 1);
    const url = new URL(form.action);
    url.searchParams.set("q", typed);
    const answer = await patiently(url.href);
    const html = await answer.text();
    // Somebody has typed on.
    if (mine !== asked) return;
    if (answer.redirected && !new URL(answer.url).searchParams.has("q")) window.location.assign(answer.url);
    else if (answer.ok) replaceNamed(["find-found"], html);
  };

  field.addEventListener("input", () => {
    soon();
    if (field.value.trim() === typed) return;
    typed = field.value.trim();
    // Without network Enter still asks, and the browser says what is wrong.
    if (typed.length >= ENOUGH) soon(look);
  });
}
