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
  if (region.querySelector(".errors")) return true;
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
 * Does the page already show this version, or a newer one?
 * @param {Element} region
 * @param {Element} fresh
 */
function isShown(region, fresh) {
  const shown = versionOf(region);
  const offered = versionOf(fresh);
  return Boolean(shown && offered) && Number(offered) <= Number(shown);
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
 * Put the element of an HTML answer that is the region's newer self in its place.
 * @param {Element} region
 * @param {string} html
 * @returns {Element | null} the new region, or null when the answer has none
 */
export function replaceRegion(region, html) {
  const answer = new DOMParser().parseFromString(html, "text/html");
  const fresh = freshOf(answer, region);
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
