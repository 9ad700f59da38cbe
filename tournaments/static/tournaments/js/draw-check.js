/**
 * Draws a published draw again in the reader's own browser, and says whether the same comes out.
 *
 * data-url           the document of the draw
 * data-seal          the seal that this page shows
 * data-word-same, data-word-seal, data-word-list, data-word-places, data-word-lost   what is said then; {positions} is replaced
 * [data-draw-again]  the button, hidden without scripts
 * [data-draw-said]   where the answer stands
 * @module
 */
import { verify } from "./draw/verify.js";
import { working } from "./working.js";

const MOST = 8;

/** @param {HTMLElement} element @param {import("./draw/lots.js").Draw} draw */
function sentence(element, draw) {
  const words = element.dataset;
  const { keepsSeal, isListed, wrong } = verify(draw);
  if (!keepsSeal || draw.commitment !== words.seal) return { isSame: false, text: words.wordSeal ?? "" };
  if (!isListed) return { isSame: false, text: words.wordList ?? "" };
  if (!wrong.length) return { isSame: true, text: words.wordSame ?? "" };
  return { isSame: false, text: (words.wordPlaces ?? "").replace("{positions}", wrong.slice(0, MOST).join(", ")) };
}

/** @param {string} url */
async function drawn(url) {
  const answer = await fetch(url, { headers: { accept: "application/json" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

/** @param {HTMLElement} element */
export default function drawCheck(element) {
  const button = /** @type {HTMLButtonElement} */ (element.querySelector("[data-draw-again]"));
  const said = /** @type {HTMLElement} */ (element.querySelector("[data-draw-said]"));
  button.hidden = false;
  button.addEventListener("click", async () => {
    said.textContent = "";
    try {
      const { isSame, text } = sentence(element, await working(drawn(element.dataset.url ?? "")));
      said.textContent = [isSame ? "✓" : "×", text].join(" ");
      said.classList.toggle("draw__said--wrong", !isSame);
    } catch {
      said.textContent = element.dataset.wordLost ?? "";
    }
  });
}
