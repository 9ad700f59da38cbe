/**
 * Rings, vibrates and keeps the screen lit, on pages where somebody asked for it by a tap; before that nothing is asked of the browser.
 * @module
 */

const AGAIN_MS = 2500;
const NOTES = [660, 880]; // Hz
const NOTE_SECONDS = 0.25;
const BUZZ_MS = [400, 150, 400];

let isAsked = false;
/** @type {AudioContext | undefined} */
let sound;
let ringing = 0;

/** Whether somebody asked for it. */
export const isOn = () => isAsked;

function sing() {
  const context = sound;
  if (!context || context.state === "suspended") return;
  NOTES.forEach((pitch, at) => {
    const note = context.createOscillator();
    note.frequency.value = pitch;
    note.connect(context.destination);
    note.start(context.currentTime + at * NOTE_SECONDS);
    note.stop(context.currentTime + (at + 1) * NOTE_SECONDS);
  });
}

/** A browser complains of anything that would vibrate before somebody has touched the page. @param {number[]} pattern */
function buzz(pattern) {
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.(pattern);
}

function once() {
  sing();
  buzz(BUZZ_MS);
}

/** The window stays lit; the browser lets go of it whenever the page is hidden. */
function stayLit() {
  if (isAsked && !document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
}

async function wake() {
  sound ??= new AudioContext();
  await sound.resume();
}

/** Asked by a tap: it is heard at once. */
export async function turnOn() {
  turnOnAgain();
  await wake();
  once();
  if ("Notification" in window && Notification.permission === "default") await Notification.requestPermission();
}

/** It was asked for on a page before: the sound comes with the first touch of this one, which browsers wait for. */
export function turnOnAgain() {
  if (isAsked) return;
  isAsked = true;
  stayLit();
  document.addEventListener("visibilitychange", stayLit);
  document.addEventListener("pointerdown", () => wake().catch(() => {}), { once: true });
}

export function turnOff() {
  hush();
  isAsked = false;
  document.removeEventListener("visibilitychange", stayLit);
}

/** Ring again and again, so often at most, until it is hushed. @param {number} most */
export function ring(most) {
  hush();
  if (!isAsked) return;
  let times = 1;
  once();
  ringing = window.setInterval(() => {
    if ((times += 1) > most) hush();
    else once();
  }, AGAIN_MS);
}

export function hush() {
  window.clearInterval(ringing);
  if (isAsked) buzz([0]);
}

/** Beside another page, or with the telephone put away; some browsers tell only through a service worker. @param {string} title @param {string} body */
export function notify(title, body) {
  if (!isAsked || !document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  try {
    new Notification(title, { body });
  } catch {
    // The window says it anyway.
  }
}
