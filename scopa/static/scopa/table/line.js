/**
 * The line that says what to do: a hint in words, or one large button with a way back.
 * @module
 */

import { button } from "../../tournaments/js/table/hands.js";

export class Line {
  /**
   * @param {HTMLElement} place
   * @param {{cancelWords: string, confirm: () => void, cancel: () => void}} does
   */
  constructor(place, { cancelWords, confirm, cancel }) {
    this.hint = document.createElement("p");
    this.confirm = button("btn", confirm);
    this.cancel = button("btn btn--quiet", cancel);
    this.cancel.textContent = cancelWords;
    place.replaceChildren(this.hint, this.confirm, this.cancel);
  }

  /** Whether the focus is on one of the buttons, which may go now. */
  get isFocused() {
    return document.activeElement === this.confirm || document.activeElement === this.cancel;
  }

  /**
   * @param {string} hint
   * @param {string} [order] what the large button says, where there is one
   */
  show(hint, order = "") {
    this.hint.hidden = Boolean(order);
    this.confirm.hidden = this.cancel.hidden = !order;
    if (this.hint.textContent !== hint) this.hint.textContent = hint;
    this.confirm.textContent = order;
  }
}
