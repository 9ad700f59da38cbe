/**
 * Sends a form as soon as somebody chooses something in it, by its button [data-choose]; what is typed waits for a button.
 * @module
 */

/** @param {HTMLElement} element */
export default function choose(element) {
  const form = /** @type {HTMLFormElement} */ (element);
  form.addEventListener("change", (event) => {
    const field = event.target;
    const isChosen = field instanceof HTMLSelectElement || (field instanceof HTMLInputElement && field.type === "checkbox");
    const button = /** @type {HTMLButtonElement | null} */ (form.querySelector("[data-choose]"));
    if (isChosen && button) form.requestSubmit(button);
  });
}
