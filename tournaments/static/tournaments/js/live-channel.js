/**
 * One stream of versions, with everything on the page that follows it.
 *
 * The browser itself comes back to a stream that broke, after the pause that the server gave it and with the last version it heard.
 * Where the server refuses, or there is none, it is tried again here, first soon and then ever more seldom; meanwhile it is asked.
 * A stream that is silent for longer than the server ever is has been lost on the way without anybody saying so: it is opened anew.
 * @module
 */

import { check, heard } from "./contact.js";

const POLL_MS = 5000;
const RETRY_MS = 2000;
const RETRY_MOST_MS = 60000;
const QUICK_TRIES = 15; // a server that is started anew is back long before
const JITTER_MS = 200; // a thousand readers hear of a result in the same millisecond
const REST_MS = 30000;
const SILENT_MS = 40000; // the server gives a sign of life every fifteen seconds

/** @typedef {{refresh(version: number): Promise<void>, look(): Promise<void>}} Follower */

class Channel {
  /** @param {string} url */
  constructor(url) {
    this.url = url;
    /** @type {Set<Follower>} */
    this.followers = new Set();
    this.newest = 0;
    this.tries = 0;
    this.polling = 0;
    this.retrying = 0;
    this.resting = 0;
    this.heardAt = Date.now();
    window.setInterval(() => this.watch(), SILENT_MS / 4);
    /** @type {EventSource | null} */
    this.source = null;
    /** @type {Promise<void>} */
    this.work = Promise.resolve();
    this.listen();
  }

  listen() {
    window.clearTimeout(this.retrying);
    if (this.source) return;
    if (!("EventSource" in window)) {
      this.startPolling();
      return;
    }
    const source = new EventSource(this.url);
    this.source = source;
    source.onopen = () => {
      this.live();
      this.opened();
    };
    source.addEventListener("alive", () => this.live());
    source.addEventListener("again", () => this.lost());
    source.onmessage = (event) => this.heard(event.data);
    source.onerror = () => this.failed(source);
  }

  live() {
    this.heardAt = Date.now();
    heard();
  }

  /** A network that went away without a word leaves a stream that looks open for ever. */
  watch() {
    if (this.source?.readyState !== EventSource.OPEN || Date.now() - this.heardAt < SILENT_MS) return;
    this.source.close();
    this.source = null;
    this.listen();
    this.startPolling();
    this.ask();
  }

  opened() {
    this.tries = 0;
    window.clearInterval(this.polling);
    this.polling = 0;
  }

  /** @param {string} data */
  heard(data) {
    this.live();
    const version = Number(JSON.parse(data).version);
    if (!Number.isFinite(version) || version <= this.newest) return;
    this.newest = version;
    window.setTimeout(() => this.refresh(this.newest), Math.random() * JITTER_MS);
  }

  /** The log-in of this page has ended, or goes on under another name: look again, and listen as who one is now. */
  lost() {
    this.source?.close();
    this.source = null;
    this.listen();
    this.followers.forEach((follower) => follower.look());
  }

  /** @param {EventSource} source */
  failed(source) {
    this.startPolling();
    // While it is connecting, the browser tries again by itself.
    if (source.readyState !== EventSource.CLOSED || this.source !== source) return;
    this.source = null;
    this.tries += 1;
    const pause = this.tries <= QUICK_TRIES ? RETRY_MS : Math.min(RETRY_MS * 2 ** (this.tries - QUICK_TRIES), RETRY_MOST_MS);
    this.retrying = window.setTimeout(() => this.listen(), pause * (0.5 + Math.random()));
  }

  startPolling() {
    if (this.polling) return;
    this.polling = window.setInterval(() => this.poll(), POLL_MS * (0.8 + Math.random() * 0.4));
    check();
  }

  poll() {
    check();
    this.ask();
  }

  /** No version is known to be new: ask the server. */
  ask() {
    this.refresh(0);
  }

  /**
   * Bring every follower up to date, one round after the other.
   * @param {number} version 0 to ask
   */
  refresh(version) {
    if (document.hidden) return;
    this.work = this.work.then(() => this.bring(version)).catch(() => this.startPolling());
  }

  /** @param {number} version */
  async bring(version) {
    for (const follower of this.followers) await follower.refresh(version);
    if (this.source?.readyState === EventSource.OPEN) this.opened();
  }

  /** Nobody looks: after a while let the stream go. */
  rest() {
    window.clearTimeout(this.resting);
    this.resting = window.setTimeout(() => this.stop(), REST_MS);
  }

  stop() {
    window.clearTimeout(this.retrying);
    window.clearInterval(this.polling);
    this.polling = 0;
    this.source?.close();
    this.source = null;
  }

  wake() {
    window.clearTimeout(this.resting);
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
window.addEventListener("online", () => channels.forEach((channel) => channel.poll()));
window.addEventListener("offline", () => channels.forEach((channel) => channel.startPolling()));

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
