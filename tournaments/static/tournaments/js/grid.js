/**
 * The results of a round by the keys: the number of a table leads to its row, Enter goes on and saves, the arrows go up and down.
 * It sits on the form above the rows; the rows are forms that post.js sends one by one.
 *
 * data-words-none   no table has the number that was typed
 * data-words-many   there are too many or too few points for the table
 * data-words-next   before the number of the table that comes next
 * (rows) .grid-row with data-hall, data-missing while it is not decided, data-open while it takes a total, data-state
 * @module
 */

const SEPARATORS = /[\s.,+*/-]+/;
const WAITING = ["refused", "asked", "conflict", "tie"];

/** @returns {HTMLElement[]} */
const rows = () => [...document.querySelectorAll(".grid-row")].map((row) => /** @type {HTMLElement} */ (row));

/**
 * @param {Element | null} part a row, or a form of one
 * @returns {HTMLInputElement[]}
 */
const fields = (part) => [...(part?.querySelectorAll("input.grid-row__points") ?? [])].map((input) => /** @type {HTMLInputElement} */ (input));

/** @param {HTMLElement} row */
const totals = (row) => fields(row.querySelector("form")).filter((input) => input.name.startsWith("points_"));

/** @param {HTMLElement} row */
const isTyped = (row) => fields(row).some((input) => input.value !== input.defaultValue);

/** @param {HTMLElement} row */
const isWaited = (row) => "open" in row.dataset && row.dataset.state === "open" && !("sent" in row.dataset);

/** @param {HTMLInputElement | undefined} input */
function go(input) {
  if (!input) return;
  input.focus();
  input.select();
}

/**
 * The open table that comes after a row, from the first again after the last.
 * @param {HTMLElement | null} row
 */
function after(row) {
  const all = rows();
  const at = row ? all.indexOf(row) : -1;
  return [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))].find(isWaited);
}

/** @param {string} hall */
function rowOf(hall) {
  const found = rows().filter((row) => row.dataset.hall === String(Number(hall)));
  return found.find((row) => "open" in row.dataset) ?? found[0];
}

/** @param {HTMLElement} row */
const names = (row) => [...row.querySelectorAll(".grid-row__who")].map((who) => who.firstChild?.textContent?.trim()).join(" – ");

/** @param {HTMLElement} element */
export default function grid(element) {
  const form = /** @type {HTMLFormElement} */ (element);
  const box = /** @type {HTMLInputElement} */ (form.querySelector("input"));
  const shown = /** @type {HTMLOutputElement} */ (form.querySelector("output"));
  const status = document.getElementById("grid-status");
  // Whose answer may take the focus back: what was sent from a row, as long as nothing else was typed.
  let sentFrom = "";

  /** @param {string} words */
  function tell(words) {
    shown.textContent = words;
    shown.hidden = !words;
  }

  /**
   * Send a row; its answer says whether it was saved.
   * @param {HTMLFormElement} sent
   */
  function save(sent) {
    const row = /** @type {HTMLElement} */ (sent.closest(".grid-row"));
    row.dataset.sent = "";
    sent.requestSubmit();
    return row;
  }

  /** @param {KeyboardEvent} event */
  function jump(event) {
    if (event.key === "ArrowDown") go(totals(after(null) ?? rows()[0])[0]);
    if (event.key !== "Enter") return;
    event.preventDefault();
    const [hall, ...points] = box.value.trim().split(SEPARATORS);
    const row = hall ? rowOf(hall) : after(null);
    if (!row) {
      tell(form.dataset.wordsNone ?? "");
      return;
    }
    const into = totals(row);
    if (points.length && points.length !== into.length) {
      tell(form.dataset.wordsMany ?? "");
      return;
    }
    box.value = "";
    tell("");
    row.scrollIntoView({ block: "nearest" });
    if (!points.length) {
      if (into.length) go(into[0]);
      else /** @type {HTMLElement | null} */ (row.querySelector(".grid-row__number"))?.focus();
      return;
    }
    into.forEach((input, at) => (input.value = points[at]));
    sentFrom = "";
    save(/** @type {HTMLFormElement} */ (into[0].form));
  }

  /**
   * Enter: to the next field, from the last one save, and on to the next open table.
   * @param {HTMLInputElement} input
   */
  function enter(input) {
    const own = fields(input.form);
    const next = own[own.indexOf(input) + 1] ?? own.find((each) => !each.value);
    if (next && !(own.indexOf(input) === own.length - 1 && input === next)) {
      go(next);
      return;
    }
    if (!input.value || !input.form) return;
    const row = save(input.form);
    sentFrom = row.id;
    go(totals(after(row) ?? row)[0]);
  }

  /**
   * @param {HTMLInputElement} input
   * @param {1 | -1} by
   */
  function vertically(input, by) {
    const row = /** @type {HTMLElement} */ (input.closest(".grid-row"));
    const place = fields(row).indexOf(input);
    const all = rows().filter((each) => fields(each).length);
    const to = fields(all[all.indexOf(row) + by] ?? null);
    go(to[Math.min(place, to.length - 1)]);
  }

  /**
   * @param {HTMLInputElement} input
   * @param {1 | -1} by
   */
  function sideways(input, by) {
    const all = fields(input.closest(".grid-row"));
    go(all[all.indexOf(input) + by]);
  }

  /**
   * @param {KeyboardEvent} event
   * @param {HTMLInputElement} input
   */
  function press(event, input) {
    const row = /** @type {HTMLElement} */ (input.closest(".grid-row"));
    const isAtEnd = input.selectionStart === input.value.length || input.selectionStart !== input.selectionEnd;
    /** @type {Record<string, () => void>} */
    const does = {
      Enter: () => enter(input),
      ArrowUp: () => vertically(input, -1),
      ArrowDown: () => vertically(input, 1),
      " ": () => sideways(input, 1),
      ".": () => go(box),
      ",": () => go(box),
      f: () => /** @type {HTMLElement | null} */ (row.querySelector(".grid-row__number"))?.click(),
      Escape: () => {
        fields(row).forEach((each) => (each.value = each.defaultValue));
        row.classList.remove("is-unsaved");
        input.select();
      },
    };
    if (isAtEnd) does.ArrowRight = () => sideways(input, 1);
    if (input.selectionEnd === 0 || input.selectionStart !== input.selectionEnd) does.ArrowLeft = () => sideways(input, -1);
    const what = does[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!what || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    what();
  }

  /** Say how many tables are missing. */
  function count() {
    const missing = rows().filter((row) => "missing" in row.dataset).length;
    const told = document.querySelector("[data-grid-missing]");
    const bar = /** @type {HTMLProgressElement | null} */ (document.querySelector("[data-grid-progress]"));
    if (told && !new URLSearchParams(window.location.search).has("solo")) {
      told.textContent = String(missing);
      if (bar) bar.value = bar.max - missing;
    }
  }

  /** @param {HTMLElement} row a row that was brought anew */
  function answered(row) {
    const words = row.querySelector(".grid-row__words");
    const { state = "" } = row.dataset;
    if (status && state === "saved") status.textContent = [row.querySelector("form")?.getAttribute("aria-label"), words?.textContent].join(": ");
    if (!WAITING.includes(state) || sentFrom !== row.id) return;
    sentFrom = "";
    const on = document.activeElement?.closest(".grid-row");
    if (on && on !== row && isTyped(/** @type {HTMLElement} */ (on))) return;
    const own = fields(row);
    const asked = own.filter((input) => input.closest(".grid-row__more"));
    go(state === "refused" ? own[0] : (asked.find((input) => !input.value) ?? own[0]));
  }

  document.addEventListener("keydown", (event) => {
    const on = event.target;
    if (on === box) jump(event);
    else if (on instanceof HTMLInputElement && on.matches(".grid-row input.grid-row__points")) press(event, on);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  box.addEventListener("input", () => {
    const row = rowOf(box.value.trim().split(SEPARATORS)[0] || "0");
    tell(row ? names(row) : "");
  });
  document.addEventListener("input", (event) => {
    const row = event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest(".grid-row")) : null;
    if (row) sentFrom = "";
    row?.classList.toggle("is-unsaved", isTyped(row));
  });
  document.addEventListener("focusin", (event) => {
    const row = event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest(".grid-row")) : null;
    const hint = /** @type {HTMLElement | null | undefined} */ (row?.querySelector("[data-grid-next]"));
    const next = row && after(row);
    if (!hint || !row) return;
    hint.hidden = !next || next === row;
    hint.textContent = next ? `${form.dataset.wordsNext} ${next.dataset.hall}` : "";
  });
  document.addEventListener("region:replaced", (event) => {
    const row = event.target instanceof HTMLElement && event.target.matches(".grid-row") ? event.target : null;
    if (row) answered(row);
    count();
  });
}
