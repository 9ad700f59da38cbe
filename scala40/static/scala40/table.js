/**
 * How a turn of Scala 40 is played at the live table: by taps, by drag, by double click, by keys, or typed.
 *
 * The server lists the legal moves and says what is wrong with any other; what is chosen is only proposed here, and
 * nothing is sent before it is declared. While a move is unanswered none is given.
 *
 * On the root: data-two-taps   each move is confirmed by the large button
 *              data-still      nothing moves
 *              data-deck       the file of the pictures
 * Inside it:   data-hand (buttons with data-card), data-table with data-pile and data-melds (buttons with data-meld),
 *              data-cloth, data-action, data-say, data-last, data-replay, data-typed, data-words, data-seat, data-sort
 * @module
 */

import { part, Player, wordsOf } from "../tournaments/js/table/hands.js";
import { isYours } from "../tournaments/js/table/speech.js";
import { drawHand } from "./cards.js";
import { jokersOf, notation, ways } from "./table/melds.js";
import { Motion } from "./table/motion.js";
import { order } from "./table/order.js";
import { Panel } from "./table/panel.js";
import { Recap } from "./table/recap.js";
import { Speech } from "./table/speech.js";
import { Viewer } from "./table/viewer.js";
import { cardsTyped, isWritten, readMove, Speaker } from "./table/words.js";

/** @typedef {import("../tournaments/js/table/speech.js").TableEvent} TableEvent */
/** @typedef {import("./table/melds.js").Way} Way */

const DOUBLE_MS = 400;
const BURST_MS = 400; // taps that follow a discard within this time of each other belong to its gesture
const LEAST_MELD = 3;
const CARDS = "[data-hand] button[data-card], button[data-pile], button[data-meld]";

class Table extends Player {
  /**
   * @param {HTMLElement} root
   * @param {{send: (kind: string, text: string) => string}} link
   */
  constructor(root, { send }) {
    const speaker = new Speaker(wordsOf(root));
    super(root, speaker, new Speech(part(root, "say"), speaker), send, CARDS);
    this.speaker = speaker;
    this.drawing = { root, picture: root.dataset.deck ?? "", words: speaker.words.game.names, isPlayer: true };
    /** The chosen cards of the hand, in the order of choice. @type {HTMLElement[]} */
    this.chosen = [];
    /** How the chosen cards can be laid, and which way is meant. @type {Way[]} */
    this.ways = [];
    this.way = 0;
    /** What one card may do at one place, where that is several things. @type {string[]} */
    this.options = [];
    /** Moves that wait for the large button. @type {string[]} */
    this.proposed = [];
    /** Moves that follow the one that is under way. @type {string[]} */
    this.queue = [];
    /** @type {{button: HTMLElement, over: Element | null} | null} */
    this.dragged = null;
    /** The combination that a refusal is about. */
    this.wrongMeld = "";
    this.burstUntil = 0;
    /** @type {{button: HTMLElement | null, at: number}} */
    this.tapped = { button: null, at: -DOUBLE_MS };
    /** How many cards the hand had. */
    this.held = 0;

    this.panel = new Panel(part(root, "action"), this.drawing, speaker, {
      lay: () => this.confirm(),
      drop: () => this.chosen.length === 1 && this.give([`drop ${cardOf(this.chosen[0])}`]),
      cancel: () => this.putBack(),
      choose: (number) => this.chooseWay(number),
      pick: (move) => this.give([move]),
    });
    this.recap = new Recap(part(root, "cloth"), this.again, () => this.speech.round(this.view), (text) => this.speech.say(text));
    this.motion = new Motion(root, null);
    root.addEventListener("keydown", (event) => this.carry(event), { capture: true });
    root.addEventListener("click", (event) => event.target instanceof Element && event.target.closest("[data-sort]") && this.sort());
  }

  get mayDraw() {
    return this.isOpen && this.actions.includes("draw");
  }

  /** Whether the turn has its card, so that cards may be laid. */
  get hasDrawn() {
    return this.isOpen && !this.actions.includes("draw");
  }

  /** Whether this player may lay any cards by now. */
  get hasOpened() {
    const { cards } = this.view;
    return cards.seat !== null && Boolean(cards.opened[cards.seat]);
  }

  /**
   * Whether what begins now counts for nothing.
   * @param {boolean} isPointer
   */
  isShut(isPointer) {
    const now = performance.now();
    const isBurst = isPointer && now < this.burstUntil;
    if (isBurst) this.burstUntil = now + BURST_MS;
    return isBurst || this.given !== null;
  }

  /** @param {HTMLElement} button */
  canDrag(button) {
    return this.hand.contains(button) || (this.mayDraw && button.matches("[data-pile]"));
  }

  // What the link brings.

  /**
   * The board has drawn a view.
   * @param {any} view
   * @param {TableEvent[]} events
   */
  show(view, events) {
    this.motion.you = view.you;
    const { hand, melds, top_discard: top } = view.cards ?? {};
    if (this.takeIn(view, [isYours(view) ? view.cards.actions : [], hand, melds, top])) {
      this.recap.hide();
      this.endDrag();
      this.wrong = this.wrongMeld = "";
      this.options = [];
      this.proposed = [];
      // What was chosen has been played; of two equal cards nobody knows which.
      const held = view.cards?.hand.length ?? 0;
      this.choose(held < this.held ? [] : this.chosen.filter((button) => button.isConnected));
      this.held = held;
    }
    this.markNew();
    this.draw();
    this.walk.restore();
    this.speech.isMidway = this.queue.length > 0;
    this.speech.tell(view, events);
    for (const event of events) if (event.kind === "played" && event.play) this.motion.show(event.play, event.seat ?? 0, view.cards);
    this.goOn();
  }

  /** Show which card has just come into the hand. */
  markNew() {
    const fresh = [...this.hand.querySelectorAll("[data-card]:not([data-known])")];
    const isOne = fresh.length === 1 && this.hand.childElementCount > 1;
    if (fresh.length || !this.actions.length) for (const old of this.hand.querySelectorAll(".is-new")) old.classList.remove("is-new");
    for (const button of fresh) {
      button.setAttribute("data-known", "");
      button.classList.toggle("is-new", isOne);
    }
  }

  /** The next of several moves that were given together. */
  goOn() {
    const next = this.queue[0];
    if (!next || this.given || this.isLost) return;
    if (this.actions.includes(next)) this.give(this.queue);
    else this.queue = [];
  }

  /** @param {{id: string, sequence: number}} receipt */
  receipt(receipt) {
    super.receipt(receipt);
    this.goOn();
  }

  /**
   * @param {{code: string, sentence: string}} refusal
   * @param {string} move
   */
  explain({ sentence }, move) {
    this.queue = [];
    const cards = cardsTyped(move);
    const { melds = [], top_discard: top, doing } = this.view.cards ?? {};
    const about = melds.find((/** @type {any} */ meld) => isWritten(meld.cards.join(""), sentence));
    const written = [...cards, cards.join(""), ...(move === "take" && top ? [top] : []), ...(doing?.taken ? [doing.taken] : [])];
    this.wrongMeld = about?.name ?? "";
    // A combination of the table is named by the number that stands on it.
    const numbered = about ? sentence.replace(about.cards.join(""), about.name.slice(1)) : sentence;
    return this.speaker.inWords(numbered, written.filter(Boolean));
  }

  /** @param {string} state */
  touch(state) {
    super.touch(state);
    this.goOn();
  }

  // What hands do.

  /**
   * @param {HTMLElement} button
   * @param {boolean} isPointer
   */
  tap(button, isPointer) {
    if (!this.view) return;
    this.wrong = this.wrongMeld = "";
    this.options = [];
    if (this.hand.contains(button)) this.tapHand(button, isPointer);
    else {
      this.tapped = { button: null, at: -DOUBLE_MS };
      if (!this.isOpen) this.draw();
      else if (button.dataset.pile) this.tapPile(button.dataset.pile);
      else this.tapMeld(button.dataset.meld ?? "");
    }
    // A pointer's owner sees the hint; keys are pressed by those who may hear it.
    if (!isPointer && !this.given && !this.wrong) this.speech.say(this.spoken());
  }

  /**
   * @param {HTMLElement} button
   * @param {boolean} isPointer
   */
  tapHand(button, isPointer) {
    const now = performance.now();
    const isDouble = isPointer && this.tapped.button === button && now - this.tapped.at < DOUBLE_MS && this.hasDrawn;
    this.tapped = isDouble || !isPointer ? { button: null, at: -DOUBLE_MS } : { button, at: now };
    if (isDouble) {
      this.choose([button]);
      this.offer([`drop ${cardOf(button)}`]);
    } else this.choose(this.chosen.includes(button) ? this.chosen.filter((one) => one !== button) : [...this.chosen, button]);
  }

  /** @param {string} pile */
  tapPile(pile) {
    if (!this.hasDrawn) this.offer([pile === "stock" ? "draw" : "take"]);
    else if (pile === "discards" && this.chosen.length === 1) this.offer([`drop ${cardOf(this.chosen[0])}`]);
    else this.complain(this.speaker.say(pile === "stock" ? "drawn_already" : "choose_drop"));
  }

  /** @param {string} meld */
  tapMeld(meld) {
    if (this.chosen.length !== 1) this.complain(this.speaker.say("choose_one"));
    else this.place(this.chosen[0], meld);
  }

  /**
   * Lay a card off on a combination, or take its joker; what fits nowhere the server explains.
   * @param {HTMLElement} button
   * @param {string} meld
   */
  place(button, meld) {
    const card = cardOf(button);
    const found = this.movesAt(card, meld);
    if (found.length > 1) {
      this.options = found;
      this.draw();
      this.speech.say(this.speaker.say("which_joker"));
    } else if (found.length) this.offer(found);
    else if (card === "*") this.complain(this.speaker.say("does_not_go", { card: this.speaker.the(card), meld: this.speaker.the(meld) }));
    else this.give([`off ${card}>${meld}`]);
  }

  /**
   * What a card of the hand may do at a combination.
   * @param {string} card
   * @param {string} [meld] any without it
   */
  movesAt(card, meld = "") {
    return this.actions.filter((move) => {
      const read = readMove(move);
      if (!read.meld || (meld && read.meld !== meld)) return false;
      return card === "*" ? read.word === "off" && read.cards[0].startsWith("*=") : read.cards[0] === card;
    });
  }

  /** @param {HTMLElement[]} buttons */
  choose(buttons) {
    this.chosen = buttons;
    this.proposed = [];
    const longest = this.view?.cards?.opening.longest ?? 0;
    this.ways = buttons.length >= LEAST_MELD ? ways(buttons.map(cardOf), longest) : [];
    this.way = 0;
    this.draw();
  }

  /** @param {number} number */
  chooseWay(number) {
    this.way = number;
    this.draw();
    this.speech.say(this.spoken());
  }

  /** What laying the chosen cards needs: the points laid in this turn and those of an opening; nothing once it is made. */
  get goal() {
    const { cards } = this.view ?? {};
    return !cards || this.hasOpened ? null : { laid: cards.doing.laid, needed: cards.opening.points };
  }

  /** The points that are missing to open with the chosen cards; to close in hand none need be. */
  get missing() {
    const way = this.ways[this.way];
    if (!this.goal || !way || this.hand.childElementCount - this.chosen.length === 1) return 0;
    return Math.max(0, this.goal.needed - this.goal.laid - way.points);
  }

  /** Whether a card of the hand may be discarded now. @param {string} card */
  mayDrop(card) {
    return this.actions.includes(`drop ${card}`);
  }

  /** The large button: what is proposed, or what the chosen cards make, is laid. */
  confirm() {
    const way = this.ways[this.way];
    if (this.proposed.length) this.give(this.proposed);
    else if (!way) this.complain(this.speaker.say("no_meld"));
    else if (way.left.length) this.complain(this.speaker.say("left_over", { cards: this.speaker.cards(way.left) }));
    else if (!this.isOpen) this.complain(this.hint());
    else if (!this.hasDrawn) this.complain(this.speaker.say("draw_now"));
    else if (this.missing) this.complain(this.speaker.say("missing", { needed: this.goal?.needed ?? 0, missing: this.missing }));
    else this.give(way.melds.map((meld) => `lay ${notation(meld)}`));
  }

  /** A gesture has said which move: it is given, or shown to be confirmed. @param {string[]} moves */
  offer(moves) {
    if (!this.isOpen) return;
    if ("twoTaps" in this.root.dataset) {
      this.proposed = moves;
      this.draw();
      this.speech.say(this.orderOf(moves[0]));
    } else this.give(moves);
  }

  /** What the large button says of a move. @param {string} move */
  orderOf(move) {
    const { word, cards, meld } = readMove(move);
    const key = word === "off" ? "attach" : word;
    return this.speaker.say(key, { card: this.speaker.the(cards[0]), cards: this.speaker.cards(cards), meld: this.speaker.the(meld) });
  }

  /** Give a move now, and those that follow it one after the other. @param {string[]} moves */
  give(moves) {
    const [move, ...rest] = moves;
    if (!this.isOpen || !move) return;
    const isHere = this.panel.isFocused;
    this.queue = rest;
    if (move.startsWith("drop")) this.burstUntil = performance.now() + BURST_MS;
    this.tapped = { button: null, at: -DOUBLE_MS };
    this.wrong = this.wrongMeld = "";
    this.options = [];
    this.proposed = [];
    this.submit(move);
    if (isHere) this.walk.home();
    this.walk.restore();
  }

  putBack() {
    const isHere = this.panel.isFocused;
    this.forget();
    if (isHere) this.walk.home();
    this.walk.restore();
  }

  forget() {
    this.wrong = this.wrongMeld = "";
    this.options = [];
    this.queue = [];
    this.choose([]);
  }

  sort() {
    order.next();
    drawHand(this.drawing, this.hand, this.view?.cards?.hand ?? []);
    this.draw();
    this.walk.restore();
    this.speech.say(`${this.speaker.say("sort")}: ${this.speaker.say(`by_${order.mode}`)}.`);
  }

  // Drags.

  /** @param {HTMLElement} button */
  lift(button) {
    this.wrong = this.wrongMeld = "";
    this.options = [];
    this.tapped = { button: null, at: -DOUBLE_MS };
    this.dragged = { button, over: null };
    if (this.hand.contains(button)) this.choose([button]);
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
    const goal = this.hand.contains(button) ? "[data-meld], [data-pile='discards'], [data-hand] li" : "[data-hand]";
    const over = under?.closest(goal) ?? null;
    if (over === this.dragged.over) return;
    this.dragged.over?.classList.remove("is-target");
    over?.classList.add("is-target");
    this.dragged.over = over;
    this.draw();
  }

  /** @param {HTMLElement} button */
  drop(button) {
    const over = this.dragged?.over ?? null;
    const pile = button.dataset.pile;
    this.layBack(button);
    if (!over) return;
    if (pile) this.offer([pile === "stock" ? "draw" : "take"]);
    else if (over.matches("[data-hand] li")) this.move(button, [...this.hand.children].indexOf(over));
    else if (!this.isOpen) this.complain(this.hint());
    else if (!this.hasDrawn) this.complain(this.speaker.say("draw_now"));
    else {
      this.choose([button]);
      if (over.matches("[data-pile]")) this.offer([`drop ${cardOf(button)}`]);
      else this.place(button, over.getAttribute("data-meld") ?? "");
    }
  }

  /** @param {HTMLElement} button */
  layBack(button) {
    super.layBack(button);
    this.dragged?.over?.classList.remove("is-target");
    this.dragged = null;
    this.choose([]);
  }

  /**
   * Put a card elsewhere in the hand.
   * @param {HTMLElement} button
   * @param {number} to
   */
  move(button, to) {
    const from = [...this.hand.children].findIndex((place) => place.contains(button));
    const goal = Math.max(0, Math.min(to, this.hand.childElementCount - 1));
    if (from < 0 || from === goal) return;
    order.move(from, goal);
    drawHand(this.drawing, this.hand, this.view.cards.hand);
    this.draw();
  }

  // Keys.

  /** Shift and an arrow carry a card along the hand. @param {KeyboardEvent} event */
  carry(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const button = event.target instanceof HTMLElement && this.hand.contains(event.target) ? event.target : null;
    if (!event.shiftKey || !step || !button) return;
    event.preventDefault();
    event.stopPropagation();
    const at = [...this.hand.children].findIndex((place) => place.contains(button));
    this.move(button, at + step);
    button.focus();
    const place = [...this.hand.children].findIndex((each) => each.contains(button)) + 1;
    this.speech.say(this.speaker.say("moved", { card: this.speaker.the(cardOf(button)), place, places: this.hand.childElementCount }));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const on = event.target instanceof HTMLElement ? event.target : null;
    const isCard = on?.matches(CARDS);
    // A key that is held down presses once.
    if (isCard && event.repeat && event.key === "Enter") event.preventDefault();
    if (event.key === "Escape") this.recap.hide();
    if (event.key === "Escape" && !event.defaultPrevented && !this.given && (this.chosen.length || this.options.length || this.wrong)) this.putBack();
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || !(isCard || this.panel.isFocused) || this.isShut(false)) return;
    const key = event.key.toLowerCase();
    if (key === "p" && this.isOpen) this.tapPile("stock");
    else if (key === "c" && this.chosen.length) this.confirm();
    else if (key === "s" && this.isOpen) {
      if (this.hasDrawn && !this.chosen.length && on && this.hand.contains(on)) this.choose([on]);
      this.tapPile("discards");
    }
  }

  // What is shown.

  draw() {
    if (!this.view) return;
    for (const button of this.hand.querySelectorAll("[data-card]")) button.setAttribute("aria-pressed", String(this.chosen.includes(/** @type {HTMLElement} */ (button))));
    const only = this.chosen.length === 1 && this.hasDrawn ? cardOf(this.chosen[0]) : "";
    const lit = new Map(only ? this.movesAt(only).map(readMove).map(({ meld, word }) => [meld, word]) : []);
    for (const meld of this.table.querySelectorAll("[data-meld]")) this.light(meld, lit.get(meld.getAttribute("data-meld") ?? "") ?? "");
    this.table.querySelector("[data-pile='stock']")?.classList.toggle("is-open", this.mayDraw);
    this.table.querySelector("[data-pile='discards']")?.classList.toggle("is-open", this.actions.includes("take") || Boolean(only));
    this.drawPanel(only);
    const sort = this.root.querySelector("[data-sort]");
    if (sort && sort.textContent !== this.speaker.say(`by_${order.mode}`)) {
      sort.textContent = this.speaker.say(`by_${order.mode}`);
      sort.setAttribute("aria-label", `${this.speaker.say("sort")}: ${this.speaker.say(`by_${order.mode}`)}`);
    }
    this.drawLast();
    if (this.again?.hidden) this.recap.hide();
  }

  /**
   * @param {Element} meld
   * @param {string} word what the chosen card may do there: ``off``, ``swap`` or nothing
   */
  light(meld, word) {
    const { sentences } = this.speaker.words.game;
    const text = word === "swap" ? sentences.swap_here : word ? `+ ${sentences.here}` : "";
    meld.classList.toggle("is-open", Boolean(word));
    meld.classList.toggle("is-wrong", meld.getAttribute("data-meld") === this.wrongMeld);
    const there = meld.querySelector(".meld__here");
    if (there?.textContent === text) return;
    there?.remove();
    if (text) meld.append(Object.assign(document.createElement("span"), { className: "meld__here", textContent: text }));
  }

  /** @param {string} only the card that is chosen alone */
  drawPanel(only) {
    const { speaker } = this;
    const isFree = this.isOpen && !this.dragged;
    const way = this.ways[this.way];
    const isReady = Boolean(way) && !way.left.length && this.hasDrawn && !this.missing;
    const lay = this.proposed.length ? { text: this.orderOf(this.proposed[0]), isReady: true } : way && !this.given ? { text: this.layWords(way), isReady } : null;
    const drop = only && isFree && !this.proposed.length && !this.options.length ? { text: speaker.say("drop", { card: speaker.the(only) }), isReady: this.mayDrop(only) } : null;
    const moves = isFree ? this.options.map((move) => ({ move, text: this.orderOf(move) })) : [];
    const isSaid = (lay || drop?.isReady) && !this.wrong && !(way && way.left.length) && !(only && this.movesAt(only).length);
    this.panel.show({
      hint: isSaid ? "" : this.wrong || this.hint(),
      isWrong: Boolean(this.wrong),
      lay,
      drop,
      canCancel: !this.given && !this.dragged && (this.chosen.length > 0 || this.proposed.length > 0),
      moves,
      ways: this.given || this.proposed.length ? [] : this.ways,
      chosen: this.way,
      goal: this.goal,
    });
  }

  /** @param {Way} way */
  layWords(way) {
    if (this.missing) return this.speaker.say("lay_missing", { missing: this.missing });
    return this.goal ? this.speaker.say("lay_points", { points: way.points + this.goal.laid }) : this.speaker.say("lay_now");
  }

  /** What a choice comes to, for who does not see it. */
  spoken() {
    const way = this.ways[this.way];
    if (!way) return this.hint();
    const laid = way.melds.map((meld) => this.speaker.cards(meld.cards)).join("; ");
    const left = way.left.length ? ` ${this.speaker.say("left_over", { cards: this.speaker.cards(way.left) })}` : "";
    const question = this.ways.length > 1 && jokersOf(way).length ? ` ${this.speaker.say("which_joker")}` : "";
    return `${laid}. ${this.layWords(way)}.${left}${question}`;
  }

  next() {
    if (this.dragged) return this.dragHint();
    if (this.chosen.length >= LEAST_MELD) return this.meldHint();
    if (!this.actions.length) return this.otherTurn();
    return this.hasDrawn ? this.layHint() : this.drawHint();
  }

  drawHint() {
    const isFree = this.hasOpened || !this.view.cards.turns;
    const key = !this.actions.includes("take") ? "draw_now" : isFree ? "draw_or_take" : "take_to_open";
    return `${this.speaker.say("your_turn")} ${this.speaker.say(key)}`;
  }

  meldHint() {
    const way = this.ways[this.way];
    if (!way) return this.speaker.say("no_meld");
    return way.left.length ? this.speaker.say("left_over", { cards: this.speaker.cards(way.left) }) : "";
  }

  layHint() {
    const { speaker, view } = this;
    if (this.chosen.length === 1) {
      const name = cardOf(this.chosen[0]);
      const card = speaker.the(name);
      const at = this.movesAt(name).map(readMove);
      const melds = [...new Set(at.filter(({ word }) => word === "off").map(({ meld }) => speaker.the(meld)))];
      const said = melds.length ? [speaker.say("one_attaches", { card, melds: melds.join(speaker.words.game.sentences.or_on) })] : [];
      for (const { word, meld } of at) if (word === "swap") said.push(speaker.say("one_swaps", { card, meld: speaker.the(meld) }));
      return said.join(" ") || speaker.say(this.mayDrop(name) ? "one_chosen" : "one_stays", { card });
    }
    return this.speech.duty(view) || speaker.say(this.hasOpened ? "lay_or_drop_open" : "lay_or_drop");
  }

  dragHint() {
    const { speaker } = this;
    const { button, over } = /** @type {NonNullable<Table["dragged"]>} */ (this.dragged);
    if (button.dataset.pile) return speaker.say(over ? "let_go_hand" : "carry_pile");
    const card = speaker.the(cardOf(button));
    if (over?.matches("[data-pile]")) return speaker.say("let_go_drop", { card });
    return over?.matches("[data-meld]") ? speaker.say("let_go_meld", { card }) : speaker.say("point_out");
  }
}

/** @param {HTMLElement} button */
const cardOf = (button) => button.dataset.card ?? "";

/**
 * @param {HTMLElement} root
 * @param {{send: (kind: string, text: string) => string, isPlayer?: boolean}} link who only watches is told, and gives nothing
 */
export default function table(root, { send, isPlayer = true }) {
  return isPlayer ? new Table(root, { send }) : new Viewer(root);
}
