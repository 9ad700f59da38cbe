/**
 * What is read out of a deal of Scala 40: every move, and what follows from it.
 * @module
 */

import { Speech as TableSpeech } from "../../tournaments/js/table/speech.js";
import { held } from "./melds.js";
import { readMove } from "./words.js";

/** @typedef {import("../../tournaments/js/table/speech.js").TableEvent} TableEvent */

/** What follows from a move, by its event: the sentence, and whether it is about somebody. */
const AFTER = { opened: ["opened", true], closed: ["closed_deal", true], closed_in_hand: ["closed_in_hand", true], remade: ["remade", false], void: ["nobody_void", false] };

export class Speech extends TableSpeech {
  /**
   * @param {HTMLElement} region
   * @param {import("./words.js").Speaker} speaker
   */
  constructor(region, speaker) {
    super(region, speaker);
    this.speaker = speaker;
    /** The hand before, to say which card was drawn. @type {string[]} */
    this.hand = [];
    /** Whether the move that is told is followed by others that were given with it. */
    this.isMidway = false;
  }

  /**
   * @param {any} view
   * @param {TableEvent[]} events
   */
  tell(view, events) {
    super.tell(view, events);
    this.hand = view.cards?.hand ?? [];
  }

  /**
   * @param {TableEvent} event
   * @param {any} view
   */
  played(event, view) {
    const { speaker } = this;
    const [seat, told] = [event.seat ?? 0, event.told ?? []];
    const taken = told.find((one) => one.event === "taken");
    const drawn = event.play === "draw" && seat === view.you ? this.drawn(view.cards?.hand ?? []) : "";
    const first = taken ? speaker.came("took", taken.card, seat, view.you) : drawn ? speaker.came("drew", drawn, seat, view.you) : speaker.played(event.play ?? "", seat, view.you);
    const after = told.flatMap((one) => {
      const [key, isOfSomebody] = AFTER[/** @type {keyof typeof AFTER} */ (one.event)] ?? [];
      if (!key) return [];
      return [speaker.say(`${isOfSomebody && seat === view.you ? "you_" : ""}${key}`, { who: speaker.who(seat), points: one.points ?? "" })];
    });
    return [first, ...after];
  }

  /** What the rules want of a turn before it may end. @param {any} view */
  duty(view) {
    const { speaker } = this;
    const { doing, opened, opening, seat } = view.cards;
    if (this.isMidway) return "";
    if (doing.jokers_to_use) return speaker.say("use_joker");
    if (doing.must_use_taken && doing.taken) return `${speaker.say("use_taken", { card: speaker.the(doing.taken) })}${this.example(view, doing.taken)}`;
    if (!doing.laid || opened[seat]) return "";
    return `${speaker.say("more_to_open", { points: doing.laid, needed: opening.points })}${this.example(view)}`;
  }

  /**
   * A combination that may be laid now, with a card where one is named, as a sentence after another; none, and nothing.
   * @param {any} view
   * @param {string} [card]
   */
  example(view, card = "") {
    const laid = view.cards.actions.map(readMove).find((/** @type {any} */ { word, cards }) => word === "lay" && (!card || cards.map(held).includes(card)));
    return laid ? ` ${this.speaker.say("lay_so", { cards: this.speaker.cards(laid.cards) })}` : "";
  }

  /** The card of a hand that was not there before. @param {string[]} hand */
  drawn(hand) {
    const rest = [...this.hand];
    return hand.length === rest.length + 1 ? hand.find((card) => !rest.includes(card) || !rest.splice(rest.indexOf(card), 1)) ?? "" : "";
  }

  /** @param {any} view */
  cards(view) {
    const { speaker } = this;
    const { hand, top_discard: top } = view.cards;
    const own = hand.length ? [speaker.say("new_hand", { cards: speaker.cards(hand) })] : [];
    return [...own, top ? speaker.say("up", { card: speaker.the(top) }) : speaker.say("up_none")];
  }

  /**
   * The newest moves of one seat in words; a card that is drawn is told while nothing else was done.
   *
   * When the deal is over, the discard that ended it and how it ended.
   * @param {any} view
   */
  last(view) {
    const { recent = [], ending } = view.cards ?? {};
    if (ending) {
      const seat = view.dealt[ending.seats[0]];
      const among = !ending.seats.length ? "nobody_" : seat === view.you ? "you_" : "";
      return [...this.told(view, recent.slice(-1)), this.speaker.say(among + ending.sentence, { who: this.speaker.who(seat) })].join(" ");
    }
    const others = recent.findLastIndex((/** @type {any} */ one) => one.seat !== recent.at(-1)?.seat);
    const own = recent.slice(others + 1);
    const done = own.filter((/** @type {any} */ one) => one.play !== "draw");
    return this.told(view, done.length ? done : own).join(" ") || this.speaker.say("nothing_played");
  }

  /** The moves that are shown: of the turn in progress, and of one turn of every seat before it. @param {any} view */
  round(view) {
    return this.told(view, view.cards?.recent ?? []);
  }

  /**
   * @param {any} view
   * @param {{seat: number, play: string}[]} moves
   */
  told(view, moves) {
    return moves.map((one) => this.speaker.played(one.play, view.dealt[one.seat], view.you));
  }
}
