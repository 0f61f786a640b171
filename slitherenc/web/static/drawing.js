/**
 * Draws a board, what is marked on it, and what a hint points at, as SVG. Any plane graph is a board.
 */
import { State } from "./state.js";

/** @typedef {import("./state.js").Doc} Doc */
/** @typedef {import("./state.js").Verdict} Verdict */
/** @typedef {{kind: "edge" | "face" | "vertex" | "path" | "curve", items: number[], role: string}} Mark */
/** @typedef {{onchange?: () => void, say?: (text: string) => void, onface?: (face: number) => boolean}} Options */

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 60; // around the board, in units: 100 are the shortest edge
const LAYERS = ["sides", "grid", "clues", "crosses", "lines", "dots", "faults", "marks", "cursor"];

/** @param {string} name @param {Record<string, string | number>} attributes @param {Element} [parent] */
export function element(name, attributes, parent) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (parent) parent.append(made);
  return made;
}

export class Drawing {
  /**
   * @param {HTMLElement} host the SVG is put into it
   * @param {Doc} doc
   * @param {Options} options onchange: after each mark; say: for those who hear; onface: a face was clicked, true: that
   *   was all
   */
  constructor(host, doc, options) {
    this.doc = doc;
    this.state = new State(doc);
    this.options = options;
    this.check = true; // show what is broken while it happens
    this.middles = doc.ends.map(([a, b]) => [0, 1].map((i) => (doc.xy[a][i] + doc.xy[b][i]) / 2));
    this.centers = doc.faces.map((ring) => [0, 1].map((i) => ring.reduce((sum, v) => sum + doc.xy[v][i], 0) / ring.length));
    const [right, bottom] = [0, 1].map((i) => doc.xy.reduce((most, at) => Math.max(most, at[i]), 0));
    const below = doc.clues.some((clue) => clue.face === doc.faces.length) ? 80 : 0;
    this.size = [right + 2 * MARGIN, bottom + 2 * MARGIN + below];
    /** @type {number[]} */ this.view = [-MARGIN, -MARGIN, ...this.size]; // what is seen: x, y, width, height
    this.svg = /** @type {SVGSVGElement} */ (
      element("svg", { class: "board", tabindex: 0, role: "application", "aria-roledescription": "Slitherlink board" })
    );
    this.svg.setAttribute("aria-label", `${doc.title}. Arrow keys go from edge to edge, space marks, f goes to faces.`);
    /** @type {Record<string, Element>} */ this.layers = {};
    for (const name of LAYERS) this.layers[name] = element("g", { class: name, "aria-hidden": "true" }, this.svg);
    element("path", { d: doc.ends.map((_, edge) => this.path(edge)).join("") }, this.layers.grid);
    element("path", { d: doc.xy.map(([x, y]) => `M${x} ${y}h0`).join("") }, this.layers.dots);
    this.clues = new Map(doc.clues.map((clue) => [clue.face, this.clue(clue)]));
    /** @type {Map<number, Element>} */ this.drawn = new Map(); // by edge
    /** @type {Map<number, Element>} */ this.colored = new Map(); // by face
    this.shown = new Int8Array(doc.ends.length).fill(-1);
    this.shownSides = new Uint8Array(doc.faces.length);
    this.look(this.view);
    host.replaceChildren(this.svg);
    this.verdict = this.state.verdict();
    this.judge(this.verdict);
  }

  /** @param {number} edge */
  path(edge) {
    const [[ax, ay], [bx, by]] = this.doc.ends[edge].map((vertex) => this.doc.xy[vertex]);
    return `M${ax} ${ay}L${bx} ${by}`;
  }

  /** @param {import("./state.js").Clue} clue */
  clue({ face, at: [x, y], room, shapes }) {
    const group = element("g", { class: "clue", "data-face": face }, this.layers.clues);
    const radius = Math.min(0.76 * room, 44);
    const place = (/** @type {number[]} */ [a, b]) => `${(x + radius * a).toFixed(1)} ${(y + radius * b).toFixed(1)}`;
    const walk = (/** @type {number[][]} */ points) => "M" + points.map(place).join("L");
    for (const shape of shapes) {
      if (shape.text !== undefined) {
        const half = Math.hypot(0.56 * shape.text.length, 0.72) / 2;
        const size = Math.min((radius * (shape.radius ?? 1)) / half, 58);
        element("text", { x, y: y + 0.36 * size, "font-size": size.toFixed(1) }, group).textContent = shape.text;
      } else if (shape.circle) {
        const [a, b] = place(shape.circle).split(" ");
        const r = radius * (shape.radius ?? 1);
        element("circle", { cx: a, cy: b, r, class: shape.filled ? "filled" : "drawn" }, group);
      } else if (shape.line) {
        element("path", { d: walk(shape.line), class: "drawn", "stroke-width": (0.12 * radius).toFixed(1) }, group);
      } else if (shape.area) {
        element("path", { d: shape.area.map((points) => walk(points) + "z").join(""), class: "filled" }, group);
      }
    }
    return group;
  }

  /** Shows a part of the plane. @param {number[]} view x, y, width, height */
  look(view) {
    this.view = view;
    this.svg.setAttribute("viewBox", this.view.map((value) => value.toFixed(1)).join(" "));
  }

  /** Draws what has changed. */
  update() {
    const { edges, sides } = this.state;
    for (let edge = 0; edge < edges.length; edge++) {
      if (edges[edge] === this.shown[edge]) continue;
      this.shown[edge] = edges[edge];
      this.drawn.get(edge)?.remove();
      this.drawn.delete(edge);
      if (edges[edge] === 1) this.drawn.set(edge, element("path", { d: this.path(edge) }, this.layers.lines));
      if (edges[edge] === 0) {
        const [x, y] = this.middles[edge];
        this.drawn.set(edge, element("path", { d: `M${x - 9} ${y - 9}l18 18m0-18l-18 18` }, this.layers.crosses));
      }
    }
    for (let face = 0; face < sides.length; face++) {
      if (sides[face] === this.shownSides[face]) continue;
      this.shownSides[face] = sides[face];
      this.colored.get(face)?.remove();
      this.colored.delete(face);
      if (sides[face]) this.colored.set(face, this.side(face, sides[face]));
    }
    this.verdict = this.state.verdict();
    this.judge(this.verdict);
    this.options.onchange?.();
  }

  /** Inside has a square at its middle, outside a ring: not only a color. @param {number} face @param {number} side */
  side(face, side) {
    const { doc } = this;
    const group = element("g", { class: side === 1 ? "inside" : "outside" }, this.layers.sides);
    element("path", { d: "M" + doc.faces[face].map((v) => doc.xy[v].join(" ")).join("L") + "z" }, group);
    const [x, y] = this.centers[face];
    const at = this.clues.has(face) ? [x + 24, y + 24] : [x, y];
    if (side === 1) element("rect", { x: at[0] - 8, y: at[1] - 8, width: 16, height: 16 }, group);
    else element("circle", { cx: at[0], cy: at[1], r: 9 }, group);
    return group;
  }

  /** Finished clues fade; what is broken stands out, where that is wanted. @param {Verdict} verdict */
  judge(verdict) {
    this.doc.rules.forEach((rule, number) => {
      const status = verdict.rules[number];
      for (const face of rule.faces) {
        const clue = this.clues.get(face);
        const name = status === "kept" ? "clue kept" : status === "broken" && this.check ? "clue broken" : "clue";
        if (clue && clue.getAttribute("class") !== name) clue.setAttribute("class", name);
      }
    });
    this.svg.classList.toggle("solved", verdict.solved);
    this.layers.faults.replaceChildren();
    if (!this.check) return;
    for (const vertex of verdict.vertices) {
      const [cx, cy] = this.doc.xy[vertex];
      element("circle", { cx, cy, r: 24 }, this.layers.faults);
    }
    for (const edge of verdict.loop) element("path", { d: this.path(edge) }, this.layers.faults);
  }

  /** What a hint points at. @param {Mark[]} marks */
  point(marks) {
    this.layers.marks.replaceChildren();
    for (const { kind, items, role } of marks)
      for (const item of items) {
        const group = element("g", { class: `${role} ${kind}` }, this.layers.marks);
        if (kind === "face") {
          if (item >= this.doc.faces.length) continue;
          const [x, y] = this.centers[item];
          const ring = this.doc.faces[item].map((v) => this.doc.xy[v]);
          const points = ring.map(([a, b]) => `${x + 0.86 * (a - x)} ${y + 0.86 * (b - y)}`);
          element("path", { d: "M" + points.join("L") + "z" }, group);
        } else if (kind === "vertex") {
          const [cx, cy] = this.doc.xy[item];
          element("circle", { cx, cy, r: role === "look" ? 32 : 22 }, group);
        } else if (role === "cross") {
          const [cx, cy] = this.middles[item];
          element("path", { d: `M${cx - 22} ${cy - 22}l44 44m0 -44l-44 44` }, group);
        } else if (role === "link") {
          const [cx, cy] = this.middles[item];
          element("circle", { cx, cy, r: 22 }, group);
          element("text", { x: cx, y: cy + 10 }, group).textContent = String(items.indexOf(item) + 1);
        } else element("path", { d: kind === "curve" ? this.across(item) : this.path(item) }, group);
      }
  }

  /** From the middle of the one cell over an edge to that of the other; outside the board a bit further. @param {number} edge */
  across(edge) {
    const { doc } = this;
    const [x, y] = this.middles[edge];
    const beside = doc.faces.flatMap((ring, face) => (doc.ends[edge].every((v) => ring.includes(v)) ? [this.centers[face]] : []));
    const [[a, b], [c, d] = [x + 0.6 * (x - a), y + 0.6 * (y - b)]] = beside;
    return `M${a} ${b}L${x} ${y}L${c} ${d}`;
  }

  /** Shows all of the board. */
  whole() {
    this.look([-MARGIN, -MARGIN, ...this.size]);
  }
}
