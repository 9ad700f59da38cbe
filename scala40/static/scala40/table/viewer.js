/**
 * Tells somebody who only watches what is played: they give nothing, so there are no gestures.
 * @module
 */

import { Recap } from "./recap.js";
import { Speech } from "./speech.js";
import { Speaker } from "./words.js";

export class Viewer {
  /** @param {HTMLElement} root */
  constructor(root) {
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-${name}]`));
    this.line = part("action");
    this.last = part("last");
    this.speaker = new Speaker(JSON.parse(part("words").textContent ?? ""));
    this.speech = new Speech(part("say"), this.speaker);
    /** @type {any} */
    this.view = null;
    this.isLost = false;
    this.recap = new Recap(part("cloth"), part("replay"), () => this.speech.round(this.view), (text) => this.speech.say(text));
  }

  /**
   * The board has drawn a view.
   * @param {any} view
   * @param {import("../../tournaments/js/table/speech.js").TableEvent[]} events
   */
  show(view, events) {
    this.view = view;
    if (events.length) this.recap.hide();
    this.draw();
    this.speech.tell(view, events);
  }

  /** @param {string} state */
  touch(state) {
    this.isLost = state !== "current";
    this.draw();
  }

  receipt() {}

  refused() {}

  draw() {
    if (!this.view) return;
    const hint = this.hint();
    if (this.line.textContent !== hint) this.line.replaceChildren(Object.assign(document.createElement("p"), { textContent: hint }));
    const isPlayed = Boolean(this.view.cards?.recent.length);
    this.recap.offer(isPlayed);
    const last = isPlayed ? this.speech.last(this.view) : "";
    if (this.last && this.last.textContent !== last) this.last.textContent = last;
  }

  hint() {
    const { speaker, view } = this;
    if (this.isLost) return speaker.say("lost");
    if (view.is_over) return speaker.say("ended");
    if (view.is_paused) return speaker.say("paused");
    if (typeof view.clock.turn !== "number") return "";
    return `${speaker.say("other_turn", { who: speaker.words.names[view.clock.turn] ?? "" })} ${speaker.say("watching")}`;
  }

  /** What the page has to say, in its one live region. @param {string} text */
  say(text) {
    this.speech.say(text);
  }

  /**
   * A move in words, for the page.
   * @param {string} move
   * @param {number} seat of the match
   */
  tell(move, seat) {
    return this.speaker.played(move, seat, null);
  }
}
