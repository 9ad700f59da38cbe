/**
 * Keeps a score form on this phone until the server acknowledges it.
 *
 * What is typed is kept as a draft; what is sent is kept as a letter, and sent again with the same idempotency key until there is an answer.
 *
 * data-outbox-key       names the sheet ("table-17"); one draft and one letter are kept for it
 * data-outbox-version   the version of the sheet on the page; a draft of another version is not put back
 * (inside or elsewhere) [data-outbox] with one [data-outbox-state] for each of kept, sending, waiting, sent, refused
 * @module
 */

import * as store from "./outbox-store.js";
import { showPage } from "./region.js";
import { begin } from "./working.js";

const RETRY_MS = 2000;
const RETRY_MOST_MS = 30000;

/**
 * @param {HTMLFormElement} form
 * @param {"kept" | "sending" | "waiting" | "sent" | "refused"} state
 */
function say(form, state) {
  const place = form.querySelector("[data-outbox]") ?? document.querySelector("[data-outbox]");
  for (const part of place?.querySelectorAll("[data-outbox-state]") ?? []) {
    /** @type {HTMLElement} */ (part).hidden = part.getAttribute("data-outbox-state") !== state;
  }
}

/**
 * Put kept values back into the fields that are for typing.
 * @param {HTMLFormElement} form
 * @param {[string, string][]} fields
 */
function putBack(form, fields) {
  const values = new Map(fields.map(([name]) => [name, fields.filter(([other]) => other === name).map(([, value]) => value)]));
  for (const control of form.elements) {
    const input = /** @type {HTMLInputElement} */ (control);
    if (!input.name || ["hidden", "file", "password", "submit", "button", "fieldset"].includes(input.type)) continue;
    const kept = values.get(input.name) ?? [];
    if (["radio", "checkbox"].includes(input.type)) input.checked = kept.includes(input.value);
    else if (kept.length) input.value = kept[0];
  }
}

/**
 * Send a letter until the server answers.
 * @param {HTMLFormElement} form
 * @param {import("./outbox-store.js").Letter} kept
 * @param {number} [pause]
 */
async function deliver(form, kept, pause = RETRY_MS) {
  say(form, "sending");
  const over = begin();
  try {
    const answer = await store.send(kept);
    const meaning = store.meaning(answer);
    if (meaning === "refused") {
      store.keepLetter({ ...kept, refused: true });
      say(form, "refused");
      return;
    }
    if (meaning !== "later") {
      store.forget(kept.key);
      if (meaning === "taken") say(form, "sent");
      showPage(answer, await answer.text());
      return;
    }
  } catch {
    // No network: the letter waits on this phone.
  } finally {
    over();
  }
  if (!form.isConnected) return;
  say(form, "waiting");
  again(() => deliver(form, kept, Math.min(pause * 2, RETRY_MOST_MS)), pause);
}

/**
 * Once: after a pause, or as soon as the network is back.
 * @param {() => void} work
 * @param {number} pause
 */
function again(work, pause) {
  const once = () => {
    window.clearTimeout(timer);
    window.removeEventListener("online", once);
    work();
  };
  const timer = window.setTimeout(once, pause);
  window.addEventListener("online", once);
}

/** @param {HTMLFormElement} form */
function resume(form) {
  const key = form.dataset.outboxKey ?? "";
  const refused = form.querySelector("[aria-invalid='true']") !== null;
  const waiting = store.letter(key);
  if (waiting && !refused) {
    putBack(form, waiting.fields);
    deliver(form, waiting);
    return;
  }
  const typed = store.draft(key);
  if (!typed || refused) return;
  if (typed.version !== (form.dataset.outboxVersion ?? "")) {
    // A kept copy of the page may be older than what was typed.
    if (!document.querySelector("#kept:not([hidden])")) store.forget(key);
    return;
  }
  putBack(form, typed.fields);
  say(form, "kept");
  form.dispatchEvent(new Event("input", { bubbles: true }));
}

/** @param {HTMLElement} element */
export default function outbox(element) {
  const form = /** @type {HTMLFormElement} */ (element);
  if (!form.dataset.outboxKey) return;
  form.addEventListener("input", (event) => {
    if (event.isTrusted && store.keepDraft(store.fromForm(form))) say(form, "kept");
  });
  form.addEventListener("change", () => store.keepDraft(store.fromForm(form)));
  form.addEventListener("submit", (event) => {
    const kept = store.fromForm(form, event.submitter);
    // A browser that keeps nothing sends the form as any other.
    if (!store.keepLetter(kept)) return;
    event.preventDefault();
    deliver(form, kept);
  });
  resume(form);
}
