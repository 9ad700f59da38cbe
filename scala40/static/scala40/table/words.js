/**
 * Sentences about cards and moves, made of the words that the page carries in the language of its reader.
 * @module
 */

import { capital, Speaker as TableSpeaker } from "../../tournaments/js/table/words.js";

/** By the first word of a move what tells it. */
const TOLD = { draw: "drew", take: "took", lay: "laid", off: "attached", swap: "swapped", drop: "dropped" };

/**
 * The cards of a combination in notation.
 * @param {string} laid
 * @returns {string[]}
 */
export const cardsIn = (laid) => laid.match(/(?:\*=)?[A2-9TJQK][hdcs]|\*/g) ?? [];

const END = "[\\w*=]";

/** Where cards stand in a text, and are no part of more cards. @param {string} cards */
const asWritten = (cards) => new RegExp(`(?<!${END})${cards.replaceAll("*", "\\*")}(?!${END})`, "g");

/**
 * Whether a sentence names a combination of the table; what was typed stands in it between quotes.
 * @param {string} cards
 * @param {string} sentence
 */
export const isWritten = (cards, sentence) => asWritten(cards).test(sentence.replaceAll(/“[^”]*”/g, ""));

/** By the number of a rank, as people may type it. @type {Record<string, string>} */
const NUMBERED = { 1: "A", 10: "T", 11: "J", 12: "Q", 13: "K" };

/**
 * The cards in notation that a move names, also one that somebody has typed in other letters.
 * @param {string} move
 */
export const cardsTyped = (move) => [...move.matchAll(/(\*=)?(?:\b|(?<=[hdcs=]))(1[0-3]?|[a2-9tjqk])([hdcs])|\*/gi)].map(([all, joker = "", rank, suit]) => (rank ? `${joker}${NUMBERED[rank] ?? rank.toUpperCase()}${suit.toLowerCase()}` : all));

/**
 * The parts of a move: its word, its cards, and the combination that it touches.
 * @param {string} move such as ``off *=9c>m2``
 */
export function readMove(move) {
  const [word, rest = ""] = move.split(" ");
  const [cards, meld = ""] = rest.split(">");
  return { word, cards: cardsIn(cards), meld };
}

export class Speaker extends TableSpeaker {
  /** @param {string} card */
  name(card) {
    return this.words.game.names[card] ?? card;
  }

  /**
   * What somebody did.
   * @param {string} move
   * @param {number} seat of the match
   * @param {number | null} you
   */
  played(move, seat, you) {
    const { word, cards, meld } = readMove(move);
    const key = TOLD[/** @type {keyof typeof TOLD} */ (word)];
    const values = { who: this.who(seat), card: this.the(cards[0]), cards: this.cards(cards), meld: this.the(meld) };
    return this.say(`${seat === you ? "you_" : ""}${key}`, values);
  }

  /**
   * The same where it is known which card came into the hand.
   * @param {string} key
   * @param {string} card
   * @param {number} seat
   * @param {number | null} you
   */
  came(key, card, seat, you) {
    return this.say(`${seat === you ? "you_" : ""}${key}_card`, { who: this.who(seat), card: this.the(card) });
  }

  /**
   * A sentence of the server, with the cards that it names in notation as people name them.
   * @param {string} sentence
   * @param {string[]} written what may stand in it: cards and combinations
   */
  inWords(sentence, written) {
    return capital([...written].sort((one, other) => other.length - one.length).reduce((text, each) => text.replaceAll(asWritten(each), this.cards(cardsIn(each))), sentence));
  }
}
