/**
 * Takes what a phone brings from the address before: shows it, and sends it when somebody says so, each result with the key that it had there.
 *
 * data-hand-url    is asked about each result: who plays there, and whether this browser may send it
 * (inside) [data-hand-part] “some” and “none”, [data-hand-list], [data-hand-row] with [data-hand-state], [data-hand-send], [data-hand-leave],
 * [data-hand-on] which leads on, and [data-hand-said], a sentence for each end, hidden
 * @module
 */

import { count, packed, rowOf, tableOf, unpacked, write } from "./moved.js";
import * as store from "./outbox-store.js";
import { working } from "./working.js";

/** @typedef {import("./outbox-store.js").Letter} Letter */

/** What stands in the address is taken out of it: it is in no history and on no photograph. */
function arrived() {
  const text = window.location.hash.slice(1);
  if (text) {
    if (unpacked(text)) window.sessionStorage.setItem(store.HANDED, text);
    window.history.replaceState(null, "", window.location.pathname);
  }
  return unpacked(window.sessionStorage.getItem(store.HANDED) ?? "");
}

/** @param {import("./moved.js").Carried} carried */
function keep(carried) {
  if (carried.letters.length) window.sessionStorage.setItem(store.HANDED, packed(carried).text);
  else window.sessionStorage.removeItem(store.HANDED);
}

/**
 * @param {HTMLElement} element
 * @param {"look" | "send" | "leave"} what
 * @param {string} page
 * @param {string} seal
 * @param {string} [key] of the result, so that the log names it once
 * @returns {Promise<Record<string, string>>} rejects without an answer
 */
async function ask(element, what, page, seal, key = "") {
  const token = /** @type {HTMLInputElement} */ (element.querySelector("input[name=csrfmiddlewaretoken]"));
  const body = new URLSearchParams({ csrfmiddlewaretoken: token.value, what, seal, key, ...tableOf(page) });
  const answer = await fetch(element.dataset.handUrl ?? "", { method: "POST", body });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

/**
 * @param {HTMLElement} root
 * @param {string} name
 * @param {string} state shows the part for it, and hides those for others
 */
function say(root, name, state) {
  for (const part of root.querySelectorAll(`[data-hand-${name}]`)) {
    /** @type {HTMLElement} */ (part).hidden = part.getAttribute(`data-hand-${name}`) !== state;
  }
}

/**
 * Send one result, as far as this browser may.
 * @param {HTMLElement} element
 * @param {Letter} letter
 * @returns {Promise<string>} how it ended: sent, look, log_in, code, other, later
 */
async function sendOne(element, letter) {
  try {
    const { answer } = await ask(element, "send", letter.action, letter.seal ?? "");
    if (answer !== "send") return answer;
    const meaning = store.meaning(await store.send(letter));
    if (meaning === "taken") return "sent";
    if (meaning === "later") return "later";
    // The form of the table shows it with what is wrong, or beside what was written there meanwhile.
    store.keepLetter({ ...letter, refused: true });
    return "look";
  } catch {
    return "later";
  }
}

/** @param {HTMLElement} element */
export default function handOver(element) {
  const carried = arrived();
  const list = element.querySelector("[data-hand-list]");
  const template = /** @type {HTMLTemplateElement | null} */ (element.querySelector("[data-hand-row]"));
  const [send, leave] = [element.querySelector("[data-hand-send]"), element.querySelector("[data-hand-leave]")];
  const on = /** @type {HTMLAnchorElement | null} */ (element.querySelector("[data-hand-on]"));
  if (!carried || (!carried.letters.length && !carried.page) || !list || !template || !on) return;
  say(element, "part", "some");
  if (carried.page) on.href = carried.page;
  count(element, carried.letters.length);
  const rows = new Map(carried.letters.map((letter) => [letter, rowOf(template, letter)]));
  list.append(...rows.values());
  list.parentElement?.toggleAttribute("hidden", !rows.size);
  leave?.toggleAttribute("hidden", !rows.size);

  // Who plays there is said by this computer, not by what was brought.
  const look = async () => {
    for (const [letter, row] of rows) {
      const found = await ask(element, "look", letter.action, letter.seal ?? "").catch(() => null);
      if (!found?.names) continue;
      write(row, "table", found.table);
      write(row, "names", found.names);
    }
  };
  const looking = working(look());

  let isBusy = false;
  /** @param {() => Promise<void>} work */
  const alone = async (work) => {
    if (isBusy) return;
    isBusy = true;
    await working(looking.then(work));
    isBusy = false;
  };

  send?.addEventListener("click", () =>
    alone(async () => {
      const ends = new Set();
      for (const [letter, row] of rows) {
        const end = await sendOne(element, letter);
        ends.add(end);
        say(row, "state", end);
        if (end !== "sent" && end !== "look") continue;
        rows.delete(letter);
        keep({ ...carried, letters: [...rows.keys()] });
      }
      if (!ends.size) {
        // Nothing but the phone's own place at its table.
        const { answer } = await ask(element, "send", carried.page, carried.seal).catch(() => ({ answer: "later" }));
        ends.add(answer === "send" ? "sent" : answer);
        if (answer === "send") window.sessionStorage.removeItem(store.HANDED);
        if (answer === "send") window.location.assign(carried.page);
      }
      const end = ["log_in", "code", "later", "other", "look", "sent"].find((one) => ends.has(one)) ?? "";
      say(element, "said", end);
      const isOver = !rows.size && carried.letters.length > 0;
      for (const button of [send, leave]) button?.toggleAttribute("hidden", isOver);
      on.hidden = !isOver;
    }),
  );
  leave?.addEventListener("click", () =>
    alone(async () => {
      for (const [letter, row] of rows) {
        const key = letter.fields.find(([name]) => name === "key")?.[1];
        const heard = await ask(element, "leave", letter.action, letter.seal ?? "", key).catch(() => null);
        if (heard) {
          rows.delete(letter);
          row.remove();
        } else say(row, "state", "later");
      }
      keep({ ...carried, letters: [...rows.keys()] });
      const isOver = !rows.size;
      list.parentElement?.toggleAttribute("hidden", isOver);
      say(element, "said", isOver ? "left" : "later");
      for (const button of [send, leave]) button?.toggleAttribute("hidden", isOver);
      on.hidden = !isOver;
    }),
  );
}
