/**
 * On a page that came without a network, a kept one or the one in its place: loads it again as soon as the server answers and nobody is writing.
 *
 * data-kept-ask    where the server is asked whether it is there (default: that of #contact)
 * data-kept-own    the page's own address: there nothing is loaded again
 * (inside) [data-kept-list] is filled with the pages that are kept, by the rows of [data-kept-row]; [data-kept-again] loads the page
 * @module
 */

import { patiently } from "./contact.js";
import { isBusy } from "./region.js";

const AGAIN_MS = 4000;
const PATIENCE_MS = 4000;
const CACHES = ["settebello-own", "settebello-pages"];

/** @typedef {{url: string, title: string, at: number}} Kept */

/** @returns {Promise<Kept[]>} what is kept, the newest first */
async function pages() {
  const found = [];
  for (const name of CACHES) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      const page = new DOMParser().parseFromString((await answer?.text()) ?? "", "text/html");
      found.push({ url: request.url, title: page.title, at: Number(answer?.headers.get("X-Kept-At")) });
    }
  }
  return found.sort((one, other) => other.at - one.at);
}

/** @param {number} at */
function time(at) {
  const { lang } = document.documentElement;
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  /** @type {Intl.DateTimeFormatOptions} */
  const day = isToday ? {} : { day: "numeric", month: "short" };
  return new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { hour: "2-digit", minute: "2-digit", ...day }).format(at);
}

/** @param {HTMLElement} element */
async function list(element) {
  const place = element.querySelector("[data-kept-list]");
  const row = /** @type {HTMLTemplateElement | null} */ (element.querySelector("[data-kept-row]"));
  if (!place || !row || !("caches" in window)) return;
  const kept = await pages();
  for (const one of kept) {
    const made = /** @type {DocumentFragment} */ (row.content.cloneNode(true));
    const [link, when] = [made.querySelector("a"), made.querySelector("time")];
    if (link) Object.assign(link, { href: one.url, textContent: one.title });
    if (when) when.textContent = time(one.at);
    place.append(made);
  }
  for (const [name, isShown] of /** @type {[string, boolean][]} */ ([["some", kept.length > 0], ["none", !kept.length]])) {
    element.querySelector(`[data-kept-${name}]`)?.toggleAttribute("hidden", !isShown);
  }
}

/** @param {HTMLElement} element */
export default function kept(element) {
  const url = element.dataset.keptAsk ?? document.getElementById("contact")?.dataset.nowUrl;
  const again = async () => {
    if (!url || !element.isConnected || element.hidden) return;
    const answer = await patiently(url, { cache: "no-store", credentials: "omit" }, PATIENCE_MS).catch(() => null);
    if (answer?.ok && !isBusy(document.body)) window.location.reload();
  };
  const button = /** @type {HTMLElement | null} */ (element.querySelector("[data-kept-again]"));
  if (button) button.hidden = false;
  button?.addEventListener("click", () => window.location.reload());
  list(element);
  if (element.dataset.keptOwn === window.location.pathname) return;
  window.addEventListener("online", again);
  window.setInterval(again, AGAIN_MS);
}
