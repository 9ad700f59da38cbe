/**
 * Turns what a pointer does to cards into taps and drags: one press is one of the two, never both.
 * @module
 */

const STILL_PX = 12; // a press that moves no further is a tap, since hands tremble
const CLICK_MS = 1000; // the click that belongs to a press has come by then

/**
 * @typedef {Object} Hands
 * @property {string} cards the selector of what can be pressed
 * @property {(isPointer: boolean) => boolean} isShut whether what begins now counts for nothing
 * @property {(button: HTMLElement) => boolean} canDrag
 * @property {(button: HTMLElement, isPointer: boolean) => void} tap
 * @property {(button: HTMLElement) => void} lift
 * @property {(button: HTMLElement, at: {x: number, y: number, left: number, top: number}) => void} drag left and top: how far it has moved
 * @property {(button: HTMLElement) => void} drop
 * @property {(button: HTMLElement) => void} back the press was taken away, as by a call that comes in
 */

/**
 * Listen on a table.
 * @param {HTMLElement} root
 * @param {Hands} hands
 * @returns {() => void} ends the drag that is under way
 */
export function press(root, hands) {
  /** @type {{button: HTMLElement, id: number, x: number, y: number, isFar: boolean, isDrag: boolean} | null} */
  let held = null;
  let clickUntil = 0;

  /** @param {EventTarget | null} target */
  const cardOf = (target) => (target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(hands.cards)) : null);

  const endDrag = () => {
    if (!held?.isDrag) return;
    const { button } = held;
    held = null;
    hands.back(button);
  };

  /** Forget a press whose end was never told, as where a mouse is let go outside the window. */
  const letGo = () => {
    endDrag();
    held = null;
  };

  root.addEventListener("pointerdown", (event) => {
    const button = cardOf(event.target);
    if (!button) return;
    clickUntil = performance.now() + CLICK_MS;
    if (event.isPrimary) letGo();
    if (held || !event.isPrimary || event.button !== 0 || hands.isShut(true)) return;
    held = { button, id: event.pointerId, x: event.clientX, y: event.clientY, isFar: false, isDrag: false };
  });

  window.addEventListener("pointermove", (event) => {
    if (held?.id !== event.pointerId) return;
    if (!event.buttons) {
      letGo();
      return;
    }
    const [left, top] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.isFar && Math.hypot(left, top) > STILL_PX) {
      held.isFar = true;
      held.isDrag = hands.canDrag(held.button);
      if (held.isDrag) hands.lift(held.button);
    }
    if (held?.isDrag) hands.drag(held.button, { x: event.clientX, y: event.clientY, left, top });
  });

  window.addEventListener("pointerup", (event) => {
    if (held?.id !== event.pointerId) return;
    const { button, isFar, isDrag } = held;
    held = null;
    clickUntil = performance.now() + CLICK_MS;
    if (isDrag) hands.drop(button);
    else if (!isFar && button.isConnected) hands.tap(button, true);
  });

  window.addEventListener("pointercancel", (event) => {
    if (held?.id === event.pointerId) letGo();
  });
  root.addEventListener("keydown", () => (clickUntil = 0), { capture: true });

  // Keys and screen readers click without a press; after one the browser's own click says nothing new.
  root.addEventListener("click", (event) => {
    const button = cardOf(event.target);
    const isOfPress = event.detail > 0 && performance.now() < clickUntil;
    if (button && !isOfPress && !hands.isShut(false)) hands.tap(button, false);
  });

  // A picture is no file to be pulled out of the page, and a long press opens no menu on it.
  root.addEventListener("dragstart", (event) => cardOf(event.target) && event.preventDefault());
  root.addEventListener("contextmenu", (event) => cardOf(event.target) && event.preventDefault());
  return endDrag;
}
