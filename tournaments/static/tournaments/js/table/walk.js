/**
 * Lets arrows walk along the hand and the table, and keeps the focus on a card when the board is drawn anew.
 *
 * Each list is one stop of the Tab key; left and right go along it, up and down from the hand to the table and back.
 * @module
 */

/** @typedef {{list: HTMLElement, at: number}} Place */

/** @param {HTMLElement} list */
const buttonsOf = (list) => /** @type {HTMLElement[]} */ ([...list.querySelectorAll("button")]);

/** @type {Record<string, (at: number, last: number) => number>} */
const STEPS = {
  ArrowRight: (at, last) => Math.min(at + 1, last),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
};

export class Walk {
  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} hand
   * @param {HTMLElement} table
   */
  constructor(root, hand, table) {
    this.root = root;
    this.lists = [hand, table];
    /** Where the focus is, or was when the board was drawn. @type {Place | null} */
    this.place = null;
    for (const list of this.lists) {
      list.tabIndex = -1;
      list.addEventListener("focusin", () => this.note());
      list.addEventListener("keydown", (event) => this.step(event));
    }
    root.addEventListener("focusout", (event) => this.leave(/** @type {HTMLElement} */ (event.target)));
  }

  note() {
    const on = document.activeElement;
    const list = this.lists.find((one) => one.contains(on));
    if (!list || !(on instanceof HTMLElement)) return;
    this.place = { list, at: Math.max(0, buttonsOf(list).indexOf(on)) };
    this.stop(list, on);
  }

  /**
   * The focus has gone elsewhere by its owner's will; where its element went, the owner is still here.
   * @param {HTMLElement} from
   */
  leave(from) {
    queueMicrotask(() => {
      if (from.isConnected && !from.hidden && !this.lists.some((list) => list.contains(document.activeElement))) this.place = null;
    });
  }

  /**
   * One button of a list takes part in Tab.
   * @param {HTMLElement} list
   * @param {HTMLElement | undefined} chosen
   */
  stop(list, chosen) {
    for (const button of buttonsOf(list)) button.tabIndex = button === chosen ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  step(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.place) return;
    const { list, at } = this.place;
    const buttons = buttonsOf(list);
    const goal = event.key in STEPS ? buttons[STEPS[event.key](at, buttons.length - 1)] : this.across(event.key);
    if (!goal) return;
    event.preventDefault();
    goal.focus();
  }

  /** @param {string} key */
  across(key) {
    const [hand, table] = this.lists;
    const goal = key === "ArrowUp" ? table : key === "ArrowDown" ? hand : null;
    if (!goal || goal === this.place?.list) return null;
    return goal.querySelector("[data-ghost] button, .is-open") ?? goal.querySelector("[tabindex='0']");
  }

  /** After the board was drawn: every list has its stop, and a focus whose card has gone is on the next one. */
  restore() {
    for (const list of this.lists) {
      const buttons = buttonsOf(list);
      this.stop(list, buttons.find((one) => one === document.activeElement) ?? buttons.find((one) => one.tabIndex === 0) ?? buttons[0]);
    }
    if (this.place && (!document.activeElement || document.activeElement === document.body)) this.home(this.place.at);
  }

  /**
   * To the hand, where the next play begins; to the table while the hand is empty.
   * @param {number} [at]
   */
  home(at = 0) {
    const list = this.lists.find((one) => buttonsOf(one).length) ?? this.lists[0];
    const buttons = buttonsOf(list);
    (buttons[Math.min(at, buttons.length - 1)] ?? list).focus({ preventScroll: true });
  }
}
