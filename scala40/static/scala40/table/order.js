/**
 * The order in which the reader sees the cards of their hand: by suit, by rank, or as they laid them.
 * @module
 */

const RANKS = "A23456789TJQK";
const SUITS = "hcds"; // red and black in turns
const KEY = "table.scala40.order";

/** @typedef {"suit" | "rank" | "hand"} Order */

/** @type {Order[]} */
export const ORDERS = ["suit", "rank", "hand"];

/** @param {string} card @returns {[number, number]} */
const places = ([rank, suit]) => (rank === "*" ? [SUITS.length, RANKS.length] : [SUITS.indexOf(suit), RANKS.indexOf(rank)]);

/** @type {Record<string, (one: string, other: string) => number>} */
const COMPARE = {
  suit: (one, other) => compare(places(one), places(other)),
  rank: (one, other) => compare(places(one).reverse(), places(other).reverse()),
};

/** @param {number[]} one @param {number[]} other */
const compare = (one, other) => one[0] - other[0] || one[1] - other[1];

/** @returns {Order} */
function kept() {
  try {
    const found = /** @type {Order} */ (localStorage.getItem(KEY));
    return found === "rank" ? found : "suit";
  } catch {
    return "suit";
  }
}

export const order = {
  mode: kept(),
  /** The cards as they lay last. @type {string[]} */
  last: [],

  /**
   * The cards of a hand in their order; in an own order new ones come last.
   * @param {string[]} hand
   */
  arrange(hand) {
    const rest = [...hand];
    const stayed = this.last.filter((card) => rest.includes(card) && rest.splice(rest.indexOf(card), 1));
    this.last = this.mode === "hand" ? [...stayed, ...rest] : [...hand].sort(COMPARE[this.mode]);
    return this.last;
  },

  /** The next order; an own one begins with what is seen. */
  next() {
    this.set(ORDERS[(ORDERS.indexOf(this.mode) + 1) % ORDERS.length]);
  },

  /** @param {Order} mode */
  set(mode) {
    this.mode = mode;
    try {
      localStorage.setItem(KEY, mode);
    } catch {
      // A browser that keeps nothing.
    }
  },

  /**
   * Put a card elsewhere, which makes the order an own one.
   * @param {number} from
   * @param {number} to
   */
  move(from, to) {
    this.set("hand");
    const cards = [...this.last];
    cards.splice(to, 0, ...cards.splice(from, 1));
    this.last = cards;
  },
};
