/**
 * Lists of cards: drawn again without moving or replacing the cards that stay.
 * @module
 */

const MOST = 15; // places for which the style has a class

/** @param {Element} place */
const cardIn = (place) => place.querySelector("[data-card]")?.getAttribute("data-card") ?? "";

/**
 * Show these cards in a list. A card that stays keeps its element and its place; one that has gone leaves its place empty
 * until the next card fills it; where no card stays, the list begins anew.
 * @param {Element} list
 * @param {string[]} cards
 * @param {(card: string) => Element} make
 */
export function showCards(list, cards, make) {
  const places = [...list.children].filter((place) => !place.hasAttribute("data-ghost"));
  const shown = new Set(places.map(cardIn).filter(Boolean));
  if (!cards.some((card) => shown.has(card))) {
    for (const place of places.splice(0)) place.remove();
  }
  for (const place of places) {
    if (!cards.includes(cardIn(place))) place.replaceChildren();
  }
  const kept = new Set(places.map(cardIn));
  for (const card of cards.filter((each) => !kept.has(each))) {
    const free = places.find((place) => !place.firstChild) ?? list.insertBefore(document.createElement("li"), list.querySelector("[data-ghost]"));
    if (!places.includes(free)) places.push(free);
    free.append(make(card));
  }
  count(list);
}

/**
 * Say in the class of a list how many places it has, the ghost's too.
 * @param {Element} list
 */
function count(list) {
  if (!/\bn\d+\b/.test(list.className)) return;
  list.className = list.className.replace(/\bn\d+\b/, `n${Math.min(list.children.length, MOST)}`);
}

/**
 * Show so many cards face down.
 * @param {Element} list
 * @param {number} number
 * @param {() => Element} make
 */
export function showBacks(list, number, make) {
  while (list.children.length > number) list.lastElementChild?.remove();
  while (list.children.length < number) list.append(document.createElement("li"));
  for (const place of list.children) {
    if (!place.firstChild) place.append(make());
  }
}
