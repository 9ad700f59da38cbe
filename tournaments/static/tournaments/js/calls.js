/**
 * Tells a referee of each new call: says it, and rings and vibrates where the person asked for that; what was asked for is remembered on this device.
 *
 * data-calls   (on an element that every newer page brings anew) the numbers of the tables that call, or keys of alarms, with blanks between them
 * (inside) [data-calls-ring]   the switch for sound and vibration
 * (inside) [data-calls-said]   where a new call is said; data-calls-say holds the words, with {n} for the table
 * (inside) [data-call-keys]    the line that says these keys; its text is said where there is one
 * @module
 */

import { hush, isOn, notify, ring, turnOff, turnOn, turnOnAgain } from "./alert.js";
import { begin } from "./working.js";

const MOST_TIMES = 4;
const WANTED = "rings for calls";

/** Whether this device rings for calls, also where nothing may be kept. */
const wanted = {
  get is() {
    try {
      return localStorage.getItem(WANTED) === "yes";
    } catch {
      return isOn();
    }
  },
  set is(value) {
    try {
      localStorage.setItem(WANTED, value ? "yes" : "no");
    } catch {
      // It holds as long as this page.
    }
  },
};

/** The calls that this page has shown; undefined before the first. @type {Set<string> | undefined} */
let known;

/** @param {HTMLElement} element */
function offer(element) {
  const button = /** @type {HTMLButtonElement | null} */ (element.querySelector("[data-calls-ring]"));
  if (!button) return;
  button.hidden = false;
  button.ariaPressed = String(isOn());
  button.onclick = () => {
    wanted.is = !isOn();
    if (isOn()) turnOff();
    else turnOn().catch(() => {});
    button.ariaPressed = String(isOn());
  };
}

/** @param {HTMLElement} element @param {string[]} fresh */
function tell(element, fresh) {
  const said = /** @type {HTMLElement | null} */ (element.querySelector("[data-calls-said]"));
  const lines = /** @type {HTMLElement[]} */ ([...element.querySelectorAll("[data-call-keys]")]);
  const lineOf = (/** @type {string} */ key) => lines.find((line) => line.dataset.callKeys?.split(" ").includes(key))?.textContent?.replace(/\s+/g, " ").trim();
  const words = [...new Set(fresh.map((key) => lineOf(key) ?? (said?.dataset.callsSay ?? "{n}").replace("{n}", key)))].join(" ");
  // After the part is in its place: a screen reader hears only what changes there.
  const over = begin();
  window.setTimeout(() => {
    if (said) said.textContent = words;
    over();
  }, 150);
  if (!element.querySelector("[data-calls-ring]")) return;
  ring(MOST_TIMES);
  notify(document.title, words);
}

document.addEventListener("pointerdown", () => hush());

/** @param {HTMLElement} element */
export default function calls(element) {
  if (wanted.is && element.querySelector("[data-calls-ring]")) turnOnAgain();
  offer(element);
  const now = (element.dataset.calls ?? "").split(/\s+/).filter(Boolean);
  const before = known;
  known = new Set(now);
  const fresh = before ? now.filter((number) => !before.has(number)) : [];
  if (fresh.length) tell(element, fresh);
  else if (!now.length) hush();
}
