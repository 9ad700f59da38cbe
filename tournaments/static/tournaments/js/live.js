/**
 * Keeps a part of the page as new as the server: hears of versions, and fetches the part when there is a newer one.
 *
 * data-live-url       the stream of server-sent events; each message is JSON {"event": n, "version": n}
 * data-live-shared    the part is the same for everybody, so that it has an address with the version that any cache may keep;
 *                     without it the part is fetched from this page, as this reader sees it
 * data-live-regions   what is replaced, as selectors with blanks between them (default: the element itself); the page then follows as a whole
 * data-version        the version that is shown
 * data-live-marks     where the marks of all tables are; the part is fetched only where that of data-live-table is no longer data-mark
 * data-live-address   the page's own address, where it is shown as the answer to a step that has another: it is followed and loaded again there
 * data-live-left      the milliseconds until what opened this page is over: then the server is asked whether it still is for who reads it
 * (inside) [data-live-notice]  shown while somebody is writing here, so that nothing is replaced; its button shows what is new
 *
 * While a form of the page is being sent nothing is brought: its answer shows what it wrote, and says by the event live:shown which version that is.
 *
 * Who may not see the page any more (a role taken away, a log-in ended, a pass revoked or opened elsewhere) is shown what the server says instead.
 *
 * The server gives a sign of life every second. While it does, and everything it told of is shown, the page is current; where it does not,
 * the page says so (contact.js), and the stream is opened anew. The browser itself comes back to a stream that broke, after the pause that the
 * server gave it and with the last version it heard; where the server refuses, it is tried again here, first soon and then ever more seldom.
 * Until the stream is back, the server is asked every few seconds with an ETag. A page in the background rests.
 * What could not be brought is an error to who asked for it: the page is then not current, and says so.
 * @module
 */

import { check, expectContact, giveUp, heard, isLost, patiently } from "./contact.js";
import { isBusy, keepStill, replaceRegion } from "./region.js";
import { begin, quiet, sendings, working } from "./working.js";

const PRIVATE_MS = 1000; // a page of one reader costs the server what a shared one costs it for all
const BUSY_MS = 2000;
const MOST_BEHIND = 5;
const LONGEST_MS = 2 ** 31 - 1; // what a timer takes
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

/** One stream of versions, with everything on the page that follows it. */
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

/** One element that follows, by its id: the element itself is replaced with what it shows. */
class Follower {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.etag = "";
    this.fetched = 0;
    this.behind = 0;
    this.brought = 0;
    this.waiting = 0;
  }

  get element() {
    return document.getElementById(this.id);
  }

  /** @returns {HTMLElement[]} */
  get regions() {
    const element = this.element;
    const named = element?.dataset.liveRegions?.split(/\s+/) ?? [];
    return element && !named.length ? [element] : named.flatMap((selector) => document.querySelector(selector) ?? []);
  }

  get shown() {
    return Number(this.element?.dataset.version ?? 0);
  }

  /** @param {number} version the newest that is known; 0 to ask the server */
  async refresh(version) {
    await quiet();
    const element = this.element;
    if (!element) return;
    // Nobody who writes is told of news before the server has said that there are some.
    if (!version && this.regions.some(isBusy)) version = await this.asked();
    if (version && this.shown >= version) {
      this.say(false);
      return;
    }
    if (version && (await this.isUntouched(element, version))) {
      element.dataset.version = String(version);
      return;
    }
    if (!this.regions.some(isBusy)) {
      await this.bring(element, version);
      return;
    }
    if (!("liveShared" in element.dataset) && version !== this.brought) await this.bringParts(version);
    this.tell(version);
  }

  /** The version that the server has of this page, which is not brought; the one that is shown where it does not say. */
  async asked() {
    const answer = await patiently(...own());
    if (isShut(answer)) window.location.reload();
    if (!answer.ok) throw new Error("no answer");
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return Number(page.getElementById(this.id)?.dataset.version ?? this.shown);
  }

  /**
   * Somebody is writing on this page: bring what follows by itself and is not written in, such as the clock.
   * @param {number} version
   */
  async bringParts(version) {
    this.brought = version;
    const answer = await patiently(...own());
    if (isShut(answer)) window.location.reload();
    if (!answer.ok) throw new Error("no answer");
    if (answer.redirected) return;
    const html = await answer.text();
    await quiet();
    const parts = this.regions.flatMap((region) => [...region.querySelectorAll(`[id][data-behaviour~='live']:not(#${this.id})`)]);
    parts.filter((part) => !isBusy(part)).forEach((part) => replaceRegion(part, html));
  }

  /**
   * Is the table of this page as it was, whatever has changed at others?
   * @param {HTMLElement} element
   * @param {number} version
   */
  async isUntouched(element, version) {
    const { liveMarks, liveTable, mark } = element.dataset;
    if (!liveMarks || !liveTable) return false;
    const answer = await patiently(versioned(liveMarks, version), { credentials: "omit" });
    if (!answer.ok) return false;
    const marks = (await answer.json()).tables;
    return !(liveTable in marks) || marks[liveTable] === mark;
  }

  /** Is this page still for who reads it? Asked also while somebody writes, or looks elsewhere. */
  async look() {
    if (this.element && !("liveShared" in this.element.dataset) && isShut(await patiently(...own()))) window.location.reload();
  }

  /**
   * Say that something is new, and bring it when nobody is writing any more.
   * @param {number} version
   */
  tell(version) {
    const button = this.say(true)?.querySelector("button");
    if (button) button.onclick = () => this.element && working(this.bring(this.element, version, true)).catch(() => this.later(version, BUSY_MS));
    this.later(version, BUSY_MS);
  }

  /**
   * Show the notice, or take it away.
   * @param {boolean} isNews
   */
  say(isNews) {
    const notice = /** @type {HTMLElement | null | undefined} */ (this.element?.querySelector("[data-live-notice]"));
    if (notice && notice.hidden === isNews) keepStill(() => (notice.hidden = !isNews));
    return notice;
  }

  /**
   * @param {number} version
   * @param {number} pause
   */
  later(version, pause) {
    window.clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => working(this.refresh(version)).catch(() => this.later(version, BUSY_MS)), pause);
  }

  /**
   * The answer to a form that was sent from here shows a version.
   * @param {{version: number, whole: boolean}} answer whole: everything up to it, and not only what the form itself wrote
   */
  has({ version, whole }) {
    const element = this.element;
    if (!element || this.shown >= version || (!whole && this.shown + 1 !== version)) return;
    element.dataset.version = String(version);
    this.say(false);
  }

  /**
   * @param {HTMLElement} element
   * @param {number} version
   * @param {boolean} [isWanted] anybody who is writing here has asked for it
   */
  async bring(element, version, isWanted = false) {
    window.clearTimeout(this.waiting);
    const isShared = "liveShared" in element.dataset;
    const pause = isShared ? 0 : this.fetched + PRIVATE_MS - Date.now();
    if (pause > 0) await new Promise((done) => window.setTimeout(done, pause));
    this.fetched = Date.now();
    const before = sendings();
    const answer = await patiently(...(isShared ? shared(version, this.etag) : own()));
    if (!isShared && isShut(answer)) window.location.reload();
    if (answer.status === 304 || answer.redirected) return;
    if (!answer.ok) throw new Error("no answer");
    const html = await answer.text();
    await quiet();
    // What was sent from here meanwhile is not in it.
    if (sendings() !== before) {
      await this.bring(element, version, isWanted);
      return;
    }
    // Somebody may have begun to write while it was on its way.
    if (!isWanted && this.regions.some(isBusy)) {
      this.tell(version);
      return;
    }
    this.regions.forEach((region) => replaceRegion(region, html));
    this.etag = answer.headers.get("ETag") ?? "";
    // What hears of a version before the database that we are asked from has it, asks again.
    if (version > this.shown && (this.behind += 1) < MOST_BEHIND) this.later(version, BUSY_MS);
    else this.behind = 0;
  }
}

/**
 * The address of something at a version, in the language of this page.
 * @param {string} address
 * @param {number} version
 */
function versioned(address, version) {
  const url = new URL(address, window.location.href);
  url.hash = "";
  url.searchParams.set("v", String(version));
  url.searchParams.set("l", document.documentElement.lang);
  return url.href;
}

/**
 * @param {number} version
 * @param {string} etag
 * @returns {[string, RequestInit]}
 */
function shared(version, etag) {
  /** @type {RequestInit} */
  const asked = { credentials: "omit" };
  // Without a version the server is asked what there is: no cache may answer for it, and an ETag makes it cheap.
  if (!version) Object.assign(asked, { cache: "no-store", headers: etag ? { "If-None-Match": etag } : {} });
  return [versioned(window.location.href, version), asked];
}

/**
 * Is this page no longer for who reads it? What stands here is taken away, and the server says why.
 * @param {Response} answer
 */
function isShut(answer) {
  return answer.redirected || [401, 403, 404].includes(answer.status);
}

/** @returns {[string, RequestInit]} */
function own() {
  return [window.location.href, { cache: "no-store" }];
}

/** @type {Map<string, Follower>} */
const followers = new Map();

document.addEventListener("live:shown", (event) => followers.forEach((follower) => follower.has(/** @type {CustomEvent} */ (event).detail)));

/** @param {HTMLElement} element */
function isPart(element) {
  return document.querySelector("[data-live-regions]") !== null && !element.dataset.liveRegions;
}

/** @param {HTMLElement} element */
export default function live(element) {
  const url = element.dataset.liveUrl;
  // Where the page as a whole follows, its parts are brought with it.
  if (!url || !element.id || isPart(element)) return;
  if (element.dataset.liveAddress) window.history.replaceState(window.history.state, "", element.dataset.liveAddress);
  const follower = followers.get(element.id) ?? new Follower(element.id);
  if (!followers.has(element.id) && element.dataset.liveLeft) window.setTimeout(() => follower.look(), Math.min(Number(element.dataset.liveLeft), LONGEST_MS));
  followers.set(element.id, follower);
  const channel = channels.get(url) ?? new Channel(url);
  channels.set(url, channel);
  channel.followers.add(follower);
}
