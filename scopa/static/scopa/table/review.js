/**
 * Shows the previous play once more, when it is asked for: its cards over the cloth, until they are touched or time passes.
 * @module
 */

import { isStill } from "../../tournaments/js/table/hands.js";

const SHOWN_MS = 4000;
const APPEAR_MS = 160;

export class Review {
  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} cloth
   */
  constructor(root, cloth) {
    this.root = root;
    this.cloth = cloth;
    this.timer = 0;
    /** @type {HTMLElement | null} */
    this.shown = null;
  }

  /**
   * @param {import("./choice.js").Play} play
   * @param {string} words
   */
  show(play, words) {
    this.hide();
    const panel = document.createElement("div");
    panel.className = "table-review";
    panel.dataset.review = "";
    // It is read out in the live region.
    panel.setAttribute("aria-hidden", "true");
    const cards = document.createElement("p");
    cards.className = "table-review__cards";
    cards.append(...[play.card, ...play.takes].map((card) => this.picture(card)));
    const text = document.createElement("p");
    text.textContent = words;
    panel.append(cards, text);
    panel.addEventListener("click", () => this.hide());
    this.cloth.append(panel);
    this.shown = panel;
    if (!isStill(this.root)) panel.animate([{ opacity: 0 }, { opacity: 1 }], { duration: APPEAR_MS });
    this.timer = window.setTimeout(() => this.hide(), SHOWN_MS);
  }

  /** @param {string} card */
  picture(card) {
    const image = document.createElement("img");
    Object.assign(image, { src: `${this.root.dataset.deck}#card-${card}`, alt: "", width: 120, height: 190 });
    return image;
  }

  hide() {
    window.clearTimeout(this.timer);
    this.shown?.remove();
    this.shown = null;
  }
}
