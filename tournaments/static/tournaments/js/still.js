/**
 * Lets a notice come or go above what somebody reads or is about to tap, without moving it: the page scrolls along.
 * A notice that sticks to the window is seen all the same.
 * @module
 */

/** @param {() => void} change */
export function keepStill(change) {
  const root = document.documentElement;
  const seen = document.elementFromPoint(window.innerWidth / 2, window.innerHeight / 2);
  // Browsers that do the same by themselves would do it twice.
  root.style.overflowAnchor = "none";
  const before = seen?.getBoundingClientRect().top ?? 0;
  change();
  const moved = (seen?.isConnected ? seen.getBoundingClientRect().top : before) - before;
  if (moved) window.scrollBy({ top: moved, behavior: "instant" });
  requestAnimationFrame(() => requestAnimationFrame(() => root.style.removeProperty("overflow-anchor")));
}
