/**
 * Which combinations some cards of a hand make: only to propose them. Whether they may be laid, the server says.
 * @module
 */

const RANKS = "A23456789TJQK";
const SUITS = "hdcs";
const JOKER = "*";
const HIGH_ACE = 13;
const RUN_POINTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11];
const SET_POINTS = [11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10];
const LEAST = 3;
const MOST_STEPS = 20000; // more than any hand of fourteen needs; a bound for odd ones
const MOST_CHOICES = 6;

/**
 * A combination: its cards in notation, a joker as ``*=9c``, and what it is worth.
 * @typedef {{cards: string[], points: number}} Meld
 */
/**
 * A way to lay cards: combinations, and the cards that belong to none of them.
 * @typedef {{melds: Meld[], left: string[], points: number}} Way
 */

/** @param {Map<string, number>} counts @param {string} card */
const has = (counts, card) => (counts.get(card) ?? 0) > 0;

/**
 * The combination at some places, where at most one joker fills a gap; null where it cannot be.
 * @param {string[]} cards by name
 * @param {Map<string, number>} counts
 * @param {number} points
 * @returns {Meld | null}
 */
function fill(cards, counts, points) {
  const missing = cards.filter((card) => !has(counts, card));
  if (missing.length > 1 || (missing.length && !has(counts, JOKER))) return null;
  return { cards: cards.map((card) => (card === missing[0] ? `*=${card}` : card)), points };
}

/**
 * The runs with a card, the longest first.
 * @param {string} card
 * @param {Map<string, number>} counts
 * @param {number} longest
 */
function runsWith([rank, suit], counts, longest) {
  const found = [];
  const at = RANKS.indexOf(rank);
  for (let size = longest; size >= LEAST; size -= 1) {
    for (const place of at ? [at] : [at, HIGH_ACE]) {
      for (let low = Math.max(0, place - size + 1); low <= Math.min(place, HIGH_ACE + 1 - size); low += 1) {
        const places = Array.from({ length: size }, (_none, step) => low + step);
        const points = places.reduce((sum, each) => sum + RUN_POINTS[each], 0);
        const run = fill(places.map((each) => RANKS[each % 13] + suit), counts, points);
        if (run) found.push(run);
      }
    }
  }
  return found;
}

/**
 * The sets with a card, the largest first.
 * @param {string} card
 * @param {Map<string, number>} counts
 */
function setsWith([rank, suit], counts) {
  const worth = SET_POINTS[RANKS.indexOf(rank)];
  const several = [...Array(2 ** SUITS.length).keys()].map((bits) => [...SUITS].filter((_suit, at) => (bits >> at) & 1));
  return several
    .filter((suits) => suits.length >= LEAST && suits.includes(suit))
    .sort((one, other) => other.length - one.length)
    .map((suits) => fill(suits.map((each) => rank + each), counts, worth * suits.length))
    .filter((set) => set !== null);
}

/** @param {string} card as it lies in a hand */
export const held = (card) => (card.startsWith("*") ? JOKER : card);

/**
 * The notation of a combination, as a move names it.
 * @param {Meld} meld
 */
export const notation = (meld) => meld.cards.join("");

/**
 * The cards that jokers stand for.
 * @param {Way} way
 */
export const jokersOf = (way) => way.melds.flatMap((meld) => meld.cards.filter((card) => card.startsWith("*=")).map((card) => card.slice(2)));

/**
 * The ways to lay cards: as few as can be are left over, the dearest first, and each choice of jokers once.
 * @param {string[]} cards of the hand
 * @param {number} longest how many cards a run may have when it is laid
 * @returns {Way[]}
 */
export function ways(cards, longest) {
  const counts = new Map();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  const order = (/** @type {string} */ card) => SUITS.indexOf(card[1]) * RANKS.length + RANKS.indexOf(card[0]);
  const naturals = [...counts.keys()].filter((card) => card !== JOKER).sort((one, other) => order(one) - order(other));
  /** @type {Way[]} */
  let found = [];
  let fewest = cards.length;
  let steps = 0;

  /** @param {Meld[]} melds @param {string[]} left */
  const search = (melds, left) => {
    steps += 1;
    if (steps > MOST_STEPS || left.length > fewest) return;
    const next = naturals.find((card) => has(counts, card));
    if (!next) {
      const rest = [...left, ...Array(counts.get(JOKER) ?? 0).fill(JOKER)];
      if (rest.length < fewest) found = [];
      if (rest.length <= fewest && melds.length) found.push({ melds: [...melds], left: rest, points: melds.reduce((sum, meld) => sum + meld.points, 0) });
      fewest = Math.min(fewest, rest.length);
      return;
    }
    for (const meld of [...runsWith(next, counts, longest), ...setsWith(next, counts)]) {
      for (const card of meld.cards) counts.set(held(card), counts.get(held(card)) - 1);
      search([...melds, meld], left);
      for (const card of meld.cards) counts.set(held(card), counts.get(held(card)) + 1);
    }
    counts.set(next, counts.get(next) - 1);
    search(melds, [...left, next]);
    counts.set(next, counts.get(next) + 1);
  };

  search([], []);
  const isNew = new Set();
  return found
    .sort((one, other) => other.points - one.points || one.melds.length - other.melds.length)
    .filter((way) => {
      const key = jokersOf(way).sort().join(" ") + way.left.join(" ");
      return !isNew.has(key) && isNew.add(key);
    })
    .slice(0, MOST_CHOICES);
}
