/**
 * What somebody has set for the table on this browser, without an account: kept here, shown as data attributes of the table.
 * @module
 */

/** By name: whether it is on at first, and the attribute that the table has while it is on, or while it is off. */
const SETTINGS = {
  two_taps: { first: false, attribute: "data-two-taps", when: true },
  animations: { first: true, attribute: "data-still", when: false },
  sound: { first: false, attribute: "data-sound", when: true },
};

/** @typedef {keyof typeof SETTINGS} Name */

/** @param {Name} name */
const keyOf = (name) => `table.${name}`;

/** @param {Name} name */
export function isOn(name) {
  try {
    return (localStorage.getItem(keyOf(name)) ?? String(SETTINGS[name].first)) === "true";
  } catch {
    // A browser that keeps nothing.
    return SETTINGS[name].first;
  }
}

/**
 * @param {Name} name
 * @param {boolean} value
 */
function keep(name, value) {
  try {
    localStorage.setItem(keyOf(name), String(value));
  } catch {
    // It holds until the page is left.
  }
}

/**
 * @param {HTMLElement} root
 * @param {Name} name
 * @param {boolean} value
 */
function show(root, name, value) {
  root.toggleAttribute(SETTINGS[name].attribute, value === SETTINGS[name].when);
}

/**
 * Show the switches of the menu, and let each set the table.
 * @param {HTMLElement} root
 */
export function startSettings(root) {
  for (const name of /** @type {Name[]} */ (Object.keys(SETTINGS))) {
    show(root, name, isOn(name));
    const box = /** @type {HTMLInputElement | null} */ (document.querySelector(`[data-setting="${name}"]`));
    if (!box) continue;
    box.checked = isOn(name);
    box.addEventListener("change", () => {
      keep(name, box.checked);
      show(root, name, box.checked);
    });
  }
}
