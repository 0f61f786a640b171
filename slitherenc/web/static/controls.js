/**
 * What stands around a board: tools, undo, a timer, themes, and the marks that are kept in the browser.
 */
import { Board } from "./board.js";
import { State } from "./state.js";

/** @typedef {import("./state.js").Doc} Doc */

/** @param {string} name @param {Record<string, string>} attributes @param {(string | Node)[]} children */
export function html(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** @param {string} label @param {() => void} act @param {string} [title] */
export function button(label, act, title = "") {
  const made = html("button", { type: "button", ...(title ? { title } : {}) }, label);
  made.addEventListener("click", act);
  return /** @type {HTMLButtonElement} */ (made);
}

/** @param {string} label @param {Record<string, string>} options value: text @param {(value: string) => void} act */
export function choice(label, options, act) {
  const select = /** @type {HTMLSelectElement} */ (
    html("select", {}, ...Object.entries(options).map(([value, text]) => html("option", { value }, text)))
  );
  select.addEventListener("change", () => act(select.value));
  return { label: html("label", {}, `${label} `, select), select };
}

/** @param {string} label @param {boolean} on @param {(on: boolean) => void} act */
export function toggle(label, on, act) {
  const box = /** @type {HTMLInputElement} */ (html("input", { type: "checkbox" }));
  box.checked = on;
  box.addEventListener("change", () => act(box.checked));
  return html("label", {}, box, ` ${label}`);
}

/** What the browser keeps, or nothing where it keeps nothing. */
export const kept = {
  /** @param {string} key */
  get(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** @param {string} key @param {string} value */
  set(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch {
      // It is full or not allowed; the marks are then gone with the page.
    }
  },
};

/** @param {number} seconds */
const clock = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

export class Play {
  /**
   * @param {HTMLElement} host
   * @param {Doc} doc
   * @param {{onchange?: () => void, onface?: (face: number) => boolean, state?: string | null, keep?: boolean}} [options]
   *   state: what is marked at first, in place of what the browser keeps; keep: let the browser keep it
   */
  constructor(host, doc, options = {}) {
    this.doc = doc;
    this.options = options;
    this.key = `slitherenc ${doc.text}`;
    /** @type {(() => void)[]} */ this.listeners = []; // called after each mark
    this.live = html("p", { class: "live", "aria-live": "polite" });
    this.status = html("p", { class: "status", role: "status" });
    const place = html("div", { class: "place" });
    this.board = new Board(place, doc, {
      onchange: () => this.changed(),
      say: (text) => this.live.replaceChildren(text),
      onface: options.onface,
    });
    this.seconds = 0;
    this.paused = false;
    this.done = false;
    this.shown = false; // the loop was shown, not found
    this.time = html("span", { class: "time", role: "timer", "aria-label": "time" }, "0:00");
    this.pauseButton = button("Pause", () => this.pause(!this.paused));
    host.replaceChildren(this.toolbar(), this.status, place, this.live);
    this.place = place;
    this.restore();
    this.changed();
    this.ticker = setInterval(() => this.tick(), 1000);
  }

  toolbar() {
    const { board } = this;
    const tools = { lines: "Lines", crosses: "Crosses", sides: "Inside, outside" };
    const tool = choice("Draw", tools, (value) => {
      board.tool = /** @type {import("./board.js").Tool} */ (value);
    });
    const undo = button("Undo", () => board.undo(), "z");
    const redo = button("Redo", () => board.redo(), "y");
    this.steps = { undo, redo };
    return html(
      "div",
      { class: "toolbar", role: "group", "aria-label": "Board" },
      tool.label, undo, redo,
      button("Clear", () => {
        board.state.clear();
        board.update();
      }),
      this.time, this.pauseButton,
      button("Whole board", () => board.whole(), "0"),
      toggle("Lock zoom", false, (on) => (board.locked = on)),
      toggle("Show mistakes", true, (on) => {
        board.check = on;
        board.judge(board.verdict);
      }),
    );
  }

  /** What was marked here before, or what is asked for. */
  restore() {
    const [state, seconds] = (this.options.keep === false ? "" : (kept.get(this.key) ?? "")).split(" ");
    const text = this.options.state ?? state;
    if (!text) return;
    if (!State.valid(text, this.doc)) return void this.live.replaceChildren("The marks do not fit this puzzle; there are none.");
    if (text === state) this.seconds = Number(seconds) || 0;
    this.time.replaceChildren(clock(this.seconds));
    this.board.state.load(text);
    this.board.state.past = [];
    this.board.update();
  }

  changed() {
    if (!this.steps) return; // the board is being made
    const { state, verdict } = this.board;
    this.steps.undo.disabled = !state.past.length && !state.open?.length;
    this.steps.redo.disabled = !state.future.length;
    if (verdict.solved !== this.done) {
      this.done = verdict.solved;
      const words = this.shown ? "This is the solution." : `Solved in ${clock(this.seconds)}.`;
      this.status.replaceChildren(verdict.solved ? words : "");
      if (!verdict.solved) this.shown = false;
    }
    this.keep();
    this.options.onchange?.();
    for (const act of this.listeners) act();
  }

  keep() {
    if (this.options.keep !== false) kept.set(this.key, `${this.board.state.whole()} ${Math.floor(this.seconds)}`);
  }

  tick() {
    if (this.paused || this.done || document.hidden) return;
    this.seconds++;
    this.time.replaceChildren(clock(this.seconds));
    if (this.seconds % 10 === 0) this.keep();
  }

  /** @param {boolean} on a paused board cannot be seen */
  pause(on) {
    this.paused = on;
    this.board.frozen = on;
    this.place.classList.toggle("paused", on);
    this.pauseButton.replaceChildren(on ? "Go on" : "Pause");
  }

  close() {
    clearInterval(this.ticker);
  }
}

/** A choice of colors, which the browser keeps. */
export function themes() {
  const names = { auto: "as the system", light: "light", dark: "dark", contrast: "high contrast" };
  const set = (/** @type {string} */ name) => {
    document.documentElement.dataset.theme = name;
    kept.set("slitherenc theme", name);
  };
  const made = choice("Colors", names, set);
  made.select.value = kept.get("slitherenc theme") ?? "auto";
  set(made.select.value);
  return made.label;
}
