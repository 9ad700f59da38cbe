/**
 * Where the computer of the hall answers no more: says so, and leads to the one that goes on, with what this phone has not sent yet.
 *
 * In a <dialog> of the pages of a sheet, made of a template: #contact offers to open it once nothing was heard for a while. On the page without a network
 * it stands there.
 *
 * What is carried is the fragment of an address, which is sent to no server (docs/adr/0040). Everybody can write one: what does not look like a
 * result of a table is left out, and the seal that goes with each says whose it is. In one file with what reads it, since every page has to have it
 * before the computer is gone.
 *
 * data-moved-path     the page of the new computer that takes what is brought
 * data-moved-open     the button that opens the dialogue of <template id="moved-dialog">; data-moved-after has the seconds until it is shown
 * (inside) [data-moved-letters] with [data-moved-list], [data-moved-row], and a form with an address, [data-moved-wrong] where that is none
 * @module
 */

import { isLost } from "./contact.js";
import * as store from "./outbox-store.js";
import { announce } from "./region.js";

/** @typedef {import("./outbox-store.js").Letter} Letter */
/** @typedef {{letters: Letter[], page: string, seal: string}} Carried the page is where the phone was, the seal whose it is */

export const MOST_SIGNS = 8000;
const MOST_LETTERS = 12;
const MOST_FIELDS = 80;
const MOST_VALUE = 400;
const SHEET = /^\/e\/([-\w]{1,80})\/tavoli\/(\d{1,9})\/(?:totale\/)?$/;
const KEY = /^table-[-\w]{1,60}$/;
const NAME = /^[A-Za-z][-\w]{0,59}$/;
const POINTS = /^(?:g\d+-)?points_[a-z]$/i;

/** @param {string} path @returns {{slug: string, number: string} | null} the table of an address, null for any other page */
export function tableOf(path) {
  const found = SHEET.exec(path);
  return found && { slug: found[1], number: found[2] };
}

/** @param {Letter} letter @returns {string} the points as they were typed, “21–17”; nothing where the cards were */
export const pointsOf = (letter) =>
  letter.fields.filter(([name, value]) => POINTS.test(name) && value).map(([, value]) => value).join("–");

/** @param {string} text */
const isText = (text, most = MOST_VALUE) => typeof text === "string" && text.length <= most;

/** @param {unknown} raw @returns {Letter | null} */
function letterOf(raw) {
  if (!Array.isArray(raw) || raw.length !== 6) return null;
  const [key, action, version, at, seal, fields] = raw;
  if (!isText(key) || !KEY.test(key) || !isText(action) || !tableOf(action) || !isText(version) || !Number.isFinite(at) || !isText(seal)) return null;
  if (!Array.isArray(fields) || fields.length > MOST_FIELDS) return null;
  const areRight = fields.every((one) => Array.isArray(one) && one.length === 2 && isText(one[0]) && NAME.test(one[0]) && isText(one[1]));
  // Without a key of its own it could count twice.
  if (!areRight || !fields.some(([name, value]) => name === "key" && value)) return null;
  return { key, action, page: action, version, at, seal, fields: fields.filter(([name]) => name !== "csrfmiddlewaretoken"), token: "" };
}

/**
 * As many letters as an address can take, the first ones first.
 * @param {Carried} what
 * @returns {{text: string, letters: Letter[]}} the fragment, and the letters in it
 */
export function packed({ letters, page, seal }) {
  let [text, taken] = ["", /** @type {Letter[]} */ ([])];
  for (let many = 0; many <= Math.min(letters.length, MOST_LETTERS); many += 1) {
    const some = letters.slice(0, many);
    const said = [1, tableOf(page) ? page : "", seal, some.map((one) => [one.key, one.action, one.version, one.at, one.seal ?? "", one.fields])];
    const bytes = new TextEncoder().encode(JSON.stringify(said));
    const signs = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    if (signs.length > MOST_SIGNS) break;
    [text, taken] = [signs, some];
  }
  return { text, letters: taken };
}

/** @param {string} text @returns {Carried | null} null for what is no fragment of ours */
export function unpacked(text) {
  if (!text || text.length > MOST_SIGNS) return null;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    const [version, page, seal, letters] = JSON.parse(new TextDecoder().decode(bytes));
    if (version !== 1 || !isText(page) || (page && !tableOf(page)) || !isText(seal) || !Array.isArray(letters)) return null;
    const right = letters.slice(0, MOST_LETTERS).map(letterOf).filter((one) => one !== null);
    return { letters: right, page, seal };
  } catch {
    return null;
  }
}

/**
 * A row that shows a letter, made of a template.
 * @param {HTMLTemplateElement} template
 * @param {Letter} letter
 * @returns {HTMLElement}
 */
export function rowOf(template, letter) {
  const row = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
  const { lang } = document.documentElement;
  const time = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { hour: "2-digit", minute: "2-digit" }).format(letter.at);
  write(row, "table", letter.table ?? tableOf(letter.action)?.number ?? "");
  write(row, "names", letter.names ?? "");
  write(row, "time", time);
  write(row, "points", pointsOf(letter));
  return row;
}

/**
 * @param {HTMLElement} row
 * @param {"table" | "names" | "time" | "points"} part
 * @param {string} text
 */
export function write(row, part, text) {
  for (const place of row.querySelectorAll(`[data-carried-${part}]`)) place.textContent = text;
}

/**
 * Sentences that depend on a number: that of none, of one, or of several with {n} where it stands.
 * @param {HTMLElement} element
 * @param {number} many
 */
export function count(element, many) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("[data-carried-count]"))) {
    const { carriedNone = "", carriedOne = "", carriedMany = "" } = place.dataset;
    place.textContent = [carriedNone, carriedOne][many] ?? carriedMany.replace("{n}", String(many));
  }
}

const PRIVATE = /^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./;
const NUMBERS = /^(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;
/** What a browser reads as numbers too, such as 0x8080808. */
const OTHER_NUMBERS = /^(?:[\d.]+|0x[\da-f]*)$/i;
const NAMED = /^[a-z0-9](?:[-a-z0-9]{0,60}[a-z0-9])?(?:\.(?:local|lan|home|internal))?$/i;

/**
 * The address of a computer in the network of the hall, and of no other: what is carried there is nobody else's business.
 * @param {string} typed
 * @returns {string | null} its origin
 */
function originOf(typed) {
  const said = typed.trim().replace(/^http:\/\//i, "").replace(/\/.*$/, "").replaceAll(",", ".");
  const [, host = "", port = window.location.port] = /^([^:]+)(?::(\d{1,5}))?$/.exec(said) ?? [];
  const isNear = NUMBERS.test(host) ? PRIVATE.test(host) : NAMED.test(host) && !OTHER_NUMBERS.test(host);
  if (!isNear || Number(port) > 65535) return null;
  const origin = `http://${host.toLowerCase()}${port ? `:${port}` : ""}`;
  return origin === window.location.origin ? null : origin;
}

/** Those that were carried away already come last: the address may be too short for all. */
const waiting = () => store.letters().sort((one, other) => (one.carried ?? 0) - (other.carried ?? 0) || one.at - other.at);

/** @param {HTMLElement} element */
function show(element) {
  const letters = waiting();
  const place = /** @type {HTMLElement | null} */ (element.querySelector("[data-moved-letters]"));
  const template = /** @type {HTMLTemplateElement | null} */ (element.querySelector("[data-moved-row]"));
  if (!place || !template) return;
  place.hidden = !letters.length;
  place.querySelector("[data-moved-list]")?.replaceChildren(...letters.map((one) => rowOf(template, one)));
  count(element, letters.length);
}

/** @param {HTMLElement} element the region, or the button that opens it */
export default function moved(element) {
  if ("movedOpen" in element.dataset) offer(element);
  else fill(element);
}

/** @param {HTMLElement} element */
function fill(element) {
  const form = element.querySelector("form");
  const field = /** @type {HTMLInputElement | null} */ (element.querySelector("input"));
  const wrong = /** @type {HTMLElement | null} */ (element.querySelector("[data-moved-wrong]"));
  if (!form || !field || !wrong) return;
  // The same network, most likely: only the last number differs.
  if (NUMBERS.test(window.location.hostname)) field.defaultValue = window.location.hostname.replace(/\d+$/, "");
  show(element);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const origin = originOf(field.value);
    wrong.hidden = origin !== null;
    field.setAttribute("aria-invalid", String(origin === null));
    if (!origin) {
      field.focus();
      return;
    }
    const seal = /** @type {HTMLElement | null} */ (document.querySelector("[data-outbox-seal]"))?.dataset.outboxSeal ?? "";
    const { text, letters } = packed({ letters: waiting(), page: window.location.pathname, seal });
    for (const one of letters) store.keepLetter({ ...one, carried: Date.now() });
    // With nothing to take along the same page is there too.
    window.location.assign(letters.length || seal ? `${origin}${element.dataset.movedPath}#${text}` : `${origin}${window.location.pathname}`);
  });
  const dialog = element.closest("dialog");
  element.querySelector("[data-moved-back]")?.addEventListener("click", () => dialog?.close());
}

/** @param {HTMLElement} opener */
function offer(opener) {
  const template = /** @type {HTMLTemplateElement | null} */ (document.querySelector("#moved-dialog"));
  if (!template) return;
  opener.addEventListener("click", () => {
    const made = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
    const dialog = /** @type {HTMLDialogElement} */ (made.firstElementChild);
    document.body.append(dialog);
    dialog.addEventListener("close", () => dialog.remove());
    announce(dialog);
    dialog.showModal();
  });
  let timer = 0;
  const look = () => {
    window.clearTimeout(timer);
    if (isLost()) timer = window.setTimeout(() => (opener.hidden = false), Number(opener.dataset.movedAfter) * 1000);
    else opener.hidden = true;
  };
  document.addEventListener("contact", look);
  look();
}
