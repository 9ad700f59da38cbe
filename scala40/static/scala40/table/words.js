/**
 * Sentences about cards and moves, made of the words that the page carries in the language of its reader.
 * @module
 */

/**
 * @typedef {Object} Words
 * @property {(string | null)[]} names of the people by seat
 * @property {{cards: Record<string, [string, string]>, sentences: Record<string, string>}} game
 * @property {Record<string, string>} typed what the words ask that people may type
 */

/** By the first word of a move what tells it. */
const TOLD = { draw: "drew", take: "took", lay: "laid", off: "attached", swap: "swapped", drop: "dropped" };

/** @param {string} text */
const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

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

export class Speaker {
  /** @param {Words} words */
  constructor(words) {
    this.words = words;
  }

  /**
   * A sentence with its values in place.
   * @param {string} key
   * @param {Record<string, string | number>} [values]
   */
  say(key, values = {}) {
    return capital((this.words.game.sentences[key] ?? "").replaceAll(/%\((\w+)\)s/g, (_all, name) => String(values[name] ?? "")));
  }

  /** A card, a combination on the table, in a sentence. @param {string} card */
  the(card) {
    return this.words.game.cards[card]?.[1] ?? card;
  }

  /** @param {string} card */
  name(card) {
    return this.words.game.cards[card]?.[0] ?? card;
  }

  /** @param {string[]} parts */
  list(parts) {
    return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")}${this.words.game.sentences.and}${parts.at(-1)}`;
  }

  /** @param {string[]} cards */
  cards(cards) {
    return this.list(cards.map((card) => this.the(card)));
  }

  /** @param {string[]} parts */
  either(parts) {
    return parts.map((part) => this.the(part)).join(this.words.game.sentences.or);
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
    const values = { who: this.words.names[seat] ?? "", card: this.the(cards[0]), cards: this.cards(cards), meld: this.the(meld) };
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
    return this.say(`${seat === you ? "you_" : ""}${key}_card`, { who: this.words.names[seat] ?? "", card: this.the(card) });
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
