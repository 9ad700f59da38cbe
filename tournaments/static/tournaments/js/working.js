/**
 * Says in the markup that this page is at work: data-working stands on <html> from the first thing that is begun until the last of them is done.
 * It is for who watches from outside and cannot know what is on its way; aria-busy there would keep a screen reader silent about the whole page.
 *
 * At work: a behaviour that loads, what was typed and is asked about after a pause, a request and the drawing of its answer, news that are brought, a
 * stream until its first word, another page that was asked for. Not at work: a stream that is open, a timer that comes again and again.
 * @module
 */

const LEAVING_MS = 10000; // an address that is no page (a file to keep) takes nobody away, and tells nobody so

let underway = 0;

/** @param {number} by */
function count(by) {
  underway += by;
  document.documentElement.toggleAttribute("data-working", underway > 0);
}

/**
 * Something has begun.
 * @returns {() => void} to be called when it is done; a second time does nothing
 */
export function begin() {
  let isOver = false;
  count(1);
  return () => {
    if (!isOver) count(-1);
    isOver = true;
  };
}

/**
 * At work until this has come, or failed.
 * @template T
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
export function working(work) {
  return work.finally(begin());
}

/**
 * Takes steps, and does the last of them when none has come for a while; without a step it forgets the one that waits.
 * @param {number} ms
 * @returns {(step?: () => unknown) => void} what the step fails with is nobody's business: it was not done
 */
export function afterPause(ms) {
  let timer = 0;
  let over = () => {};
  return (step) => {
    window.clearTimeout(timer);
    over();
    if (!step) return;
    const done = begin();
    over = done;
    timer = window.setTimeout(() => Promise.resolve().then(step).catch(() => undefined).finally(done), ms);
  };
}

// Where the browser does not tell of it, a page that is being left is at rest.
window.navigation?.addEventListener("navigate", (event) => {
  if (event.destination.sameDocument || event.downloadRequest !== null) return;
  const over = begin();
  window.setTimeout(over, LEAVING_MS);
  // It may be shown again as it was left.
  window.addEventListener("pageshow", over, { once: true });
});
