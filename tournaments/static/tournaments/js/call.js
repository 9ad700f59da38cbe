/**
 * Calls a pair to its table: the whole window says it, with sound and vibration where the person asked for them.
 *
 * data-call    (on a region that keeps itself new) which table the pair is called to; empty while it waits
 * (inside) template[data-call-sheet]   the call, as a dialogue that fills the window; it stays until somebody answers it
 * (inside) button[data-call-me]        asks for sound and vibration: nothing is asked of the browser before somebody presses it
 * (inside) [data-call-on]              says that they were asked for
 *
 * A pair is called when the page showed that it waits, and now shows a table; a page that opens with a table calls nobody.
 * @module
 */

const AGAIN_MS = 2500;
const MOST_TIMES = 60;
const NOTES = [660, 880]; // Hz
const NOTE_SECONDS = 0.25;
const BUZZ_MS = [400, 150, 400];

let isAsked = false;
/** @type {AudioContext | undefined} */
let sound;
/** @type {HTMLDialogElement | undefined} */
let sheet;
let ringing = 0;

/** What the page showed last, also before it was loaded again: the table, empty for a pair that waits, null for nothing yet. */
const kept = {
  get last() {
    return sessionStorage.getItem(`call ${window.location.pathname}`);
  },
  set last(call) {
    sessionStorage.setItem(`call ${window.location.pathname}`, call ?? "");
  },
};

function sing() {
  const context = sound;
  if (!context) return;
  NOTES.forEach((pitch, at) => {
    const note = context.createOscillator();
    note.frequency.value = pitch;
    note.connect(context.destination);
    note.start(context.currentTime + at * NOTE_SECONDS);
    note.stop(context.currentTime + (at + 1) * NOTE_SECONDS);
  });
}

function ring() {
  sing();
  navigator.vibrate?.(BUZZ_MS);
}

/** The window stays lit; the browser lets go of it whenever the page is hidden. */
function stayLit() {
  if (isAsked && !document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
}

async function ask() {
  isAsked = true;
  sound = new AudioContext();
  await sound.resume();
  ring();
  stayLit();
  document.addEventListener("visibilitychange", stayLit);
  if ("Notification" in window && Notification.permission === "default") await Notification.requestPermission();
}

function hush() {
  window.clearInterval(ringing);
  // A browser complains of anything that would vibrate before somebody has touched the page.
  if (isAsked) navigator.vibrate?.(0);
}

function endCall() {
  hush();
  sheet?.remove();
  sheet = undefined;
}

/** Beside another page, or with the telephone put away; some browsers tell only through a service worker. */
function notify() {
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  try {
    new Notification(sheet?.querySelector("[data-call-title]")?.textContent ?? "", { body: sheet?.querySelector("[data-call-text]")?.textContent ?? "" });
  } catch {
    // The window says it anyway.
  }
}

/** @param {HTMLElement} element */
function call(element) {
  const template = /** @type {HTMLTemplateElement | null} */ (element.querySelector("template[data-call-sheet]"));
  const fresh = template?.content.cloneNode(true);
  endCall();
  if (!(fresh instanceof DocumentFragment)) return;
  document.body.append(fresh);
  sheet = /** @type {HTMLDialogElement} */ (document.body.lastElementChild);
  sheet.addEventListener("close", endCall);
  sheet.showModal();
  if (!isAsked) return;
  let times = 1;
  ring();
  notify();
  ringing = window.setInterval(() => {
    if ((times += 1) > MOST_TIMES) hush();
    else ring();
  }, AGAIN_MS);
}

/** @param {HTMLElement} element */
function offer(element) {
  const button = /** @type {HTMLButtonElement | null} */ (element.querySelector("[data-call-me]"));
  const note = /** @type {HTMLElement | null} */ (element.querySelector("[data-call-on]"));
  if (!button || !note) return;
  button.hidden = isAsked;
  note.hidden = !isAsked;
  button.onclick = () => {
    ask().catch(() => {});
    offer(element);
  };
}

/** @param {HTMLElement} element */
export default function follow(element) {
  const now = element.dataset.call ?? "";
  const before = kept.last;
  kept.last = now;
  offer(element);
  if (!now) endCall();
  else if (before !== null && before !== now) call(element);
}
