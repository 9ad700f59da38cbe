/**
 * Draws what a seat, or somebody who watches, sees of a deal of Scala 40: the piles, the combinations, the hand.
 * @module
 */

import { order } from "./table/order.js";

/**
 * @typedef {object} Table
 * @property {HTMLElement} root
 * @property {string} picture the file of the deck
 * @property {Record<string, string>} words the name of every card
 * @property {boolean} isPlayer
 */

const MANY = 8; // combinations that have the usual size
const LONG = 5; // cards that lie at the usual distance
/**
 * @param {Table} table
 * @param {string} name
 * @param {boolean} [isSilent]
 */
export function image(table, name, isSilent = false) {
  const picture = new Image(120, 190);
  picture.className = "card__face";
  picture.src = `${table.picture}#card-${name}`;
  picture.alt = isSilent ? "" : table.words[name];
  return picture;
}

/**
 * @param {string} className
 * @param {(string | Node)[]} inside
 */
function span(className, ...inside) {
  const made = document.createElement("span");
  made.className = className;
  made.append(...inside);
  return made;
}

/**
 * The cards of a combination; a joker says which card it stands for.
 * @param {Table} table
 * @param {string[]} cards
 */
export function laidCards(table, cards) {
  return cards.map((card) => {
    if (!card.startsWith("*=")) return span("meld__card", image(table, card));
    const own = card.slice(2);
    const stands = document.createElement("em");
    stands.className = `joker-as joker-as--${own[1]}`;
    const seen = span("joker-as__card", own[0] === "T" ? "10" : own[0]);
    seen.setAttribute("aria-hidden", "true");
    stands.append(seen, span("visually-hidden", table.words[own]));
    return span("meld__card", image(table, "*"), stands);
  });
}

/**
 * @param {Table} table
 * @param {Record<string, any>} view of the match
 */
export function draw(table, view) {
  const { cards, deal } = view;
  const isPlayed = cards && !deal.is_waiting && !view.is_over;
  const part = (/** @type {string} */ name) => table.root.querySelector(`[data-${name}]`);
  const hand = part("hand");
  order.at(`${window.location.pathname} ${view.you}`);
  if (hand && table.isPlayer) drawHand(table, hand, isPlayed ? cards.hand : []);
  if (!cards) return;
  // The first cards of a match, or of a deal among others: the page was drawn before.
  const [board, dealt] = [/** @type {HTMLElement | null} */ (part("table")), view.dealt.join()];
  if (!part("top") || (board?.dataset.dealt ?? dealt) !== dealt) drawBoard(table, board, cards, view);
  if (board) board.dataset.dealt = dealt;
  drawTop(table, part("top"), part("top-name"), cards.top_discard);
  const melds = part("melds");
  if (melds) drawMelds(table, melds, cards.melds, view);
}

/**
 * @param {Table} table
 * @param {Element} list
 * @param {string[]} hand
 */
export function drawHand(table, list, hand) {
  const free = [...list.children];
  const places = order.arrange(hand).map((card) => {
    const at = free.findIndex((place) => place.querySelector("[data-card]")?.getAttribute("data-card") === card);
    return at < 0 ? handCard(table, card) : free.splice(at, 1)[0];
  });
  for (const gone of free) gone.remove();
  places.forEach((place, at) => list.children[at] !== place && list.insertBefore(place, list.children[at] ?? null));
}

/**
 * @param {Table} table
 * @param {string} name
 */
function handCard(table, name) {
  const place = document.createElement("li");
  const card = document.createElement("button");
  card.type = "button";
  card.className = "card";
  card.dataset.card = name;
  card.setAttribute("aria-pressed", "false");
  card.append(image(table, name));
  place.append(card);
  return place;
}

/**
 * @param {Table} table
 * @param {Element | null} board
 * @param {any} cards
 * @param {Record<string, any>} view
 */
function drawBoard(table, board, cards, view) {
  if (!board) return;
  const words = JSON.parse(table.root.querySelector("[data-words]")?.textContent ?? "{}");
  const { sentences } = words.game;
  const piles = document.createElement("div");
  piles.className = "piles";
  for (const name of ["stock", "discards"]) {
    const pile = document.createElement(table.isPlayer ? "button" : "p");
    if (pile instanceof HTMLButtonElement) pile.type = "button";
    pile.className = "pile40";
    pile.dataset.pile = name;
    const shown = span("pile40__cards");
    const title = Object.assign(document.createElement("b"), { textContent: sentences[name] });
    const more = span("");
    if (name === "stock") {
      shown.append(image(table, "back", true));
      more.dataset.tally = "stock";
      more.append(String(cards.stock));
    } else {
      shown.dataset.top = "";
      more.dataset.topName = "";
    }
    pile.append(shown, span("", title, " ", more));
    piles.append(pile);
  }
  const melds = document.createElement("div");
  melds.className = "melds";
  melds.dataset.melds = "";
  melds.append(...view.dealt.map((/** @type {number} */ seat, /** @type {number} */ place) => {
    const section = document.createElement("section");
    section.className = `melds__of${place === cards.seat ? " melds__of--own" : ""}`;
    section.dataset.owner = String(place);
    const name = seat === view.you ? sentences.own_melds : words.names[seat] ?? "";
    const list = document.createElement("ul");
    list.setAttribute("aria-label", name);
    section.append(Object.assign(document.createElement("p"), { className: "melds__name", textContent: name }), list);
    return section;
  }));
  board.replaceChildren(piles, melds);
}

/**
 * @param {Table} table
 * @param {Element | null} place
 * @param {Element | null} name
 * @param {string | null} card
 */
function drawTop(table, place, name, card) {
  if (!place || place.getAttribute("data-top") === (card ?? "")) return;
  place.setAttribute("data-top", card ?? "");
  place.replaceChildren(...(card ? [image(table, card, true)] : []));
  if (name) name.textContent = card ? table.words[card] : "";
}

/**
 * @param {Table} table
 * @param {Element} board
 * @param {any[]} melds
 * @param {Record<string, any>} view
 */
function drawMelds(table, board, melds, view) {
  board.classList.toggle("melds--many", melds.length > MANY);
  const there = new Map([...board.querySelectorAll("[data-meld]")].map((each) => [each.getAttribute("data-meld"), each]));
  for (const meld of melds) {
    const list = board.querySelector(`[data-owner="${meld.seat}"] ul`);
    const shown = meld.cards.join("");
    let drawn = there.get(meld.name);
    there.delete(meld.name);
    if (drawn && drawn.getAttribute("data-shown") === shown && list?.contains(drawn)) continue;
    if (!drawn || !list?.contains(drawn)) {
      drawn?.closest("li")?.remove();
      drawn = document.createElement(table.isPlayer ? "button" : "span");
      drawn.className = "meld";
      if (drawn instanceof HTMLButtonElement) drawn.type = "button";
      drawn.setAttribute("data-meld", meld.name);
      const place = document.createElement("li");
      place.append(drawn);
      list?.append(place);
    }
    drawn.setAttribute("data-shown", shown);
    drawn.classList.toggle("meld--long", meld.cards.length > LONG);
    const number = Object.assign(document.createElement("small"), { className: "meld__number", textContent: meld.name.slice(1) });
    drawn.replaceChildren(number, ...laidCards(table, meld.cards));
  }
  // Those of the deal before.
  for (const gone of there.values()) gone.closest("li")?.remove();
}
