/**
 * The sheet below the board, which never covers it.
 */
import { button, html, icon } from "./dom.js";
import { ICONS } from "./icons.js";

/** The head of a sheet with a button that closes it. @param {HTMLElement} head @param {string} words the thing that is closed @param {() => void} act */
export const closable = (head, words, act) =>
  html("div", { class: "steps" }, head, html("button", { type: "button", class: "icon", "aria-label": `Close ${words}`, onclick: act }, icon(ICONS.close)));

export class Sheet {
  /** @param {HTMLElement} element @param {() => void} onchange called when it is shown or hidden @param {() => void} onblur called when it is hidden while it has the focus */
  constructor(element, onchange, onblur) {
    this.element = element;
    this.onchange = onchange;
    this.onblur = onblur;
    this.kind = "";
    element.onscroll = () => this.#cut();
  }

  /** Lets the text fade where there is more of it. */
  #cut() {
    const { scrollHeight, scrollTop, clientHeight } = this.element;
    this.element.classList.toggle("cut", scrollHeight - scrollTop - clientHeight > 4);
    this.element.classList.toggle("begun", scrollTop > 4);
  }

  /** @param {string} kind its purpose: hint, check, trial, solved … @param {(string | Node)[]} nodes */
  show(kind, ...nodes) {
    const { element } = this;
    const focused = element.contains(document.activeElement);
    this.kind = kind;
    element.className = `sheet ${kind}`;
    element.replaceChildren(...nodes);
    element.hidden = false;
    this.onchange();
    element.scrollTop = element.querySelector(".past") ? element.scrollHeight : 0; // the newest sentence is the last one
    this.#cut();
    if (focused) this.focus();
  }

  /** Whether the board shrinks for it, so that all of the board is seen. */
  get makesRoom() {
    return /guide|welcome|end/.test(this.kind);
  }

  hide() {
    if (!this.kind) return;
    const focused = this.element.contains(document.activeElement);
    this.kind = "";
    this.element.className = "sheet";
    this.element.hidden = true;
    this.element.replaceChildren();
    this.onchange();
    if (focused) this.onblur();
  }

  /** Moves the focus to its main button. */
  focus() {
    /** @type {HTMLElement | null} */ (this.element.querySelector(".primary") ?? this.element.querySelector("button"))?.focus();
  }
}

/** @param {(HTMLElement | false | undefined)[]} buttons @param {string} [className] */
export const row = (buttons, className = "row") => html("div", { class: className }, ...buttons.filter((one) => one instanceof HTMLElement));

/** @param {string} words @param {() => void} act */
export const primary = (words, act) => button(words, act, { class: "primary" });

/** @param {string} words @param {() => void} act */
export const second = (words, act) => button(words, act, { class: "second" });
