/**
 * Reads out what happens at a table, each event once, in the one polite live region of the page.
 *
 * A game's own Speech says its plays (``played``), what is dealt (``cards``), and what was played last (``last``).
 * @module
 */

const KEPT = 4;

/**
 * @typedef {{sequence: number, kind: string, seat: number | null, play?: string, told?: Record<string, any>[]}} TableEvent
 */
/** @typedef {{say: (key: string, values?: Record<string, string | number>) => string}} Sayer */

/** What is said of events that are no plays, by their kind. */
const OF_KIND = new Set(["dealt", "closed", "ended", "paused", "resumed"]);

export class Speech {
  /**
   * @param {HTMLElement} region
   * @param {Sayer} speaker
   */
  constructor(region, speaker) {
    this.region = region;
    this.speaker = speaker;
    /** The newest number that was heard of. @type {number | null} */
    this.heard = null;
    this.newest = "";
    this.wasYours = false;
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
    const [before, newest, wasYours] = [this.heard, this.newest, this.wasYours];
    this.heard = view.sequence;
    this.newest = newestPlays(view);
    this.wasYours = isYours(view);
    if (before === null) this.say(this.turn(view));
    else if (view.sequence > before) {
      const sentences = events.length ? this.news(view, events, before) : this.gap(view, newest);
      // Whose turn it is has been said; what it still asks for has not.
      const goesOn = wasYours && events.length && events.every((event) => event.kind === "played" && event.seat === view.you);
      if (sentences.length) this.say([...sentences, goesOn && this.wasYours ? this.duty(view) : this.turn(view)].filter(Boolean).join(" "));
    }
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
   * @param {string} newest the plays that were the newest before
   */
  gap(view, newest) {
    return newestPlays(view) && newestPlays(view) !== newest ? [this.last(view)] : [];
  }

  /**
   * @param {TableEvent} event
   * @param {any} view
   */
  event(event, view) {
    if (event.kind === "played" && event.play) return this.played(event, view);
    return OF_KIND.has(event.kind) ? [this.speaker.say(event.kind, { number: view.deal.number })] : [];
  }

  /** @param {any} view */
  turn(view) {
    return isYours(view) ? this.speaker.say("your_turn") : "";
  }

  /**
   * What a turn in progress still asks for.
   * @param {any} _view
   */
  duty(_view) {
    return "";
  }

  /**
   * A play in sentences.
   * @param {TableEvent} _event
   * @param {any} _view
   * @returns {string[]}
   */
  played(_event, _view) {
    return [];
  }

  /**
   * What the viewer is dealt.
   * @param {any} _view
   * @returns {string[]}
   */
  cards(_view) {
    return [];
  }

  /**
   * What was played last.
   * @param {any} _view
   */
  last(_view) {
    return "";
  }
}

/** The newest plays of a view, with the number of deals that are over. @param {any} view */
function newestPlays(view) {
  const recent = view.cards?.recent ?? [];
  return recent.length ? JSON.stringify([view.score.flatMap((/** @type {any} */ game) => game.deals).length, recent]) : "";
}

/**
 * Whether the viewer may play now.
 * @param {any} view
 */
export function isYours(view) {
  return !view.is_over && !view.is_paused && Boolean(view.cards?.actions.length);
}
