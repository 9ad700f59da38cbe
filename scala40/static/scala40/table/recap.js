/**
 * Shows the moves since the reader's turn before this one over the cloth, when it is asked for, until it is touched.
 * @module
 */

export class Recap {
  /**
   * @param {HTMLElement} cloth
   * @param {HTMLElement | null} button that asks for it
   * @param {() => string[]} sentences of the moves, the oldest first
   * @param {(text: string) => void} say
   */
  constructor(cloth, button, sentences, say) {
    this.cloth = cloth;
    this.button = button;
    /** @type {HTMLElement | null} */
    this.panel = null;
    button?.addEventListener("click", () => {
      if (this.panel) this.hide();
      else this.open(sentences(), say);
    });
  }

  /**
   * @param {string[]} sentences
   * @param {(text: string) => void} say
   */
  open(sentences, say) {
    const list = document.createElement("ol");
    list.append(...sentences.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
    this.panel = document.createElement("div");
    this.panel.className = "recap40";
    // It is read out in the live region.
    this.panel.setAttribute("aria-hidden", "true");
    this.panel.append(list);
    this.panel.addEventListener("click", () => this.hide());
    this.cloth.append(this.panel);
    say(sentences.join(" "));
  }

  hide() {
    this.panel?.remove();
    this.panel = null;
  }
}
