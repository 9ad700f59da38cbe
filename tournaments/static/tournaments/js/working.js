/**
 * Knows what goes on with this page: what it is doing, and what the hands of its reader are doing.
 *
 * It says in the markup that it is at work: data-working stands on <html> from the first thing that is begun until the last of them is done.
 * It is for who watches from outside and cannot know what is on its way; aria-busy there would keep a screen reader silent about the whole page.
 *
 * At work: a behaviour that loads, what was typed and is asked about after a pause, a request and the drawing of its answer, news that are brought, a
 * stream until its first word, another page that was asked for. Not at work: a stream that is open, a timer that comes again and again.
 *
 * A part that is replaced while somebody touches the page or has sent something loses the tap, or shows what was before it: whatever replaces
 * a part of a page waits for ``quiet`` first.
 * @module
 */

const LEAVING_MS = 10000; // another page has come long before; a file to keep takes nobody away, and tells nobody so
const CLICK_MS = 400; // a phone reports the click a moment after the finger is up
const MOST_MS = 15000; // a hand that rests on the page holds nothing back for longer
const SENDING_MS = 20000; // then a request counts as lost: it may be sent again, since forms carry a key or what their writer saw
const LOOK_MS = 20;

let underway = 0;
let pressedUntil = 0;
let leavingUntil = 0;
let sending = 0;
let sent = 0;

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

/** @param {number} ms */
const hold = (ms) => () => (pressedUntil = Date.now() + ms);
const release = hold(0);

const listening = { capture: true, passive: true };
document.addEventListener("pointerdown", hold(MOST_MS), listening);
document.addEventListener("pointerup", hold(CLICK_MS), listening);
document.addEventListener("pointercancel", release, listening);
document.addEventListener("click", release, listening);
// The space bar clicks when it comes up.
document.addEventListener("keydown", (event) => event.key === " " && hold(MOST_MS)(), listening);
document.addEventListener("keyup", release, listening);
// A form that the browser itself sends leaves this page; where it does not, the page follows again after a while.
document.addEventListener("submit", (event) => event.defaultPrevented || (leavingUntil = Date.now() + LEAVING_MS));

/** How many requests were sent or answered here: what was fetched before the last of them may be older than its answer. */
export const sendings = () => sent;

/**
 * Send something that changes the page's subject, such as a form.
 * @template T
 * @param {(deadline: AbortSignal) => Promise<T>} work
 * @returns {Promise<T>} rejects when nothing has come for too long, as without network
 */
export async function during(work) {
  sending += 1;
  sent += 1;
  const deadline = new AbortController();
  const timer = window.setTimeout(() => deadline.abort(), SENDING_MS);
  try {
    return await work(deadline.signal);
  } finally {
    window.clearTimeout(timer);
    sending -= 1;
    sent += 1;
  }
}

/** Until nobody presses anything and nothing is on its way. */
export async function quiet() {
  while (sending || Date.now() < Math.max(pressedUntil, leavingUntil)) await new Promise((done) => window.setTimeout(done, LOOK_MS));
}
