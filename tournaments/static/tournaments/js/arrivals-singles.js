/**
 * Two taps make a pair: the button names them, and a third tap takes the place of the first.
 *
 * (inside) input[name=single] in labels with the name in b; [data-single-names] in the button
 * @module
 */

/** @param {HTMLElement} element */
export default function arrivalsSingles(element) {
  /** @type {HTMLInputElement[]} */
  let chosen = [];
  const names = element.querySelector("[data-single-names]");
  element.addEventListener("change", (event) => {
    const box = event.target;
    if (!(box instanceof HTMLInputElement) || box.name !== "single") return;
    chosen = chosen.filter((each) => each !== box);
    if (box.checked) chosen.push(box);
    for (const each of chosen.splice(0, chosen.length - 2)) each.checked = false;
    const told = chosen.map((each) => each.closest("label")?.querySelector("b")?.textContent ?? "");
    if (names) names.textContent = told.length === 2 ? told.join(" – ") : "";
  });
}
