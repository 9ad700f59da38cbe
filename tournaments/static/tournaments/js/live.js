/**
 * Keeps a region as new as the server: listens for versions, and fetches the region when there is a newer one.
 *
 * data-live-url      the stream of server-sent events; each message is JSON {"version": n}
 * data-live-src      where the region is rendered (default: this page)
 * data-version       the version that is shown
 *
 * Where the stream fails, the region is asked for every five seconds with its ETag, and the stream is tried again with growing pauses.
 * @module
 */

import { isBusy, replaceRegion } from "./region.js";

const POLL_MS = 5000;
const RETRY_MS = 1000;
const RETRY_MOST_MS = 60000;
const JITTER_MS = 200; // a thousand readers hear of a result in the same millisecond

/** One stream, with every region of the page that listens to it. */
class Channel {
  /** @param {string} url */
  constructor(url) {
    this.url = url;
    /** @type {Set<string>} */
    this.ids = new Set();
    this.retry = RETRY_MS;
    this.polling = 0;
    this.newest = 0;
    /** @type {Map<string, string>} */
    this.etags = new Map();
    /** @type {EventSource | null} */
    this.source = null;
    /** @type {Promise<void>} */
    this.work = Promise.resolve();
    this.listen();
  }

  listen() {
    if (this.source || !("EventSource" in window)) {
      this.startPolling();
      return;
    }
    const source = new EventSource(this.url);
    this.source = source;
    source.onopen = () => this.opened();
    source.onmessage = (event) => this.heard(event.data);
    source.onerror = () => this.failed();
  }

  opened() {
    this.retry = RETRY_MS;
    window.clearInterval(this.polling);
    this.polling = 0;
  }

  /** @param {string} data */
  heard(data) {
    const version = Number(JSON.parse(data).version);
    if (!Number.isFinite(version)) return;
    this.newest = Math.max(this.newest, version);
    window.setTimeout(() => this.refresh(), Math.random() * JITTER_MS);
  }

  failed() {
    this.source?.close();
    this.source = null;
    this.startPolling();
    window.setTimeout(() => this.listen(), this.retry * (0.75 + Math.random() / 2));
    this.retry = Math.min(this.retry * 2, RETRY_MOST_MS);
  }

  startPolling() {
    if (!this.polling) this.polling = window.setInterval(() => this.refresh(true), POLL_MS);
  }

  /** The regions that still stand on the page and show less than the newest version. */
  regions() {
    const elements = [...this.ids].map((id) => document.getElementById(id));
    return elements.filter((element) => element !== null);
  }

  /**
   * Bring every region up to date, one round after the other.
   * @param {boolean} [asking] true when no version is known, and the server has to be asked
   */
  refresh(asking = false) {
    if (document.hidden) return;
    this.work = this.work.then(() => this.fetchAll(asking));
  }

  /** @param {boolean} asking */
  async fetchAll(asking) {
    const late = this.regions().filter((region) => asking || Number(region.dataset.version ?? 0) < this.newest);
    const sources = new Set(late.map((region) => region.dataset.liveSrc || window.location.href));
    for (const source of sources) {
      await this.fetchOne(source, late.filter((region) => (region.dataset.liveSrc || window.location.href) === source));
    }
  }

  /**
   * @param {string} source
   * @param {HTMLElement[]} regions
   */
  async fetchOne(source, regions) {
    if (regions.some(isBusy)) {
      window.setTimeout(() => this.refresh(), POLL_MS);
      return;
    }
    try {
      const answer = await fetch(source, { headers: this.headers(source), cache: "no-store" });
      if (answer.status === 304 || !answer.ok) return;
      const html = await answer.text();
      regions.forEach((region) => replaceRegion(region, html));
      this.etags.set(source, answer.headers.get("ETag") ?? "");
    } catch {
      this.startPolling();
    }
  }

  /** @param {string} source */
  headers(source) {
    const etag = this.etags.get(source);
    /** @type {Record<string, string>} */
    const headers = { "X-Live": "1" };
    if (etag) headers["If-None-Match"] = etag;
    return headers;
  }
}

/** @type {Map<string, Channel>} */
const channels = new Map();

document.addEventListener("visibilitychange", () => channels.forEach((channel) => channel.refresh(true)));
window.addEventListener("online", () => channels.forEach((channel) => channel.refresh(true)));

/** @param {HTMLElement} element */
export default function live(element) {
  const url = element.dataset.liveUrl;
  if (!url || !element.id) return;
  const channel = channels.get(url) ?? new Channel(url);
  channels.set(url, channel);
  channel.ids.add(element.id);
  element.addEventListener("live:refresh", () => channel.refresh(true));
}
