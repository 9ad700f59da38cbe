/**
 * Shows the panels of the big screen one after the other.
 *
 * data-seconds   how long each stands (default 20)
 * data-panel     (on each child) its name; the one that is shown survives a swap of the region around it
 *
 * Where motion is unwanted the panels still change, without any transition: the hall has no other way to see them all.
 * Space stops and goes on, the arrows turn.
 * @module
 */

/** The panel of each rotation that is shown, by the id of its element: a live region may replace the element. */
/** @type {Map<string, string>} */
const shown = new Map();

/** When each rotation turns next: a swap must not begin the wait anew. */
/** @type {Map<string, number>} */
const due = new Map();

/** The rotations that somebody stopped: a swap does not let them go on. @type {Set<string>} */
const stopped = new Set();

/** @param {HTMLElement} element */
function panels(element) {
  return /** @type {HTMLElement[]} */ ([...element.querySelectorAll(":scope > [data-panel]")]);
}

/**
 * @param {HTMLElement} element
 * @param {number} by
 */
function turn(element, by) {
  const all = panels(element);
  if (!all.length) return;
  const now = Math.max(0, all.findIndex((panel) => panel.dataset.panel === shown.get(element.id)));
  const next = (now + by + all.length) % all.length;
  all.forEach((panel, index) => (panel.hidden = index !== next));
  shown.set(element.id, all[next].dataset.panel ?? "");
}

/** @param {HTMLElement} element */
export default function rotate(element) {
  const pause = Number(element.dataset.seconds ?? 20) * 1000;
  const timer = window.setInterval(() => {
    if (!element.isConnected) window.clearInterval(timer);
    else if (!stopped.has(element.id) && Date.now() >= (due.get(element.id) ?? 0)) go(1);
  }, 500);
  /** @param {number} by a panel stands for its whole time, after a turn by hand too */
  const go = (by) => {
    turn(element, by);
    due.set(element.id, Date.now() + pause);
  };
  if (!due.has(element.id)) due.set(element.id, Date.now() + pause);
  turn(element, 0);
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (!element.isConnected) document.removeEventListener("keydown", key);
    else if (event.key === "ArrowRight") go(1);
    else if (event.key === "ArrowLeft") go(-1);
    else if (event.key === " " && !stopped.delete(element.id)) stopped.add(element.id);
  };
  document.addEventListener("keydown", key);
}
