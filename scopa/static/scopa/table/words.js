/**
 * Sentences about cards and plays, made of the words that the page carries in the language of its reader.
 * @module
 */

import { Speaker as TableSpeaker } from "../../tournaments/js/table/words.js";
import { readPlay } from "./choice.js";

export class Speaker extends TableSpeaker {
  /** @param {import("./choice.js").Play[]} plays */
  options(plays) {
    return this.either(plays.map((play) => this.cards(play.takes)));
  }

  /**
   * What the large button says: the values are enough, since the cards are in sight.
   * @param {import("./choice.js").Play} play
   */
  order(play) {
    return this.command(play, (card) => this.words.game.ranks[card.slice(0, -1)]);
  }

  /**
   * The same read out: to hear it, a card needs its suit.
   * @param {import("./choice.js").Play} play
   */
  wholeOrder(play) {
    return this.command(play, (card) => this.the(card));
  }

  /**
   * @param {import("./choice.js").Play} play
   * @param {(card: string) => string} name
   */
  command(play, name) {
    return this.say(play.takes.length ? "take" : play.isKept ? "keep" : "discard", { card: name(play.card), cards: this.list(play.takes.map(name)) });
  }

  /**
   * Who gets what is left on the table at the end of a deal.
   * @param {{sentence: string, seats: number[], cards: string[]}} ending
   * @param {number[]} dealt the seats of the deal
   * @param {number | null} you
   */
  ended({ sentence, seats, cards }, dealt, you) {
    const own = seats.map((each) => dealt[each]);
    const isOurs = you !== null && own.includes(you);
    const among = !own.length ? "nobody_" : !isOurs ? "" : own.length === 1 ? "you_" : "us_";
    return this.say(among + sentence, { who: this.list(own.map((seat) => this.who(seat))), cards: this.cards(cards) });
  }

  /**
   * What somebody played.
   * @param {string} notation
   * @param {number} seat of the match
   * @param {number | null} you
   */
  played(notation, seat, you) {
    const play = readPlay(notation);
    const values = { who: this.who(seat), card: this.the(play.card), cards: this.cards(play.takes) };
    return this.say(`${seat === you ? "you_" : ""}${play.takes.length ? "took" : play.isKept ? "kept" : "laid"}`, values);
  }
}
