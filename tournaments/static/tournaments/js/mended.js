/**
 * Takes the error of a field away as soon as the field is changed, from the field and from the list of what is wrong.
 * On the list of errors; whether the new value is right says the next answer.
 * @module
 */

/**
 * @param {Element} question the field, or the question that several fields answer
 * @param {HTMLElement} list
 */
function mend(question, list) {
  question.classList.remove("field--wrong");
  for (const control of question.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
  for (const said of question.querySelectorAll("[id$='_error']")) said.remove();
  const ids = [question, ...question.querySelectorAll("[id]")].map((element) => element.id);
  for (const link of list.querySelectorAll("a[href^='#']")) {
    if (ids.includes(link.getAttribute("href")?.slice(1) ?? "")) link.closest("li")?.remove();
  }
  if (!list.querySelector("li")) list.remove();
}

/** @param {HTMLElement} list */
export default function mended(list) {
  const form = list.closest("form") ?? document;
  form.addEventListener("input", (event) => {
    const question = /** @type {Element} */ (event.target).closest(".sheet__item, .field");
    if (question) mend(question, list);
  });
}
