/**
 * The visible part of a board, and its scale. The SVG has the board's shape if all of it is seen, else the stage's.
 */
import { READABLE_FROM } from "./board.js";
import { calm } from "./dom.js";

/** @typedef {{x: number, y: number, scale: number, fit: boolean}} Saved */
/** @typedef {[number, number, number, number]} Box  left, top, right, bottom, in units */

const APART_TOUCH = 24; // the least pixels between the middles of edges if a finger draws
const APART_MOUSE = 14;
const APART_ZOOMED = 28; // for boards that open zoomed
const NEARLY = 0.9; // this share of it suffices
const LARGEST = 1; // the most pixels per unit of the whole board
const MOST_ZOOM = 3; // pixels per unit
const MOVE_MS = 200;
const SETTLE_MS = 150; // after the last step of a pan

export class View {
  /** @param {HTMLElement} host @param {SVGSVGElement} svg @param {import("./geometry.js").Geometry} geometry @param {{coarse: boolean, rulers: boolean}} options */
  constructor(host, svg, geometry, { coarse, rulers }) {
    this.host = host;
    this.svg = svg;
    this.drawing = /** @type {SVGGElement} */ (svg.firstElementChild);
    this.geometry = geometry;
    this.coarse = coarse;
    /** @type {Box} */ this.bounds = [0, 0, 0, 0];
    this.x = 0;
    this.y = 0;
    this.scale = 0; // pixels per unit; 0: not yet shown
    this.fit = true; // whether the whole board is shown
    this.large = false; // whether the whole board is too small to draw on
    this.held = false; // whether the scale stays when the stage changes, because a sheet is open
    this.moved = false; // whether the player has moved the view since a hint did
    this.width = 0; // the width of the stage
    this.height = 0;
    this.drawn = [0, 0]; // the left and top of the SVG, from which the drawing slides
    this.unit = 1; // pixels of the screen per unit, while the drawing slides
    /** @type {(() => void)[]} */ this.listeners = [];
    this.frame = 0;
    this.settling = 0; // the timer, while the drawing slides
    this.setRulers(rulers);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(host);
    this.resize();
  }

  close() {
    this.observer.disconnect();
    cancelAnimationFrame(this.frame);
    clearTimeout(this.settling);
  }

  /** @param {boolean} on whether to make room for them */
  setRulers(on) {
    const [right, bottom] = this.geometry.size;
    this.bounds = on ? [-52, -46, right + 22, bottom + 22] : [-22, -22, right + 22, bottom + 22];
    this.rulers = on;
    if (this.scale) this.resize(true);
  }

  get whole() {
    const [left, top, right, bottom] = this.bounds;
    return Math.min(LARGEST, this.width / (right - left), this.height / (bottom - top));
  }

  /** Whether the whole board is seen, however large the stage is. */
  get showsAll() {
    return this.fit && !this.held;
  }

  /** Whether hints leave the view as it is. */
  get still() {
    return this.showsAll && !this.large;
  }

  /** Whether a part of the board is out of sight. */
  get zoomed() {
    const [left, top, right, bottom] = this.bounds;
    return (right - left) * this.scale > this.width + 1 || (bottom - top) * this.scale > this.height + 1;
  }

  /** @param {boolean} [anew] */
  resize(anew = false) {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!width || !height || (!anew && width === this.width && height === this.height)) return;
    const first = !this.scale;
    [this.width, this.height] = [width, height];
    if (!this.held) this.large = this.whole * this.geometry.apart < (this.coarse ? APART_TOUCH : APART_MOUSE) * NEARLY;
    if (first) this.open();
    else if (this.showsAll) {
      this.stop(); // what moves, moves to where all was seen before
      this.scale = this.whole;
    }
    this.apply();
  }

  /** The scale of a board that opens zoomed. */
  get closeUp() {
    return APART_ZOOMED / this.geometry.apart;
  }

  /** Opens a board: all of it if that is large enough, otherwise its top left. */
  open() {
    this.fit = !this.large;
    this.scale = this.fit ? this.whole : this.closeUp;
    [this.x, this.y] = this.bounds;
    /** @type {Saved} */ this.last = { ...this.save(), scale: this.closeUp, fit: false }; // the part that was seen before the whole board
  }

  /** Updates the SVG and calls the listeners. */
  apply() {
    clearTimeout(this.settling);
    this.settling = 0;
    const [x, y, wide, high] = this.#place();
    this.svg.style.width = `${wide * this.scale}px`;
    this.svg.style.height = `${high * this.scale}px`;
    this.svg.setAttribute("viewBox", [x, y, wide, high].map((value) => value.toFixed(2)).join(" "));
    this.drawn = [x, y];
    this.drawing.style.transform = this.drawing.style.willChange = "";
    for (const listener of this.listeners) listener();
  }

  /** Moves the drawing, until nothing has moved for a while. Browsers do that without redrawing as long as it moves
   * by whole pixels of the screen. */
  #slide() {
    const { style } = this.drawing;
    if (!this.settling) {
      this.unit = (this.svg.getScreenCTM()?.a ?? this.scale) * devicePixelRatio;
      style.willChange = "transform";
    }
    clearTimeout(this.settling);
    this.settling = window.setTimeout(() => this.apply(), SETTLE_MS);
    const [x, y] = this.#place();
    const [dx, dy] = [this.drawn[0] - x, this.drawn[1] - y].map((way) => Math.round(way * this.unit) / this.unit);
    style.transform = `translate(${dx}px,${dy}px)`;
    for (const listener of this.listeners) listener();
  }

  /** Keeps the view on the board. @returns {[number, number, number, number]} its left, top, width and height in units */
  #place() {
    const [left, top, right, bottom] = this.bounds;
    const wide = Math.min(this.width / this.scale, right - left);
    const high = Math.min(this.height / this.scale, bottom - top);
    this.x = Math.max(left, Math.min(right - wide, this.x));
    this.y = Math.max(top, Math.min(bottom - high, this.y));
    /** @type {Box} */ this.box = [this.x, this.y, this.x + wide, this.y + high];
    return [this.x, this.y, wide, high];
  }

  /** The place of an event on the board. @param {{clientX: number, clientY: number}} event @returns {[number, number]} */
  at({ clientX, clientY }) {
    const { left, top } = this.svg.getBoundingClientRect();
    return [this.x + (clientX - left) / this.scale, this.y + (clientY - top) / this.scale];
  }

  /** @param {number} factor @param {number[]} around a point that stays where it is */
  zoom(factor, [x, y]) {
    this.stop();
    const scale = Math.max(Math.min(this.whole, 0.05), Math.min(MOST_ZOOM, this.scale * factor));
    const least = Math.max(scale, this.whole); // a scale below that of the whole board is useless
    this.x = x - ((x - this.x) * this.scale) / least;
    this.y = y - ((y - this.y) * this.scale) / least;
    this.scale = least;
    this.fit = least === this.whole;
    this.moved = true;
    this.apply();
  }

  /** @param {number} dx @param {number} dy in pixels */
  pan(dx, dy) {
    this.stop();
    this.x += dx / this.scale;
    this.y += dy / this.scale;
    this.moved = true;
    this.#slide();
  }

  /** Shows the whole board. */
  showAll() {
    if (!this.fit) this.last = this.save();
    this.fit = this.moved = true;
    this.go({ x: this.bounds[0], y: this.bounds[1], scale: this.whole });
  }

  /** Shows the whole board, or again the part that was seen before. */
  toggle() {
    if (this.zoomed) return this.showAll();
    this.moved = true;
    this.restore(this.last, true);
  }

  /** Brings a point to the middle. @param {{x: number, y: number}} point */
  center({ x, y }) {
    this.moved = true;
    this.go({ x: x - this.width / this.scale / 2, y: y - this.height / this.scale / 2, scale: this.scale });
  }

  /** Brings a box into view with the least change: pans, and zooms out only if the box is too large. Letters stay
   * readable; if the box is too large for that, brings a part of it into view. @param {Box} box @param {Box} [part] */
  show(box, part = box) {
    if (this.still) return;
    const [l, t, r, b] = this.bounds; // nothing lies beyond the bounds
    const [left, top, right, bottom] = [Math.max(l, box[0]), Math.max(t, box[1]), Math.min(r, box[2]), Math.min(b, box[3])];
    const scale = Math.max(Math.min(this.scale, this.width / (right - left), this.height / (bottom - top)), this.large ? READABLE_FROM : Math.min(this.scale, READABLE_FROM));
    const near = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ length, /** @type {number} */ at) => Math.min(from, Math.max(to - length, at));
    const x = near(part[0], part[2], this.width / scale, near(left, right, this.width / scale, this.x));
    const y = near(part[1], part[3], this.height / scale, near(top, bottom, this.height / scale, this.y));
    if (this.large) this.fit = false;
    this.go({ x, y, scale });
  }

  /** @param {{x: number, y: number, scale: number}} to in 200 ms */
  go(to) {
    this.stop();
    const from = { x: this.x, y: this.y, scale: this.scale };
    const begin = performance.now();
    const step = (/** @type {number} */ now) => {
      const part = calm() ? 1 : Math.min(1, Math.max(0, (now - begin) / MOVE_MS));
      const eased = 1 - (1 - part) ** 3;
      for (const key of /** @type {("x" | "y" | "scale")[]} */ (["x", "y", "scale"])) this[key] = from[key] + (to[key] - from[key]) * eased;
      this.apply();
      if (part < 1) this.frame = requestAnimationFrame(step);
    };
    if (calm()) step(begin + MOVE_MS);
    else this.frame = requestAnimationFrame(step);
  }

  stop() {
    cancelAnimationFrame(this.frame);
  }

  /** @returns {Saved} */
  save() {
    return { x: this.x, y: this.y, scale: this.scale, fit: this.fit };
  }

  /** @param {Saved} saved @param {boolean} [softly] */
  restore(saved, softly = false) {
    this.fit = saved.fit;
    const scale = saved.fit && !this.held ? this.whole : Math.max(Math.min(saved.scale, MOST_ZOOM), this.whole);
    if (softly) return this.go({ x: saved.x, y: saved.y, scale });
    Object.assign(this, { x: saved.x, y: saved.y, scale });
    this.apply();
  }
}
