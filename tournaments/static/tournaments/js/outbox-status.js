/**
 * On every page: says that a score waits on this phone, and sends it when the network is back.
 *
 * (inside) data-outbox-when="waiting", "refused" or "handed", shown in that case
 * data-outbox-link     leads to the form that the score was typed in; data-outbox-handed has the page of what was brought from another computer
 * data-outbox-forget   throws a score away that the server will not take
 * @module
 */

import * as store from "./outbox-store.js";
import { working } from "./working.js";

const AGAIN_MS = 15000;

/** Letters whose own form is on this page are that form's business. */
function waiting() {
  return store.letters().filter((kept) => !document.querySelector(`form[data-outbox-key="${CSS.escape(kept.key)}"]`));
}

/** @param {import("./outbox-store.js").Letter} kept */
async function sendOne(kept) {
  const meaning = store.meaning(await store.send(kept));
  if (meaning === "taken") store.forget(kept.key);
  // A returned form has to be seen by a person: opening the page sends the letter again, and shows the answer.
  if (meaning === "returned" || meaning === "refused") store.keepLetter({ ...kept, refused: true });
}

async function sendAll() {
  for (const kept of waiting()) {
    if (!kept.refused) await sendOne(kept);
  }
}

/** @param {HTMLElement} element */
function show(element) {
  const [first] = waiting();
  const { outboxHanded = "" } = element.dataset;
  // Brought here, and left for the log-in or for a code.
  const isHanded = !first && window.location.pathname !== outboxHanded && window.sessionStorage.getItem(store.HANDED) !== null;
  element.hidden = !first && !isHanded;
  if (element.hidden) return;
  element.querySelector("[data-outbox-link]")?.setAttribute("href", first?.page ?? outboxHanded);
  const now = isHanded ? "handed" : first?.refused ? "refused" : "waiting";
  for (const part of element.querySelectorAll("[data-outbox-when]")) {
    /** @type {HTMLElement} */ (part).hidden = part.getAttribute("data-outbox-when") !== now;
  }
}

/** @param {HTMLElement} element */
export default function outboxStatus(element) {
  const round = async () => {
    if (!element.isConnected) return;
    // Without network nothing is lost: the next round tries again.
    await working(sendAll()).catch(() => undefined);
    show(element);
  };
  element.querySelector("[data-outbox-forget]")?.addEventListener("click", () => {
    const [first] = waiting();
    if (first) store.forget(first.key);
    show(element);
  });
  window.addEventListener("online", round);
  window.setInterval(round, AGAIN_MS);
  round();
}
