/**
 * Lets cards fly from where they lay to where they are, in at most 200 ms; nothing waits for it.
 * @module
 */

import { isStill } from "../../tournaments/js/table/hands.js";

const FLIGHT_MS = 180;

/**
 * @param {DOMRect} from
 * @param {DOMRect} to
 */
const shift = (from, to) => `translate(${from.left + from.width / 2 - to.left - to.width / 2}px, ${from.top + from.height / 2 - to.top - to.height / 2}px) scale(${from.width / to.width || 1})`;

export class Motion {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** Every card as it was when the board was last drawn. @type {Map<string, {button: HTMLElement, box: DOMRect}>} */
    this.before = new Map();
  }

  /** @returns {HTMLElement[]} */
  buttons() {
    return [...this.root.querySelectorAll("[data-card]")].map((one) => /** @type {HTMLElement} */ (one));
  }

  note() {
    if (isStill(this.root)) return;
    this.before = new Map(this.buttons().map((button) => [button.dataset.card ?? "", { button, box: button.getBoundingClientRect() }]));
  }

  /**
   * A card was let go here: that is where it flies from.
   * @param {HTMLElement} button
   */
  letGo(button) {
    this.before.set(button.dataset.card ?? "", { button, box: button.getBoundingClientRect() });
  }

  /**
   * @param {import("./choice.js").Play} play
   * @param {number} seat of the match that made it
   */
  show(play, seat) {
    const chair = this.root.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect();
    if (isStill(this.root) || !chair) return;
    const laid = this.buttons().find((button) => button.dataset.card === play.card);
    if (laid) land(laid, this.before.get(play.card)?.box ?? chair);
    for (const card of play.takes) this.leave(card, chair);
  }

  /**
   * A card that is no longer on the table flies to who took it.
   * @param {string} card
   * @param {DOMRect} chair
   */
  leave(card, chair) {
    const was = this.before.get(card);
    if (!was || was.button.isConnected) return;
    const copy = /** @type {HTMLElement} */ (was.button.cloneNode(true));
    copy.removeAttribute("data-card");
    copy.setAttribute("data-flight", "");
    copy.setAttribute("aria-hidden", "true");
    copy.tabIndex = -1;
    copy.classList.remove("is-open");
    Object.assign(copy.style, { left: `${was.box.left}px`, top: `${was.box.top}px`, width: `${was.box.width}px` });
    this.root.append(copy);
    const flight = copy.animate([{ transform: "none" }, { transform: shift(chair, was.box), opacity: 0 }], { duration: FLIGHT_MS, easing: "ease-in" });
    flight.onfinish = flight.oncancel = () => copy.remove();
  }
}

/**
 * @param {HTMLElement} button
 * @param {DOMRect} from
 */
function land(button, from) {
  button.animate([{ transform: shift(from, button.getBoundingClientRect()) }, { transform: "none" }], { duration: FLIGHT_MS, easing: "ease-out" });
}
