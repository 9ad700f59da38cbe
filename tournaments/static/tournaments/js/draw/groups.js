/**
 * Groups, drawn again from their document (docs/draw.md, "The steps of groups and rounds").
 * @module
 */
import { keepApart } from "./apart.js";
import { groupsOf, lotsOf, ranksOf } from "./lots.js";
import { apart, deal } from "./tables.js";

/** @typedef {import("./lots.js").Draw} Draw */

/** @param {Draw} draw @returns {number[]} before the swaps */
export function groups(draw) {
  const order = lotsOf(draw);
  const count = order.length;
  const isSnake = draw.options.fill === "snake";
  const many = Math.min(Math.ceil(count / draw.options.size), Math.floor(count / 3));
  const size = Array.from({ length: many }, (_, n) => Math.floor(count / many) + Number(n >= many - (count % many)));
  /** @type {number[][]} */
  const found = size.map(() => []);
  const line = isSnake ? ranksOf(draw, order) : order;
  deal(line, size.map((_, group) => group), size, found);
  const at = found.flat();
  const room = found.flatMap((group, number) => group.map(() => number));
  const seeded = new Set(isSnake ? draw.entrants.filter((each) => each.seed !== null).map((each) => each.key) : []);
  // Seeds change places with seeds of their own row only, and the heads stay (kind 0).
  const kind = at.map((key) => (seeded.has(key) ? Math.floor(line.indexOf(key) / many) : count));
  const isApart = draw.options.separate_by_group;
  if (isApart) for (const of of [0, 1]) apart(at, kind, room, groupsOf(draw), of);
  keepApart(draw, at, kind, (one, other) => room[one] === room[other], 1, Number(isApart));
  return at;
}
