/**
 * Of two numbers that together make a whole, the second follows from the first: it is filled in as the first is typed.
 * What somebody has typed is never changed.
 *
 * data-whole   what the two make together
 * @module
 */

/** @param {HTMLElement} element with two fields for numbers */
export default function rest(element) {
  const whole = Number(element.dataset.whole);
  const inputs = [...element.querySelectorAll("input")];
  element.addEventListener("input", (event) => {
    const typed = /** @type {HTMLInputElement} */ (event.target);
    const other = inputs[1 - inputs.indexOf(typed)];
    delete typed.dataset.filled;
    if (!other || (other.value && !("filled" in other.dataset))) return;
    const left = typed.value.trim() === "" ? NaN : whole - Number(typed.value);
    other.value = left >= 0 && left <= whole ? String(left) : "";
    other.toggleAttribute("data-filled", Boolean(other.value));
  });
}
