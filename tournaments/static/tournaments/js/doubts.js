/**
 * Keys for the rows of a list that are to be looked at: arrows go from row to row, figures press what a row may mean,
 * L leaves it out, Ctrl+Z takes the last decision back. In a field every key writes.
 * @module
 */

/** @param {HTMLElement} element */
export default function doubts(element) {
  const whole = /** @type {HTMLDetailsElement | null} */ (element.querySelector(".doubts__whole"));
  const rows = () => /** @type {HTMLElement[]} */ ([...element.querySelectorAll("[data-doubt]")]);
  const current = () => /** @type {HTMLElement | null} */ (document.activeElement?.closest("[data-doubt]") ?? null);

  /** @param {number} step */
  const go = (step) => {
    const all = rows();
    const here = current();
    const next = all[here ? all.indexOf(here) + step : 0];
    const button = /** @type {HTMLElement | null} */ (next?.querySelector("button[data-key]") ?? null);
    button?.focus();
    next?.scrollIntoView({ block: "nearest" });
    return Boolean(button);
  };

  element.addEventListener("keydown", (event) => {
    const field = event.target;
    if (field instanceof HTMLInputElement && field.type !== "checkbox") {
      const typed = /** @type {HTMLButtonElement | null} */ (field.closest("[data-doubt]")?.querySelector("button[name=typed]") ?? null);
      if (event.key === "Enter" && typed) {
        event.preventDefault();
        typed.click();
      }
      return;
    }
    if (field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement || event.altKey || event.metaKey) return;
    if (event.ctrlKey) {
      const undo = /** @type {HTMLButtonElement | null} */ (element.querySelector("button[data-undo]"));
      if (event.key.toLowerCase() === "z" && undo) {
        event.preventDefault();
        undo.click();
      }
      return;
    }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (go(event.key === "ArrowDown" ? 1 : -1)) event.preventDefault();
      return;
    }
    const button = /** @type {HTMLButtonElement | null} */ (current()?.querySelector(`button[data-key="${CSS.escape(event.key.toLowerCase())}"]`) ?? null);
    if (button) {
      event.preventDefault();
      button.click();
    }
  });

  // The part of the list as it was that belongs to the row with the focus comes into sight beside it.
  element.addEventListener("focusin", () => {
    const line = current()?.querySelector(".doubts__line")?.lastChild?.textContent?.trim();
    for (const item of element.querySelectorAll(".doubts__whole li")) {
      const isHere = line !== undefined && item.querySelector("span")?.textContent === line;
      item.classList.toggle("is-here", isHere);
      // Only the list scrolls: a page that moves under a finger loses its tap.
      if (isHere && item instanceof HTMLElement && whole) whole.scrollTop = item.offsetTop - whole.clientHeight / 2;
    }
  });
  // Beside the rows there is room for it, above them there is none.
  if (whole && !window.matchMedia("(min-width: 64rem)").matches) whole.open = false;
}
