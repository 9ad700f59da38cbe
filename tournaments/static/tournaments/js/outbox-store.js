/**
 * What this phone keeps until the server has said that it has it: drafts and letters, in localStorage.
 * @module
 */

/**
 * A letter is a form on its way. Its idempotency key is one of its fields, and stays the same however often it is sent. The table, the names
 * and the seal of its reader are for another computer of the hall (moved.js).
 * @typedef {{key: string, page: string, action: string, fields: [string, string][], version: string, token: string, at: number, refused?: boolean,
 *   table?: string, names?: string, seal?: string, carried?: number}} Letter
 */

import { during } from "./working.js";

const DRAFT = "settebello.draft.";
const LETTER = "settebello.letter.";
const TOKEN = "csrfmiddlewaretoken";
/** In the storage of a tab: what it brought from another computer, as long as it is not sent (hand-over.js). */
export const HANDED = "settebello.handed";

/**
 * @param {string} name
 * @returns {Letter | null}
 */
function read(name) {
  try {
    return JSON.parse(window.localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {Letter} letter
 * @returns {boolean} false where the browser keeps nothing
 */
function write(name, letter) {
  try {
    window.localStorage.setItem(name, JSON.stringify(letter));
    return true;
  } catch {
    return false;
  }
}

/** @param {string} key */
export const draft = (key) => read(DRAFT + key);
/** @param {string} key */
export const letter = (key) => read(LETTER + key);
/** @param {Letter} kept */
export const keepDraft = (kept) => write(DRAFT + kept.key, kept);
/** @param {Letter} kept */
export const keepLetter = (kept) => write(LETTER + kept.key, kept);

/** @param {string} key */
export function forget(key) {
  window.localStorage.removeItem(DRAFT + key);
  window.localStorage.removeItem(LETTER + key);
}

/** @returns {Letter[]} oldest first */
export function letters() {
  const names = Object.keys(window.localStorage).filter((name) => name.startsWith(LETTER));
  const kept = names.map(read).filter((one) => one !== null);
  return kept.sort((one, other) => one.at - other.at);
}

/**
 * A form as it stands now, without its files, which do not fit.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} [submitter]
 * @returns {Letter}
 */
export function fromForm(form, submitter = null) {
  const data = new FormData(form, submitter);
  const token = data.get(TOKEN);
  const place = /** @type {HTMLElement | null} */ (form.querySelector("[data-outbox]"));
  const fields = /** @type {[string, string][]} */ ([...data].filter(([name, value]) => typeof value === "string" && name !== TOKEN));
  return {
    key: form.dataset.outboxKey ?? form.action,
    page: window.location.pathname + window.location.search,
    action: submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? window.location.href,
    fields,
    version: form.dataset.outboxVersion ?? "",
    token: typeof token === "string" ? token : "",
    at: Date.now(),
    table: place?.dataset.outboxTable,
    names: place?.dataset.outboxNames,
    seal: place?.dataset.outboxSeal,
  };
}

/**
 * The token of the page goes before the one of the form that was sent: it is the newer one, and a page may have none.
 * @param {Letter} kept
 * @returns {Promise<Response>} rejects where there is no network
 */
export function send(kept) {
  const body = new URLSearchParams(kept.fields);
  const token = /** @type {HTMLInputElement | null} */ (document.querySelector(`input[name="${TOKEN}"]`));
  body.set(TOKEN, token?.value ?? kept.token);
  return during((signal) => fetch(kept.action, { method: "POST", body, headers: { "X-Outbox": "1" }, redirect: "follow", signal }));
}

/**
 * What an answer means for the letter.
 *
 * taken     the server has it: the phone may forget
 * returned  the server shows the form again, with what was typed and why: the phone may forget
 * refused   neither (not logged in any more, code expired, token too old): kept until a person looks at it
 * later     the server is ill or busy: sent again
 *
 * @param {Response} answer
 * @returns {"taken" | "returned" | "refused" | "later"}
 */
export function meaning(answer) {
  // A way to the log-in page ends well too; it is known by the page that it promises to come back to.
  const toLogin = answer.redirected && new URL(answer.url).searchParams.has("next");
  if (answer.ok) return toLogin ? "refused" : "taken";
  if (answer.status === 409 || answer.status === 422) return "returned";
  return answer.status >= 500 || answer.status === 429 || answer.status === 408 ? "later" : "refused";
}
