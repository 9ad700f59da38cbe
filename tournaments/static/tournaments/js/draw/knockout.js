/**
 * The positions of a knockout, drawn again from its document (docs/draw.md, "The steps of a knockout").
 * @module
 */
import { keepApart } from "./apart.js";
import { groupsOf, lotsOf, ranksOf, tableRanks, walk } from "./lots.js";

/** @typedef {import("./lots.js").Draw} Draw */
/** @typedef {(number | null)[]} Places */

/** The bracket before clubs are looked at, and who may not be moved. @param {Draw} draw */
function bracket(draw) {
  const order = lotsOf(draw);
  const ranked = ranksOf(draw, order);
  let half = 1;
  while (2 * half < order.length) half *= 2;
  const byes = new Set((draw.options.byes === "seeds" ? ranked : order).slice(0, 2 * half - order.length));
  const seeded = Math.min(half, draw.entrants.filter((each) => each.seed !== null).length);
  // As many seeds head tables as leave a table for each other bye.
  let heads = seeded;
  while (heads + [...byes].filter((key) => !ranked.slice(0, heads).includes(key)).length > half) heads -= 1;
  const others = ranked.slice(heads);
  const line = [...ranked.slice(0, heads), ...others.filter((key) => byes.has(key)), ...others.filter((key) => !byes.has(key))];
  const waiting = line.splice(half);
  const below = [...line].reverse().map((key) => (byes.has(key) ? null : (waiting.shift() ?? null)));
  const at = tableRanks(half).flatMap((rank) => [line[rank], below[half - 1 - rank]]);
  return { at, fixed: new Set([null, ...ranked.slice(0, heads)]) };
}

/** The keys of a block: the positions that meet by a round. @param {Places} at @param {number} place @param {number} round */
function block(at, place, round) {
  const first = (place >> round) << round;
  return at.slice(first, first + 2 ** round);
}

/** One pass of exchanges. @param {Places} at @param {number[]} kind @param {ReturnType<typeof groupsOf>} groups @param {number} of @param {number} round @param {number} kept */
function pass(at, kind, groups, of, round, kept) {
  /** @type {Map<string, number>} */
  const resume = new Map();
  const group = (/** @type {number | null} */ key, /** @type {number} */ level) => groups.get(key)?.[level] ?? "";
  // How many of the group of who stands at ``from`` there are in the block of ``place``.
  const met = (/** @type {number} */ from, /** @type {number} */ place, /** @type {number} */ by, /** @type {number} */ level) => {
    const name = group(at[from], level);
    return name ? block(at, place, by).filter((key) => group(key, level) === name).length : 0;
  };
  const isFree = (/** @type {number} */ here, /** @type {number} */ there) => {
    if (kind[there] !== kind[here] || met(here, there, round, of) || met(there, here, round, of)) return false;
    const by = Math.min(kept, 31 - Math.clz32(there ^ here));
    return !(met(here, there, by, 0) + met(there, here, by, 0));
  };
  for (let here = 0; here < at.length; here += 1) {
    const name = `${kind[here]} ${group(at[here], of)}`;
    const first = resume.get(name) ?? here + 1;
    if (!kind[here] || first < 0 || met(here, here, round, of) < 2) continue;
    const there = walk(first, at.length).find((place) => isFree(here, place));
    resume.set(name, there === undefined ? -1 : there + 1);
    if (there !== undefined) [at[here], at[there]] = [at[there], at[here]];
  }
}

/** @param {Draw} draw @returns {Places} before the swaps */
export function knockout(draw) {
  const { at, fixed } = bracket(draw);
  const kind = at.map((key, place) => (fixed.has(key) ? 0 : at[place ^ 1] === null ? 2 : 1));
  const groups = groupsOf(draw);
  const rounds = draw.options.separate_by_group ? draw.options.separate_rounds : 0;
  for (let round = 1; round <= rounds; round += 1) pass(at, kind, groups, 0, round, round);
  for (let round = 1; round <= rounds; round += 1) {
    for (let kept = rounds; kept >= round; kept -= 1) pass(at, kind, groups, 1, round, kept);
  }
  const far = Math.min(4, Math.log2(at.length));
  keepApart(draw, at, kind, (one, other, round) => one >> round === other >> round, far, rounds);
  return at;
}
