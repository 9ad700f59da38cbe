/**
 * Puts - and + beside a native number field.
 *
 * data-less, data-more   the words of the buttons, for those who hear them
 * @module
 */

/**
 * @param {string} sign
 * @param {string} words
 * @param {() => void} step
 */
function button(sign, words, step) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "stepper__button";
  made.textContent = sign;
  made.setAttribute("aria-label", words);
  made.addEventListener("click", step);
  return made;
}

/**
 * @param {HTMLInputElement} input
 * @param {1 | -1} by
 */
function step(input, by) {
  const lowest = input.min === "" ? Number.NEGATIVE_INFINITY : Number(input.min);
  const highest = input.max === "" ? Number.POSITIVE_INFINITY : Number(input.max);
  const next = Number(input.value || (lowest === Number.NEGATIVE_INFINITY ? 0 : lowest)) + by * Number(input.step || 1);
  input.value = String(Math.min(highest, Math.max(lowest, next)));
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

/** @param {HTMLElement} element */
export default function stepper(element) {
  const input = element.querySelector("input");
  if (!input) return;
  const name = input.labels?.[0]?.textContent?.trim() ?? "";
  const less = button("–", `${name}: ${element.dataset.less ?? "-"}`, () => step(input, -1));
  const more = button("+", `${name}: ${element.dataset.more ?? "+"}`, () => step(input, 1));
  element.prepend(less);
  element.append(more);
  element.classList.add("stepper--live");
}
