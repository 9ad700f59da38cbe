/**
 * The line between the page of an online table and the server, as docs/live.md has it.
 *
 * It keeps the view, sends again what has had no answer, comes back by itself, and never goes stale in silence: three seconds
 * after the last sign of life, or after a command that had no answer, it has said "lost", or is current again.
 * @module
 */

const LOST_MS = 2500; // the server gives a sign of life every second
const WATCH_MS = 250;
const BEHIND_MS = 700; // news are under way a little longer than the beat that names them
const RESEND_MS = 2000;
const UNHEARD_MS = 3000; // so long no command goes without an answer on a line that carries both ways
const OPENING_MS = 4000;
const FIRST_MS = 250;
const SOON_MS = 1500;
const LATER_MS = 8000;
const QUICK_TRIES = 15; // a server that is started anew is back long before
const FULL_MS = 15000;
const ENDED = [4401, 4404];
const FULL = 4429;
const RELOAD_MS = 10000;
const RELOADED = "table-reloaded";

/** @typedef {Record<string, any>} Json */
/** @typedef {"current" | "lost" | "older" | "gone"} Touch older: another device plays this seat; gone: load the page anew */

/**
 * @typedef {object} Command
 * @property {string} frame
 * @property {number} at when it was sent for the last time
 * @property {number} since when it was sent first on this connection; 0 where it was not yet
 */

/**
 * @typedef {object} Hooks
 * @property {(view: Json, events: Json[]) => void} onView the match anew, and what was missed
 * @property {(view: Json, events: Json[]) => void} onNews the match after these events
 * @property {(receipt: Json) => void} [onReceipt]
 * @property {(refused: Json) => void} [onRefused]
 * @property {(touch: Touch, since: Date) => void} [onTouch] since: of what moment is what is shown
 * @property {(seats: number[]) => void} [onHere]
 * @property {(courtesy: Json) => void} [onCourtesy]
 * @property {() => void} [onGone] instead of loading the page anew
 */

class Link {
  /**
   * @param {string} address
   * @param {Hooks} hooks
   * @param {number} drawn
   */
  constructor(address, hooks, drawn) {
    this.address = address;
    this.hooks = hooks;
    /** The newest event that the page had before the first view. */
    this.drawn = drawn;
    /** @type {Json | null} */
    this.view = null;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<string, Command>} */
    this.waiting = new Map();
    /** @type {Touch | ""} */
    this.touch = "";
    this.begin();
    this.heardAt = Date.now();
    this.begunAt = 0;
    this.least = Infinity; // by how much this clock is ahead of the server's, where a beat took no time
    this.behindAt = 0;
    this.newestHere = 0; // the newest event that this connection has brought
    this.currentAt = Date.now(); // when nothing was missing for the last time
    this.behindSince = 0; // since when news may be missing, where some are known to be; over every connection
    this.spoken = ""; // the newest courtesy: it is said once, and has no answer unless it is refused
    this.tries = 0;
    this.isFed = false; // whether this connection has brought a view
    this.isOlder = false;
    this.isOver = false;
    this.retrying = 0;
    this.watching = window.setInterval(() => this.watch(), WATCH_MS);
    this.wake = () => this.watch();
    document.addEventListener("visibilitychange", this.wake);
    window.addEventListener("pageshow", this.wake);
    window.addEventListener("online", this.wake);
    this.connect();
  }

  /** From now on this page is the newest of its seat. */
  begin() {
    this.opened = Date.now();
    this.openedAt = performance.now();
  }

  /** How long ago that was: one clock may be set right meanwhile, the other stands still while the device sleeps. */
  age() {
    return Math.round(Math.max(Date.now() - this.opened, performance.now() - this.openedAt));
  }

  connect() {
    window.clearTimeout(this.retrying);
    this.retrying = 0;
    const url = new URL(this.address, window.location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    url.searchParams.set("age", String(this.age()));
    url.searchParams.set("since", String(this.view?.sequence ?? 0));
    const socket = new WebSocket(url);
    Object.assign(this, { socket, begunAt: Date.now(), isFed: false, least: Infinity, behindAt: 0, newestHere: 0 });
    this.isOlder = false; // the server says it anew, where another device is still there
    this.waiting.forEach((each) => Object.assign(each, { since: 0 }));
    socket.onmessage = (event) => this.socket === socket && this.take(JSON.parse(event.data));
    socket.onclose = (event) => this.socket === socket && this.closed(event.code);
  }

  /** @param {number} code */
  closed(code) {
    this.socket = null;
    this.isFed = false;
    if (this.isOver) return;
    if (ENDED.includes(code)) this.end();
    else this.retry(code === FULL ? FULL_MS : 0);
  }

  /** Let go of a connection that says nothing any more: it may look open for ever. */
  drop() {
    this.hangUp();
    this.retry(0);
  }

  hangUp() {
    const socket = this.socket;
    this.socket = null;
    this.isFed = false;
    socket?.close();
  }

  /** Somebody does not want to wait: dial at once. */
  retryNow() {
    if (this.isOver || this.touch === "current") return;
    this.hangUp();
    this.tries = 0;
    this.connect();
  }

  /** @param {number} least */
  retry(least) {
    if (this.retrying || this.isOver) return;
    const soon = Math.min(FIRST_MS * 1.5 ** this.tries, SOON_MS);
    const pause = Math.max(this.tries < QUICK_TRIES ? soon : LATER_MS, least);
    this.tries += 1;
    this.retrying = window.setTimeout(() => this.connect(), pause * (0.5 + Math.random()));
  }

  /** @param {Json} frame */
  take(frame) {
    /** @type {Record<string, () => void>} */
    const kinds = {
      beat: () => this.beat(frame),
      view: () => this.show(frame),
      news: () => this.add(frame),
      receipt: () => this.answered(frame, this.hooks.onReceipt),
      refused: () => this.answered(frame, this.hooks.onRefused),
      again: () => {},
      here: () => this.hooks.onHere?.(frame.seats),
      courtesy: () => this.hooks.onCourtesy?.(frame),
      older: () => this.setOlder(true),
      newest: () => this.setOlder(false),
      gone: () => this.end(),
    };
    kinds[frame.is]?.();
  }

  /**
   * A sign of life: one that was long on its way is as old as that.
   * @param {Json} frame
   */
  beat(frame) {
    this.transmit(JSON.stringify({ do: "beat", number: frame.number }));
    const ahead = Date.now() - frame.now;
    this.least = Math.min(this.least, ahead);
    this.heardAt = Date.now() - (ahead - this.least);
    if (!this.view || frame.sequence <= this.view.sequence) this.setCurrent(this.heardAt);
    else {
      // Not since this sign of life: one before it, which would have named them too, may have been lost.
      this.behindSince ||= this.currentAt;
      if (!this.behindAt) this.behindAt = Date.now();
      else if (Date.now() - this.behindAt > BEHIND_MS) this.askAgain();
    }
    this.look();
  }

  /** @param {number} at nothing was missing then */
  setCurrent(at) {
    this.currentAt = at;
    this.behindAt = this.behindSince = 0;
  }

  askAgain() {
    this.behindAt = Date.now();
    this.transmit(JSON.stringify({ do: "since", sequence: this.view?.sequence ?? 0 }));
  }

  /** @param {Json} frame */
  show(frame) {
    const known = this.view?.sequence ?? 0;
    const isOvertaken = frame.view.sequence < this.newestHere; // by news, on its way
    if (!isOvertaken) this.view = frame.view;
    this.newestHere = Math.max(this.newestHere, frame.view.sequence);
    if (!this.isFed) this.heardAt = Date.now();
    this.isFed = true;
    this.tries = 0;
    if (!isOvertaken) this.setCurrent(Date.now());
    const events = frame.events.filter((/** @type {Json} */ event) => event.sequence > known);
    if (!isOvertaken) this.hooks.onView(frame.view, known ? events : []);
    this.waiting.forEach((each) => this.resend(each));
    this.look();
  }

  /** @param {Json} frame */
  add(frame) {
    const view = this.view;
    if (!view || frame.changed.sequence <= view.sequence) return;
    if (frame.events[0]?.sequence !== view.sequence + 1) {
      this.askAgain();
      return;
    }
    this.view = merged(view, frame);
    this.newestHere = this.view.sequence;
    this.setCurrent(Date.now());
    this.hooks.onNews(this.view, frame.events);
  }

  /**
   * @param {Json} frame
   * @param {((frame: Json) => void) | undefined} tell
   */
  answered(frame, tell) {
    // What was sent twice is answered twice.
    if (this.waiting.delete(frame.id) || frame.id === this.spoken) tell?.(frame);
    this.look();
  }

  /** @param {boolean} isOlder */
  setOlder(isOlder) {
    this.isOlder = isOlder;
    this.look();
  }

  /** Is what is shown still so? */
  watch() {
    if (this.isOver) return;
    const now = Date.now();
    const isStuck = this.socket && !this.isFed && now - this.begunAt > OPENING_MS;
    // Said after three seconds, and dialled anew after twice that: a server may only be slow.
    const isDeaf = this.unheard > 2 * UNHEARD_MS;
    if (isStuck || (this.isFed && (now - this.heardAt > LOST_MS || this.isBehind || isDeaf))) this.drop();
    this.look();
    if (this.isFed) this.waiting.forEach((each) => now - each.at > RESEND_MS && this.resend(each));
  }

  /** Signs of life come, and news do not. */
  get isBehind() {
    return this.behindSince > 0 && Date.now() - this.behindSince > LOST_MS;
  }

  /** When the oldest command without an answer was sent: its way there may be dead while the way back is alive. */
  get unheardSince() {
    return Math.min(Infinity, ...[...this.waiting.values()].map((each) => each.since || Infinity));
  }

  get unheard() {
    return Date.now() - this.unheardSince;
  }

  /** Say how it stands, where that has changed. */
  look() {
    const isUnheard = this.unheard > UNHEARD_MS;
    const isLost = Date.now() - this.heardAt > LOST_MS || this.isBehind || isUnheard || (!this.isFed && this.touch === "lost") || !this.view;
    const touch = this.isOver ? "gone" : isLost ? "lost" : this.isOlder ? "older" : "current";
    if (touch === this.touch || (!this.view && !this.touch && Date.now() - this.opened < LOST_MS)) return;
    this.touch = touch;
    this.hooks.onTouch?.(touch, new Date(Math.min(this.heardAt, this.behindSince || Infinity, this.unheardSince)));
  }

  /** Who one was here is over: the page is loaded anew, and says what it is now. */
  end() {
    if (this.isOver) return;
    this.close();
    this.look();
    if (this.hooks.onGone) this.hooks.onGone();
    else if (Date.now() - Number(sessionStorage.getItem(RELOADED)) > RELOAD_MS) {
      sessionStorage.setItem(RELOADED, String(Date.now()));
      window.location.reload();
    }
  }

  /** @param {Command} command */
  resend(command) {
    command.at = Date.now();
    command.since ||= command.at;
    this.transmit(command.frame);
  }

  /** @param {string} text */
  transmit(text) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
  }

  /**
   * @param {string} word
   * @param {string} text
   */
  send(word, text) {
    const id = [...crypto.getRandomValues(new Uint8Array(12))].map((each) => each.toString(16).padStart(2, "0")).join("");
    const frame = JSON.stringify({ do: word, id, expected: this.view?.sequence ?? this.drawn, text });
    const command = { frame, at: Date.now(), since: 0 };
    if (word === "courtesy") this.spoken = id;
    else this.waiting.set(id, command);
    if (this.isFed) this.resend(command);
    return id;
  }

  /** Play on this device, as if its page had been opened now. */
  takeOver() {
    this.begin();
    this.tries = 0;
    this.drop();
  }

  close() {
    this.isOver = true;
    window.clearInterval(this.watching);
    window.clearTimeout(this.retrying);
    document.removeEventListener("visibilitychange", this.wake);
    window.removeEventListener("pageshow", this.wake);
    window.removeEventListener("online", this.wake);
    this.hangUp();
  }
}

/**
 * The view after news.
 * @param {Json} view
 * @param {Json} frame
 */
function merged(view, frame) {
  const after = { ...view, ...frame.changed };
  if (frame.cards) after.cards = { ...view.cards, ...frame.cards };
  if (frame.score) {
    const last = view.score.at(-1);
    after.score = [...view.score.slice(0, -1), { ...last, ...frame.score, deals: [...last.deals, ...frame.score.deals] }];
  }
  return after;
}

/**
 * Open the line to a table.
 * @param {string} address
 * @param {Hooks} hooks
 * @param {number} [drawn] the newest event that the page shows already: what is sent before the first view is about that
 * @returns {{send(word: string, text?: string): string, takeOver(): void, retryNow(): void, close(): void}} send gives the id of the command
 */
export function openLink(address, hooks, drawn = 0) {
  const link = new Link(address, hooks, drawn);
  return { send: (word, text = "") => link.send(word, text), takeOver: () => link.takeOver(), retryNow: () => link.retryNow(), close: () => link.close() };
}
