/**
 * Takes the reader to what has to be read first: the summary of what is wrong with a form.
 * @module
 */

/** @param {HTMLElement} element */
export default function focus(element) {
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: "start" });
}
