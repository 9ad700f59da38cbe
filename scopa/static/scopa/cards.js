/**
 * Draws what a seat, or somebody who watches, sees of a deal of Scopa: the table, the hand, what others hold.
 * @module
 */

import { showBacks, showCards } from "../tournaments/js/table/lists.js";

/**
 * @typedef {object} Table
 * @property {HTMLElement} root
 * @property {string} picture the file of the deck
 * @property {Record<string, string>} words the name of every card
 * @property {boolean} isPlayer
 */

/**
 * @param {Table} table
 * @param {string} name
 * @param {boolean} [isSilent]
 */
function image(table, name, isSilent = false) {
  const picture = new Image(120, 190);
  picture.className = "card__face";
  picture.src = `${table.picture}#card-${name}`;
  picture.alt = isSilent ? "" : table.words[name];
  return picture;
}

/**
 * @param {Table} table
 * @returns {(name: string) => HTMLElement}
 */
const maker = (table) => (name) => {
  const card = document.createElement(table.isPlayer ? "button" : "span");
  card.className = "card";
  if (name !== "back") card.dataset.card = name;
  if (card instanceof HTMLButtonElement) {
    card.type = "button";
    card.setAttribute("aria-pressed", "false");
  }
  card.append(image(table, name));
  return card;
};

/**
 * @param {Table} table
 * @param {Record<string, any>} view of the match
 */
export function draw(table, view) {
  const { cards, deal } = view;
  const isPlayed = cards && !deal.is_waiting && !view.is_over;
  const part = (/** @type {string} */ name) => table.root.querySelector(`[data-${name}]`);
  const [cloth, hand] = [part("table"), part("hand")];
  if (cloth) showCards(cloth, isPlayed ? cards.table_cards : [], maker(table));
  if (hand && table.isPlayer) showCards(hand, isPlayed ? cards.hand : [], maker(table));
  else if (hand) drawBacks(table, hand, isPlayed ? cards.held[deal.seats.indexOf(0)] ?? 0 : 0);
  if (!isPlayed) return;
  for (const list of table.root.querySelectorAll("[data-held]")) drawHeld(table, list, cards);
  for (const pile of table.root.querySelectorAll("[data-swept]")) drawSwept(table, pile, cards.swept);
  const seen = part("seen");
  if (seen && cards.seen) drawSeen(table, seen, cards.seen);
}

/**
 * The cards of the seat below, for somebody who watches.
 * @param {Table} table
 * @param {Element} hand
 * @param {number} number
 */
function drawBacks(table, hand, number) {
  showBacks(hand, number, () => maker(table)("back"));
}

/**
 * @param {Table} table
 * @param {Element} list
 * @param {Record<string, any>} cards
 */
function drawHeld(table, list, cards) {
  const place = list.getAttribute("data-held") ?? "";
  const open = cards.open_hands[place];
  const shown = open ? open.join(" ") : String(cards.held[Number(place)]);
  if (list.getAttribute("data-shown") === shown) return;
  list.setAttribute("data-shown", shown);
  list.classList.toggle("held--open", Boolean(open));
  list.setAttribute("aria-label", `${list.getAttribute("data-label")}: ${cards.held[Number(place)]}`);
  list.replaceChildren();
  if (open) list.append(...open.map((/** @type {string} */ name) => item(image(table, name))));
  else showBacks(list, cards.held[Number(place)], () => image(table, "back", true));
}

/**
 * The cards of sweeps, turned in their pile.
 * @param {Table} table
 * @param {Element} pile
 * @param {string[][]} swept
 */
function drawSwept(table, pile, swept) {
  const own = swept[Number(pile.getAttribute("data-swept"))] ?? [];
  const there = [...pile.querySelectorAll(".pile__swept")];
  for (const gone of there.slice(own.length)) gone.remove();
  for (const name of own.slice(there.length)) {
    const place = document.createElement("span");
    place.className = "pile__swept";
    place.append(image(table, name));
    pile.append(place);
  }
}

/**
 * The cards of earlier cycles that have left the table (carte viste).
 * @param {Table} table
 * @param {Element} list
 * @param {string[]} seen
 */
function drawSeen(table, list, seen) {
  list.closest("details")?.toggleAttribute("hidden", !seen.length);
  if (list.children.length !== seen.length) list.replaceChildren(...seen.map((name) => item(image(table, name))));
}

/** @param {Element} inside */
function item(inside) {
  const place = document.createElement("li");
  place.append(inside);
  return place;
}
