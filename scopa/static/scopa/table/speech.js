/**
 * What is read out of a deal of Scopa: plays, the hand and the table, and who gets what is left.
 * @module
 */

import { Speech as TableSpeech } from "../../tournaments/js/table/speech.js";

/** @typedef {import("../../tournaments/js/table/speech.js").TableEvent} TableEvent */

export class Speech extends TableSpeech {
  /**
   * @param {HTMLElement} region
   * @param {import("./words.js").Speaker} speaker
   */
  constructor(region, speaker) {
    super(region, speaker);
    this.speaker = speaker;
  }

  /**
   * @param {TableEvent} event
   * @param {any} view
   */
  played(event, view) {
    const { speaker } = this;
    const swept = event.told?.some((one) => one.event === "swept") ? [speaker.say("sweep")] : [];
    const left = event.told?.some((one) => one.event === "deal_over") ? this.ending(view) : [];
    return [speaker.played(event.play ?? "", event.seat ?? 0, view.you), ...swept, ...left];
  }

  /** @param {any} view */
  cards(view) {
    const { speaker } = this;
    const { hand, table_cards: table } = view.cards;
    const own = hand.length ? [speaker.say("new_hand", { cards: speaker.cards(hand) })] : [];
    return [...own, table.length ? speaker.say("on_table", { cards: speaker.cards(table) }) : speaker.say("table_empty")];
  }

  /** The newest play in words, and what is left after the last one of a deal. @param {any} view */
  last(view) {
    const newest = view.cards?.recent.at(-1);
    if (!newest) return this.speaker.say("nothing_played");
    const played = this.speaker.played(newest.play, view.dealt[newest.seat], view.you);
    return [played, ...this.ending(view)].join(" ");
  }

  /** @param {any} view */
  ending(view) {
    const { ending } = view.cards;
    return ending ? [this.speaker.ended(ending, view.dealt, view.you)] : [];
  }
}
