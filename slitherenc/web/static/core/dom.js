/** Small functions that create elements. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean | ((event: any) => void)>} Attributes */

/** An HTML element. A function is a listener: {onclick: …}; true is an attribute without a value, false is none.
 * @param {string} name @param {Attributes} [attributes] @param {(string | Node)[]} children */
export function html(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key.slice(2), value);
    else if (value !== false) made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
}

/** An SVG element. @param {string} name @param {Record<string, string | number>} attributes @param {Element} [parent] */
export function shape(name, attributes, parent) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  parent?.append(made);
  return made;
}

/** @param {string} words @param {(event: any) => void} onclick @param {Attributes} [attributes] */
export const button = (words, onclick, attributes = {}) =>
  /** @type {HTMLButtonElement} */ (html("button", { type: "button", onclick, ...attributes }, words));

/** An icon of 24 by 24. @param {string} path */
export function icon(path) {
  const made = shape("svg", { class: "i", viewBox: "0 0 24 24", "aria-hidden": "true" });
  shape("path", { d: path }, made);
  return made;
}

/** A row of choices, one of which is chosen; arrow keys move from one to the next. @template {string} T
 * @param {string} label @param {[T, ...(string | Node)[]][]} choices @param {T} chosen @param {(value: T) => void} choose
 * @param {string} [className] */
export function radios(label, choices, chosen, choose, className = "opts") {
  /** @type {Map<T, HTMLElement>} */ const made = new Map();
  const group = html("div", { class: className, role: "radiogroup", "aria-label": label });
  const mark = (/** @type {T} */ value) =>
    made.forEach((one, key) => {
      one.setAttribute("aria-checked", String(key === value));
      one.tabIndex = key === value ? 0 : -1;
    });
  const values = choices.map(([value]) => value);
  const take = (/** @type {T} */ value) => {
    mark(value);
    choose(value);
  };
  choices.forEach(([value, ...words], i) => {
    const one = html("button", { type: "button", role: "radio", "data-value": value, onclick: () => take(value) }, ...words);
    one.addEventListener("keydown", (event) => {
      const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!way) return;
      event.preventDefault();
      const next = values[(i + way + values.length) % values.length];
      take(next);
      made.get(next)?.focus();
    });
    made.set(value, one);
    group.append(one);
  });
  mark(chosen);
  if (![...made.keys()].includes(chosen) && made.size) [...made.values()][0].tabIndex = 0;
  return { group, mark };
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** "square 10x10": "10×10", "honeycomb 5x5": "Honeycomb 5×5". @param {string} shape the name of the board @param {boolean} [short] */
export function titleOf(shape, short = true) {
  const words = shape.replace(short ? /^square / : "", "").replace(/ G[-\d,]+$/, "").replace(/(\d)x(\d)/, "$1×$2");
  return capital(words);
}

/** @param {number} seconds */
export const clock = (seconds) => {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
};

/** @param {number} n @param {string} one @param {string} [many] @param {string} [more] a word before it, with its space */
export const counted = (n, one, many = `${one}s`, more = "") => `${n}${more} ${n === 1 ? one : many}`;

/** The words for players with a mouse, or for those with a finger. @param {string} mouse @param {string} touch */
export const byMouseOrTouch = (mouse, touch) => (matchMedia("(pointer: coarse)").matches ? touch : mouse);

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
