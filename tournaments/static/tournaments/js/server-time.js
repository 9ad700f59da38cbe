/**
 * How far the server's clock is ahead of this device's, in ms. Every page tells the time in its header Server-Timing (now;desc="ms");
 * where the browser does not show it, or the page came from its own store, the server is asked once more.
 * @module
 */

const NAME = "now";

/** The time that the answer for this page carried, as an offset; null when it cannot be known. */
function fromNavigation() {
  const entry = /** @type {PerformanceNavigationTiming | undefined} */ (performance.getEntriesByType("navigation")[0]);
  const told = entry?.serverTiming?.find((timing) => timing.name === NAME);
  const fresh = entry && entry.transferSize > 0 && entry.type !== "back_forward";
  if (!fresh || !told) return null;
  const now = Number(told.description);
  return now ? now - (performance.timeOrigin + entry.responseStart) : null;
}

async function fromServer() {
  const asked = Date.now();
  const answer = await fetch(window.location.href, { method: "HEAD", cache: "no-store", headers: { "X-Live": "1" } });
  const heard = Date.now();
  const told = /\bnow;desc="?(\d+)/.exec(answer.headers.get("Server-Timing") ?? "");
  return told ? Number(told[1]) - (asked + heard) / 2 : 0;
}

/** @type {Promise<number> | null} */
let known = null;

/** Asked once for a page; a device without network trusts its own clock. */
export function serverOffset() {
  known ??= ask();
  return known;
}

async function ask() {
  const told = fromNavigation();
  if (told !== null) return told;
  try {
    return await fromServer();
  } catch {
    return 0;
  }
}
