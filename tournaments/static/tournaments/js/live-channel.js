/**
 * One stream of versions, with everything on the page that follows it.
 *
 * The server gives a sign of life every second. While it does, and everything it told of is shown, the page is current; where it does not,
 * the page says so (contact.js), and the stream is opened anew. The browser itself comes back to a stream that broke, after the pause that the
 * server gave it and with the last version it heard; where the server refuses, it is tried again here, first soon and then ever more seldom.
 * As long as there is no stream the server is asked.
 * @module
 */

import { check, expectContact, giveUp, heard, isLost } from "./contact.js";
import { quiet } from "./hands.js";
import { begin, working } from "./working.js";

const TICK_MS = 2000; // while there is no stream
const ASK_EVERY = 3; // ticks; between them the server is only asked whether it is there
const ASK_EVERY_LOST = 2;
const STUCK_MS = 6000; // a stream that neither opens nor fails for so long never will
const RETRY_MS = 2000;
const RETRY_MOST_MS = 60000;
const QUICK_TRIES = 15; // a server that is started anew is back long before
const FAILED_MS = 1000; // what could not be brought is tried again, ever more seldom
const FAILED_MOST_MS = 8000;
const JITTER_MS = 200; // a thousand readers hear of a result in the same millisecond
const REST_MS = 30000;

/** @typedef {{refresh(version: number): Promise<void>, look(): Promise<void>}} Follower */

class Channel {
  /** @param {string} url */
  constructor(url) {
    this.url = url;
    /** @type {Set<Follower>} */
    this.followers = new Set();
    this.newest = 0;
    this.tries = 0;
    this.asking = 0;
    this.ticks = 0;
    this.retrying = 0;
    this.resting = 0;
    this.signAt = 0;
    this.triedAt = 0;
    // Whether something may be missing: then a sign of life does not make the page current.
    this.isBehind = false;
    this.isBringing = false;
    this.failures = 0;
    this.notBefore = 0;
    /** @type {EventSource | null} */
    this.source = null;
    /** @type {Promise<void>} */
    this.work = Promise.resolve();
    // Until the server has said what there is, or does not answer.
    this.begun = begin();
    expectContact();
    this.listen();
  }

  listen() {
    window.clearTimeout(this.retrying);
    if (this.source) return;
    if (!("EventSource" in window)) {
      this.startAsking();
      return;
    }
    const source = new EventSource(this.url);
    this.source = source;
    this.triedAt = performance.now();
    source.onopen = () => this.opened();
    source.addEventListener("alive", () => this.alive());
    source.addEventListener("again", () => this.again());
    source.onmessage = (event) => this.told(event.data);
    source.onerror = () => this.failed(source);
  }

  reopen() {
    this.source?.close();
    this.source = null;
    this.listen();
  }

  /** What is missing is told at once, or nothing is: the first sign of life says so. */
  opened() {
    this.sign();
    if (this.isBehind) giveUp();
  }

  sign() {
    this.begun();
    this.signAt = this.triedAt = performance.now();
    this.tries = 0;
    this.stopAsking();
  }

  alive() {
    this.sign();
    if (!this.isBehind) heard();
    else if (!this.isBringing && performance.now() >= this.notBefore) this.refresh(this.newest);
  }

  /** @param {string} data */
  told(data) {
    const version = Number(JSON.parse(data).version);
    if (!Number.isFinite(version) || version <= this.newest) {
      this.alive();
      return;
    }
    // What a stream begins with is told to this reader alone.
    const pause = this.newest ? Math.random() * JITTER_MS : 0;
    this.newest = version;
    this.isBehind = true;
    working(new Promise((done) => window.setTimeout(done, pause)).then(() => this.refresh(this.newest)));
    this.sign();
  }

  /** The log-in of this page has ended, or goes on under another name: look again, and listen as who one is now. */
  again() {
    this.reopen();
    this.followers.forEach((follower) => working(follower.look()).catch(() => this.startAsking()));
  }

  /** @param {EventSource} source */
  failed(source) {
    this.begun();
    this.startAsking();
    this.triedAt = performance.now();
    // While it is connecting, the browser tries again by itself.
    if (source.readyState !== EventSource.CLOSED || this.source !== source) return;
    this.source = null;
    if (!this.isBehind) check();
    this.tries += 1;
    const pause = this.tries <= QUICK_TRIES ? RETRY_MS : Math.min(RETRY_MS * 2 ** (this.tries - QUICK_TRIES), RETRY_MOST_MS);
    this.retrying = window.setTimeout(() => this.listen(), pause * (0.5 + Math.random()));
  }

  /** The page is lost: a network that went away without a word leaves a stream that looks open for ever. */
  lost() {
    this.isBehind = true;
    this.startAsking();
    if (!this.isSilent()) return;
    giveUp();
    if (this.source?.readyState === EventSource.OPEN) this.reopen();
  }

  /** Whether the stream misses its signs of life. */
  isSilent() {
    return performance.now() - this.signAt > TICK_MS;
  }

  startAsking() {
    if (this.asking || document.hidden) return;
    this.ticks = 0;
    this.asking = window.setInterval(() => this.tick(), TICK_MS * (0.8 + Math.random() * 0.4));
  }

  stopAsking() {
    window.clearInterval(this.asking);
    this.asking = 0;
  }

  tick() {
    this.ticks += 1;
    if (this.source && performance.now() - this.triedAt > STUCK_MS) this.reopen();
    if (this.isBringing) return;
    if (this.ticks % (this.isBehind ? ASK_EVERY_LOST : ASK_EVERY) === 0) this.ask();
    else if (!this.isBehind) check();
  }

  /** No version is known to be new: ask the server. */
  ask() {
    this.refresh(0);
  }

  /** The network is back. */
  hurry() {
    if (this.source?.readyState !== EventSource.OPEN) this.reopen();
    this.ask();
  }

  /**
   * Bring every follower up to date, one round after the other.
   * @param {number} version 0 to ask
   */
  refresh(version) {
    if (document.hidden) return;
    this.work = working(this.work.then(() => this.bring(version)));
  }

  /** @param {number} version */
  async bring(version) {
    this.isBringing = true;
    await quiet();
    const newest = this.newest;
    try {
      for (const follower of this.followers) await follower.refresh(version);
      this.isBehind = this.newest > newest;
      this.failures = 0;
      if (!this.isBehind) heard();
    } catch {
      this.isBehind = true;
      this.failures += 1;
      this.notBefore = performance.now() + Math.min(FAILED_MS * 2 ** this.failures, FAILED_MOST_MS) * (0.5 + Math.random() / 2);
      if (this.isSilent()) this.startAsking();
    }
    this.isBringing = false;
  }

  /** Nobody looks: after a while let the stream go. */
  rest() {
    window.clearTimeout(this.resting);
    this.resting = window.setTimeout(() => this.stop(), REST_MS);
  }

  stop() {
    this.begun();
    window.clearTimeout(this.retrying);
    this.stopAsking();
    this.source?.close();
    this.source = null;
  }

  wake() {
    window.clearTimeout(this.resting);
    this.isBehind = true;
    this.listen();
    this.ask();
  }
}

/** @type {Map<string, Channel>} */
const channels = new Map();

document.addEventListener("visibilitychange", () =>
  channels.forEach((channel) => (document.hidden ? channel.rest() : channel.wake())),
);
window.addEventListener("pagehide", () => channels.forEach((channel) => channel.stop()));
window.addEventListener("pageshow", (event) => event.persisted && channels.forEach((channel) => channel.wake()));
// A clock has run out on every page in the same second.
document.addEventListener("live:refresh", () => window.setTimeout(() => channels.forEach((channel) => channel.ask()), Math.random() * 1000));
document.addEventListener("contact", () => isLost() && channels.forEach((channel) => channel.lost()));
window.addEventListener("online", () => channels.forEach((channel) => channel.hurry()));

/**
 * Let ``follower`` know of every newer version.
 * @param {string} url
 * @param {Follower} follower
 */
export function follow(url, follower) {
  const channel = channels.get(url) ?? new Channel(url);
  channels.set(url, channel);
  channel.followers.add(follower);
}
