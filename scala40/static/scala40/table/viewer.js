/**
 * Tells somebody who only watches what is played: they give nothing, so there are no gestures.
 * @module
 */

import { part, Viewer as TableViewer, wordsOf } from "../../tournaments/js/table/hands.js";
import { Recap } from "./recap.js";
import { Speech } from "./speech.js";
import { Speaker } from "./words.js";

export class Viewer extends TableViewer {
  /** @param {HTMLElement} root */
  constructor(root) {
    const speaker = new Speaker(wordsOf(root));
    const speech = new Speech(part(root, "say"), speaker);
    super(root, speaker, speech);
    this.recap = new Recap(part(root, "cloth"), this.again, () => speech.round(this.view), (text) => this.say(text));
  }

  /**
   * @param {any} view
   * @param {import("../../tournaments/js/table/speech.js").TableEvent[]} events
   */
  show(view, events) {
    if (events.length) this.recap.hide();
    super.show(view, events);
  }

  draw() {
    super.draw();
    if (this.again?.hidden) this.recap.hide();
  }

  hint() {
    const turn = this.otherTurn();
    return this.stopped() || (turn && `${turn} ${this.speaker.say("watching")}`);
  }
}
