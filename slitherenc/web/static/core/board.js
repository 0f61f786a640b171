/**
 * Draws a board, its marks, and the objects of a hint, as SVG. Any plane graph is a board. It is drawn in
 * blocks: a change redraws one block, and blocks out of sight are not drawn at all.
 */
import { shape } from "./dom.js";
import { Geometry } from "./geometry.js";
import { Pieces } from "./pieces.js";
import { Verdict } from "./verdict.js";

/** @typedef {import("./state.js").Clue} Clue */
/** @typedef {import("./view.js").Box} Box */
/** @typedef {{mistakes: boolean, pieces: boolean, crosses: boolean}} Shows */
/** @typedef {{label: string, role: string, at: number[], digit: boolean, index: number}} Tag */
/** @typedef {{faces: number[], paths: number[], ghosts: [number, boolean][], tags: Tag[], wrong: number[]}} Pointing */
/** @typedef {{edges: number[], grid: Element, dots: Element, clues: Element, sides: Element, crosses: Element, derived: Element, lines: Element, box: Box, seen: boolean}} Block */

const LAYERS = ["sides", "fill", "regions", "halos", "grid", "clues", "derived", "crosses", "lines", "dots", "faults", "hints", "rules", "cursor"];
const PARTS = /** @type {const} */ (["grid", "dots", "clues", "sides", "crosses", "derived", "lines"]); // layers that are drawn in blocks
const BLOCK = 2000; // units, on each side
const FAR = 1e6; // units, beyond every board
const NUMBER = 52; // units, the size of a number
const LEAST_NUMBER = 7; // pixels, below which numbers are not drawn
const DISC = 32; // units, the radius of the disc of a wrong number
const LETTER = 24; // units, the size of a hint's letter
const READABLE = 10; // pixels, the least size of a letter
const MOST_GROWTH = 1.3; // of a letter, so that it leaves numbers in sight
export const READABLE_FROM = READABLE / LETTER / MOST_GROWTH; // pixels per unit, from which letters can be read
const SMALL = 26; // pixels between rows, below which only every fifth has its number
/** @type {Pointing} */
export const NOTHING = { faces: [], paths: [], ghosts: [], tags: [], wrong: [] };

/** The radius of a clue's drawing, by the room that it has. @param {number} room */
const radiusOf = (room) => Math.min(0.76 * room, 44);

/** The distance that a clue reaches from its middle. @param {Clue} clue */
export const extent = ({ room, shapes }) => Math.min(radiusOf(room), shapes.some(({ text }) => text === undefined) ? Infinity : 0.46 * NUMBER);

export class Board {
  /** @param {import("./state.js").State} state @param {Shows} [shows] */
  constructor(state, shows = { mistakes: false, pieces: false, crosses: false }) {
    const { doc } = state;
    this.doc = doc;
    this.scale = 0; // pixels per unit
    this.state = state;
    this.shows = shows;
    this.geometry = new Geometry(doc);
    this.verdict = new Verdict(state, shows.crosses);
    this.pieces = new Pieces(state);
    this.pieces.update(Array.from(state.edges.keys()));
    /** @type {Set<number>} */ this.derived = new Set(); // edges that must be crosses; updated even while they are not shown
    for (const edge of state.edges.keys()) if (this.verdict.crossed(edge)) this.derived.add(edge);
    this.svg = /** @type {SVGSVGElement} */ (shape("svg", { class: "board", tabindex: 0, role: "application", "aria-roledescription": "Slitherlink board" }));
    this.svg.setAttribute("aria-label", `${doc.title}. Arrow keys move, Space marks, F goes to the numbers.`);
    /** @type {Record<string, Element>} */ this.layers = {};
    const drawing = shape("g", { class: "drawing", "aria-hidden": "true" }, this.svg); // a view slides it
    for (const name of LAYERS) this.layers[name] = shape("g", { class: name }, drawing);
    shape("rect", { class: "hit", x: -FAR, y: -FAR, width: 2 * FAR, height: 2 * FAR }, this.svg);
    /** @type {Map<string, Block>} */ this.blocks = new Map();
    /** @type {string[]} */ this.lineOf = doc.ends.map((_, edge) => this.geometry.line(edge));
    this.blockOf = this.geometry.middles.map((at, edge) => {
      const block = this.#blockAt(at);
      block.edges.push(edge);
      return block;
    });
    this.#drawBlocks();
    /** @type {Map<number, Element>} */ this.clues = new Map();
    for (const clue of doc.clues) this.clues.set(clue.face, this.#clue(clue));
    /** @type {Map<number, Element>} */ this.colored = new Map(); // by face
    /** @type {Pointing} */ this.pointing = NOTHING;
    this.#paint([...this.blocks.values()]);
    doc.rules.forEach((_, rule) => this.#judge(rule));
    for (const face of state.sides.keys()) this.#side(face);
    this.#faults();
    state.listeners.push((edges, faces) => this.update(edges, faces));
  }

  /** @param {number[]} at @returns {Block} */
  #blockAt([x, y]) {
    const [i, j] = [Math.floor(x / BLOCK), Math.floor(y / BLOCK)];
    const key = `${i},${j}`;
    let block = this.blocks.get(key);
    if (!block) {
      const part = (/** @type {string} */ layer) => shape("g", {}, this.layers[layer]);
      block = {
        edges: [], grid: part("grid"), dots: part("dots"), clues: part("clues"), sides: part("sides"), crosses: part("crosses"),
        derived: part("derived"), lines: part("lines"), box: [i * BLOCK - 100, j * BLOCK - 100, (i + 1) * BLOCK + 100, (j + 1) * BLOCK + 100], seen: true,
      };
      this.blocks.set(key, block);
    }
    return block;
  }

  #drawBlocks() {
    /** @type {Map<Block, string[]>} */ const dots = new Map();
    for (const at of this.doc.xy) {
      const block = this.#blockAt(at);
      const own = dots.get(block) ?? [];
      own.push(`M${at[0]} ${at[1]}h0`);
      dots.set(block, own);
    }
    dots.forEach((own, block) => shape("path", { d: own.join("") }, block.dots));
    for (const block of this.blocks.values()) shape("path", { d: block.edges.map((edge) => this.lineOf[edge]).join("") }, block.grid);
  }

  /** @param {Clue} clue */
  #clue({ face, at: [x, y], room, shapes }) {
    const group = shape("g", { class: "clue", "data-face": face }, this.#blockAt([x, y]).clues);
    const radius = radiusOf(room);
    const place = (/** @type {number[]} */ [a, b]) => `${(x + radius * a).toFixed(1)} ${(y + radius * b).toFixed(1)}`;
    const walk = (/** @type {number[][]} */ points) => "M" + points.map(place).join("L");
    shape("circle", { cx: x, cy: y, r: Math.min(DISC, 0.8 * room), class: "badge" }, group);
    for (const one of shapes) {
      if (one.text !== undefined) {
        const half = Math.hypot(0.56 * one.text.length, 0.72) / 2;
        const size = Math.min((radius * (one.radius ?? 1)) / half, NUMBER);
        shape("text", { x, y: (y + 0.35 * size).toFixed(1), "font-size": size.toFixed(1) }, group).textContent = one.text;
      } else if (one.circle) {
        const [cx, cy] = place(one.circle).split(" ");
        shape("circle", { cx, cy, r: radius * (one.radius ?? 1), class: one.filled ? "filled" : "drawn" }, group);
      } else if (one.line) {
        shape("path", { d: walk(one.line), class: "drawn", "stroke-width": (0.12 * radius).toFixed(1) }, group);
      } else if (one.area) {
        shape("path", { d: one.area.map((points) => walk(points) + "z").join(""), class: "filled" }, group);
      }
    }
    return group;
  }

  /** Draws the changes. @param {number[]} edges @param {number[]} faces */
  update(edges, faces) {
    const judged = this.verdict.update(edges);
    const near = this.verdict.near(judged);
    const dirty = new Set(edges);
    for (const edge of near) {
      const crossed = this.verdict.crossed(edge);
      if (crossed === this.derived.has(edge)) continue;
      if (crossed) this.derived.add(edge);
      else this.derived.delete(edge);
      if (this.shows.crosses) dirty.add(edge);
    }
    if (this.shows.pieces) for (const edge of this.pieces.update(edges)) dirty.add(edge);
    this.#paint(new Set([...dirty].map((edge) => this.blockOf[edge])));
    for (const rule of judged.rules) this.#judge(rule);
    for (const face of faces) this.#side(face);
    this.#faults();
  }

  /** Changes what is shown. @param {Partial<Shows>} shows */
  show(shows) {
    Object.assign(this.shows, shows);
    this.verdict.fill(this.shows.crosses);
    if (shows.pieces) this.pieces.update(Array.from(this.state.edges.keys()));
    this.#paint([...this.blocks.values()]);
    this.doc.rules.forEach((_, rule) => this.#judge(rule));
    this.#faults();
  }

  /** Redraws the marks of blocks. @param {Iterable<Block>} blocks */
  #paint(blocks) {
    const { edges, tried } = this.state;
    for (const block of blocks) {
      /** @type {Map<string, string[]>} */ const lines = new Map();
      /** @type {string[]} */ const crosses = [];
      /** @type {string[]} */ const hollow = [];
      /** @type {string[]} */ const derived = [];
      for (const edge of block.edges) {
        if (edges[edge] === 1) {
          const name = tried[edge] ? "try" : this.shows.pieces ? `p${this.pieces.hue(edge)}` : "own";
          const own = lines.get(name);
          if (own) own.push(this.lineOf[edge]);
          else lines.set(name, [this.lineOf[edge]]);
        } else if (edges[edge] === 0) (tried[edge] ? hollow : crosses).push(this.#cross(edge, 9));
        else if (this.shows.crosses && this.derived.has(edge)) derived.push(this.#cross(edge, 9));
      }
      block.lines.replaceChildren();
      for (const [name, own] of lines) {
        shape("path", { d: own.join(""), class: name }, block.lines);
        if (name === "try") shape("path", { d: own.join(""), class: "core" }, block.lines);
      }
      block.crosses.replaceChildren();
      if (crosses.length) shape("path", { d: crosses.join("") }, block.crosses);
      if (hollow.length) shape("path", { d: hollow.join(""), class: "try" }, block.crosses);
      block.derived.replaceChildren();
      if (derived.length) shape("path", { d: derived.join("") }, block.derived);
    }
  }

  /** @param {number} edge @param {number} half */
  #cross(edge, half) {
    const [x, y] = this.geometry.middles[edge];
    return `M${x - half} ${y - half}l${2 * half} ${2 * half}m0-${2 * half}l-${2 * half} ${2 * half}`;
  }

  /** Draws a side: inside with a square in the middle, outside with a ring, so that it shows without color, too. @param {number} face */
  #side(face) {
    const side = this.state.sides[face];
    this.colored.get(face)?.remove();
    this.colored.delete(face);
    if (!side) return;
    const [x, y] = this.geometry.centers[face];
    const group = shape("g", { class: side === 1 ? "inside" : "outside" }, this.#blockAt([x, y]).sides);
    shape("path", { d: this.geometry.ring(face) }, group);
    const at = this.clues.has(face) ? [x + 26, y + 26] : [x, y];
    if (side === 1) shape("rect", { x: at[0] - 7, y: at[1] - 7, width: 14, height: 14 }, group);
    else shape("circle", { cx: at[0], cy: at[1], r: 8 }, group);
    this.colored.set(face, group);
  }

  /** Lets finished numbers fade and wrong ones stand out. @param {number} rule */
  #judge(rule) {
    const status = this.verdict.rules[rule];
    const name = status === "kept" ? "clue kept" : status === "broken" && this.shows.mistakes ? "clue broken" : "clue";
    for (const face of this.doc.rules[rule].faces) {
      const clue = this.clues.get(face);
      if (clue && clue.getAttribute("class") !== name) clue.setAttribute("class", name);
    }
  }

  /** Draws dots with too many lines, and loops that are closed too early. */
  #faults() {
    const { faults } = this.layers;
    if (faults.firstChild) faults.replaceChildren();
    if (!this.shows.mistakes) return;
    for (const vertex of this.verdict.dots) {
      const [cx, cy] = this.doc.xy[vertex];
      shape("circle", { cx, cy, r: 18 }, faults); // it ends inside the margin
    }
    if (this.verdict.solved) return;
    for (const loop of new Set(this.verdict.loops.values())) shape("path", { d: this.geometry.loop(loop) }, faults);
  }

  /** Draws the loop in one go, and fills its inside. */
  finish() {
    const [loop] = this.verdict.loops.values();
    this.svg.classList.add("solved");
    this.layers.fill.replaceChildren();
    const d = this.geometry.loop(loop);
    shape("path", { d, class: "inner", "fill-rule": "evenodd" }, this.layers.fill);
    shape("path", { d, class: "run", pathLength: 1 }, this.layers.fill);
  }

  unfinish() {
    this.svg.classList.remove("solved");
    this.layers.fill.replaceChildren();
  }

  /** Points at the objects of a hint. @param {Pointing} [pointing] */
  point(pointing = NOTHING) {
    const { geometry, layers } = this;
    this.pointing = pointing;
    for (const name of ["regions", "halos", "hints"]) layers[name].replaceChildren();
    for (const face of pointing.faces) if (face < this.doc.faces.length) shape("path", { d: geometry.ring(face) }, layers.regions);
    for (const edge of pointing.paths) shape("path", { d: this.lineOf[edge], class: "because" }, layers.halos);
    for (const edge of pointing.wrong) {
      const line = this.state.edges[edge] === 1;
      const [x, y] = line ? geometry.middles[edge] : this.#beside(edge);
      shape("path", { d: this.lineOf[edge], class: "halo" }, layers.halos);
      shape("path", line ? { d: this.lineOf[edge], class: "bad" } : { d: this.#cross(edge, 9), class: "bad cross" }, layers.hints);
      shape("circle", { cx: x, cy: y, r: 18, class: "badge" }, layers.hints);
      shape("text", { x, y: y + 9, "font-size": 26, class: "bang" }, layers.hints).textContent = "!";
    }
    for (const [edge, line] of pointing.ghosts) {
      const [cx, cy] = geometry.middles[edge];
      if (!line) shape("circle", { cx, cy, r: 21, class: "ghostbg" }, layers.hints);
      shape("path", line ? { d: this.lineOf[edge], class: "ghost" } : { d: this.#cross(edge, 13), class: "ghostx" }, layers.hints);
    }
    for (const { label, at: [x, y], digit, index } of [...pointing.tags].sort((a, b) => Number(b.digit) - Number(a.digit))) {
      const group = shape("g", { class: digit ? "tag n" : "tag", "data-mark": index }, layers.hints);
      const half = digit ? 15 : 18; // a square, so that it does not look like a number in a ring
      shape("rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: digit ? 6 : half }, group);
      shape("text", { x, y: y + 8.5, "font-size": label.length > 1 ? 19 : LETTER }, group).textContent = label;
    }
  }

  /** The point on an edge between its cross and its end. @param {number} edge */
  #beside(edge) {
    const [x, y] = this.geometry.middles[edge];
    const [end] = this.geometry.ends(edge);
    return [x + 0.6 * (end[0] - x), y + 0.6 * (end[1] - y)];
  }

  /** The box around points on the board, with the length of an edge on each side. @param {number[][]} points @returns {Box} */
  boxAround(points) {
    const [[x0, x1], [y0, y1]] = [0, 1].map((i) => {
      const at = points.map((point) => point[i]);
      return [Math.min(...at), Math.max(...at)];
    });
    return [x0 - 100, y0 - 100, x1 + 100, y1 + 100];
  }

  /** All points of a pointing. @param {Pointing} pointing */
  pointsOf(pointing) {
    const { doc, geometry } = this;
    const edges = [...pointing.ghosts.map(([edge]) => edge), ...pointing.wrong, ...pointing.paths];
    const faces = pointing.faces.filter((face) => face < doc.faces.length);
    return [
      ...edges.flatMap((edge) => geometry.ends(edge)),
      ...faces.flatMap((face) => doc.faces[face].map((v) => doc.xy[v])),
      ...pointing.tags.map((tag) => tag.at),
    ];
  }

  /** Lights up a mark twice. @param {number} index */
  pulse(index) {
    const mark = this.layers.hints.querySelector(`[data-mark="${index}"]`);
    if (!mark) return;
    mark.classList.remove("pulse");
    void mark.getBoundingClientRect(); // so that the animation begins again
    mark.classList.add("pulse");
  }

  /** Numbers columns and rows from 1. @param {boolean} on @param {number[]} faces whose column and row are bold @param {number} scale pixels a unit */
  rulers(on, faces, scale) {
    const { rules } = this.layers;
    rules.replaceChildren();
    if (!on) return;
    this.geometry.lanes.forEach((lanes, across) => {
      const bold = new Set(faces.map((face) => this.geometry.laneOf(face, across)));
      const few = (lanes.length > 1 ? lanes[1] - lanes[0] : 100) * scale < SMALL;
      lanes.forEach((lane, i) => {
        if (few && !bold.has(i) && (i + 1) % 5 && i) return;
        const [x, y] = across ? [-32, lane + 8] : [lane, -20];
        shape("text", { x, y, class: bold.has(i) ? "rule on" : "rule" }, rules).textContent = String(i + 1);
      });
    });
  }

  /** Removes the blocks that are out of sight from the page, because browsers also lay out what an SVG hides. @param {Box} box @param {number} scale pixels a unit */
  see([left, top, right, bottom], scale) {
    this.svg.classList.toggle("tiny", NUMBER * scale < LEAST_NUMBER);
    if (this.scale !== scale) this.svg.style.setProperty("--letters", Math.max(1, Math.min(MOST_GROWTH, READABLE / LETTER / scale)).toFixed(2));
    this.scale = scale;
    for (const block of this.blocks.values()) {
      const [x0, y0, x1, y1] = block.box;
      const seen = x1 >= left && x0 <= right && y1 >= top && y0 <= bottom;
      if (seen === block.seen) continue;
      block.seen = seen;
      for (const part of PARTS)
        if (seen) this.layers[part].append(block[part]);
        else block[part].remove();
    }
  }
}
