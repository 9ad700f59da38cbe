/**
 * Lets a mouse pull a bracket about, and opens it where something is being played.
 * Fingers and the keyboard scroll it as the browser does.
 * @module
 */

const PULL_PX = 5; // less than this is a click

/**
 * @param {HTMLElement} view
 * @param {PointerEvent} down
 */
function pull(view, down) {
  const from = { left: view.scrollLeft, top: view.scrollTop };
  const move = (/** @type {PointerEvent} */ event) => {
    const x = event.clientX - down.clientX;
    const y = event.clientY - down.clientY;
    if (!("panning" in view.dataset) && Math.hypot(x, y) < PULL_PX) return;
    view.dataset.panning = "";
    view.scrollTo({ left: from.left - x, top: from.top - y, behavior: "instant" });
  };
  const up = () => {
    view.removeEventListener("pointermove", move);
    // The click that ends a pull comes after pointerup, and must still find the mark.
    window.setTimeout(() => delete view.dataset.panning);
  };
  view.addEventListener("pointermove", move);
  window.addEventListener("pointerup", up, { once: true });
  window.addEventListener("pointercancel", up, { once: true });
}

/** @param {HTMLElement} view */
function openAtPlay(view) {
  const match = view.querySelector(".match--live, .match--called, .match--tie");
  const round = match?.closest(".bracket__round");
  if (!round || "scrolled" in view.dataset) return;
  const start = round.getBoundingClientRect().left - view.getBoundingClientRect().left + view.scrollLeft;
  const pannable = getComputedStyle(view).overflowX !== "hidden" && view.scrollWidth > view.clientWidth;
  if (pannable) view.scrollTo({ left: start - 24, behavior: "instant" });
}

/** @param {HTMLElement} view */
export default function bracket(view) {
  view.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button === 0) pull(view, event);
  });
  view.addEventListener("dragstart", (event) => event.preventDefault());
  view.addEventListener("click", (event) => "panning" in view.dataset && event.preventDefault(), { capture: true });
  openAtPlay(view);
}
