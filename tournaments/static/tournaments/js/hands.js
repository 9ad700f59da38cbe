/**
 * Knows when somebody touches the page or has sent something: a part that is replaced at that moment loses the tap, or shows what was before it.
 * Whatever replaces a part of a page waits for ``quiet`` first.
 * @module
 */

const CLICK_MS = 400; // a phone reports the click a moment after the finger is up
const MOST_MS = 15000; // a hand that rests on the page holds nothing back for longer
const LEAVING_MS = 10000; // the answer to a form takes the page's place long before
const SENDING_MS = 20000; // then a request counts as lost: it may be sent again, since forms carry a key or what their writer saw
const LOOK_MS = 20;

let pressedUntil = 0;
let leavingUntil = 0;
let sending = 0;
let sent = 0;

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
