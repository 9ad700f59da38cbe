/**
 * Calls a pair to its table: the whole window says it, with sound and vibration where the person asked for them.
 *
 * data-call    (on a region that keeps itself new) which table the pair is called to; empty while it waits
 * (inside) template[data-call-sheet]   the call, as a dialogue that fills the window; it stays until somebody answers it
 * (inside) button[data-call-me]        asks for sound and vibration: nothing is asked of the browser before somebody presses it
 * (inside) [data-call-on]              says that they were asked for
 *
 * A pair is called when the page showed that it waits, and now shows a table; a page that opens with a table calls nobody.
 * @module
 */

import { hush, isOn, notify, ring, turnOn } from "./alert.js";

const MOST_TIMES = 60;

/** @type {HTMLDialogElement | undefined} */
let sheet;

/** What the page showed last, also before it was loaded again: the table, empty for a pair that waits, null for nothing yet. */
const kept = {
  get last() {
    return sessionStorage.getItem(`call ${window.location.pathname}`);
  },
  set last(call) {
    sessionStorage.setItem(`call ${window.location.pathname}`, call ?? "");
  },
};

function endCall() {
  hush();
  sheet?.remove();
  sheet = undefined;
}

/** @param {HTMLElement} element */
function call(element) {
  const template = /** @type {HTMLTemplateElement | null} */ (element.querySelector("template[data-call-sheet]"));
  const fresh = template?.content.cloneNode(true);
  endCall();
  if (!(fresh instanceof DocumentFragment)) return;
  document.body.append(fresh);
  sheet = /** @type {HTMLDialogElement} */ (document.body.lastElementChild);
  sheet.addEventListener("close", endCall);
  sheet.showModal();
  ring(MOST_TIMES);
  notify(sheet.querySelector("[data-call-title]")?.textContent ?? "", sheet.querySelector("[data-call-text]")?.textContent ?? "");
}

/** @param {HTMLElement} element */
function offer(element) {
  const button = /** @type {HTMLButtonElement | null} */ (element.querySelector("[data-call-me]"));
  const note = /** @type {HTMLElement | null} */ (element.querySelector("[data-call-on]"));
  if (!button || !note) return;
  button.hidden = isOn();
  note.hidden = !isOn();
  button.onclick = () => {
    turnOn().catch(() => {});
    offer(element);
  };
}

/** @param {HTMLElement} element */
export default function follow(element) {
  const now = element.dataset.call ?? "";
  const before = kept.last;
  kept.last = now;
  offer(element);
  if (!now) endCall();
  else if (before !== null && before !== now) call(element);
}
