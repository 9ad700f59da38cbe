/**
 * Takes the reader to what has to be read first: the summary of what is wrong with a form.
 * With data-focus-stays the page stays where it is: Enter does what the element does, and a phone shows the page's head.
 * @module
 */

/** @param {HTMLElement} element */
export default function focus(element) {
  element.focus({ preventScroll: true });
  if (!("focusStays" in element.dataset)) element.scrollIntoView({ block: "start" });
}
