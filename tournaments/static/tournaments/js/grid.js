/**
 * The results of a round by the keys: the number of a table leads to its row, Enter goes on and saves, the arrows go up and down.
 * It sits on the form above the rows; the rows are forms that post.js sends one by one.
 *
 * A digit is never lost: it goes into the field that has the focus; where none has it, it answers the question of the row, or goes into the row's next empty
 * field, or into the field above, or the page says why it goes nowhere. What was typed since a row was sent stays when the answer comes.
 *
 * data-words-none      no table has the number that was typed
 * data-words-many      there are too many points for the table
 * data-words-missing   before the name of the line whose points are missing
 * data-words-next      before the number of the table that comes next
 * data-words-of        between the field and the number of fields
 * data-words-written   the table is written already
 * data-words-full      every field of the table is filled in
 * data-words-unsaved   there are figures in the row that are not saved
 * data-words-choice    no answer has this number
 * (rows) .grid-row with data-hall, data-missing while it is not decided, data-open while it takes a total, data-state;
 *        [data-grid-ask] with a question whose buttons have data-key, the digit that presses them
 * @module
 */

const SEPARATORS = /[\s.,+*/-]+/;
const WAITING = ["refused", "asked", "conflict", "tie", "disputed"];

/** @returns {HTMLElement[]} */
const rows = () => [...document.querySelectorAll(".grid-row")].map((row) => /** @type {HTMLElement} */ (row));

/**
 * @param {Element | null | undefined} part a row, or a form of one
 * @returns {HTMLInputElement[]}
 */
const fields = (part) => [...(part?.querySelectorAll("input.grid-row__points") ?? [])].map((input) => /** @type {HTMLInputElement} */ (input));

/** @param {Element | null | undefined} row */
const totals = (row) => fields(row?.querySelector("form")).filter((input) => input.name.startsWith("points_"));

/** @param {Element} row */
const isTyped = (row) => fields(row).some((input) => input.value !== input.defaultValue);

/** @param {HTMLElement} row */
const isWaited = (row) => "open" in row.dataset && row.dataset.state === "open" && !("sent" in row.dataset);

/** @param {EventTarget | null} part */
const rowAround = (part) => /** @type {HTMLElement | null} */ (part instanceof Element ? part.closest(".grid-row") : null);

/** @param {Element | null | undefined} row */
const answers = (row) => [...(row?.querySelectorAll("[data-grid-ask] [data-key]") ?? [])].map((each) => /** @type {HTMLElement} */ (each));

/** @param {HTMLElement | undefined} element */
function go(element) {
  element?.focus();
  if (element instanceof HTMLInputElement) element.select();
  element?.scrollIntoView({ block: "nearest" });
}

/** Does nothing on the page have the focus? What had it is gone, or somebody tapped beside everything. */
const isLost = () => !document.activeElement || document.activeElement === document.body;

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

/**
 * Where a row wants its next figure or answer: its question, its tie-break, else the points of its lines.
 * @param {Element} row
 */
function wanted(row) {
  const tie = fields(row.querySelector(".grid-row__tie"));
  const asked = fields(row.querySelector(".grid-row__more"));
  const points = totals(row);
  const isEmpty = (/** @type {HTMLInputElement} */ input) => !input.value;
  return answers(row)[0] ?? tie.find(isEmpty) ?? tie[0] ?? asked.find(isEmpty) ?? points.find(isEmpty) ?? points[0];
}

/** @param {HTMLElement} row */
const names = (row) => [...row.querySelectorAll(".grid-row__who")].map((who) => who.textContent?.trim() ?? "");

/** @param {HTMLElement} row */
const title = (row) => row.querySelector("form")?.getAttribute("aria-label") ?? row.dataset.hall;

/** @param {HTMLElement} element */
export default function grid(element) {
  const form = /** @type {HTMLFormElement} */ (element);
  const box = /** @type {HTMLInputElement} */ (form.querySelector("input"));
  const shown = /** @type {HTMLOutputElement} */ (form.querySelector("output"));
  const status = document.getElementById("grid-status");
  const words = form.dataset;
  // Whose answer may take the focus back: what was sent from a row, as long as nothing else was typed.
  let sentFrom = "";
  // The row in which somebody worked last, and what was typed in rows since they were sent, by the id of the field.
  let worked = "";
  /** @type {Map<string, string>} */
  const typed = new Map();

  /** @param {string | undefined} text */
  function tell(text) {
    shown.textContent = text ?? "";
    shown.hidden = !text;
  }

  /**
   * Say that a digit goes nowhere, and why.
   * @param {KeyboardEvent} event
   * @param {string | undefined} text
   * @param {HTMLElement} [row]
   */
  function refuse(event, text, row) {
    event.preventDefault();
    tell(row ? `${title(row)}: ${text}` : text);
  }

  /**
   * Send a form of a row; its answer says whether it was saved.
   * @param {HTMLFormElement} sent
   * @param {HTMLElement} [by] the button
   */
  function save(sent, by) {
    const row = /** @type {HTMLElement} */ (sent.closest(".grid-row"));
    // What is under way has its answer first; what was typed meanwhile stays in the row, and is marked as not saved.
    if (sent.ariaBusy) return row;
    if (sent.reportValidity()) row.dataset.sent = "";
    sent.requestSubmit(by);
    return row;
  }

  /**
   * The field above: to a table, or a whole result.
   * @param {KeyboardEvent} event
   */
  function jump(event) {
    // Who is here already and presses the key that leads here wants no point in the number.
    if ((event.key === "." || event.key === ",") && !box.value) event.preventDefault();
    if (event.key === "ArrowDown") go(totals(after(null) ?? rows()[0])[0]);
    const isTab = event.key === "Tab" && !event.shiftKey && Boolean(box.value.trim());
    if (event.key !== "Enter" && !isTab) return;
    event.preventDefault();
    const [hall, ...points] = box.value.trim().split(SEPARATORS);
    const row = hall ? rowOf(hall) : after(null);
    const into = totals(row);
    if (!row) return tell(hall ? words.wordsNone : words.wordsWritten);
    if (points.length && !into.length) return tell(`${title(row)}: ${words.wordsWritten}`);
    if (points.length > into.length) return tell(words.wordsMany);
    if (points.length && points.length < into.length) return tell(`${words.wordsMissing} ${names(row)[names(row).length - into.length + points.length]}`);
    if (points.some((each, at) => isTyped(row) && into[at].value !== each)) return tell(`${title(row)}: ${words.wordsUnsaved}`);
    box.value = "";
    tell("");
    row.scrollIntoView({ block: "nearest" });
    if (!points.length) return go(wanted(row) ?? /** @type {HTMLElement | undefined} */ (row.querySelector(".grid-row__number") ?? undefined));
    into.forEach((input, at) => (input.value = points[at]));
    if (isTab) {
      into.forEach((input) => input.dispatchEvent(new Event("input", { bubbles: true })));
      return go(into[into.length - 1]);
    }
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
    const isTie = input.form.matches(".grid-row__tie");
    const row = save(input.form);
    sentFrom = row.id;
    // A tie-break may ask for the next deal: what is typed next stands where it will be.
    go(isTie ? own[0] : (totals(after(row))[0] ?? box));
  }

  /**
   * @param {HTMLElement} from a field, or a button of a row
   * @param {1 | -1} by
   */
  function vertically(from, by) {
    const row = /** @type {HTMLElement} */ (rowAround(from));
    const place = Math.max(0, fields(row).indexOf(/** @type {HTMLInputElement} */ (from)));
    const all = rows().filter((each) => each === row || fields(each).length);
    const to = fields(all[all.indexOf(row) + by]);
    go(to[Math.min(place, to.length - 1)]);
  }

  /**
   * @param {HTMLInputElement} input
   * @param {1 | -1} by
   */
  function sideways(input, by) {
    const all = fields(rowAround(input));
    go(all[all.indexOf(input) + by]);
  }

  /** @param {HTMLElement} row */
  function putBack(row) {
    fields(row).forEach((each) => {
      each.value = each.defaultValue;
      typed.delete(each.id);
    });
    row.classList.remove("is-unsaved");
  }

  /**
   * A key in a field of a row.
   * @param {KeyboardEvent} event
   * @param {HTMLInputElement} input
   */
  function press(event, input) {
    const row = /** @type {HTMLElement} */ (rowAround(input));
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
        putBack(row);
        input.select();
      },
    };
    if (isAtEnd) does.ArrowRight = () => sideways(input, 1);
    if (input.selectionEnd === 0 || input.selectionStart !== input.selectionEnd) does.ArrowLeft = () => sideways(input, -1);
    const what = does[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!what) return;
    event.preventDefault();
    what();
  }

  /**
   * A key where no field has the focus: on a button, a link, or nowhere.
   * @param {KeyboardEvent} event
   * @param {Element} on
   */
  function stray(event, on) {
    const row = rowAround(on) ?? (isLost() ? document.getElementById(worked) : null);
    if (event.key === "." || event.key === ",") {
      event.preventDefault();
      go(box);
    } else if (row && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      event.preventDefault();
      vertically(/** @type {HTMLElement} */ (rowAround(on) ? on : row), event.key === "ArrowUp" ? -1 : 1);
    } else if (/^\d$/.test(event.key)) digit(event, row);
  }

  /**
   * A digit where no field has the focus. One that is to be typed falls into the field that is focused here.
   * @param {KeyboardEvent} event
   * @param {HTMLElement | null} row
   */
  function digit(event, row) {
    if (!row) {
      box.focus();
      box.setSelectionRange(box.value.length, box.value.length);
      return;
    }
    const choices = answers(row);
    if (choices.length) {
      const chosen = choices.find((each) => each.dataset.key === event.key);
      if (!chosen) return refuse(event, words.wordsChoice, row);
      event.preventDefault();
      return chosen.click();
    }
    const own = fields(row.querySelector(".grid-row__tie") ?? row);
    if (!own.length) return refuse(event, words.wordsWritten, row);
    const empty = own.find((each) => !each.value);
    if (!empty) return refuse(event, words.wordsFull, row);
    empty.focus();
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

  /**
   * Put what was typed since the row was sent into its new fields.
   * @param {HTMLElement} row
   */
  function keep(row) {
    const own = fields(row);
    for (const [id, value] of [...typed]) {
      if (!id.startsWith(`r${row.id.slice(4)}-`) && !id.startsWith(`t${row.id.slice(4)}-`)) continue;
      const input = own.find((each) => each.id === id);
      if (input) input.value = value;
      else {
        typed.delete(id);
        tell(`${title(row)}: ${words.wordsWritten}`);
      }
      if (input && input === document.activeElement) input.setSelectionRange(value.length, value.length);
    }
    row.classList.toggle("is-unsaved", isTyped(row));
  }

  /** @param {HTMLElement} row a row that was brought anew */
  function answered(row) {
    const { state = "" } = row.dataset;
    keep(row);
    if (status && state === "saved") {
      status.textContent = [title(row), row.querySelector(".grid-row__words")?.textContent].join(": ");
    }
    const isMine = sentFrom === row.id;
    if (isMine) sentFrom = "";
    const on = document.activeElement;
    if (isMine && WAITING.includes(state)) {
      const elsewhere = rowAround(on);
      if ((elsewhere && elsewhere !== row && isTyped(elsewhere)) || (on === box && box.value)) return;
      go(state === "refused" && !row.querySelector(".grid-row__tie") ? totals(row)[0] : wanted(row));
    } else if (isMine ? isLost() || rowAround(on) === row : isLost() && worked === row.id) {
      go(state === "open" ? totals(row)[0] : (totals(after(row))[0] ?? box));
    }
  }

  document.addEventListener("keydown", (event) => {
    const on = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || !(on instanceof Element)) return;
    if (on === box) jump(event);
    else if (on instanceof HTMLInputElement && on.matches(".grid-row input.grid-row__points")) press(event, on);
    else if (!on.matches("input, select, textarea") && !on.closest("dialog[open]")) stray(event, on);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  box.addEventListener("input", () => {
    const [hall, ...points] = box.value.trim().split(SEPARATORS);
    const row = rowOf(hall || "0");
    const at = row ? names(row).length - totals(row).length : 0;
    tell(row && names(row).map((name, line) => [name, points[line - at]].filter(Boolean).join(" ")).join(" – "));
  });
  document.addEventListener("input", (event) => {
    const row = rowAround(event.target);
    if (!row) return;
    sentFrom = "";
    typed.set(/** @type {HTMLInputElement} */ (event.target).id, /** @type {HTMLInputElement} */ (event.target).value);
    row.classList.toggle("is-unsaved", isTyped(row));
  });
  document.addEventListener("submit", (event) => {
    const sent = /** @type {HTMLFormElement} */ (event.target);
    const row = rowAround(sent);
    if (!row || sent.ariaBusy) return;
    fields(row).forEach((each) => typed.delete(each.id));
    // What is sent by a button, with a mouse or by the keys, goes on from there as Enter does.
    if (event.submitter) sentFrom = row.id;
  }, true);
  document.addEventListener("focusin", (event) => {
    const row = rowAround(event.target);
    const hint = /** @type {HTMLElement | null | undefined} */ (row?.querySelector("[data-grid-next]"));
    const next = row && after(row);
    worked = row ? row.id : "";
    if (!hint || !row) return;
    const own = totals(row);
    const place = own.indexOf(/** @type {HTMLInputElement} */ (event.target)) + 1;
    const along = own.length > 2 && place ? `${place} ${words.wordsOf} ${own.length}` : "";
    hint.textContent = [along, next && next !== row ? `${words.wordsNext} ${next.dataset.hall}` : ""].filter(Boolean).join(", ");
    hint.hidden = !hint.textContent;
  });
  document.addEventListener("region:replaced", (event) => {
    const row = event.target instanceof HTMLElement && event.target.matches(".grid-row") ? event.target : null;
    if (row) answered(row);
    else if (event.target instanceof Element && event.target.id === "results") {
      rows().forEach(keep);
      const again = document.getElementById(worked);
      if (isLost() && again) go(wanted(again) ?? box);
    }
    count();
  });
}
