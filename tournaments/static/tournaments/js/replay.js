/**
 * Arrow keys, Home and End follow the links of a replay that name them by data-key; the list shows the play in sight.
 * @module
 */

/** @param {HTMLElement} element */
export default function replay(element) {
  const list = element.querySelector("ol");
  const current = /** @type {HTMLElement | null} */ (element.querySelector("[aria-current=step]"));
  if (list && current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    const way = /** @type {HTMLAnchorElement | null} */ (element.querySelector(`a[data-key="${CSS.escape(event.key)}"]`));
    if (!way || !element.isConnected) return;
    event.preventDefault();
    way.click();
  });
}
