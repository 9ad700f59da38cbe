/**
 * Narrows a list to the rows that hold what is typed.
 *
 * data-filter-target   the selector of the list; its rows are its children (of a table: the rows of its body)
 * data-filter-count    the selector of where the number of rows shown is said, if anywhere
 * @module
 */

/** @param {string} text */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** @param {HTMLElement} element */
export default function selectFilter(element) {
  const input = /** @type {HTMLInputElement} */ (element);
  const filter = () => {
    const list = document.querySelector(input.dataset.filterTarget ?? "");
    const rows = /** @type {HTMLElement[]} */ ([...(list?.querySelectorAll(":scope > tbody > tr, :scope > li") ?? [])]);
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    for (const row of rows) row.hidden = !words.every((word) => plain(row.textContent ?? "").includes(word));
    const count = input.dataset.filterCount && document.querySelector(input.dataset.filterCount);
    if (count) count.textContent = String(rows.filter((row) => !row.hidden).length);
  };
  input.addEventListener("input", filter);
  // The list may have been brought anew.
  document.addEventListener("region:replaced", () => input.isConnected && filter());
  filter();
}
