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
    return capital([...written].sort((one, other) => other.length - one.length).reduce((text, each) => {
      const quoted = each.replaceAll("*", "\\*");
      return text.replaceAll(new RegExp(`(?<![\\w*=])${quoted}(?![\\w*=])`, "g"), this.cards(cardsIn(each)));
    }, sentence));
  }
}
