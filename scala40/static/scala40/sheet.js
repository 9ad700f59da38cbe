/**
 * Makes the sheet of a deal quick for one thumb: a tap on who closes leads to the first number that is missing, Enter leads
 * from one to the next, and the keys of the cards write into the hand that was touched last, with its cost beside it.
 * The sheet works without any of it; the server counts.
 * @module
 */

const SHEET = "#scala40-sheet";

/** What a card costs when it is left. @type {Record<string, number>} */
const COSTS = { "*": 25, "A": 11, "K": 10, "Q": 10, "J": 10, "T": 10 };

/**
 * What a hand costs; nothing for a text in which something is no card.
 * @param {string} typed
 * @returns {number | null}
 */
function cost(typed) {
  const ranks = typed.toUpperCase().replaceAll("10", "T").replaceAll(/[\s,;.+-]/g, "");
  if (!/^[A2-9TJQK*]*$/.test(ranks)) return null;
  return [...ranks].reduce((sum, rank) => sum + (COSTS[rank] ?? Number(rank)), 0);
}

/**
 * The fields of the chosen depth, in the order of the players, without who closes.
 * @param {Element} sheet
 */
function fields(sheet) {
  const inputs = /** @type {HTMLInputElement[]} */ ([...sheet.querySelectorAll(".s40-row .count")]);
  return inputs.filter((input) => input.checkVisibility());
}

/** @param {HTMLInputElement} input */
function changed(input) {
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Who closes has nothing left, and somebody else's number comes next.
 * @param {Element} sheet
 * @param {HTMLInputElement} radio
 * @param {boolean} byTouch
 */
function closes(sheet, radio, byTouch) {
  for (const input of radio.closest(".s40-row")?.querySelectorAll(".count") ?? []) {
    const field = /** @type {HTMLInputElement} */ (input);
    if (field.value === "") continue;
    field.value = "";
    changed(field);
  }
  // With the arrow keys the choice passes over everybody: the focus stays where it is.
  if (byTouch) fields(sheet).find((input) => input.value === "")?.focus();
}

/** @param {Element} sheet */
function writingIn(sheet) {
  return /** @type {HTMLInputElement | null} */ (sheet.querySelector(".s40-hand--writing"));
}

/**
 * @param {Element} sheet
 * @param {HTMLInputElement} hand
 */
function writeInto(sheet, hand) {
  writingIn(sheet)?.classList.remove("s40-hand--writing");
  hand.classList.add("s40-hand--writing");
}

/**
 * @param {Element} sheet
 * @param {string} key
 */
function press(sheet, key) {
  const chosen = writingIn(sheet);
  const hand = chosen?.checkVisibility() ? chosen : fields(sheet)[0];
  if (!hand) return;
  writeInto(sheet, hand);
  hand.value = key === "back" ? hand.value.trimEnd().replace(/(10|.)$/u, "") : hand.value + key;
  changed(hand);
}

/** @param {Element} sheet */
function showSums(sheet) {
  for (const hand of sheet.querySelectorAll(".s40-hand")) {
    const output = hand.parentElement?.querySelector("output");
    const typed = /** @type {HTMLInputElement} */ (hand).value.trim();
    const sum = typed === "" ? null : cost(typed);
    if (output) output.value = sum === null ? "" : `= ${sum}`;
  }
}

/** @param {EventTarget | null} target */
function sheetOf(target) {
  return target instanceof Element ? target.closest(SHEET) : null;
}

document.addEventListener("click", (event) => {
  const sheet = sheetOf(event.target);
  const target = /** @type {HTMLElement} */ (event.target);
  if (!sheet) return;
  if (target.matches('.s40-closes [name="closer"]')) {
    closes(sheet, /** @type {HTMLInputElement} */ (target), event.detail > 0);
  }
  const key = target.closest("[data-key]");
  if (key instanceof HTMLElement) press(sheet, key.dataset.key ?? "");
});

document.addEventListener("input", (event) => {
  const sheet = sheetOf(event.target);
  if (sheet) showSums(sheet);
});

document.addEventListener("focusin", (event) => {
  const sheet = sheetOf(event.target);
  if (sheet && event.target instanceof HTMLInputElement && event.target.matches(".s40-hand")) writeInto(sheet, event.target);
});

document.addEventListener("keydown", (event) => {
  const sheet = sheetOf(event.target);
  if (!sheet || event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
  const order = fields(sheet);
  const next = order[order.indexOf(event.target) + 1];
  if (!order.includes(event.target) || !next) return;
  event.preventDefault();
  next.focus();
});

for (const sheet of document.querySelectorAll(SHEET)) {
  for (const keys of sheet.querySelectorAll(".s40-keys__set")) keys.removeAttribute("hidden");
  // The keys of the page take the place of the phone's, which would hide them.
  if (matchMedia("(pointer: coarse)").matches) {
    for (const hand of sheet.querySelectorAll(".s40-hand")) hand.setAttribute("inputmode", "none");
  }
  showSums(sheet);
}
