/**
 * On every page: says that a score waits on this phone, and sends it when the network is back.
 * @module
 */

import * as store from "./outbox-store.js";

const AGAIN_MS = 15000;

/** Letters whose own form is on this page are that form's business. */
function waiting() {
  return store.letters().filter((kept) => !document.querySelector(`form[data-outbox-key="${CSS.escape(kept.key)}"]`));
}

async function sendAll() {
  for (const kept of waiting()) {
    try {
      const answer = await store.send(kept);
      if (answer.ok) store.forget(kept.key);
    } catch {
      return;
    }
  }
}

/** @param {HTMLElement} element */
function show(element) {
  const [first] = waiting();
  element.hidden = !first;
  if (first) element.querySelector("[data-outbox-link]")?.setAttribute("href", first.page);
}

/** @param {HTMLElement} element */
export default function outboxStatus(element) {
  const round = async () => {
    if (!element.isConnected) return;
    if (waiting().length) await sendAll();
    show(element);
  };
  window.addEventListener("online", round);
  window.setInterval(round, AGAIN_MS);
  round();
}
