/**
 * The line that says what to do: a hint, what the chosen cards would be, and the buttons that do it.
 * @module
 */

import { button } from "../../tournaments/js/table/hands.js";
import { laidCards } from "../cards.js";
import { jokersOf } from "./melds.js";

/** @typedef {import("./melds.js").Way} Way */
/** @typedef {{text: string, isReady: boolean} | null} Offer what a button says, and whether it does something now */

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} [className]
 */
function make(name, className = "") {
  const made = document.createElement(name);
  made.className = className;
  return made;
}

export class Panel {
  /**
   * @param {HTMLElement} place
   * @param {import("../cards.js").Table} table
   * @param {import("./words.js").Speaker} speaker
   * @param {{lay: () => void, drop: () => void, cancel: () => void, choose: (number: number) => void, pick: (move: string) => void}} does
   */
  constructor(place, table, speaker, does) {
    this.table = table;
    this.speaker = speaker;
    this.does = does;
    this.hint = make("p");
    this.laying = make("section", "laying");
    this.laying.hidden = true;
    this.options = make("div", "laying__options");
    this.options.hidden = true;
    this.lay = button("btn", does.lay);
    this.drop = button("btn", does.drop);
    this.cancel = button("btn btn--quiet", does.cancel);
    this.cancel.textContent = speaker.say("cancel");
    this.drawn = "";
    place.replaceChildren(this.laying, this.options, this.hint, this.lay, this.drop, this.cancel);
  }

  /** Whether the focus is on something here that may go now. */
  get isFocused() {
    return Boolean(document.activeElement?.closest(".laying, .laying__options")) || [this.lay, this.drop, this.cancel].some((each) => each === document.activeElement);
  }

  /**
   * @param {{hint: string, isWrong: boolean, lay: Offer, drop: Offer, canCancel: boolean, moves: {move: string, text: string}[],
   *   ways: Way[], chosen: number, goal: {laid: number, needed: number} | null}} shown
   */
  show({ hint, isWrong, lay, drop, canCancel, moves, ways, chosen, goal }) {
    if (this.hint.textContent !== hint) this.hint.textContent = hint;
    this.hint.hidden = !hint;
    this.hint.classList.toggle("is-wrong", isWrong);
    this.offer(this.lay, lay);
    this.offer(this.drop, drop);
    this.cancel.hidden = !canCancel;
    this.showMoves(moves);
    this.showWays(ways, chosen, goal);
  }

  /**
   * @param {HTMLButtonElement} one
   * @param {Offer} offer
   */
  offer(one, offer) {
    one.hidden = !offer;
    if (!offer) return;
    if (one.textContent !== offer.text) one.textContent = offer.text;
    one.classList.toggle("is-short", !offer.isReady);
    // It stays where it is, and says what is missing.
    if (offer.isReady) one.removeAttribute("aria-disabled");
    else one.setAttribute("aria-disabled", "true");
  }

  /** What one card may do at one place, where that is more than one thing. @param {{move: string, text: string}[]} moves */
  showMoves(moves) {
    this.options.hidden = !moves.length;
    if (this.options.dataset.shown === JSON.stringify(moves)) return;
    this.options.dataset.shown = JSON.stringify(moves);
    this.options.replaceChildren(...moves.map(({ move, text }) => {
      const one = button("btn", () => this.does.pick(move));
      one.hidden = false;
      one.textContent = text;
      return one;
    }));
  }

  /**
   * @param {Way[]} ways
   * @param {number} chosen
   * @param {{laid: number, needed: number} | null} goal
   */
  showWays(ways, chosen, goal) {
    const way = ways[chosen];
    this.laying.hidden = !way;
    const drawn = JSON.stringify([ways, chosen, goal]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    if (!way) {
      this.laying.replaceChildren();
      return;
    }
    const parts = [this.melds(way, goal)];
    if (goal) parts.unshift(this.sum(goal.laid + way.points, goal.needed));
    const isAsked = ways.length > 1 && jokersOf(way).length > 0;
    const old = this.laying.querySelector("fieldset");
    const at = old ? [...old.querySelectorAll("input")].indexOf(/** @type {HTMLInputElement} */ (document.activeElement)) : -1;
    if (isAsked) parts.push(this.question(ways, chosen));
    this.laying.replaceChildren(...parts);
    if (at >= 0) this.laying.querySelectorAll("input")[chosen]?.focus();
  }

  /**
   * @param {number} points
   * @param {number} needed
   */
  sum(points, needed) {
    const row = make("p", "laying__sum");
    const number = make("b", "num");
    number.textContent = String(points);
    const words = make("span");
    words.textContent = this.speaker.say("points_of", { points, needed });
    words.className = "visually-hidden";
    const shown = make("span");
    shown.setAttribute("aria-hidden", "true");
    shown.append(number, ` / ${needed}`);
    const meter = document.createElement("meter");
    Object.assign(meter, { min: 0, max: needed, value: Math.min(points, needed) });
    meter.setAttribute("aria-hidden", "true");
    row.append(words, shown, meter);
    return row;
  }

  /**
   * @param {Way} way
   * @param {unknown} goal
   */
  melds(way, goal) {
    const list = make("ul", "laying__melds");
    for (const meld of way.melds) {
      const item = make("li");
      const cards = make("span", "meld meld--proposed");
      cards.append(...laidCards(this.table, meld.cards));
      item.append(cards);
      if (goal) item.append(Object.assign(make("b", "num"), { textContent: String(meld.points) }));
      list.append(item);
    }
    return list;
  }

  /**
   * @param {Way[]} ways
   * @param {number} chosen
   */
  question(ways, chosen) {
    const field = make("fieldset");
    const legend = make("legend");
    legend.textContent = this.speaker.say(jokersOf(ways[0]).length > 1 ? "which_jokers" : "which_joker");
    field.append(legend);
    ways.forEach((way, number) => {
      const label = make("label");
      const one = make("input");
      Object.assign(one, { type: "radio", name: "joker", checked: number === chosen });
      one.addEventListener("change", () => this.does.choose(number));
      const cards = this.speaker.list(jokersOf(way).map((card) => this.speaker.name(card)));
      label.append(one, this.speaker.say("choice", { cards, points: way.points }));
      field.append(label);
    });
    return field;
  }
}
