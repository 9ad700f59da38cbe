/**
 * Shows the page that a link to a destructive step leads to as a dialogue, on the page where one is.
 * On an <a>; the page behind it has one [data-confirm]. Without it, or without network, the link is followed.
 * @module
 */

import { announce, finder } from "./region.js";

/**
 * @param {string} url
 * @returns {Promise<HTMLElement | null>}
 */
async function question(url) {
  const answer = await fetch(url, { headers: { Accept: "text/html" } });
  if (!answer.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return /** @type {HTMLElement | null} */ (page.querySelector("[data-confirm]"));
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
  /** @type {HTMLElement | null} */ (dialog.querySelector("#confirm-title"))?.focus();
  announce(dialog);
}

/** @param {HTMLElement} element */
export default function confirm(element) {
  const link = /** @type {HTMLAnchorElement} */ (element);
  link.addEventListener("click", async (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    const asked = await question(link.href).catch(() => null);
    if (asked) open(asked, link);
    else window.location.assign(link.href);
  });
}
