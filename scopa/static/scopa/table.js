/**
 * How a play of Scopa is given at the live table: by click, by drag, by double click, by keys, or typed.
 *
 * The server lists the legal plays; what is chosen filters that list. One gesture is one play: while one is unanswered
 * none is given, and taps that follow one closely belong to its gesture.
 *
 * On the root: data-two-taps   each play is confirmed by the large button
 *              data-still      nothing moves
 *              data-deck       the file of the pictures
 * Inside it:   data-hand, data-table (lists of buttons with data-card), data-cloth, data-action, data-say, data-last,
 *              data-replay, data-typed, data-words, data-seat
 * @module
 */

import { captures, decided, discard, hover, NOTHING, pressHand, pressTable, readPlay, stand } from "./table/choice.js";
import { Line } from "./table/line.js";
import { Motion } from "./table/motion.js";
import { part, Player, wordsOf } from "../tournaments/js/table/hands.js";
import { Review } from "./table/review.js";
import { Speech } from "./table/speech.js";
import { Viewer } from "./table/viewer.js";
import { Speaker } from "./table/words.js";

/** @typedef {import("./table/choice.js").Play} Play */
/** @typedef {import("./table/choice.js").Choice} Choice */
/** @typedef {import("../tournaments/js/table/speech.js").TableEvent} TableEvent */

const DOUBLE_MS = 400;
const BURST_MS = 400; // taps that follow a play within this time of each other belong to its gesture
const MOST_PLACES = 15; // for which the style has a class
const CARDS = "[data-hand] button[data-card], [data-table] button[data-card], [data-ghost] button";

class Table extends Player {
  /**
   * @param {HTMLElement} root
   * @param {{send: (kind: string, text: string) => string}} link
   */
  constructor(root, { send }) {
    const speaker = new Speaker(wordsOf(root));
    super(root, speaker, new Speech(part(root, "say"), speaker), send, CARDS);
    this.speaker = speaker;
    this.cloth = part(root, "cloth");
    /** @type {Play[]} */
    this.plays = [];
    /** @type {Choice} */
    this.choice = NOTHING;
    /** The play that waits for the large button. @type {Play | null} */
    this.proposed = null;
    this.proposedAt = 0;
    /** @type {{card: string, hovered: string[], isGhost: boolean, isOver: boolean} | null} */
    this.dragged = null;
    this.burstUntil = 0;
    this.tapped = { card: "", at: -DOUBLE_MS };
    /** The empty place that the ghost has taken. @type {Element | null} */
    this.freePlace = null;

    this.line = new Line(part(root, "action"), { cancelWords: speaker.say("cancel"), confirm: () => this.confirm(), cancel: () => this.putBack() });
    this.motion = new Motion(root);
    this.review = new Review(root, this.cloth);
    this.again?.addEventListener("click", () => this.replay());
  }

  /**
   * Whether what begins now counts for nothing.
   * @param {boolean} isPointer
   */
  isShut(isPointer) {
    const now = performance.now();
    const isBurst = isPointer && now < this.burstUntil;
    if (isPointer && (isBurst || this.given)) this.burstUntil = now + BURST_MS;
    return isBurst || this.given !== null;
  }

  /** @param {HTMLElement} button */
  canDrag(button) {
    return this.hand.contains(button) && this.isOpen;
  }

  // What the link brings.

  /**
   * The board has drawn a view.
   * @param {any} view
   * @param {TableEvent[]} events
   */
  show(view, events) {
    const isChanged = this.takeIn(view, [view.cards?.actions, view.cards?.table_cards, view.cards?.hand]);
    this.plays = this.actions.map(readPlay);
    if (isChanged) {
      this.review.hide();
      this.endDrag();
      this.forget();
    }
    this.draw();
    this.walk.restore();
    this.speech.tell(view, events);
    for (const event of events) if (event.kind === "played" && event.play) this.motion.show(readPlay(event.play), event.seat ?? 0);
    this.motion.note();
  }

  // What hands do.

  /**
   * @param {HTMLElement} button
   * @param {boolean} isPointer
   */
  tap(button, isPointer) {
    if (!this.isOpen) return;
    this.wrong = "";
    const card = button.dataset.card ?? "";
    if (button.closest("[data-ghost]")) this.offer(stand(this.plays, this.choice).ghost);
    else if (this.hand.contains(button)) this.tapHand(card, isPointer);
    else this.tapTable(card);
  }

  /**
   * @param {string} card
   * @param {boolean} isPointer
   */
  tapHand(card, isPointer) {
    const now = performance.now();
    const isDouble = isPointer && this.tapped.card === card && now - this.tapped.at < DOUBLE_MS;
    this.tapped = isDouble || !isPointer ? { card: "", at: -DOUBLE_MS } : { card, at: now };
    if (isDouble) this.throwAway(card);
    else this.choose(pressHand(this.plays, this.choice, card));
    // A pointer's owner sees the hint; keys are pressed by those who may hear it.
    if (!isPointer && this.isOpen) this.speech.say(this.hint());
  }

  /** A double click: the card is discarded, if it may be. @param {string} card */
  throwAway(card) {
    const taking = captures(this.plays, card);
    this.choice = { card, taken: [] };
    if (taking.length && !discard(this.plays, card)) this.complain(this.speaker.say("must_take", { card: this.speaker.the(card), options: this.speaker.options(taking) }));
    else this.offer(discard(this.plays, card));
  }

  /** @param {string} card */
  tapTable(card) {
    this.tapped = { card: "", at: -DOUBLE_MS };
    const pressed = pressTable(this.plays, this.choice, card);
    if (pressed.wrong) this.complain(this.why(pressed.wrong, [...this.choice.taken, card]));
    else this.choose(pressed.choice);
  }

  /**
   * @param {import("./table/choice.js").Wrong} wrong
   * @param {string[]} cards
   */
  why(wrong, cards) {
    const card = this.choice.card ?? "";
    const options = this.speaker.options(captures(this.plays, card));
    return this.speaker.say(wrong, { card: this.speaker.the(card), cards: this.speaker.cards(cards), options });
  }

  /** @param {Choice} choice */
  choose(choice) {
    this.choice = choice;
    const { complete, possible } = stand(this.plays, choice);
    this.propose(possible);
    if (complete) this.offer(complete);
    else this.draw();
  }

  /** @param {Play | null} play */
  propose(play) {
    this.proposed = play;
    this.proposedAt = performance.now();
  }

  /** A gesture has said which play: it is given, or shown to be confirmed. @param {Play | null} play */
  offer(play) {
    if (!play || !this.isOpen) return;
    if ("twoTaps" in this.root.dataset) {
      this.choice = { card: play.card, taken: play.takes };
      this.propose(play);
      this.draw();
      this.speech.say(this.speaker.wholeOrder(play));
    } else this.give(play);
  }

  confirm() {
    const now = performance.now();
    // The end of a trembling tap is no answer to a question that it has just raised.
    if (!this.proposed || !this.isOpen || now - this.proposedAt < BURST_MS || now < this.burstUntil) return;
    const isHere = this.line.isFocused;
    this.give(this.proposed);
    if (isHere) this.walk.home();
  }

  /** @param {Play} play */
  give(play) {
    this.burstUntil = performance.now() + BURST_MS;
    this.tapped = { card: "", at: -DOUBLE_MS };
    this.forget();
    this.submit(play.notation);
    this.walk.restore();
  }

  putBack() {
    const isHere = this.line.isFocused;
    this.forget();
    this.draw();
    if (isHere) this.walk.home();
    this.walk.restore();
  }

  forget() {
    this.choice = NOTHING;
    this.proposed = null;
    this.wrong = "";
  }

  // Drags.

  /** @param {HTMLElement} button */
  lift(button) {
    const card = button.dataset.card ?? "";
    this.wrong = "";
    this.proposed = null;
    this.tapped = { card: "", at: -DOUBLE_MS };
    this.choice = { card, taken: [] };
    this.dragged = { card, hovered: [], isGhost: false, isOver: false };
    super.lift(button);
  }

  /**
   * @param {HTMLElement} button
   * @param {{x: number, y: number, left: number, top: number}} at
   */
  drag(button, { x, y, left, top }) {
    if (!this.dragged) return;
    button.style.transform = `translate(${left}px, ${top}px)`;
    const under = document.elementFromPoint(x, y);
    this.dragged.isOver = this.cloth.contains(under);
    this.dragged.isGhost = Boolean(under?.closest("[data-ghost]"));
    const over = this.table.contains(under) ? under?.closest("[data-card]")?.getAttribute("data-card") : null;
    if (over) this.dragged.hovered = hover(this.plays, this.dragged.card, this.dragged.hovered, over);
    if (this.hand.contains(under)) this.dragged.hovered = [];
    this.choice = { card: this.dragged.card, taken: this.dragged.hovered };
    this.draw();
  }

  /** The play of the drag as it is: the ghost under it, or the only one left. */
  get pointedOut() {
    if (!this.dragged) return null;
    const { card, hovered, isGhost } = this.dragged;
    return isGhost ? discard(this.plays, card) : decided(this.plays, card, hovered);
  }

  /** @param {HTMLElement} button */
  drop(button) {
    const play = this.pointedOut;
    const { card, isOver } = this.dragged ?? { card: "", isOver: false };
    if (isOver && play) this.motion.letGo(button);
    this.layBack(button);
    if (!isOver) return;
    if (play) this.offer(play);
    else {
      this.choice = { card, taken: [] };
      this.complain(this.why("several", []));
    }
  }

  /** @param {HTMLElement} button */
  layBack(button) {
    super.layBack(button);
    this.dragged = null;
    this.forget();
    this.draw();
  }

  // Keys.

  /** @param {KeyboardEvent} event */
  key(event) {
    const isCard = event.target instanceof Element && event.target.matches(CARDS);
    // A key that is held down presses once.
    if (isCard && event.repeat && event.key === "Enter") event.preventDefault();
    if (event.key !== "Escape" || event.defaultPrevented) return;
    this.review.hide();
    if (this.choice !== NOTHING && !this.given) this.putBack();
  }

  replay() {
    const newest = this.view?.cards?.recent.at(-1);
    const words = this.speech.last(this.view);
    if (newest) this.review.show(readPlay(newest.play), words);
    this.speech.say(words);
  }

  // What is shown.

  draw() {
    if (!this.view) return;
    const at = stand(this.plays, this.choice);
    const given = this.given && !this.given.isTyped ? readPlay(this.given.play) : null;
    const chosen = this.dragged ? this.pointedOut : this.proposed ?? given;
    const { card, taken } = chosen ? { card: chosen.card, taken: chosen.takes } : this.choice;
    for (const button of this.hand.querySelectorAll("[data-card]")) this.mark(button, button.getAttribute("data-card") === card, false);
    for (const button of this.table.querySelectorAll("[data-card]")) {
      const name = button.getAttribute("data-card") ?? "";
      this.mark(button, taken.includes(name), at.lit.has(name));
    }
    this.drawGhost(this.isOpen ? at.ghost : null);
    const order = this.proposed && this.isOpen && !this.dragged && !this.wrong ? this.speaker.order(this.proposed) : "";
    this.line.show(this.wrong || this.hint(), order);
    this.drawLast();
  }

  /**
   * @param {Element} button
   * @param {boolean} isChosen
   * @param {boolean} isLit
   */
  mark(button, isChosen, isLit) {
    button.setAttribute("aria-pressed", String(isChosen));
    button.classList.toggle("is-open", isLit && !isChosen);
    if (this.isOpen) button.removeAttribute("aria-disabled");
    else button.setAttribute("aria-disabled", "true");
  }

  /** @param {Play | null} play */
  drawGhost(play) {
    const there = this.table.querySelector("[data-ghost]");
    if (there?.getAttribute("data-ghost") === (play?.card ?? null)) return;
    // It stands where the next card of the table will lie, so that no other card moves.
    if (there && this.freePlace) there.replaceWith(this.freePlace);
    else there?.remove();
    const own = play && this.hand.querySelector(`[data-card="${play.card}"]`);
    if (play && own) this.placeGhost(this.ghost(play, own));
    this.table.className = this.table.className.replace(/\bn\d+\b/, `n${Math.min(this.table.children.length, MOST_PLACES)}`);
  }

  /** @param {HTMLElement} ghost */
  placeGhost(ghost) {
    this.freePlace = [...this.table.children].find((place) => !place.firstChild) ?? null;
    if (this.freePlace) this.freePlace.replaceWith(ghost);
    else this.table.append(ghost);
  }

  /**
   * @param {Play} play
   * @param {Element} own
   */
  ghost(play, own) {
    const item = document.createElement("li");
    item.className = "ghost";
    item.dataset.ghost = play.card;
    const button = /** @type {HTMLElement} */ (own.cloneNode(true));
    button.classList.remove("is-dragged");
    for (const name of ["data-card", "aria-pressed", "style"]) button.removeAttribute(name);
    button.setAttribute("aria-label", this.speaker.say(play.isKept ? "keep" : "discard", { card: this.speaker.the(play.card) }));
    button.tabIndex = -1;
    const words = document.createElement("span");
    words.className = "ghost__words";
    words.setAttribute("aria-hidden", "true");
    words.textContent = this.speaker.say(play.isKept ? "keep_here" : "discard_here");
    item.append(button, words);
    return item;
  }

  next() {
    if (!this.plays.length) return this.otherTurn();
    return this.dragged ? this.dragHint() : this.choiceHint();
  }

  dragHint() {
    const play = this.pointedOut;
    if (!play) return this.speaker.say("point_out");
    const without = play.isKept ? "let_go_keep" : "let_go_discard";
    return this.speaker.say(play.takes.length ? "let_go" : without, { card: this.speaker.the(play.card), cards: this.speaker.cards(play.takes) });
  }

  choiceHint() {
    const { speaker, choice } = this;
    if (choice.card === null) return choice.taken.length ? speaker.say("choose_hand") : `${speaker.say("your_turn")} ${speaker.say("choose")}`;
    const { left: open, ghost } = stand(this.plays, choice);
    const taking = open.filter((play) => play.takes.length);
    const card = speaker.the(choice.card);
    if (!taking.length) return speaker.say(ghost?.isKept ? "takes_itself" : "takes_nothing", { card });
    return speaker.say("takes", { card, options: speaker.options(taking) });
  }
}

/**
 * @param {HTMLElement} root
 * @param {{send: (kind: string, text: string) => string, isPlayer?: boolean}} link who only watches is told, and gives nothing
 */
export default function table(root, { send, isPlayer = true }) {
  return isPlayer ? new Table(root, { send }) : new Viewer(root);
}
