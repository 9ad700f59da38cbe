/**
 * Draws the match at a live table as the link brings it: seats, clocks, cards, what was played; what is rare is fetched.
 *
 * The script of the game that draws the cards (data-cards) and the one that takes gestures (data-gestures) are named by the
 * root. The server has drawn the same page before; see docs/design.md, section 10.
 * @module
 */

import { patiently } from "../contact.js";
import { put as replace } from "../region.js";
import { quiet } from "../working.js";
import { Clocks } from "./clocks.js";
import { openLink } from "./link.js";
import { startSettings } from "./settings.js";

// Events after which more than cards and clocks looks different.
const OF_EVERY_PLAY = ["played", "time_given"];
// Rendered by the server and put in place after those.
const PARTS = ["table-title", "table-score", "table-notices", "table-interlude", "table-step", "table-side", "table-proof", "plays", "clock"];
const INTERLUDE = "table-interlude";
// Of these it is read out what they say in data-told.
const TOLD = ["table-notices", INTERLUDE];
const SHEETS = "details[data-sheet][open]";
// What sends something, or asks before it is sent.
const SENDERS = "form[method='post'] button, a[data-behaviour~='confirm'], [data-courtesy]";
const PATIENCE_MS = 5000; // for the page
const LATE_MS = 3000; // then it is said
const FIRST_MS = 400;
const LATER_MS = 8000;
const COURTESY_MS = 5000;
const SEED_BYTES = 16;
const TONE_HZ = 660;
const TONE_SECONDS = 0.12;

/** @typedef {Record<string, any>} Json */

/** @param {string} id */
const json = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "{}");

/** @param {string} text @param {Record<string, unknown>} values */
const filled = (text, values) => text.replace(/%\((\w+)\)s/g, (_all, name) => String(values[name] ?? ""));

class Board {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.phrases = json("table-phrases");
    const start = json("table-start");
    this.names = start.names;
    this.you = start.view.you;
    this.view = start.view;
    /** As the link says it. @type {{touch: string, since: Date}} */
    this.line = { touch: "", since: new Date() };
    /** What the reader is told: also lost while a part of the page is missing. */
    this.touch = "";
    /** Since when a part of the page is missing. @type {Date | null} */
    this.lateSince = null;
    this.lateTimer = 0;
    this.askNow = () => {};
    /** What had the focus last. @type {Element | null} */
    this.focused = null;
    /** Commands that the server has not answered, by their kind. @type {Map<string, string>} */
    this.open = new Map();
    /** What was read out last, or was there before, by part. */
    this.told = toldOf(document);
    this.hasPlayed = false;
    this.isReadySaid = false;
    this.isAsking = false;
    this.isToAsk = false;
    this.clocks = new Clocks(root, start.move_ms, (code, values) => this.phrase(code, values));
    /** @type {Json | null} */
    this.game = null;
    /** @type {Json | null} */
    this.hands = null;
    startSettings(root);
    root.addEventListener("submit", (event) => this.submit(event));
    root.addEventListener("focusin", (event) => (this.focused = /** @type {Element} */ (event.target)));
    document.addEventListener("click", (event) => this.hold(event), { capture: true });
    document.addEventListener("click", (event) => this.click(event));
    document.addEventListener("region:replaced", () => this.isCut && this.drawSenders());
    document.addEventListener("keydown", (event) => this.key(event), { capture: true });
    this.clocks.set(clockOf(this.view));
    this.start(start);
  }

  /** @param {Json} start */
  async start(start) {
    const { cards = "", gestures = "" } = this.root.dataset;
    // Without the gestures every legal play is still a button of the page.
    const [game, module] = await Promise.all([cards, gestures].map((file) => file && import(file).catch(() => null)));
    this.game = game || null;
    const picture = this.root.dataset.deck ?? "";
    const isPlayer = this.you !== null;
    this.table = { root: this.root, picture, words: start.cards, isPlayer };
    this.link = openLink(start.socket, {
      onView: (view, events) => this.news(view, events),
      onNews: (view, events) => this.news(view, events),
      onReceipt: (receipt) => this.answered(receipt, "receipt"),
      onRefused: (refused) => this.answered(refused, "refused"),
      onTouch: (touch, since) => this.heard(touch, since),
      onHere: (seats) => this.here(seats),
      onCourtesy: (courtesy) => this.courtesy(courtesy),
    }, this.view.sequence);
    this.hands = module ? module.default(this.root, { isPlayer, send: (/** @type {string} */ kind, /** @type {string} */ text) => this.send(kind, text) }) : null;
    document.body.classList.toggle("is-live", Boolean(this.hands));
    this.showTools();
    this.draw([]);
  }

  /** What only a script can do. */
  showTools() {
    for (const row of document.querySelectorAll("[data-needs-script]")) row.toggleAttribute("hidden", row.matches("[data-replay], .table-menu__typed") && !this.hands);
  }

  /**
   * @param {string} code
   * @param {Record<string, unknown>} [values]
   */
  phrase(code, values = {}) {
    return filled(this.phrases[code] ?? code, values);
  }

  /**
   * @param {string} kind
   * @param {string} [text]
   */
  send(kind, text = "") {
    const id = this.link?.send(kind, text) ?? "";
    this.open.set(id, kind);
    return id;
  }

  // What the link brings.

  /**
   * @param {Json} view
   * @param {Json[]} events
   */
  news(view, events) {
    const before = this.view;
    this.view = view;
    if (stateOf(view) !== "ready") this.isReadySaid = false;
    this.clocks.set(clockOf(view));
    this.draw(events);
    if (view.clock.turn === this.you && before.clock.turn !== this.you) this.sound();
    const isRare = !this.hands || events.some((event) => !OF_EVERY_PLAY.includes(event.kind));
    // A whole view after a gap names no events: any of them may have been a rare one.
    const isGap = !events.length && view.sequence > before.sequence;
    if (isRare || isGap) this.refresh();
  }

  /**
   * @param {Json} answer
   * @param {"receipt" | "refused"} how
   */
  answered(answer, how) {
    const kind = this.open.get(answer.id);
    this.open.delete(answer.id);
    this.hands?.[how](answer);
    if (kind === "play" && how === "receipt") this.hasPlayed = true;
    if (kind === "ready" && how === "refused") this.isReadySaid = false;
    if (how === "refused" && (kind !== "play" || !this.hands)) this.tell(answer.sentence);
    this.drawReady();
  }

  /**
   * @param {string} touch
   * @param {Date} since
   */
  heard(touch, since) {
    this.line = { touch, since };
    if (touch === "current") this.askNow();
    this.look();
  }

  /** Say how it stands: the line may be good while a part of the page is missing. */
  look() {
    const { touch, since } = this.line;
    const isLate = touch === "current" && this.lateSince !== null && Date.now() - this.lateSince.getTime() >= LATE_MS;
    if (isLate) this.setTouch("lost", this.lateSince ?? since);
    else if (touch) this.setTouch(touch, since);
  }

  /**
   * @param {string} touch
   * @param {Date} since
   */
  setTouch(touch, since) {
    if (touch === this.touch) return;
    this.touch = touch;
    if (this.isCut) this.closeSheets();
    const isCurrent = touch === "current";
    document.body.classList.toggle("is-stale", this.isCut);
    document.body.classList.toggle("is-older", touch === "older");
    this.clocks.know(!this.isCut);
    this.hands?.touch(isCurrent ? "current" : "lost");
    this.drawSenders();
    const notice = document.getElementById("table-lost");
    if (!notice) return;
    notice.hidden = isCurrent;
    const [title, text] = this.reason(touch, since);
    put(notice, "[data-lost-title]", title);
    put(notice, "[data-lost-text]", text);
    for (const button of notice.querySelectorAll("[data-lost-act]")) button.toggleAttribute("hidden", button.getAttribute("data-lost-act") !== touch);
    this.keepFocus();
  }

  /**
   * @param {string} touch
   * @param {Date} since
   */
  reason(touch, since) {
    if (touch === "older") return [this.phrase("older.title"), this.phrase("older")];
    if (touch === "gone") return [this.phrase("gone"), ""];
    const time = since.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
    const play = [...this.open.values()].includes("play") ? "lost.open" : this.hasPlayed ? "lost.saved" : "lost.none";
    return [this.phrase("lost.title", { time }), this.phrase(play)];
  }

  /** @param {number[]} seats who is connected */
  here(seats) {
    this.connected = seats;
    this.drawStates();
  }

  /** @param {Json} said */
  courtesy(said) {
    const seat = this.root.querySelector(`[data-seat="${said.seat}"]`);
    seat?.querySelector(".seat__said")?.remove();
    const bubble = document.createElement("span");
    bubble.className = "seat__said";
    bubble.setAttribute("role", "status");
    seat?.append(bubble);
    // A live region is there before its words.
    window.setTimeout(() => (bubble.textContent = this.phrase(`courtesy.${said.code}`)), 50);
    window.setTimeout(() => bubble.remove(), COURTESY_MS);
  }

  // What hands do.

  /** @param {Event} event */
  submit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.matches("[data-ready]")) return;
    // Without a line the form itself would lead to an error page.
    event.preventDefault();
    if (!this.mayBeReady) return;
    const seed = crypto.getRandomValues(new Uint8Array(SEED_BYTES));
    this.send("ready", [...seed].map((each) => each.toString(16).padStart(2, "0")).join(""));
    this.isReadySaid = true;
    this.drawReady();
  }

  get mayBeReady() {
    return this.touch === "current" && !this.isReadySaid && stateOf(this.view) === "ready";
  }

  /** Whether what is shown may be old, and nothing can be sent. */
  get isCut() {
    return this.touch === "lost" || this.touch === "gone";
  }

  /** Nothing is offered that cannot be sent: a question is taken back, and what sends something says that it waits. */
  drawSenders() {
    for (const question of this.isCut ? document.querySelectorAll("dialog[open]") : []) /** @type {HTMLDialogElement} */ (question).close();
    for (const sender of document.querySelectorAll(SENDERS)) {
      if (this.isCut) sender.setAttribute("aria-disabled", "true");
      else sender.removeAttribute("aria-disabled");
    }
    this.drawReady();
  }

  /** @param {Event} event */
  hold(event) {
    if (!this.isCut || !(event.target instanceof Element) || !event.target.closest(SENDERS)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The button keeps the focus while it may not be pressed. */
  drawReady() {
    this.root.querySelector("[data-ready] button")?.setAttribute("aria-disabled", String(!this.mayBeReady));
  }

  /** @param {Event} event */
  click(event) {
    const pressed = event.target instanceof Element ? event.target.closest("[data-courtesy], [data-lost-act]") : null;
    if (pressed?.hasAttribute("data-courtesy")) {
      this.link?.send("courtesy", pressed.getAttribute("data-courtesy") ?? "");
      pressed.closest("details")?.removeAttribute("open");
    } else if (pressed?.getAttribute("data-lost-act") === "older") this.link?.takeOver();
    else if (pressed) {
      this.link?.retryNow();
      this.askNow();
    }
    for (const sheet of document.querySelectorAll(SHEETS)) {
      if (event.target instanceof Node && !sheet.contains(event.target)) sheet.removeAttribute("open");
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
    const open = [...document.querySelectorAll(SHEETS)];
    const sheet = open.filter((each) => each.contains(document.activeElement)).at(-1) ?? open.at(-1);
    if (!sheet) return;
    // A card that is chosen stays chosen.
    event.preventDefault();
    sheet.removeAttribute("open");
    sheet.querySelector("summary")?.focus();
  }

  closeSheets() {
    for (const sheet of document.querySelectorAll(SHEETS)) {
      const isHere = sheet.contains(document.activeElement);
      sheet.removeAttribute("open");
      if (isHere) sheet.querySelector("summary")?.focus();
    }
  }

  /** Where what had the focus has gone, the reader is led to what comes next, and not to the top of the page. */
  keepFocus() {
    const active = document.activeElement;
    if (!this.focused || (active !== document.body && active !== this.focused)) return;
    // A list has the focus itself only where its cards have gone.
    if (this.focused.isConnected && this.focused.getClientRects().length && this.focused.localName !== "ul") return;
    const next = ["[data-ready] button", "[data-hand] button[data-card]:not([tabindex='-1'])", "[data-hand] button[data-card]", "#table-interlude h2"]
      .map((selector) => /** @type {HTMLElement | null} */ (this.root.querySelector(selector)))
      .find((each) => each?.getClientRects().length);
    if (next?.localName === "h2") next.tabIndex = -1;
    next?.focus({ preventScroll: true });
  }

  // What is shown.

  /** @param {Json[]} events */
  draw(events) {
    const state = stateOf(this.view);
    for (const each of ["ready", "waiting", "turn", "other", "paused", "over"]) document.body.classList.toggle(`is-${each}`, each === state);
    this.root.querySelector("[data-area]")?.toggleAttribute("hidden", ["ready", "waiting", "over"].includes(state));
    if (this.table) this.game?.draw(this.table, this.view);
    for (const number of this.root.querySelectorAll("[data-tally]")) {
      const found = (number.getAttribute("data-tally") ?? "").split(".").reduce((value, key) => value?.[key], this.view.cards);
      if (found !== undefined) number.textContent = String(found);
    }
    this.drawStates();
    this.drawReady();
    this.hands?.show(this.view, events);
    if (this.hands) this.drawRecent();
    this.keepFocus();
  }

  drawStates() {
    const { deal, is_over: isOver, is_paused: isPaused } = this.view;
    const { turn } = clockOf(this.view);
    for (const seat of this.root.querySelectorAll("[data-seat]")) {
      const number = Number(seat.getAttribute("data-seat"));
      const isAway = !isOver && this.connected && !this.connected.includes(number) && number !== this.you && !seat.hasAttribute("data-robot");
      const word = isAway ? "away" : turn === number ? (isPaused ? "stopped" : number === this.you ? "turn.you.short" : "turn.other.short") : deal.dealer === number ? "dealer" : seat.hasAttribute("data-partner") ? "partner" : "";
      seat.classList.toggle("is-away", Boolean(isAway));
      const place = seat.querySelector("[data-state]");
      if (place && place.textContent !== this.phrase(word)) place.textContent = word && this.phrase(word);
    }
  }

  drawRecent() {
    const list = this.root.querySelector("[data-recent]");
    const recent = this.view.cards?.recent ?? [];
    const said = [...recent].reverse().map((each) => this.hands?.tell(each.play, this.view.dealt[each.seat]) ?? "");
    if (list && said.join() !== [...list.children].map((item) => item.textContent).join()) {
      list.replaceChildren(...said.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
    }
  }

  /** Read out that time was called, and the end of a deal or of the match, once: those who come later read it on the page. */
  tellParts() {
    const told = toldOf(document);
    const fresh = told.filter((each, part) => each && each !== this.told[part]);
    if (fresh.length) this.hands?.say(fresh.join(" "));
    // The end of a deal is hidden while the next one is played; a call that is taken back may come again.
    this.told = told.map((each, part) => each || (TOLD[part] === INTERLUDE ? this.told[part] : ""));
  }

  /** @param {string} sentence */
  tell(sentence) {
    const notices = document.getElementById("table-notices");
    const notice = document.createElement("div");
    notice.className = "table-notice table-notice--refused";
    notice.setAttribute("role", "alert");
    notice.append(Object.assign(document.createElement("p"), { textContent: sentence }));
    notices?.replaceChildren(notice);
  }

  sound() {
    if (!this.root.hasAttribute("data-sound")) return;
    const context = new AudioContext();
    const tone = context.createOscillator();
    tone.frequency.value = TONE_HZ;
    tone.connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + TONE_SECONDS);
    tone.onended = () => context.close();
  }

  /** Fetch what only the server words: points, notices, what to do between deals. */
  async refresh() {
    this.isToAsk = true;
    if (this.isAsking) return;
    this.isAsking = true;
    for (let tries = 0; this.isToAsk && this.line.touch !== "gone"; ) {
      this.isToAsk = false;
      const page = await this.fetchPage();
      if (page) {
        tries = 0;
        await quiet();
        this.place(page);
      } else {
        this.isToAsk = true;
        await this.pause(Math.min(FIRST_MS * 2 ** tries, LATER_MS));
        tries += 1;
      }
    }
    this.isAsking = false;
  }

  /** The page as the server has it now; null where it does not come, which is said after a while. */
  async fetchPage() {
    if (!this.lateSince) {
      this.lateSince = new Date();
      this.lateTimer = window.setTimeout(() => this.look(), LATE_MS);
    }
    try {
      const answer = await patiently(window.location.pathname, { headers: { Accept: "text/html" } }, PATIENCE_MS);
      if (!answer.ok) return null;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      this.lateSince = null;
      window.clearTimeout(this.lateTimer);
      this.look();
      return page;
    } catch {
      return null;
    }
  }

  /** @param {number} ms */
  pause(ms) {
    return new Promise((done) => {
      const timer = window.setTimeout(done, ms);
      this.askNow = () => {
        window.clearTimeout(timer);
        done(undefined);
      };
    });
  }

  /** @param {Document} page */
  place(page) {
    for (const id of PARTS) {
      const [old, fresh] = [document.getElementById(id), page.getElementById(id)];
      if (!old || !fresh || old.outerHTML === fresh.outerHTML) continue;
      fresh.toggleAttribute("open", old.hasAttribute("open"));
      for (const row of fresh.querySelectorAll("[data-needs-script]")) row.removeAttribute("hidden");
      replace(old, fresh);
    }
    for (const fresh of page.querySelectorAll("[data-seat]")) {
      const old = this.root.querySelector(`[data-seat="${fresh.getAttribute("data-seat")}"]`);
      old?.replaceWith(document.adoptNode(fresh));
    }
    this.tellParts();
    const onward = document.querySelector("#table-step [data-onward]");
    if (onward instanceof HTMLAnchorElement) window.location.replace(onward.href);
    document.title = page.title;
    document.body.classList.toggle("is-tiebreak", page.body.classList.contains("is-tiebreak"));
    this.showTools();
    this.clocks.draw();
    this.draw([]);
  }
}

/**
 * The clock of a match; when that is over it is nobody's turn.
 * @param {Json} view
 */
const clockOf = (view) => (view.is_over ? { ...view.clock, turn: null } : view.clock);

/** What is to be read out, by part. @param {Document} page */
const toldOf = (page) => TOLD.map((id) => page.getElementById(id)?.getAttribute("data-told") ?? "");

/**
 * What is going on, in one word; the server says it by the same words.
 * @param {Json} view
 */
function stateOf(view) {
  if (view.is_over) return "over";
  if (view.is_paused) return "paused";
  if (view.deal.is_waiting) return view.deal.seats.includes(view.you) && !view.deal.ready.includes(view.you) ? "ready" : "waiting";
  return view.you !== null && view.clock.turn === view.you ? "turn" : "other";
}

/**
 * @param {Element} root
 * @param {string} selector
 * @param {string} text
 */
function put(root, selector, text) {
  const place = root.querySelector(selector);
  if (place) place.textContent = text;
}

/** @param {HTMLElement} element */
export default function board(element) {
  new Board(element);
}
