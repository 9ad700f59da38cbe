/**
 * Tells somebody who only watches what is played: they give nothing, so there are no gestures.
 * @module
 */

import { part, Viewer as TableViewer, wordsOf } from "../../tournaments/js/table/hands.js";
import { readPlay } from "./choice.js";
import { Motion } from "./motion.js";
import { Review } from "./review.js";
import { Speech } from "./speech.js";
import { Speaker } from "./words.js";

export class Viewer extends TableViewer {
  /** @param {HTMLElement} root */
  constructor(root) {
    const speaker = new Speaker(wordsOf(root));
    super(root, speaker, new Speech(part(root, "say"), speaker));
    this.motion = new Motion(root);
    this.review = new Review(root, part(root, "cloth"));
    this.again?.addEventListener("click", () => this.replay());
  }

  /**
   * @param {any} view
   * @param {import("../../tournaments/js/table/speech.js").TableEvent[]} events
   */
  show(view, events) {
    if (events.length) this.review.hide();
    super.show(view, events);
    for (const event of events) if (event.kind === "played" && event.play) this.motion.show(readPlay(event.play), event.seat ?? 0);
    this.motion.note();
  }

  replay() {
    const newest = this.view?.cards?.recent.at(-1);
    if (newest) this.review.show(readPlay(newest.play), this.speech.last(this.view));
    this.speech.say(this.speech.last(this.view));
  }
}
