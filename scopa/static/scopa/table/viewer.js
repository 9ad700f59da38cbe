/**
 * Tells somebody who only watches what is played: they give nothing, so there are no gestures.
 * @module
 */

import { readPlay } from "./choice.js";
import { Motion } from "./motion.js";
import { Review } from "./review.js";
import { Speech } from "./speech.js";
import { Speaker } from "./words.js";

export class Viewer {
  /** @param {HTMLElement} root */
  constructor(root) {
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-${name}]`));
    this.line = part("action");
    this.last = part("last");
    this.again = part("replay");
    this.speaker = new Speaker(JSON.parse(part("words").textContent ?? ""));
    this.speech = new Speech(part("say"), this.speaker);
    this.motion = new Motion(root);
    this.review = new Review(root, part("cloth"));
    /** @type {any} */
    this.view = null;
    this.isLost = false;
    this.again?.addEventListener("click", () => this.replay());
  }

  /**
   * The board has drawn a view.
   * @param {any} view
   * @param {import("../../tournaments/js/table/speech.js").TableEvent[]} events
   */
  show(view, events) {
    if (events.length) this.review.hide();
    this.view = view;
    this.draw();
    this.speech.tell(view, events);
    for (const event of events) if (event.kind === "played" && event.play) this.motion.show(readPlay(event.play), event.seat ?? 0);
    this.motion.note();
  }

  /** @param {string} state */
  touch(state) {
    this.isLost = state !== "current";
    this.draw();
  }

  receipt() {}

  refused() {}

  replay() {
    const newest = this.view?.cards?.recent.at(-1);
    if (newest) this.review.show(readPlay(newest.play), this.speech.last(this.view));
    this.speech.say(this.speech.last(this.view));
  }

  draw() {
    if (!this.view) return;
    const isPlayed = Boolean(this.view.cards?.recent.length);
    const hint = this.hint();
    if (this.line.textContent !== hint) this.line.replaceChildren(Object.assign(document.createElement("p"), { textContent: hint }));
    const last = isPlayed ? this.speech.last(this.view) : "";
    if (this.last && this.last.textContent !== last) this.last.textContent = last;
    this.again?.toggleAttribute("hidden", !isPlayed);
  }

  hint() {
    const { speaker, view } = this;
    if (this.isLost) return speaker.say("lost");
    if (view.is_over) return speaker.say("ended");
    if (view.is_paused) return speaker.say("paused");
    return typeof view.clock.turn === "number" ? speaker.say("other_turn", { who: speaker.words.names[view.clock.turn] ?? "" }) : "";
  }

  /** What the page has to say, in its one live region. @param {string} text */
  say(text) {
    this.speech.say(text);
  }

  /**
   * A play in words, for the page.
   * @param {string} notation
   * @param {number} seat of the match
   */
  tell(notation, seat) {
    return this.speaker.played(notation, seat, null);
  }
}
