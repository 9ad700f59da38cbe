/**
 * Reads out what happens at the table, each event once, in the one polite live region of the page.
 * @module
 */

const KEPT = 4;

/**
 * @typedef {{sequence: number, kind: string, seat: number | null, play?: string, told?: {event: string}[]}} TableEvent
 */

/** What is said of events that are no plays, by their kind. */
const OF_KIND = new Set(["dealt", "closed", "ended", "paused", "resumed"]);

export class Speech {
  /**
   * @param {HTMLElement} region
   * @param {import("./words.js").Speaker} speaker
   */
  constructor(region, speaker) {
    this.region = region;
    this.speaker = speaker;
    /** The newest number that was heard of. @type {number | null} */
    this.heard = null;
    this.newest = "";
  }

  /**
   * Add words: a region that is filled anew may be read twice, or not at all.
   * @param {string} text
   */
  say(text) {
    if (!text) return;
    const line = document.createElement("span");
    line.append(text, " ");
    this.region.append(line);
    while (this.region.childElementCount > KEPT) this.region.firstElementChild?.remove();
  }

  /**
   * Say what is new in a view; the first one is where the reader comes in.
   * @param {any} view
   * @param {TableEvent[]} events
   */
  tell(view, events) {
    const [before, newest] = [this.heard, this.newest];
    this.heard = view.sequence;
    this.newest = newestPlay(view);
    if (before === null) this.say(this.turn(view));
    else if (view.sequence > before) this.sayAll(view, events.length ? this.news(view, events, before) : this.gap(view, newest));
  }

  /**
   * @param {any} view
   * @param {string[]} sentences
   */
  sayAll(view, sentences) {
    if (sentences.length) this.say([...sentences, this.turn(view)].join(" "));
  }

  /**
   * @param {any} view
   * @param {TableEvent[]} events
   * @param {number} before the newest number that was heard of
   */
  news(view, events, before) {
    const fresh = events.filter((event) => event.sequence > before);
    const isNewHand = fresh.some((event) => event.kind === "dealt" || event.told?.some((one) => one.event === "dealt"));
    return [...fresh.flatMap((event) => this.event(event, view)), ...(isNewHand ? this.cards(view) : [])];
  }

  /**
   * A whole view after a gap brings no events: its newest play stands for them.
   * @param {any} view
   * @param {string} newest the play that was the newest before
   */
  gap(view, newest) {
    return newestPlay(view) && newestPlay(view) !== newest ? [this.last(view)] : [];
  }

  /**
   * @param {TableEvent} event
   * @param {any} view
   */
  event(event, view) {
    const { speaker } = this;
    if (event.kind === "played" && event.play) {
      const swept = event.told?.some((one) => one.event === "swept") ? [speaker.say("sweep")] : [];
      const left = event.told?.some((one) => one.event === "deal_over") ? this.ending(view) : [];
      return [speaker.played(event.play, event.seat ?? 0, view.you), ...swept, ...left];
    }
    return OF_KIND.has(event.kind) ? [speaker.say(event.kind, { number: view.deal.number })] : [];
  }

  /** @param {any} view */
  cards(view) {
    const { speaker } = this;
    const { hand, table_cards: table } = view.cards;
    const own = hand.length ? [speaker.say("new_hand", { cards: speaker.cards(hand) })] : [];
    return [...own, table.length ? speaker.say("on_table", { cards: speaker.cards(table) }) : speaker.say("table_empty")];
  }

  /** @param {any} view */
  turn(view) {
    return isYours(view) ? this.speaker.say("your_turn") : "";
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

/** The newest play of a view; a card is played once in a deal. @param {any} view */
function newestPlay(view) {
  const play = view.cards?.recent.at(-1)?.play;
  return play ? `${view.score.flatMap((/** @type {any} */ game) => game.deals).length}:${play}` : "";
}

/**
 * Whether the viewer may play now.
 * @param {any} view
 */
export function isYours(view) {
  return !view.is_over && !view.is_paused && Boolean(view.cards?.actions.length);
}
