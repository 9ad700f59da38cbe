/**
 * Answers the words that ask the table something; what is no such word is a play, which the server reads.
 * @module
 */

/** @param {number} ms */
function duration(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * What is left now: of a clock that runs, less than the view said when it came.
 * @param {any} view
 * @param {any} speaker of the game
 * @param {number | null} age milliseconds since the view came; null while nobody knows what has happened since
 */
function time(view, speaker, age) {
  if (age === null) return speaker.say("time_unknown");
  const { move_ms: moves, bank_ms: banks, turn, is_running: isRunning } = view.clock;
  const passed = isRunning && turn === view.you ? age : 0;
  const [move, bank] = [moves[view.you], banks[view.you]].map((ms) => (typeof ms === "number" ? ms - passed : ms));
  if (typeof move !== "number") return speaker.say("no_limit");
  return typeof bank === "number" ? speaker.say("time_left", { move: duration(move), bank: duration(bank) }) : speaker.say("time_of_play", { move: duration(move) });
}

/**
 * @param {any} view
 * @param {any} speaker of the game
 */
function score(view, speaker) {
  const own = view.seats[view.you];
  const { sentences } = speaker.words.game;
  const isPairs = view.seats.filter((/** @type {number} */ of) => of === own).length > 1;
  const names = (/** @type {number} */ line) => view.seats.flatMap((/** @type {number} */ of, /** @type {number} */ seat) => (of === line ? [speaker.who(seat)] : []));
  const totals = view.score.at(-1)?.totals ?? [...new Set(view.seats)].map(() => 0);
  const points = totals.map((/** @type {number} */ sum, /** @type {number} */ line) => `${isPairs ? sentences[line === own ? "us" : "them"] : line === own ? sentences.you : names(line).join(" – ")} ${sum}`);
  return speaker.say("score", { points: points.join(", ") });
}

/**
 * The answer to a word; nothing where it is none.
 * @param {string} typed
 * @param {any} view
 * @param {any} speaker of the game
 * @param {import("./speech.js").Speech} speech
 * @param {number | null} age of the view, see time()
 */
export function answer(typed, view, speaker, speech, age) {
  const asked = speaker.words.typed[typed.toLowerCase()];
  if (asked === "last") return speech.last(view);
  if (asked === "time") return time(view, speaker, age);
  return asked === "score" ? score(view, speaker) : "";
}
