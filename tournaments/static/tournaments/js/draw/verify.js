/**
 * A published draw, computed again from nothing but its document.
 * @module
 */
import { apartInRounds } from "./apart.js";
import { groups } from "./groups.js";
import { knockout } from "./knockout.js";
import { keepsList, lotsOf, sealOf } from "./lots.js";
import { tables } from "./tables.js";

/** @typedef {import("./lots.js").Draw} Draw */

/** @param {Draw} draw */
function rounds(draw) {
  return apartInRounds(draw, lotsOf(draw));
}

/** The first positions by the kind of the event; a bracket has none. @type {Record<string, (draw: Draw) => (number | null)[]>} */
const POSITIONS = {
  tables, groups, danish: rounds, swiss: rounds, mitchell: rounds, heats: rounds, king: lotsOf, partners: lotsOf,
};

/** @param {Draw} draw @returns {{keepsSeal: boolean, isListed: boolean, wrong: number[]}} the positions that differ, counted from 1 */
export function verify(draw) {
  const at = (POSITIONS[draw.options.kind] ?? knockout)(draw);
  for (const { a, b } of draw.swaps) [at[a], at[b]] = [at[b], at[a]];
  const many = Math.max(at.length, draw.positions.length);
  const wrong = Array.from({ length: many }, (_, n) => n).filter((n) => at[n] !== draw.positions[n]);
  return { keepsSeal: sealOf(draw) === draw.commitment, isListed: keepsList(draw), wrong: wrong.map((n) => n + 1) };
}
