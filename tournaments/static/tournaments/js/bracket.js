/**
 * A bracket that is moved through: a mouse pulls it sideways, arrows go from match to match, chips show the rounds, a
 * followed name lights its path, and it opens at the round that is played. On a phone one round fills the window.
 *
 * (beside)  [data-bracket-tools] with a[data-round] for each round, input[data-follow] with its datalist, button[data-fit]
 *
 * The whole is one tab stop: arrows move inside, Home and End to the first and last round.
 * @module
 */

import { afterPause } from "./working.js";

const PULL_PX = 5; // less than this is a click
const PAUSE_MS = 120; // then a view that was scrolled stands
const NARROW = "(max-width: 40rem)";

/** What a reader chose, by the id of the view: a live region may replace it. */
/** @type {Map<string, {followed: string, isFit: boolean, left: number | null}>} */
const kept = new Map();

/** @param {HTMLElement} view */
const keptOf = (view) => kept.get(view.id) ?? kept.set(view.id, { followed: "", isFit: false, left: null }).get(view.id);

/** @param {HTMLElement} view */
const roundsOf = (view) => /** @type {HTMLElement[]} */ ([...view.querySelectorAll(".bracket__round")]);

/** @param {Element} round */
const matchesOf = (round) => /** @type {HTMLElement[]} */ ([...round.querySelectorAll(".match")]);

/** @param {Element} side */
const nameOf = (side) => side.querySelector(".match__name")?.firstChild?.textContent?.trim() ?? "";

/**
 * @param {HTMLElement} view
 * @param {PointerEvent} down
 */
function pull(view, down) {
  const from = view.scrollLeft;
  const move = (/** @type {PointerEvent} */ event) => {
    const x = event.clientX - down.clientX;
    if (!("panning" in view.dataset) && Math.abs(x) < PULL_PX) return;
    view.dataset.panning = "";
    view.scrollTo({ left: from - x, behavior: "instant" });
  };
  const up = () => {
    view.removeEventListener("pointermove", move);
    // The click that ends a pull comes after pointerup, and must still find the mark.
    window.setTimeout(() => delete view.dataset.panning);
  };
  view.addEventListener("pointermove", move);
  window.addEventListener("pointerup", up, { once: true });
  window.addEventListener("pointercancel", up, { once: true });
}

/**
 * Where a view is scrolled to for a round.
 * @param {HTMLElement} view
 * @param {HTMLElement} round
 */
function leftOf(view, round) {
  const inset = Number.parseFloat(getComputedStyle(view).paddingLeft);
  return round.getBoundingClientRect().left - view.getBoundingClientRect().left + view.scrollLeft - inset;
}

/** The round that stands at the left edge; the last where the view is at its end. @param {HTMLElement} view */
function shownRound(view) {
  const rounds = roundsOf(view);
  const isAtEnd = view.scrollLeft > 1 && view.scrollLeft >= view.scrollWidth - view.clientWidth - 1;
  if (isAtEnd && window.matchMedia(NARROW).matches) return rounds.length - 1;
  return Math.max(0, rounds.findLastIndex((round) => leftOf(view, round) <= view.scrollLeft + 8));
}

/** @param {HTMLElement} view */
function mark(view) {
  const at = shownRound(view);
  const rounds = roundsOf(view);
  const chips = /** @type {HTMLElement[]} */ ([...(view.parentElement?.querySelectorAll("[data-round]") ?? [])]);
  chips.forEach((chip, index) => {
    chip.toggleAttribute("aria-current", index === at);
    chip.tabIndex = index === at ? 0 : -1;
  });
  // The first stays at the edge, and covers what lies below it.
  if (at) chips[at]?.parentElement?.scrollTo({ left: chips[at].offsetLeft - chips[0].offsetWidth - 16 });
  // One round at a time: the view is as high as it.
  const isNarrow = window.matchMedia(NARROW).matches;
  view.style.blockSize = isNarrow && rounds[at] ? `${rounds[at].scrollHeight + 24}px` : "";
  keptOf(view).left = view.scrollLeft;
}

/**
 * @param {HTMLElement} view
 * @param {number} at
 */
function show(view, at) {
  const round = roundsOf(view)[at];
  if (round) view.scrollTo({ left: leftOf(view, round) });
}

/** @param {HTMLElement} view */
function openAtPlay(view) {
  const left = keptOf(view).left;
  const match = view.querySelector(".match--live, .match--called, .match--tie");
  const round = /** @type {HTMLElement | null} */ (match?.closest(".bracket__round"));
  if (left !== null) view.scrollTo({ left, behavior: "instant" });
  else if (round) view.scrollTo({ left: leftOf(view, round), behavior: "instant" });
}

/**
 * Lights the path of a name; nothing for an empty one.
 * @param {HTMLElement} view
 * @param {string} name
 */
function light(view, name) {
  for (const side of view.querySelectorAll(".match__side")) {
    const isOn = name !== "" && nameOf(side).toLowerCase() === name.toLowerCase();
    side.toggleAttribute("data-lit", isOn);
  }
  for (const item of view.querySelectorAll(".bracket__matches > li")) {
    item.toggleAttribute("data-lit", item.querySelector("[data-lit]") !== null);
  }
}

/**
 * @param {HTMLElement} view
 * @param {HTMLElement} tools
 */
function follow(view, tools) {
  const field = /** @type {HTMLInputElement | null} */ (tools.querySelector("[data-follow]"));
  const list = field?.list;
  if (!field || !list) return;
  const names = new Set([...view.querySelectorAll(".match__side:not(.match__side--open)")].map(nameOf));
  list.replaceChildren(...[...names].sort().map((name) => new Option("", name)));
  field.closest("label")?.removeAttribute("hidden");
  field.value = keptOf(view).followed;
  light(view, field.value);
  field.addEventListener("input", () => {
    keptOf(view).followed = field.value;
    light(view, field.value);
    const last = [...view.querySelectorAll("li[data-lit]")].pop();
    last?.scrollIntoView({ block: "center", inline: "nearest" });
  });
  const hover = (/** @type {Event} */ event) => {
    const side = event.target instanceof Element ? event.target.closest(".match__side") : null;
    if (!keptOf(view).followed) light(view, side ? nameOf(side) : "");
  };
  view.addEventListener("pointerover", hover);
  view.addEventListener("pointerleave", hover);
}

/**
 * Makes the whole as small as the window needs.
 * @param {HTMLElement} view
 * @param {HTMLElement} tools
 */
function fit(view, tools) {
  const button = /** @type {HTMLButtonElement | null} */ (tools.querySelector("[data-fit]"));
  if (!button) return;
  button.hidden = false;
  const draw = () => {
    const { isFit } = keptOf(view);
    button.ariaPressed = String(isFit);
    view.style.zoom = "";
    view.toggleAttribute("data-fits", isFit);
    if (!isFit) return;
    const room = window.innerHeight - tools.offsetHeight - 16;
    view.style.zoom = String(Math.min(1, room / view.offsetHeight));
  };
  button.addEventListener("click", () => {
    keptOf(view).isFit = !keptOf(view).isFit;
    draw();
    if (keptOf(view).isFit) tools.scrollIntoView({ block: "start" });
  });
  draw();
}

/**
 * The match that an arrow leads to.
 * @param {HTMLElement} view
 * @param {string} key
 */
function next(view, key) {
  const rounds = roundsOf(view).map(matchesOf);
  const here = document.activeElement?.closest(".match");
  const column = rounds.findIndex((matches) => matches.some((match) => match === here));
  if (column < 0) {
    const first = shownRound(view) + Number(key === "ArrowRight");
    return rounds[{ Home: 0, End: rounds.length - 1 }[key] ?? Math.min(first, rounds.length - 1)]?.[0];
  }
  const row = rounds[column].findIndex((match) => match === here);
  if (key === "Home" || key === "End") return rounds[key === "Home" ? 0 : rounds.length - 1][0];
  if (key === "ArrowUp" || key === "ArrowDown") return rounds[column][row + (key === "ArrowUp" ? -1 : 1)];
  const other = rounds[column + (key === "ArrowRight" ? 1 : -1)];
  return other?.[Math.floor((row * other.length) / rounds[column].length)];
}

/** @param {HTMLElement} view */
function walk(view) {
  for (const match of view.querySelectorAll(".match")) /** @type {HTMLElement} */ (match).tabIndex = -1;
  view.addEventListener("keydown", (event) => {
    if (!["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(event.key)) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const match = next(view, event.key);
    match?.focus({ preventScroll: true });
    match?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  });
}

/** @param {HTMLElement} tools @param {HTMLElement} view */
function chips(tools, view) {
  const all = /** @type {HTMLElement[]} */ ([...tools.querySelectorAll("[data-round]")]);
  all.forEach((chip, at) => {
    chip.addEventListener("click", (event) => {
      event.preventDefault();
      show(view, at);
    });
    chip.addEventListener("keydown", (event) => {
      const other = all[at + ({ ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0)];
      if (other && other !== chip) other.focus();
    });
  });
}

/** @param {HTMLElement} view */
export default function bracket(view) {
  const tools = /** @type {HTMLElement | null} */ (view.parentElement?.querySelector("[data-bracket-tools]") ?? null);
  view.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button === 0) pull(view, event);
  });
  view.addEventListener("dragstart", (event) => event.preventDefault());
  view.addEventListener("click", (event) => "panning" in view.dataset && event.preventDefault(), { capture: true });
  if (tools) {
    walk(view);
    chips(tools, view);
    follow(view, tools);
    fit(view, tools);
  }
  openAtPlay(view);
  if (!tools) return;
  const soon = afterPause(PAUSE_MS);
  view.addEventListener("scroll", () => soon(() => mark(view)));
  new ResizeObserver(() => view.isConnected && mark(view)).observe(view.parentElement ?? view);
}
