/**
 * A button that prints the page. It stands hidden until this runs: without scripts the browser's own menu prints.
 * With data-at-once the page is printed as soon as it is there with its letters; the button prints it again.
 * @module
 */

/** How long the letters of the page are waited for; the system's own stand in for them. */
const LETTERS_MS = 3000;

/** @param {HTMLElement} element */
export default function print(element) {
  element.hidden = false;
  element.addEventListener("click", () => window.print());
  if (!("atOnce" in element.dataset)) return;
  const late = new Promise((done) => setTimeout(done, LETTERS_MS));
  const printed = () => Promise.race([document.fonts.ready, late]).then(() => window.print());
  if (document.readyState === "complete") printed();
  else window.addEventListener("load", printed, { once: true });
}
