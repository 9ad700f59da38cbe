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

/**
 * How to find the focused element again in the new rendering; empty when it cannot be found.
 * @param {Element} region
 */
function focusPath(region) {
  const focused = document.activeElement;
  if (!focused || !region.contains(focused)) return "";
  if (focused.id) return `#${CSS.escape(focused.id)}`;
  const href = focused.getAttribute("href");
  return href ? `[href="${CSS.escape(href)}"]` : "";
}

/** @param {Element} region */
function openDetails(region) {
  return [...region.querySelectorAll("details[id][open]")].map((element) => element.id);
}

/**
 * Is somebody typing in it? Then it is not the moment.
 * @param {Element} region
 */
export function isBusy(region) {
  const focused = document.activeElement;
  return region.contains(focused) && Boolean(focused?.matches("input, select, textarea"));
}

/**
 * Does the page already show this version, or a newer one?
 * @param {Element} region
 * @param {Element} fresh
 */
function isShown(region, fresh) {
  const shown = region.getAttribute("data-version");
  const offered = fresh.getAttribute("data-version");
  return Boolean(shown && offered) && Number(offered) <= Number(shown);
}

/**
 * Put the element with the region's id out of an HTML answer in its place.
 * @param {Element} region
 * @param {string} html
 * @returns {Element | null} the new region, or null when the answer has none
 */
export function replaceRegion(region, html) {
  const answer = new DOMParser().parseFromString(html, "text/html");
  const fresh = answer.getElementById(region.id);
  if (!fresh) return null;
  if (isShown(region, fresh)) return region;
  const places = scrolled(region);
  const path = focusPath(region);
  const open = openDetails(region);
  region.replaceWith(document.adoptNode(fresh));
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  scrollBack(places);
  if (path) /** @type {HTMLElement | null} */ (fresh.querySelector(path))?.focus({ preventScroll: true });
  announce(fresh);
  return fresh;
}

/**
 * Let htmx and the behaviours look at new content.
 * @param {Element} element
 */
export function announce(element) {
  const htmx = /** @type {{htmx?: {process(element: Element): void}}} */ (/** @type {unknown} */ (window)).htmx;
  htmx?.process(element);
  element.dispatchEvent(new CustomEvent("region:replaced", { bubbles: true }));
}
