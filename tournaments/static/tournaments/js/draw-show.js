/**
 * Shows a draw place by place on the big screen, each long enough to be read, and then the whole.
 *
 * data-from, data-until   when it begins and when the whole is shown, in the server's milliseconds: every screen shows the same place
 * data-now-url            where the server tells its time
 * data-word-table, data-word-bye   "to table", "has a bye"
 * [data-draw-place]       each name, in order, inside its [data-draw-table-number]
 * [data-draw-at]          the room of a table, where there are several
 *
 * Nothing moves by itself but the words, so it is the same where motion is unwanted. End, or the button, shows the whole.
 * @module
 */
import { isServerTimeKnown, keepServerTime, serverNow } from "./contact.js";

const BEFORE = 4;
const PATIENCE_MS = 5000;
const LONG = 26;
const LONGEST = 60;

/** The draws that somebody skipped on this screen, by when they began: a newer rendering stays skipped. @type {Set<string>} */
const skipped = new Set();

/** @typedef {{name: string, table: string, room: string}} Place */

/** @param {HTMLElement} element @returns {Place[]} */
function placesOf(element) {
  const names = /** @type {HTMLElement[]} */ ([...element.querySelectorAll("[data-draw-place]")]);
  return names.map((name) => {
    const table = /** @type {HTMLElement | null} */ (name.closest("[data-draw-table-number]"));
    const room = table?.querySelector("[data-draw-at]")?.textContent ?? "";
    return { name: name.textContent ?? "", table: table?.dataset.drawTableNumber ?? "", room };
  });
}

/** @param {Place} place */
function row(place) {
  const item = document.createElement("li");
  const number = document.createElement("b");
  const name = document.createElement("span");
  number.textContent = place.table || "–";
  name.textContent = place.name;
  item.append(number, name);
  return item;
}

/** @param {HTMLElement} element */
export default function drawShow(element) {
  /** @param {string} name */
  const part = (name) => /** @type {HTMLElement} */ (element.querySelector(`[data-draw-${name}]`));
  const places = placesOf(element);
  const [from, until] = [Number(element.dataset.from), Number(element.dataset.until)];
  const key = element.dataset.from ?? "";
  const begun = performance.now();
  let shown = -1;

  /** @param {boolean} isShowing */
  const choose = (isShowing) => {
    part("show").hidden = !isShowing;
    part("whole").hidden = isShowing;
  };
  /** @param {number} at */
  const put = (at) => {
    const { name, table, room } = places[at];
    const title = part("name");
    title.textContent = name;
    title.classList.toggle("screen-draw__name--long", name.length > LONG);
    title.classList.toggle("screen-draw__name--longest", name.length > LONGEST);
    part("word").textContent = (table ? element.dataset.wordTable : element.dataset.wordBye) ?? "";
    part("table").textContent = table;
    part("room").textContent = room;
    part("count").textContent = [at + 1, places.length].join(" / ");
    part("before").replaceChildren(...places.slice(Math.max(0, at - BEFORE), at).reverse().map(row));
  };
  const step = () => {
    if (!element.isConnected) return stop();
    // This device's clock may be wrong: it decides only where the server is not heard.
    const now = isServerTimeKnown() || performance.now() - begun > PATIENCE_MS ? serverNow() : from;
    if (skipped.has(key) || now >= until || !places.length) return finish();
    const at = Math.min(places.length - 1, Math.max(0, Math.floor(((now - from) / (until - from)) * places.length)));
    choose(true);
    if (at !== shown) put(at);
    shown = at;
  };
  const timer = window.setInterval(step, 200);
  const stop = () => {
    window.clearInterval(timer);
    document.removeEventListener("keydown", onKey);
  };
  const finish = () => {
    choose(false);
    stop();
  };
  const skip = () => {
    skipped.add(key);
    step();
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => void (event.key === "End" && skip());
  document.addEventListener("keydown", onKey);
  part("skip").addEventListener("click", skip);
  element.dataset.begun = "";
  keepServerTime(element.dataset.nowUrl ?? "/ora/");
  step();
}
