/**
 * What the board asks of a game's script of gestures (docs/design.md, section 10), as far as it is the same in every game.
 *
 * A game's Player says what a gesture gives: it draws what is chosen (``draw``) and what may be done (``next``), and
 * ends what was begun (``forget``). Its Viewer shows the plays to who only watches, and gives nothing.
 * @module
 */

import { press } from "./press.js";
import { isYours } from "./speech.js";
import { answer } from "./typed.js";
import { Walk } from "./walk.js";

/** @typedef {import("./speech.js").TableEvent} TableEvent */

/**
 * A part of the table by its attribute (docs/design.md, section 10).
 * @param {HTMLElement} root
 * @param {string} name
 */
export const part = (root, name) => /** @type {HTMLElement} */ (root.querySelector(`[data-${name}]`));

/** The words that the page carries. @param {HTMLElement} root @returns {import("./words.js").Words} */
export const wordsOf = (root) => JSON.parse(part(root, "words").textContent ?? "");

/** Whether nothing may move. @param {HTMLElement} root */
export const isStill = (root) => "still" in root.dataset || window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * A button of the line that says what to do; it is hidden until it is offered.
 * @param {string} className
 * @param {() => void} act
 */
export function button(className, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = className;
  made.hidden = true;
  // A key that is held down presses once.
  made.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
  made.addEventListener("click", act);
  return made;
}

class Hands {
  /**
   * @param {HTMLElement} root
   * @param {import("./words.js").Speaker} speaker
   * @param {import("./speech.js").Speech} speech
   */
  constructor(root, speaker, speech) {
    this.root = root;
    this.speaker = speaker;
    this.speech = speech;
    this.last = part(root, "last");
    this.again = part(root, "replay");
    /** @type {any} */
    this.view = null;
    this.isLost = false;
  }

  /** @param {string} state */
  touch(state) {
    this.isLost = state !== "current";
    this.draw();
  }

  draw() {}

  /** The play that is the newest, in words, and the button that shows it once more. */
  drawLast() {
    const isPlayed = Boolean(this.view.cards?.recent.length);
    const last = isPlayed ? this.speech.last(this.view) : "";
    if (this.last && this.last.textContent !== last) this.last.textContent = last;
    this.again?.toggleAttribute("hidden", !isPlayed);
  }

  /** Why nobody can play, in words; nothing while somebody can. */
  stopped() {
    const { speaker, view } = this;
    if (this.isLost) return speaker.say("lost");
    if (view.is_over) return speaker.say("ended");
    return view.is_paused ? speaker.say("paused") : "";
  }

  /** Whose turn it is. */
  otherTurn() {
    const { turn } = this.view.clock;
    return typeof turn === "number" ? this.speaker.say("other_turn", { who: this.speaker.who(turn) }) : "";
  }

  /**
   * A play in words, for the page.
   * @param {string} notation
   * @param {number} seat of the match
   */
  tell(notation, seat) {
    return this.speaker.played(notation, seat, this.view?.you ?? null);
  }

  /** What the page has to say, in its one live region. @param {string} text */
  say(text) {
    this.speech.say(text);
  }
}

export class Viewer extends Hands {
  /**
   * The board has drawn a view.
   * @param {any} view
   * @param {TableEvent[]} events
   */
  show(view, events) {
    this.view = view;
    this.draw();
    this.speech.tell(view, events);
  }

  receipt() {}

  refused() {}

  draw() {
    if (!this.view) return;
    const [line, hint] = [part(this.root, "action"), this.hint()];
    if (line.textContent !== hint) line.replaceChildren(Object.assign(document.createElement("p"), { textContent: hint }));
    this.drawLast();
  }

  hint() {
    return this.stopped() || this.otherTurn();
  }
}

export class Player extends Hands {
  /**
   * @param {HTMLElement} root
   * @param {import("./words.js").Speaker} speaker
   * @param {import("./speech.js").Speech} speech
   * @param {(kind: string, text: string) => string} send
   * @param {string} cards the selector of what can be pressed
   */
  constructor(root, speaker, speech, send, cards) {
    super(root, speaker, speech);
    this.send = send;
    this.hand = part(root, "hand");
    this.table = part(root, "table");
    /** Under the field for words: the menu may lie over the rest of the table. */
    this.told = part(root, "answer");
    /** The legal plays while it is the reader's turn. @type {string[]} */
    this.actions = [];
    /** The play that was given and is not answered, with the number that the answer named. @type {{id: string, play: string, isTyped: boolean, sequence: number} | null} */
    this.given = null;
    this.wrong = "";
    this.position = "";
    /** When the clocks were told last. */
    this.toldAt = 0;
    this.clock = "";
    this.walk = new Walk(root, this.hand, this.table);
    this.endDrag = press(root, {
      cards,
      isShut: (isPointer) => this.isShut(isPointer),
      canDrag: (button) => this.canDrag(button),
      tap: (button, isPointer) => this.tap(button, isPointer),
      lift: (button) => this.lift(button),
      drag: (button, at) => this.drag(button, at),
      drop: (button) => this.drop(button),
      back: (button) => this.layBack(button),
    });
    this.hand.setAttribute("aria-description", speaker.say("keys"));
    root.addEventListener("keydown", (event) => this.key(event));
    part(root, "typed")?.addEventListener("submit", (event) => this.type(event));
  }

  /** Whether a play may be given. */
  get isOpen() {
    return this.actions.length > 0 && !this.given && !this.isLost;
  }

  // What the link brings.

  /**
   * Take in a view, and say whether anything is different of what can be chosen.
   * @param {any} view
   * @param {unknown[]} choosable
   */
  takeIn(view, choosable) {
    this.view = view;
    const clock = `${view.sequence} ${JSON.stringify(view.clock)}`;
    if (clock !== this.clock) this.toldAt = performance.now();
    this.clock = clock;
    this.actions = isYours(view) ? view.cards.actions : [];
    if (this.given?.sequence && view.sequence >= this.given.sequence) this.given = null;
    const before = this.position;
    this.position = JSON.stringify(choosable);
    return this.position !== before;
  }

  /** @param {{id: string, sequence: number}} receipt */
  receipt({ id, sequence }) {
    if (this.given?.id !== id) return;
    this.given = this.view.sequence >= sequence ? null : { ...this.given, sequence };
    this.draw();
  }

  /** @param {{id: string, code: string, sentence: string}} refusal */
  refused(refusal) {
    if (this.given?.id !== refusal.id) return;
    const { play, isTyped } = this.given;
    this.given = null;
    const sentence = this.explain(refusal, play);
    if (isTyped) this.reply(sentence);
    else this.complain(sentence);
  }

  /**
   * What is said of a refusal; what was begun ends.
   * @param {{code: string, sentence: string}} refusal
   * @param {string} _play
   */
  explain({ sentence }, _play) {
    this.forget();
    return sentence;
  }

  /** @param {string} state */
  touch(state) {
    this.isLost = state !== "current";
    if (this.isLost) this.endDrag();
    this.draw();
  }

  // What hands do.

  /**
   * Whether what begins now counts for nothing.
   * @param {boolean} _isPointer
   */
  isShut(_isPointer) {
    return this.given !== null;
  }

  /** @param {HTMLElement} _button */
  canDrag(_button) {
    return false;
  }

  /**
   * @param {HTMLElement} _button
   * @param {boolean} _isPointer
   */
  tap(_button, _isPointer) {}

  /** @param {HTMLElement} button */
  lift(button) {
    button.classList.add("is-dragged");
    button.style.pointerEvents = "none";
    this.draw();
  }

  /**
   * @param {HTMLElement} _button
   * @param {{x: number, y: number, left: number, top: number}} _at
   */
  drag(_button, _at) {}

  /** @param {HTMLElement} _button */
  drop(_button) {}

  /** @param {HTMLElement} button */
  layBack(button) {
    button.classList.remove("is-dragged");
    Object.assign(button.style, { transform: "", pointerEvents: "" });
  }

  /** @param {KeyboardEvent} _event */
  key(_event) {}

  /**
   * Give a play: nothing else is given until it is answered.
   * @param {string} play
   * @param {boolean} [isTyped] as it was typed: the server reads it, and says what is wrong with it
   */
  submit(play, isTyped = false) {
    this.given = { id: this.send("play", play), play, isTyped, sequence: 0 };
    this.draw();
  }

  /** Nothing is chosen or proposed any more. */
  forget() {}

  /** @param {string} sentence */
  complain(sentence) {
    this.wrong = sentence;
    this.draw();
    this.speech.say(sentence);
  }

  // Words.

  /** @param {Event} event */
  type(event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("text"));
    const typed = field.value.trim();
    const told = answer(typed, this.view, this.speaker, this.speech, this.isLost ? null : performance.now() - this.toldAt);
    if (this.told) this.told.textContent = "";
    if (told) this.reply(told);
    else if (typed && !this.isOpen) this.reply(this.hint());
    else if (typed) {
      this.forget();
      this.submit(typed, true);
    }
    field.value = "";
  }

  /** @param {string} sentence */
  reply(sentence) {
    if (this.told) this.told.textContent = sentence;
    this.complain(sentence);
  }

  /** What to do, in words. */
  hint() {
    // That another device plays is said by the page.
    if (this.isLost && document.body.classList.contains("is-older")) return "";
    return this.stopped() || (this.given ? this.speaker.say("sent") : this.next());
  }

  /** What may be done now. */
  next() {
    return this.otherTurn();
  }
}
