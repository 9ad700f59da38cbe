/**
 * A button that prints the page. It stands hidden until this runs: without scripts the browser's own menu prints.
 * @module
 */

/** @param {HTMLElement} element */
export default function print(element) {
  element.hidden = false;
  element.addEventListener("click", () => window.print());
}
