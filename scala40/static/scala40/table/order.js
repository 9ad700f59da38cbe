/**
 * The order in which the reader sees the cards of their hand: by suit, by rank, or as they laid them.
 *
 * An own order is kept for its match and seat, so that a page that is loaded again shows it.
 * @module
 */

const RANKS = "A23456789TJQK";
const SUITS = "hcds"; // red and black in turns
const KEY = "table.scala40.order";
const HANDS = "table.scala40.hands";
const MOST_HANDS = 8; // of the newest matches

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

/** @param {string} name */
function kept(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    // A browser that keeps nothing.
    return "";
  }
}

/** @param {string} name @param {string} value */
function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It holds until the page is left.
  }
}

/** The own orders by match and seat, the newest last. @returns {[string, string][]} */
function hands() {
  try {
    const found = JSON.parse(kept(HANDS) || "[]");
    return Array.isArray(found) ? found.filter((each) => Array.isArray(each) && each.every((part) => typeof part === "string")) : [];
  } catch {
    return [];
  }
}

export const order = {
  /** @type {Order} */
  mode: kept(KEY) === "rank" ? "rank" : "suit",
  /** The cards as they lay last. @type {string[]} */
  last: [],
  /** The match and the seat. */
  place: "",

  /** Show the hand of that match and seat as it was laid. @param {string} place */
  at(place) {
    if (place === this.place) return;
    this.place = place;
    const own = hands().find(([where]) => where === place);
    if (!own) return;
    this.mode = "hand";
    this.last = own[1].split(" ");
  },

  /**
   * The cards of a hand in their order; in an own order new ones come last, and a new hand begins by suit.
   * @param {string[]} hand
   */
  arrange(hand) {
    const rest = [...hand];
    const stayed = this.mode === "hand" ? this.last.filter((card) => rest.includes(card) && rest.splice(rest.indexOf(card), 1)) : [];
    if (!stayed.length) rest.sort(COMPARE[this.mode] ?? COMPARE.suit);
    this.last = [...stayed, ...rest];
    if (this.mode === "hand" && hand.length) this.write(this.last.join(" "));
    return this.last;
  },

  /** Keep the own order, or forget it without one. @param {string} [cards] */
  write(cards = "") {
    const all = hands();
    if (!this.place || (all.find(([where]) => where === this.place)?.[1] ?? "") === cards) return;
    const others = all.filter(([where]) => where !== this.place);
    keep(HANDS, JSON.stringify(cards ? [...others, [this.place, cards]].slice(-MOST_HANDS) : others));
  },

  /** The next order; an own one begins with what is seen. */
  next() {
    this.set(ORDERS[(ORDERS.indexOf(this.mode) + 1) % ORDERS.length]);
  },

  /** @param {Order} mode */
  set(mode) {
    this.mode = mode;
    keep(KEY, mode);
    if (mode !== "hand") this.write();
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
