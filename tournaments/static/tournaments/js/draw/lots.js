/**
 * The lots of a published draw, and what all kinds of draws need of them (docs/draw.md).
 * @module
 */
import { bytes, hex, hmac, sha256, unhex } from "./sha256.js";

/** @typedef {{key: number, number?: number, name: string, seed: number | null, groups: string[], apart?: [number, number][]}} Entrant */
/** @typedef {{a: number, b: number, reason: string}} Swap */
/**
 * @typedef {{
 *   format: string, reference: string, commitment: string, seed: string, list?: string, hall?: string, options: Record<string, any>,
 *   entrants: Entrant[], swaps: Swap[], positions: (number | null)[],
 * }} Draw
 */

const OF_HALL = new Set(["settebello-draw-2", "settebello-draw-4"]);
const LISTED = new Set(["settebello-draw-3", "settebello-draw-4"]);
const STREAM = 1n << 64n;

/** The seal that the seed of a draw gives, and its list where the seal holds it. @param {Draw} draw */
export function sealOf(draw) {
  const listed = LISTED.has(draw.format) ? `|${draw.list}` : "";
  return hex(sha256(bytes(`${draw.format}|${draw.reference}|${draw.seed}${listed}`)));
}

/** Whether the options and the entrants are those whose digest the seal holds. @param {Draw} draw */
export function keepsList(draw) {
  if (!LISTED.has(draw.format)) return true;
  const options = Object.fromEntries(Object.entries(draw.options).sort(([one], [other]) => (one < other ? -1 : 1)));
  const inOrder = [...draw.entrants].sort((one, other) => one.key - other.key);
  const rows = inOrder.map((each) => [each.number, each.seed, each.groups, ...(each.apart?.length ? [each.apart] : [])]);
  return hex(sha256(bytes(JSON.stringify([options, rows])))) === draw.list;
}

/** @param {Draw} draw */
function secretOf(draw) {
  const seed = unhex(draw.seed);
  if (!OF_HALL.has(draw.format)) return seed;
  if (!draw.hall) throw new Error("hall");
  return hmac(seed, bytes(`${draw.format}|${draw.reference}|hall|${draw.hall}`));
}

/** The keys in the order of the lots. @param {Draw} draw */
export function lotsOf(draw) {
  const secret = secretOf(draw);
  const order = draw.entrants.map((each) => each.key).sort((one, other) => one - other);
  let counter = 0;
  for (let last = order.length - 1; last > 0; last -= 1) {
    const full = STREAM - (STREAM % BigInt(last + 1));
    let number = full;
    while (number >= full) {
      const digest = hmac(secret, bytes(`${draw.format}|${draw.reference}|${counter}`));
      number = BigInt(`0x${hex(digest.slice(0, 8))}`);
      counter += 1;
    }
    const other = Number(number % BigInt(last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/** Seeds by their number (equal ones by lot), then the others by lot. @param {Draw} draw @param {number[]} order */
export function ranksOf(draw, order) {
  const seeds = new Map(draw.entrants.map((each) => [each.key, each.seed ?? Infinity]));
  const seed = (/** @type {number} */ key) => seeds.get(key) ?? Infinity;
  return [...order].sort((one, other) => (seed(one) === seed(other) ? 0 : seed(one) - seed(other)));
}

/** The rank of each table from the top: the best are as far apart as can be. @param {number} many */
export function tableRanks(many) {
  let ranks = [0];
  while (ranks.length < many) ranks = ranks.flatMap((rank) => [rank, 2 * ranks.length - 1 - rank]);
  return ranks.filter((rank) => rank < many);
}

/** The club and the circle of each, "" where there is none. @param {Draw} draw @returns {Map<number | null, string[]>} */
export function groupsOf(draw) {
  /** @type {Map<number | null, string[]>} */
  const found = new Map([[null, ["", ""]]]);
  for (const each of draw.entrants) found.set(each.key, [...each.groups, "", ""]);
  return found;
}

/** The places after ``here`` and round to ``start``, as a search walks them. @param {number} start @param {number} many */
export function walk(start, many) {
  return Array.from({ length: many }, (_, n) => (n + start) % many);
}
