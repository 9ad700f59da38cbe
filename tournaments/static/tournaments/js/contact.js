/**
 * Whether the server is heard, and since when it is not. Once it is silent every page that follows an event says so, and its clocks are marked.
 *
 * On #contact: data-now-url is asked while the stream is away; [data-contact-since] is where the time stands.
 * @module
 */

import { serverNow } from "./server-time.js";

const PATIENCE_MS = 4000; // how long an answer may take
const MOST_FAILURES = 1; // a server that is started anew is back before the second

let heardAt = serverNow();
let failures = 0;

/** @param {boolean} isLost */
function show(isLost) {
  const place = document.getElementById("contact");
  if (!place || place.hidden === !isLost) return;
  const { lang } = document.documentElement;
  const since = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { hour: "2-digit", minute: "2-digit" }).format(heardAt);
  for (const part of place.querySelectorAll("[data-contact-since]")) part.textContent = since;
  document.body.toggleAttribute("data-lost", isLost);
  place.hidden = !isLost;
}

/** The server was heard. */
export function heard() {
  heardAt = serverNow();
  failures = 0;
  show(false);
}

/** Nothing says that it is there: ask it, and nothing else. */
export async function check() {
  const url = document.getElementById("contact")?.dataset.nowUrl;
  if (!url || document.hidden) return;
  try {
    const answer = await fetch(url, { cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!answer.ok) throw new Error("no answer");
    heard();
  } catch {
    failures += 1;
    if (failures > MOST_FAILURES) show(true);
  }
}
