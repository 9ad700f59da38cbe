/**
 * A button that copies a text and then says so. It stands hidden where the browser lets nobody copy: without scripts,
 * and on a page that came without a certificate.
 *
 * data-copy     the text
 * data-copied   what the button says once it is copied
 * @module
 */

/** @param {HTMLElement} element */
export default function copy(element) {
  if (!navigator.clipboard) return;
  element.hidden = false;
  element.setAttribute("aria-live", "polite");
  element.addEventListener("click", async () => {
    await navigator.clipboard.writeText(element.dataset.copy ?? "");
    element.textContent = element.dataset.copied ?? "";
  });
}
