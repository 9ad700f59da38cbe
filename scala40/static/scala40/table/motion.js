/**
 * Lets a card fly from where it lay to where it is, in at most 200 ms; nothing waits for it.
 * @module
 */

import { isStill } from "../../tournaments/js/table/hands.js";
import { readMove } from "./words.js";

const FLIGHT_MS = 180;

export class Motion {
  /**
   * @param {HTMLElement} root
   * @param {number | null} you
   */
  constructor(root, you) {
    this.root = root;
    this.you = you;
  }

  /**
   * @param {string} move
   * @param {number} seat of the match that made it
   * @param {any} cards of the view after it
   */
  show(move, seat, cards) {
    const { word, meld } = readMove(move);
    const box = (/** @type {string} */ selector) => this.root.querySelector(selector)?.getBoundingClientRect();
    const chair = seat === this.you ? box("[data-hand]") : box(`[data-seat="${seat}"]`);
    const [stock, discards] = [box('[data-pile="stock"] img'), box("[data-top]")];
    if (isStill(this.root) || !chair || !stock || !discards) return;
    if (word === "draw") this.fly("back", stock, chair);
    else if (word === "take") this.fly("back", discards, chair);
    else if (word === "drop") this.fly(cards.top_discard ?? "back", chair, discards);
    else {
      const goal = box(`[data-meld="${meld || cards.melds.at(-1)?.name}"]`);
      if (goal) this.fly("back", chair, goal);
    }
  }

  /**
   * @param {string} card
   * @param {DOMRect} from
   * @param {DOMRect} to
   */
  fly(card, from, to) {
    const picture = new Image(120, 190);
    picture.src = `${this.root.dataset.deck}#card-${card}`;
    picture.alt = "";
    picture.dataset.flight = "";
    this.root.append(picture);
    const middle = (/** @type {DOMRect} */ each) => `translate(${each.left + each.width / 2}px, ${each.top + each.height / 2}px) translate(-50%, -50%)`;
    const flight = picture.animate([{ transform: middle(from) }, { transform: middle(to), opacity: 0.4 }], { duration: FLIGHT_MS, easing: "ease-out" });
    flight.onfinish = flight.oncancel = () => picture.remove();
  }
}
