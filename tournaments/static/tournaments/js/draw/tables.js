/**
 * The chairs of elimination tables, drawn again from their document (docs/draw.md, "The steps of elimination tables").
 * @module
 */
import { keepApart } from "./apart.js";
import { groupsOf, lotsOf, ranksOf, tableRanks, walk } from "./lots.js";

/** @typedef {import("./lots.js").Draw} Draw */

/** How many sit at each table, the smallest first. @param {number} count @param {Record<string, any>} options */
function sizesOf(count, options) {
  const { policy, max_table: most } = options;
  const isEven = policy === "balanced" || policy === "batterie";
  const step = policy === "batterie" ? 4 : 2;
  let full = 1;
  while (2 * full <= count) full *= 2;
  if (policy === "strict4" && count > full) {
    const more = count - full;
    return [...Array(full / 2 - Math.ceil(more / 2)).fill(2), ...Array(count % 2).fill(3), ...Array(Math.floor(more / 2)).fill(4)];
  }
  let many = count > 4 ? step : 1;
  while (many * (isEven ? most : 4) < count) many = isEven ? many * step : Math.ceil(count / 4);
  const sizes = Array.from({ length: many }, (_, n) => Math.floor(count / many) + Number(n < count % many));
  return sizes.sort((one, other) => one - other);
}

/** Deal a line out to tables, to and fro. @param {number[]} line @param {number[]} row @param {number[]} size @param {number[][]} tables */
export function deal(line, row, size, tables) {
  const left = [...line];
  for (let chair = 0; chair < Math.max(...size); chair += 1) {
    for (const table of chair % 2 ? [...row].reverse() : row) {
      if (size[table] > chair) tables[table].push(/** @type {number} */ (left.shift()));
    }
  }
}

/** Who sits where before clubs are looked at. @param {Draw} draw */
function seated(draw) {
  const order = lotsOf(draw);
  const ranked = ranksOf(draw, order);
  const isByLot = draw.options.byes === "lot";
  const chairs = sizesOf(order.length, draw.options);
  const ranks = tableRanks(chairs.length);
  const size = ranks.map((rank) => (isByLot ? chairs[chairs.length - 1 - rank] : chairs[rank]));
  const idleSize = draw.options.policy === "batterie" ? 1 : 2;
  const isIdle = size.map((chair) => chair <= idleSize);
  const byes = size.reduce((sum, chair, table) => sum + (isIdle[table] ? chair : 0), 0);
  const idle = new Set((isByLot ? order : ranked).slice(0, byes));
  /** @type {number[][]} */
  const tables = size.map(() => []);
  for (const bye of [true, false]) {
    const row = size.map((_, table) => table).filter((table) => isIdle[table] === bye);
    row.sort((one, other) => ranks[one] - ranks[other]);
    deal(ranked.filter((key) => idle.has(key) === bye), row, size, tables);
  }
  return { tables, idle };
}

/** @param {Draw} draw @returns {number[]} before the swaps */
export function tables(draw) {
  const { tables: found, idle } = seated(draw);
  const at = found.flat();
  const seeds = new Map(draw.entrants.map((each) => [each.key, each.seed]));
  const room = found.flatMap((table, number) => table.map(() => number));
  const isSeededHead = at.map((key, place) => room[place] !== room[place - 1] && seeds.get(key) !== null);
  const kind = at.map((key, place) => (isSeededHead[place] ? 0 : idle.has(key) ? 2 : 1));
  const isApart = draw.options.separate_by_group;
  if (isApart) for (const of of [0, 1]) apart(at, kind, room, groupsOf(draw), of);
  keepApart(draw, at, kind, (one, other) => room[one] === room[other], 1, Number(isApart));
  return at;
}

/** Exchanges, pass after pass, until one of them moves nobody. @param {number[]} at @param {number[]} kind @param {number[]} room @param {ReturnType<typeof groupsOf>} groups @param {number} of */
export function apart(at, kind, room, groups, of) {
  const group = (/** @type {number} */ key, /** @type {number} */ level) => groups.get(key)?.[level] ?? "";
  const met = (/** @type {number} */ from, /** @type {number} */ place, /** @type {number} */ level) => {
    const name = group(at[from], level);
    const first = room.indexOf(room[place]);
    let sum = 0;
    for (let other = first; name && room[other] === room[place]; other += 1) {
      if (other !== place && group(at[other], level) === name) sum += 1;
    }
    return sum;
  };
  const levels = of ? [0, 1] : [0];
  const meetsMore = (/** @type {number} */ one, /** @type {number} */ other) => levels.some((level) => met(one, other, level) > met(one, one, level));
  for (let isMoved = true; isMoved; ) {
    isMoved = false;
    /** @type {Map<string, number>} */
    const resume = new Map();
    const stuck = new Set();
    for (let here = 0; here < at.length; here += 1) {
      const name = `${kind[here]} ${group(at[here], of)}`;
      const now = met(here, here, of);
      if (!kind[here] || !now || stuck.has(`${room[here]} ${name}`)) continue;
      const isFree = (/** @type {number} */ there) =>
        kind[there] === kind[here] && met(here, there, of) < now && !meetsMore(here, there) && !meetsMore(there, here);
      const there = walk(resume.get(name) ?? here + 1, at.length).find(isFree);
      if (there === undefined) stuck.add(`${room[here]} ${name}`);
      else {
        resume.set(name, there + 1);
        [at[here], at[there]] = [at[there], at[here]];
        isMoved = true;
      }
    }
  }
}
