/**
 * Exchanges after a draw that keep apart who should not meet (docs/draw.md, "Who should not meet").
 * @module
 */
import { groupsOf, walk } from "./lots.js";

/** @typedef {import("./lots.js").Draw} Draw */
/** @typedef {(one: number, other: number, round: number) => boolean} Clash whether two positions meet by a round */

/**
 * @param {Draw} draw
 * @param {(number | null)[]} at the positions, which are changed
 * @param {number[]} kind those of one kind change places, those of 0 stay
 * @param {Clash} clash
 * @param {number} rounds so many rounds are looked at
 * @param {number} clubRounds and so many for clubs and circles
 */
export function keepApart(draw, at, kind, clash, rounds, clubRounds) {
  /** @type {Map<number | null, Map<number, number>>} */
  const sets = new Map(draw.entrants.map((each) => [each.key, new Map(each.apart ?? [])]));
  if (!draw.entrants.some((each) => each.apart?.length)) return;
  const groups = groupsOf(draw);
  const others = (/** @type {number} */ one, /** @type {number} */ other) =>
    at.map((_, place) => place).filter((place) => place !== one && place !== other);
  const isFoe = (/** @type {number} */ here, /** @type {number} */ place, /** @type {number} */ round) =>
    [...(sets.get(at[place]) ?? [])].some(([set, most]) => sets.get(at[here])?.has(set) && (!most || round <= most));
  // How many of those would be met by a round at a place that ``gone`` has left.
  const meets = (/** @type {number} */ here, /** @type {number} */ to, /** @type {number} */ gone, /** @type {number} */ round) =>
    sets.get(at[here])?.size
      ? others(here, gone).filter((place) => isFoe(here, place, round) && clash(place, to, round)).length
      : 0;
  const mates = (/** @type {number} */ here, /** @type {number} */ to, /** @type {number} */ gone, /** @type {number} */ of) => {
    const name = groups.get(at[here])?.[of];
    let found = 0;
    for (const place of name ? others(here, gone) : []) {
      if (groups.get(at[place])?.[of] !== name) continue;
      for (let round = 1; round <= clubRounds; round += 1) found += Number(clash(place, to, round));
    }
    return found;
  };
  const isBetter = (/** @type {number} */ here, /** @type {number} */ there, /** @type {number} */ round, /** @type {boolean} */ isCareful) => {
    if (kind[there] !== kind[here] || at[there] === null) return false;
    const both = [[here, there], [there, here]];
    const more = Array.from({ length: round }, (_, n) =>
      both.reduce((sum, [one, two]) => sum + meets(one, two, two, n + 1) - meets(one, one, two, n + 1), 0));
    if (more[round - 1] >= 0 || more.some((each) => each > 0)) return false;
    return !isCareful || !both.some(([one, two]) => [0, 1].some((of) => mates(one, two, two, of) > mates(one, one, two, of)));
  };
  for (let round = 1; round <= rounds; round += 1) {
    for (const isCareful of [true, false]) {
      for (let isMoved = true; isMoved; ) {
        isMoved = false;
        for (let here = 0; here < at.length; here += 1) {
          if (!kind[here] || !meets(here, here, here, round)) continue;
          const there = walk(here + 1, at.length).find((place) => place !== here && isBetter(here, place, round, isCareful));
          if (there === undefined) continue;
          [at[here], at[there]] = [at[there], at[here]];
          isMoved = true;
        }
      }
    }
  }
}

/** The lots of a format in rounds, after these exchanges. @param {Draw} draw @param {number[]} at its lots */
export function apartInRounds(draw, at) {
  const many = at.length;
  const { kind, groups = 1, max_table: most, heat } = draw.options;
  /** @type {string[]} */
  let room = at.map((_, place) => String(place % 2));
  if (kind === "danish" || kind === "swiss") {
    const sizes = Array.from({ length: groups }, (_, n) => Math.floor(many / groups) + Number(n < many % groups));
    room = sizes.flatMap((size, n) => Array.from({ length: size }, (_, place) => `${n} ${Math.floor(place / 2)}`));
  } else if (kind === "heats" && heat) {
    const heats = Math.ceil(many / heat);
    const size = Array.from({ length: heats }, (_, n) => Math.floor(many / heats) + Number(n >= heats - (many % heats)));
    room = [];
    for (let chair = 0; chair < Math.max(...size); chair += 1) {
      const row = size.map((_, n) => n).filter((n) => size[n] > chair);
      room.push(...(chair % 2 ? row.reverse() : row).map(String));
    }
  } else if (kind === "heats") {
    room = at.map((_, place) => String(place % Math.ceil(many / most)));
  }
  const isMitchell = kind === "mitchell";
  keepApart(draw, at, at.map(() => 1), (one, other) => (room[one] === room[other]) !== isMitchell, 1, 0);
  return at;
}
