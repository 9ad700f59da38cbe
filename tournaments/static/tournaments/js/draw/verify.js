/**
 * A published draw, computed again from nothing but its document.
 * @module
 */
import { knockout } from "./knockout.js";
import { keepsList, sealOf } from "./lots.js";
import { tables } from "./tables.js";

/** @typedef {import("./lots.js").Draw} Draw */

/** @param {Draw} draw @returns {{keepsSeal: boolean, isListed: boolean, wrong: number[]}} the positions that differ, counted from 1 */
export function verify(draw) {
  const at = draw.options.kind === "tables" ? tables(draw) : knockout(draw);
  for (const { a, b } of draw.swaps) [at[a], at[b]] = [at[b], at[a]];
  const many = Math.max(at.length, draw.positions.length);
  const wrong = Array.from({ length: many }, (_, n) => n).filter((n) => at[n] !== draw.positions[n]);
  return { keepsSeal: sealOf(draw) === draw.commitment, isListed: keepsList(draw), wrong: wrong.map((n) => n + 1) };
}
