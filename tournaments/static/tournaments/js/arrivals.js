/**
 * The one field of the desk: filters the rows while somebody types, and sends on Enter; what is typed meanwhile is not lost.
 * It sits on the form, which post.js sends.
 *
 * (rows) .arrival with data-words: the words of the names in plain letters
 * #arrivals-all   the form of “all who are shown are here”; gets the rows that are shown and have data-missing
 * #arrivals-add   what would be added; asked of the server while nobody matches; after a refusal its data-typed is what was typed
 * @module
 */

import { patiently } from "./contact.js";
import { replaceNamed } from "./region.js";
import { afterPause } from "./working.js";

const PAUSE_MS = 150;
const ENOUGH = 2;

/** @param {string} text */
const wordsOf = (text) => text.normalize("NFKD").toLowerCase().split(/[\s\-–/.,]+/).map((word) => word.replace(/[^\p{L}\p{N}]/gu, "")).filter(Boolean);

/** @param {HTMLElement} element */
export default function arrivals(element) {
  const form = /** @type {HTMLFormElement} */ (element);
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("who"));
  // What is sent stands apart: the next name may be typed while the last one is on its way.
  const sent = Object.assign(document.createElement("input"), { type: "hidden", name: "who" });
  form.append(sent);
  field.removeAttribute("name");
  /** @type {[string, string][]} */
  const waiting = [];
  /** @type {string[]} */
  const refused = [];
  const soon = afterPause(PAUSE_MS);
  let asked = 0;

  function filter() {
    const wanted = wordsOf(field.value);
    let shown = 0;
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".arrival"))) {
      const words = (row.dataset.words ?? "").split(" ");
      row.hidden = !wanted.every((each) => words.some((word) => word.startsWith(each)));
      if (!row.hidden) shown += 1;
    }
    bound();
    const alone = document.getElementById("arrivals-alone");
    if (alone) alone.hidden = wanted.length > 0;
    for (const group of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".arrivals-group"))) group.hidden = !group.querySelector(".arrival:not([hidden])");
    return shown;
  }

  /** “All who are shown” are those that a script shows. */
  function bound() {
    const all = document.getElementById("arrivals-all");
    if (!all) return;
    const keys = [...document.querySelectorAll(".arrival[data-missing]:not([hidden])")].map((row) => /** @type {HTMLElement} */ (row).dataset.missing ?? "");
    /** @type {HTMLInputElement} */ (all.querySelector("[name=entries]")).value = keys.join(" ");
    /** @type {HTMLElement} */ (all.querySelector(".num")).textContent = String(keys.length);
    all.hidden = keys.length < ENOUGH;
  }

  async function propose() {
    const mine = (asked += 1);
    const url = new URL(form.action);
    url.searchParams.set("q", field.value.trim());
    const answer = await patiently(url.href, { headers: { "X-Part": "1" } });
    const html = await answer.text();
    // Somebody has typed on, or sent it.
    if (mine === asked && answer.ok) replaceNamed(["arrivals-add"], html);
  }

  function typed() {
    soon();
    asked += 1;
    const shown = filter();
    const add = document.getElementById("arrivals-add");
    if (shown || field.value.trim().length < ENOUGH) add?.replaceChildren();
    else soon(propose);
    if (!field.value) soon(restore);
  }

  /** What was refused is in the field again as soon as nothing else is: nobody has been marked for it yet. */
  function restore() {
    if (!refused.length || field.value || waiting.length) return;
    field.value = refused.shift() ?? "";
    field.select();
    filter();
  }

  function send() {
    if (form.ariaBusy === "true" || !waiting.length) return;
    const [who, step] = /** @type {[string, string]} */ (waiting.shift());
    sent.value = who;
    form.requestSubmit(form.querySelector(`button[value="${step}"]`));
  }

  /** @param {string} text */
  function put(text) {
    field.value = text;
    field.focus();
    typed();
  }

  field.addEventListener("input", typed);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") put("");
    if (event.key === "/" && !field.value) event.preventDefault();
    if (event.key === "ArrowDown") /** @type {HTMLElement | null} */ (document.querySelector(".arrivals-add button, .arrival:not([hidden]) button"))?.focus();
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    if (!field.value.trim()) return;
    waiting.push([field.value.trim(), event.shiftKey ? "here" : "paid"]);
    put("");
    send();
  });
  new MutationObserver(send).observe(form, { attributes: true, attributeFilter: ["aria-busy"] });
  document.addEventListener("keydown", (event) => {
    const on = event.target;
    if (!form.isConnected || event.ctrlKey || event.metaKey || event.altKey || on === field) return;
    if (on instanceof Element && on.matches("input, select, textarea")) return;
    if (event.key === "/") event.preventDefault();
    if (event.key !== "/" && !/^\p{L}$/u.test(event.key)) return;
    field.focus();
    field.select();
  });
  document.addEventListener("click", (event) => {
    const chosen = event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest("#arrivals-add [data-typed]")) : null;
    if (!chosen) return;
    event.preventDefault();
    put(chosen.dataset.typed ?? "");
  });
  document.addEventListener("region:replaced", (event) => {
    const on = event.target;
    if (!(on instanceof HTMLElement)) return;
    if (on.id === "arrivals-list" || on.matches(".arrival")) filter();
    if (on.matches(".arrival") && document.activeElement === document.body) /** @type {HTMLElement | null} */ (on.querySelector("a"))?.focus({ preventScroll: true });
    if (on.id !== "arrivals-add") return;
    if (on.dataset.typed) refused.push(on.dataset.typed);
    restore();
  });
  document.addEventListener("submit", (event) => {
    if (event.target instanceof Element && event.target.closest("#arrivals-add")) field.value = "";
  });
  filter();
}
