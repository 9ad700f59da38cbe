/**
 * Sentences at a table, made of the words that the page carries in the language of its reader.
 *
 * A game's own Speaker says its plays (``played``).
 * @module
 */

/**
 * @typedef {Object} Words
 * @property {(string | null)[]} names of the people by seat
 * @property {{cards: Record<string, string>, sentences: Record<string, string>} & Record<string, Record<string, string>>} game the sentences of every table, and the game's
 * @property {Record<string, string>} typed what the words ask that people may type
 */

/** @param {string} text */
export const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

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

  /** A card, or what else has a name on the table, in a sentence. @param {string} card */
  the(card) {
    return this.words.game.cards[card] ?? card;
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
    return parts.join(this.words.game.sentences.or);
  }

  /** @param {number} seat of the match */
  who(seat) {
    return this.words.names[seat] ?? "";
  }

  /**
   * What somebody played.
   * @param {string} _notation
   * @param {number} _seat of the match
   * @param {number | null} _you
   */
  played(_notation, _seat, _you) {
    return "";
  }
}
