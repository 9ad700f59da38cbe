/**
 * The clocks of the seats: they run on from the server's numbers, and stand as soon as touch is lost.
 * @module
 */

const LITTLE_MS = 7000;
const TICK_MS = 200;
const MINUTE = 60;
const MOST_SECONDS = 99;

/** @typedef {{turn: number | null, is_running: boolean, move_ms: (number | null)[], bank_ms: (number | null)[]}} Clock */
/** @typedef {(code: string, values?: Record<string, unknown>) => string} Phrase */

/**
 * What is left of a play: seconds, and minutes where it is a long time.
 * @param {number} ms
 */
const ofPlay = (ms) => (ms <= MOST_SECONDS * 1000 ? String(Math.ceil(ms / 1000)) : minutes(ms));

/** @param {number} ms */
export function minutes(ms) {
  const whole = Math.ceil(ms / 1000);
  return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, "0")}`;
}

export class Clocks {
  /**
   * @param {HTMLElement} root
   * @param {number | null} limit milliseconds for a play
   * @param {Phrase} phrase
   */
  constructor(root, limit, phrase) {
    this.root = root;
    this.limit = limit;
    this.phrase = phrase;
    /** @type {Clock | null} */
    this.clock = null;
    this.since = 0;
    this.isKnown = true;
    window.setInterval(() => this.isKnown && this.clock?.is_running && this.draw(), TICK_MS);
  }

  /** @param {Clock} clock as the server has just told it */
  set(clock) {
    this.clock = clock;
    this.since = performance.now();
    this.draw();
  }

  /** @param {boolean} isKnown whether the numbers may be shown */
  know(isKnown) {
    this.isKnown = isKnown;
    this.draw();
  }

  draw() {
    const clock = this.clock;
    if (!clock) return;
    const passed = clock.is_running ? performance.now() - this.since : 0;
    for (const seat of this.root.querySelectorAll("[data-seat]")) {
      const number = Number(seat.getAttribute("data-seat"));
      const isTurn = clock.turn === number;
      const taken = isTurn ? passed : 0;
      this.drawSeat(seat, isTurn, left(clock.move_ms[number], taken), left(clock.bank_ms[number], taken));
    }
  }

  /**
   * @param {Element} seat
   * @param {boolean} isTurn
   * @param {number | null} move
   * @param {number | null} bank
   */
  drawSeat(seat, isTurn, move, bank) {
    const isShown = isTurn && move !== null && this.isKnown;
    seat.classList.toggle("is-turn", isTurn);
    seat.classList.toggle("is-little", isShown && move <= LITTLE_MS);
    const arc = seat.querySelector(".ring__arc");
    arc?.toggleAttribute("hidden", !isShown || !this.limit);
    if (isShown && this.limit) arc?.setAttribute("stroke-dasharray", `${Math.min(100, Math.round((100 * move) / this.limit))} 100`);
    const number = seat.querySelector("[data-ring-text]");
    const text = !this.isKnown ? "–" : isShown ? ofPlay(move) : number?.getAttribute("data-initials") ?? "";
    if (number) say(number, text);
    number?.setAttribute("data-length", String(isShown ? text.length : 0));
    const reserve = seat.querySelector("[data-bank]");
    if (reserve && bank !== null) say(reserve, this.isKnown ? this.phrase("bank", { time: minutes(bank) }) : this.phrase("bank.unknown"));
  }
}

/**
 * @param {number | null} ms
 * @param {number} taken
 */
const left = (ms, taken) => (ms === null ? null : Math.max(0, ms - taken));

/**
 * @param {Element} element
 * @param {string} text
 */
function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
