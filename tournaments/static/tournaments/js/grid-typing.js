/**
 * Who else types in which row of the results: asked every few seconds, together with the row in which somebody types here.
 * It sits on a form without fields that holds the token; a hint that is not repeated is over after some seconds.
 *
 * data-words   what stands behind a name
 * (rows) .grid-row with an id row-NUMBER, and [data-typing] in it
 * @module
 */

const BEAT_MS = 2500;
// Somebody who has not pressed a key for so long does not type any more.
const LAPSE_MS = 20_000;

/** @param {HTMLElement} element */
export default function gridTyping(element) {
  const form = /** @type {HTMLFormElement} */ (element);
  let typedAt = -Infinity;
  let typedIn = "";
  /** @type {Record<string, string>} */
  let others = {};

  function show() {
    document.querySelectorAll(".grid-row").forEach((row) => {
      const hint = /** @type {HTMLElement | null} */ (row.querySelector("[data-typing]"));
      const who = others[row.id.replace("row-", "")] ?? "";
      row.classList.toggle("is-typed", Boolean(who));
      if (!hint) return;
      hint.hidden = !who;
      const words = who ? `${who} ${form.dataset.words}` : "";
      if (hint.textContent !== words) hint.textContent = words;
    });
  }

  /** The row in which somebody types here, empty where nobody does. */
  function own() {
    return performance.now() - typedAt < LAPSE_MS ? typedIn : "";
  }

  async function beat() {
    if (!document.hidden && navigator.onLine) {
      const body = new FormData(form);
      body.set("row", own());
      try {
        const answer = await fetch(form.action, { method: "POST", body });
        if (!answer.ok) return;
        others = (await answer.json()).rows;
      } catch {
        others = {};
      }
      show();
    }
    window.setTimeout(beat, BEAT_MS);
  }

  document.addEventListener("input", (event) => {
    const row = event.target instanceof Element ? event.target.closest(".grid-row") : null;
    if (!row) return;
    typedAt = performance.now();
    typedIn = row.id.replace("row-", "");
  });
  document.addEventListener("region:replaced", (event) => {
    // What was typed here is saved.
    if (event.target instanceof Element && event.target.id === `row-${typedIn}`) typedIn = "";
    show();
  });
  beat();
}
