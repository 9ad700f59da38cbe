/**
 * The tables in the director's hand by keys: arrows go from place to place, the blank takes one, Escape puts back. The button waits for every box.
 * @module
 */

const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** @param {HTMLElement} element */
export default function hand(element) {
  const places = /** @type {HTMLElement[]} */ ([...element.querySelectorAll("a.hand__place")]);
  element.addEventListener("keydown", (event) => {
    const at = places.indexOf(/** @type {HTMLElement} */ (event.target));
    if (event.key === "Escape") {
      /** @type {HTMLElement | null} */ (element.querySelector("[data-drop]"))?.click();
    } else if (at >= 0 && event.key in STEPS) {
      places[at + STEPS[/** @type {keyof STEPS} */ (event.key)]]?.focus();
      event.preventDefault();
    } else if (at >= 0 && event.key === " ") {
      places[at].click();
      event.preventDefault();
    }
  });
  const form = element.querySelector("form:has([data-swap])");
  if (form) wait(/** @type {HTMLFormElement} */ (form));
}

/**
 * Let the button wait until every box is ticked, and say how many are missing.
 * @param {HTMLFormElement} form
 */
function wait(form) {
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("[data-swap]"));
  const said = /** @type {HTMLElement | null} */ (form.querySelector("[data-missing]"));
  const count = () => {
    const missing = form.querySelectorAll("[name=ok]:not(:checked)").length;
    button.disabled = missing > 0;
    if (!said) return;
    said.hidden = missing === 0;
    said.textContent = missing === 1 ? said.dataset.wordOne ?? "" : (said.dataset.wordMany ?? "").replace("{n}", String(missing));
  };
  form.addEventListener("change", count);
  count();
}
