/**
 * Takes the reader to what has to be read first: the summary of what is wrong with a form.
 *
 * data-focus-stays   the page stays where it is: a phone shows its head
 * data-focus-enter   the id of the link that Enter follows while the element has the focus
 * @module
 */

/** @param {HTMLElement} element */
export default function focus(element) {
  element.focus({ preventScroll: true });
  if (!("focusStays" in element.dataset)) element.scrollIntoView({ block: "start" });
  element.addEventListener("keydown", (event) => {
    const link = document.getElementById(element.dataset.focusEnter ?? "");
    if (event.key === "Enter" && event.target === element) link?.click();
  });
}
