/**
 * What a choice of cards stands for, told by the legal plays that the server lists; nothing here knows what a card is worth.
 * @module
 */

/**
 * A legal play: the card from the hand and the cards of the table that it takes, none when it is discarded. An ace that
 * takes itself from an empty table takes none of the table either, and is kept.
 * @typedef {{notation: string, card: string, takes: string[], isKept: boolean}} Play
 */
/**
 * The card of the hand, and the cards of the table, in the order in which they were chosen.
 * @typedef {{card: string | null, taken: string[]}} Choice
 */
/** @typedef {"must_take" | "takes_only" | "takes_nothing" | "several"} Wrong */

/** @type {Choice} */
export const NOTHING = Object.freeze({ card: null, taken: [] });

/**
 * @param {string} notation such as ``7dx3c+4b``
 * @returns {Play}
 */
export function readPlay(notation) {
  const [card, takes] = notation.split("x");
  const isKept = takes === card;
  return { notation, card, takes: takes && !isKept ? takes.split("+") : [], isKept };
}

/**
 * The plays that a choice may still become.
 * @param {Play[]} plays
 * @param {Choice} choice
 */
export function left(plays, { card, taken }) {
  return plays.filter((play) => (card === null || play.card === card) && taken.every((one) => play.takes.includes(one)));
}

/**
 * @param {Play[]} plays
 * @param {string} card of the hand
 */
export const captures = (plays, card) => plays.filter((play) => play.card === card && play.takes.length);

/**
 * @param {Play[]} plays
 * @param {string} card of the hand
 */
export const discard = (plays, card) => plays.find((play) => play.card === card && !play.takes.length) ?? null;

/**
 * Where a choice stands: ``complete`` is the only play left, ``possible`` one that more cards could still be added to,
 * ``lit`` the cards of the table that may be chosen next, ``ghost`` the play that discards the chosen card.
 * @param {Play[]} plays
 * @param {Choice} choice
 */
export function stand(plays, choice) {
  const open = left(plays, choice);
  const exact = choice.card !== null && choice.taken.length ? open.find((play) => play.takes.length === choice.taken.length) : undefined;
  const next = choice.card === null ? [] : open.flatMap((play) => play.takes);
  return {
    left: open,
    complete: exact && open.length === 1 ? exact : null,
    possible: exact ?? null,
    lit: new Set(next.filter((one) => !choice.taken.includes(one))),
    ghost: choice.card !== null && !choice.taken.length ? discard(plays, choice.card) : null,
  };
}

/**
 * The choice after a card of the hand was pressed; the chosen one is put back.
 * @param {Play[]} plays
 * @param {Choice} choice
 * @param {string} card
 * @returns {Choice}
 */
export function pressHand(plays, choice, card) {
  if (choice.card === card) return NOTHING;
  const both = { card, taken: choice.taken };
  return left(plays, both).length ? both : { card, taken: [] };
}

/**
 * The choice after a card of the table was pressed, and what is wrong with it where it changes nothing.
 * @param {Play[]} plays
 * @param {Choice} choice
 * @param {string} card
 * @returns {{choice: Choice, wrong?: Wrong}}
 */
export function pressTable(plays, choice, card) {
  if (choice.taken.includes(card)) return { choice: { ...choice, taken: choice.taken.filter((one) => one !== card) } };
  const more = { ...choice, taken: [...choice.taken, card] };
  if (left(plays, more).length) return { choice: more };
  if (choice.card === null) return { choice: left(plays, { card: null, taken: [card] }).length ? { card: null, taken: [card] } : NOTHING };
  return { choice, wrong: captures(plays, choice.card).length ? "takes_only" : "takes_nothing" };
}

/**
 * The cards that a drag has pointed at, with one more. What does not go with it is dropped: as few cards as can be, and
 * of as many the earlier ones, since the way to a card leads over others.
 * @param {Play[]} plays
 * @param {string} card the dragged one
 * @param {string[]} hovered
 * @param {string} over
 */
export function hover(plays, card, hovered, over) {
  if (hovered.includes(over)) return hovered;
  const kept = left(plays, { card, taken: [over] }).map((play) => hovered.filter((one) => play.takes.includes(one)));
  const weight = (/** @type {string[]} */ some) => some.reduce((sum, one) => sum + 2 ** hovered.indexOf(one), some.length * 2 ** hovered.length);
  if (!kept.length) return hovered;
  return [...kept.reduce((best, some) => (weight(some) > weight(best) ? some : best)), over];
}

/**
 * The play of a drag: the only one that holds every card it has pointed at.
 * @param {Play[]} plays
 * @param {string} card
 * @param {string[]} hovered
 */
export function decided(plays, card, hovered) {
  const open = left(plays, { card, taken: hovered });
  return open.length === 1 ? open[0] : null;
}
