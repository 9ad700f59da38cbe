/**
 * Shows the page that a link to a destructive step leads to as a dialogue, on the page where one is.
 * On an <a>; the page behind it has one [data-confirm]. Without it the link is followed. On a <form> it asks nothing, but sends it
 * only when the server is there. Without network nothing is followed or sent: #no-network of the page says so, and what was typed stays.
 * @module
 */

import { patiently } from "./contact.js";
import { announce, finder } from "./region.js";
import { working } from "./working.js";

const PATIENCE_MS = 4000; // how long the server may take to say that it is there
const QUESTION_MS = 8000; // how long the page with the question may take

/**
 * @param {string} url
 * @returns {Promise<HTMLElement | null>}
 */
async function question(url) {
  const answer = await patiently(url, { headers: { Accept: "text/html" } }, QUESTION_MS);
  if (!answer.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return /** @type {HTMLElement | null} */ (page.querySelector("[data-confirm]"));
}

/** What is said without network. */
function noNetwork() {
  const words = /** @type {HTMLTemplateElement | null} */ (document.getElementById("no-network"));
  return /** @type {HTMLElement | null} */ (words?.content.firstElementChild?.cloneNode(true) ?? null);
}

/** Whether the server can be reached, however it answers. */
async function isThere() {
  const url = document.getElementById("contact")?.dataset.nowUrl ?? window.location.href;
  return patiently(url, { cache: "no-store", credentials: "omit" }, PATIENCE_MS).then(() => true, () => false);
}

/**
 * Send a form only when the server is there: the browser's error page would take its place.
 * @param {HTMLFormElement} form
 */
function sendWithNetwork(form) {
  let isSure = false;
  form.addEventListener("submit", async (event) => {
    if (isSure) return;
    event.preventDefault();
    if (form.ariaBusy) return;
    form.ariaBusy = "true";
    isSure = await working(isThere());
    form.ariaBusy = null;
    form.parentElement?.querySelector(".errors[data-confirm-lost]")?.remove();
    if (isSure) form.requestSubmit(/** @type {SubmitEvent} */ (event).submitter);
    else tellLost(form);
    isSure = false;
  });
}

/** @param {HTMLFormElement} form */
function tellLost(form) {
  const notice = document.createElement("p");
  notice.className = "errors";
  notice.dataset.confirmLost = "";
  notice.setAttribute("role", "alert");
  form.before(notice);
  // A live region is there before its words.
  notice.textContent = noNetwork()?.querySelector("p")?.textContent ?? "";
  notice.scrollIntoView({ block: "nearest" });
}

/**
 * @param {HTMLElement} asked
 * @param {HTMLElement} opener
 */
function open(asked, opener) {
  const dialog = document.createElement("dialog");
  const find = finder(document.body, opener);
  dialog.setAttribute("aria-labelledby", "confirm-title");
  dialog.append(document.adoptNode(asked));
  for (const form of dialog.querySelectorAll("form")) sendWithNetwork(form);
  dialog.querySelector("[data-confirm-back]")?.addEventListener("click", (event) => {
    event.preventDefault();
    dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    // The part with the opener may have been replaced meanwhile.
    find(document.body)?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  /** @type {HTMLElement | null} */ (dialog.querySelector("[autofocus]") ?? dialog.querySelector("#confirm-title"))?.focus();
  announce(dialog);
}

/** @param {HTMLElement} element */
export default function confirm(element) {
  if (element instanceof HTMLFormElement) {
    sendWithNetwork(element);
    return;
  }
  const link = /** @type {HTMLAnchorElement} */ (element);
  link.addEventListener("click", async (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    const asked = await working(question(link.href)).catch(noNetwork);
    if (asked) open(asked, link);
    else window.location.assign(link.href);
  });
}
