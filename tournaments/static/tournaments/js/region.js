/**
 * Replaces a region of the page by a newer rendering of itself, and keeps the reader where they were.
 * @module
 */

/** @typedef {{id: string, left: number, top: number}} Scrolled */

/** @param {Element} region */
function scrolled(region) {
  return [...region.querySelectorAll("[id][data-behaviour~='bracket'], [id][data-keep-scroll]")].map((element) => ({
    id: element.id,
    left: element.scrollLeft,
    top: element.scrollTop,
  }));
}

/** @param {Scrolled[]} places */
function scrollBack(places) {
  for (const place of places) {
    const element = document.getElementById(place.id);
    element?.setAttribute("data-scrolled", "");
    element?.scrollTo({ left: place.left, top: place.top, behavior: "instant" });
  }
}

/** @param {Element} control */
function selectorInForm(control) {
  const action = control.closest("form")?.getAttribute("action");
  const name = control.getAttribute("name");
  const value = control.getAttribute("value");
  if (!action) return value ? `${control.localName}[value="${CSS.escape(value)}"]` : "";
  return `form[action="${CSS.escape(action)}"] ${control.localName}${name ? `[name="${CSS.escape(name)}"]` : ""}`;
}

/** @param {Element} element */
function selectorOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const href = element.getAttribute("href");
  if (href) return `[href="${CSS.escape(href)}"]`;
  const within = element.parentElement?.id;
  return element.localName === "summary" && within ? `#${CSS.escape(within)} > summary` : selectorInForm(element);
}

/**
 * How to find an element again in a newer rendering: by its id, by where it leads, or as the same control of the same form.
 * A control is not found where there are more or fewer of its kind than before: it could be the wrong one.
 * @param {Element} region
 * @param {Element | null} element
 * @returns {(fresh: Element) => HTMLElement | null}
 */
export function finder(region, element) {
  const selector = element && region.contains(element) ? selectorOf(element) : "";
  if (!element || !selector) return () => null;
  const before = [...region.querySelectorAll(selector)];
  return (fresh) => {
    const now = /** @type {HTMLElement[]} */ ([...fresh.querySelectorAll(selector)]);
    if (now.length === before.length) return now[before.indexOf(element)] ?? null;
    return element.closest("form") ? null : (now[0] ?? null);
  };
}

/** @param {Element} region */
function openDetails(region) {
  return [...region.querySelectorAll("details[id][open]")].map((element) => element.id);
}

/** @param {Element} control */
function isChanged(control) {
  if (control instanceof HTMLSelectElement) {
    const chosen = [...control.options].some((option) => option.defaultSelected);
    return [...control.options].some((option, at) => option.selected !== (chosen ? option.defaultSelected : at === 0));
  }
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (!(control instanceof HTMLInputElement) || ["hidden", "submit", "button"].includes(control.type)) return false;
  if (["radio", "checkbox"].includes(control.type)) return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}

/**
 * Is somebody writing in it, or has written what is not sent yet, or was refused? Then it is not the moment.
 * @param {Element} region
 */
export function isBusy(region) {
  if (region.querySelector(".errors, [data-refused]")) return true;
  const focused = document.activeElement;
  const types = "input:not([type=checkbox], [type=radio], [type=submit], [type=button]), select, textarea";
  if (region.contains(focused) && focused?.matches(types)) return true;
  return [...region.querySelectorAll("input, select, textarea")].some(isChanged);
}

/** @param {Element} region */
function versionOf(region) {
  const told = region.hasAttribute("data-version") ? region : region.querySelector("[data-live-url][data-version]");
  return told?.getAttribute("data-version");
}

/**
 * How many versions newer is this than what the page shows? Not a number where one of the two has none.
 * @param {Element} region
 * @param {Element} fresh
 */
function newerBy(region, fresh) {
  return Number(versionOf(fresh) ?? NaN) - Number(versionOf(region) ?? NaN);
}

/**
 * The element that takes a region's place: that of the same id, or the only one of its kind.
 * @param {Document} answer
 * @param {Element} region
 */
function freshOf(answer, region) {
  if (region.id) return answer.getElementById(region.id);
  return answer.querySelector([region.localName, ...region.classList].map((name) => CSS.escape(name)).join("."));
}

/**
 * What a step was answered with stays until the next step, though the page has news that do not tell it.
 * @param {Element} region
 * @param {Element} fresh
 */
function carryOver(region, fresh) {
  for (const answered of region.querySelectorAll("[id][data-keep]")) {
    if (fresh.querySelector(`#${CSS.escape(answered.id)}`)) continue;
    let next = answered.nextElementSibling;
    while (next && !(next.id && fresh.querySelector(`#${CSS.escape(next.id)}`))) next = next.nextElementSibling;
    const place = next ? fresh.querySelector(`#${CSS.escape(next.id)}`) : null;
    if (place) place.before(answered);
    else fresh.prepend(answered);
  }
}

/**
 * Put the element of an HTML answer that is the region's newer self in its place.
 * @param {Element} region
 * @param {string} html a whole page
 * @returns {Element | null} the new region, or null when the answer has none
 */
export function replaceRegion(region, html) {
  const answer = new DOMParser().parseFromString(html, "text/html");
  const fresh = freshOf(answer, region);
  if (!fresh) return null;
  if (newerBy(region, fresh) <= 0) return region;
  carryOver(region, fresh);
  return put(region, fresh);
}

/**
 * Put the answer to a form in the place of the elements with the same ids, with the messages that came with it; a refusal shows the same version again.
 * @param {string[]} names the ids, the widest element first
 * @param {string} html a page, or parts of one such as the row of a table
 * @returns {boolean} whether the answer has any of them
 */
export function replaceNamed(names, html) {
  // Within a template a row is a row, also without its table.
  const answer = new DOMParser().parseFromString(`<template>${html}</template>`, "text/html").querySelector("template");
  if (!answer) return false;
  const brought = names.filter((name) => answer.content.getElementById(name));
  for (const name of brought.length ? ["messages", ...brought] : []) {
    const fresh = answer.content.getElementById(name);
    const region = document.getElementById(name);
    if (!fresh || !region || newerBy(region, fresh) < 0) continue;
    put(region, fresh);
    /** @type {HTMLElement | null} */ (fresh.querySelector("[autofocus]"))?.focus();
  }
  return brought.length > 0;
}

/**
 * Show the page that the server answered a form with.
 * @param {Response} answer
 * @param {string} html
 */
export function showPage(answer, html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const main = page.querySelector("main");
  if (answer.redirected) window.location.assign(answer.url);
  else if (!main) window.location.reload();
  if (answer.redirected || !main) return;
  document.title = page.title || document.title;
  for (const [shown, fresh] of [["#messages", page.getElementById("messages")], ["main", main]]) {
    if (fresh instanceof Element) document.querySelector(String(shown))?.replaceWith(document.adoptNode(fresh));
  }
  window.scrollTo(0, 0);
  announce(main);
}

/**
 * Put a newer rendering in a region's place.
 * @param {Element} region
 * @param {Element} fresh
 */
export function put(region, fresh) {
  const places = scrolled(region);
  const find = finder(region, document.activeElement);
  const open = openDetails(region);
  region.replaceWith(document.adoptNode(fresh));
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  scrollBack(places);
  find(fresh)?.focus({ preventScroll: true });
  announce(fresh);
  return fresh;
}

/**
 * Let the behaviours look at new content.
 * @param {Element} element
 */
export function announce(element) {
  element.dispatchEvent(new CustomEvent("region:replaced", { bubbles: true }));
}

/**
 * Let a notice come or go above what somebody reads or is about to tap, without moving it: the page scrolls along.
 * A notice that sticks to the window is seen all the same.
 * @param {() => void} change
 */
export function keepStill(change) {
  const root = document.documentElement;
  const seen = document.elementFromPoint(window.innerWidth / 2, window.innerHeight / 2);
  // Browsers that do the same by themselves would do it twice.
  root.style.overflowAnchor = "none";
  const before = seen?.getBoundingClientRect().top ?? 0;
  change();
  const moved = (seen?.isConnected ? seen.getBoundingClientRect().top : before) - before;
  if (moved) window.scrollBy({ top: moved, behavior: "instant" });
  requestAnimationFrame(() => requestAnimationFrame(() => root.style.removeProperty("overflow-anchor")));
}
