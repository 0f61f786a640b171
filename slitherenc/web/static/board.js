/**
 * A board that one plays on, by mouse, touch and keys.
 */
import { Drawing, element } from "./drawing.js";

/** @typedef {import("./state.js").Doc} Doc */
/** @typedef {"lines" | "crosses" | "sides"} Tool */

const NEAR = 0.42; // how near to a vertex a pointer must come, in parts of an edge, to draw to it
const REACH = 45; // how far from an edge a click may be, in units: 100 are the shortest edge
const CLICK = 30; // a pointer that goes no further clicks, in units
const STEP = 20; // between the points of a pointer's way that are looked at, in units

/** @param {number[]} a @param {number[]} b */
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** How far a point is from a line between two. @param {number[]} p @param {number[]} a @param {number[]} b */
function distanceToLine(p, a, b) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const along = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy);
  const t = Math.max(0, Math.min(1, along));
  return distance(p, [a[0] + t * dx, a[1] + t * dy]);
}

/** Things in the plane by squares of 100 units, to be found by place. */
class Bins {
  constructor() {
    /** @type {Map<string, number[]>} */ this.bins = new Map();
  }

  /** @param {number} thing @param {number[][]} points it lies between these */
  add(thing, points) {
    const [xs, ys] = [0, 1].map((i) => points.map((point) => Math.floor(point[i] / 100)));
    for (let x = Math.min(...xs); x <= Math.max(...xs); x++)
      for (let y = Math.min(...ys); y <= Math.max(...ys); y++) {
        const key = `${x},${y}`;
        const bin = this.bins.get(key);
        if (bin) bin.push(thing);
        else this.bins.set(key, [thing]);
      }
  }

  /** The things in the nine squares around a point. @param {number[]} point */
  near([px, py]) {
    const found = new Set();
    for (let x = -1; x <= 1; x++)
      for (let y = -1; y <= 1; y++)
        for (const thing of this.bins.get(`${Math.floor(px / 100) + x},${Math.floor(py / 100) + y}`) ?? [])
          found.add(thing);
    return /** @type {Set<number>} */ (found);
  }
}

export class Board extends Drawing {
  /** @param {HTMLElement} host @param {Doc} doc @param {import("./drawing.js").Options} [options] */
  constructor(host, doc, options = {}) {
    super(host, doc, options);
    /** @type {Tool} */ this.tool = "lines";
    this.locked = false; // zoom and pan
    this.frozen = false; // nothing can be marked
    /** @type {null | {across: number, at: number, place: number}} */ this.lane = null; // that the arrow keys keep to
    this.edgeBins = new Bins();
    doc.ends.forEach((ends, edge) => this.edgeBins.add(edge, ends.map((v) => doc.xy[v])));
    this.vertexBins = new Bins();
    doc.xy.forEach((at, vertex) => this.vertexBins.add(vertex, [at]));
    this.faceBins = new Bins();
    doc.faces.forEach((ring, face) => this.faceBins.add(face, ring.map((v) => doc.xy[v])));
    /** @type {{kind: "edge" | "face", at: number}} */ this.cursor = { kind: "edge", at: 0 };
    /** @type {Map<number, {x: number, y: number}>} */ this.pointers = new Map();
    /**
     * @type {null | {button: number, last: number, start: number[], from: number[], value: number, moved: number,
     *   seen: Set<number>}} last: the vertex to which one came; moved: the edges that were marked
     */
    this.drag = null;
    this.listen();
  }

  listen() {
    const { svg } = this;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"])
      svg.addEventListener(name, (event) => this.up(/** @type {PointerEvent} */ (event)));
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    svg.addEventListener("keydown", (event) => this.key(event));
    svg.addEventListener("focus", () => svg.matches(":focus-visible") && this.showCursor());
    svg.addEventListener("blur", () => this.layers.cursor.replaceChildren());
  }

  /** The place of an event on the board. @param {{clientX: number, clientY: number}} event */
  at({ clientX, clientY }) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return [0, 0];
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return [point.x, point.y];
  }

  /** @param {number[]} at @param {number} reach @returns {number} the nearest edge, or -1 */
  edgeAt(at, reach) {
    let [best, least] = [-1, reach];
    for (const edge of this.edgeBins.near(at)) {
      const [a, b] = this.doc.ends[edge].map((vertex) => this.doc.xy[vertex]);
      const away = distanceToLine(at, a, b);
      if (away < least) [best, least] = [edge, away];
    }
    return best;
  }

  /** @param {number[]} at @returns {number} the face around a point, or -1 */
  faceAt([x, y]) {
    for (const face of this.faceBins.near([x, y])) {
      let inside = false;
      const ring = this.doc.faces[face].map((v) => this.doc.xy[v]);
      ring.forEach(([ax, ay], i) => {
        const [bx, by] = ring[(i + 1) % ring.length];
        if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) inside = !inside;
      });
      if (inside) return face;
    }
    return -1;
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.svg.focus({ preventScroll: true });
    this.layers.cursor.replaceChildren(); // it is for keys
    this.svg.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size > 1) return this.cancel();
    const from = this.at(event);
    const button = event.button === 0 && this.tool === "crosses" ? 2 : event.button;
    const last = this.vertexAt(from, NEAR);
    this.drag = { button, last, start: from, from, value: -2, moved: 0, seen: new Set() };
    if (button !== 1) this.state.begin();
    if (button === 2 && last < 0) this.cross(from);
  }

  /** Two fingers: what the first one drew is taken back. */
  cancel() {
    if (!this.drag) return;
    this.drag = null;
    const drew = this.state.open?.length;
    this.state.end();
    if (drew) this.state.undo();
    this.update();
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 2) return this.pinch(event, before);
    if (!this.drag) return;
    if (this.drag.button === 1) return this.pan(before, { x: event.clientX, y: event.clientY });
    const to = this.at(event);
    const { from } = this.drag;
    const steps = Math.max(1, Math.ceil(distance(from, to) / STEP));
    let drew = false;
    for (let i = 1; i <= steps; i++) {
      const point = [0, 1].map((k) => from[k] + ((to[k] - from[k]) * i) / steps);
      const along = this.drag.button !== 2 || this.drag.last >= 0;
      drew = (along ? this.draw(point) : this.cross(point)) || drew;
    }
    this.drag.from = to;
    if (drew) this.update();
  }

  /** A point on the pointer's way: an edge is drawn when it comes to its other end. @param {number[]} point */
  draw(point) {
    const drag = this.drag;
    if (!drag || this.frozen || (this.tool === "sides" && drag.button === 0)) return false;
    if (drag.last < 0) {
      drag.last = this.vertexAt(point, NEAR);
      return false;
    }
    for (const edge of this.state.around[drag.last]) {
      const [a, b] = this.doc.ends[edge];
      const other = a === drag.last ? b : a;
      const length = distance(this.doc.xy[a], this.doc.xy[b]);
      if (distance(point, this.doc.xy[other]) > NEAR * length) continue;
      const mark = drag.button === 2 ? 0 : 1;
      if (drag.value === -2) drag.value = this.state.edges[edge] === mark ? -1 : mark;
      this.state.put([["edge", edge, drag.value]]);
      drag.last = other;
      drag.moved++;
      this.cursor = { kind: "edge", at: edge };
      return true;
    }
    return false;
  }

  /** @param {number[]} point @param {number} near in parts of the shortest edge there */
  vertexAt(point, near) {
    for (const vertex of this.vertexBins.near(point)) {
      const lengths = this.state.around[vertex].map((edge) => distance(...this.both(edge)));
      if (distance(point, this.doc.xy[vertex]) < near * Math.min(...lengths)) return vertex;
    }
    return -1;
  }

  /** @param {number} edge @returns {[number[], number[]]} */
  both(edge) {
    const [a, b] = this.doc.ends[edge];
    return [this.doc.xy[a], this.doc.xy[b]];
  }

  /** A right button's way: crosses, or away with them. @param {number[]} point */
  cross(point) {
    const drag = this.drag;
    const edge = this.edgeAt(point, drag?.seen.size ? 16 : REACH);
    if (!drag || this.frozen || edge < 0 || drag.seen.has(edge)) return false;
    drag.seen.add(edge);
    if (drag.value === -2) drag.value = this.state.edges[edge] === 0 ? -1 : 0;
    this.state.put([["edge", edge, drag.value]]);
    drag.moved++;
    this.cursor = { kind: "edge", at: edge };
    if (drag.seen.size === 1) this.update();
    return true;
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.pointers.delete(event.pointerId);
    const drag = this.drag;
    if (!drag) return;
    const at = this.at(event);
    const still = !drag.moved && event.type === "pointerup" && distance(at, drag.start) < CLICK;
    if (still && drag.button === 0) this.click(drag.start, event);
    if (still && drag.button === 2) this.cross(drag.start);
    this.drag = null;
    this.state.end();
    this.update();
    if (drag.moved) this.options.say?.(`${drag.moved === 1 ? "1 edge" : `${drag.moved} edges`} marked${this.trouble()}`);
  }

  /** @param {number[]} at @param {PointerEvent} event */
  click(at, event) {
    const face = this.faceAt(at);
    if (face >= 0 && this.options.onface?.(face)) return;
    if (this.tool === "sides" || event.shiftKey) {
      if (face < 0) return;
      this.cursor = { kind: "face", at: face };
    } else {
      const edge = this.edgeAt(at, REACH);
      if (edge < 0 || this.vertexAt(at, NEAR / 4) >= 0) return; // which of the edges at a dot?
      this.cursor = { kind: "edge", at: edge };
    }
    this.cycle();
  }

  /** The next mark at the cursor: nothing, line, cross; or nothing, inside, outside. */
  cycle() {
    const { kind, at } = this.cursor;
    if (kind === "edge") this.set({ "-1": 1, 1: 0, 0: -1 }[String(this.state.edges[at])] ?? -1);
    else this.set((this.state.sides[at] + 1) % 3);
  }

  /** @param {number} value at the cursor */
  set(value) {
    if (this.frozen) return;
    this.state.put([[this.cursor.kind, this.cursor.at, value]]);
    this.update();
    this.say();
  }

  undo() {
    if (this.frozen || !this.state.undo()) return;
    this.update();
    this.options.say?.(`Undone${this.trouble()}`);
  }

  redo() {
    if (this.frozen || !this.state.redo()) return;
    this.update();
    this.options.say?.(`Done again${this.trouble()}`);
  }

  /** What is broken, in words, where that is shown. */
  trouble() {
    const { rules, vertices, loop, solved } = this.verdict;
    if (solved) return ". Solved";
    if (!this.check) return "";
    const broken = rules.filter((status) => status === "broken").length;
    const words = [broken && `clues broken: ${broken}`, vertices.length && `vertices: ${vertices.length}`, loop.length && "a loop is closed too early"];
    const said = words.filter(Boolean).join(", ");
    return said ? `. Wrong: ${said}` : "";
  }

  /** @param {import("./state.js").Change[]} changes one move */
  put(changes) {
    this.state.put(changes);
    this.update();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (this.locked) return;
    event.preventDefault();
    this.zoom(Math.exp(event.deltaY / 500), this.at(event));
  }

  /** @param {number} factor @param {number[]} around a point that stays where it is */
  zoom(factor, [x, y]) {
    if (this.locked) return;
    const wide = Math.max(this.size[0] / 20, Math.min(this.size[0] * 2, this.view[2] * factor));
    const by = wide / this.view[2];
    this.look([x - (x - this.view[0]) * by, y - (y - this.view[1]) * by, wide, this.view[3] * by]);
  }

  /** @param {{x: number, y: number}} from @param {{x: number, y: number}} to on the screen */
  pan(from, to) {
    if (this.locked) return;
    const [a, b] = [from, to].map(({ x, y }) => this.at({ clientX: x, clientY: y }));
    this.look([this.view[0] + a[0] - b[0], this.view[1] + a[1] - b[1], this.view[2], this.view[3]]);
  }

  /** @param {PointerEvent} event @param {{x: number, y: number}} before */
  pinch(event, before) {
    if (this.locked) return;
    const [id] = [...this.pointers.keys()].filter((key) => key !== event.pointerId);
    const other = /** @type {{x: number, y: number}} */ (this.pointers.get(id));
    const now = { x: event.clientX, y: event.clientY };
    const spread = (/** @type {{x: number, y: number}} */ p) => Math.hypot(p.x - other.x, p.y - other.y) || 1;
    this.zoom(spread(before) / spread(now), this.at({ clientX: other.x, clientY: other.y }));
    this.pan({ x: before.x / 2, y: before.y / 2 }, { x: now.x / 2, y: now.y / 2 });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[/** @type {keyof typeof ways} */ (event.key)];
    const mark = (/** @type {number} */ value) => this.cursor.kind === "edge" && this.set(value);
    /** @type {Record<string, () => unknown>} */
    const keys = {
      " ": () => this.cycle(), Enter: () => mark(1), x: () => mark(0), Backspace: () => this.set(this.cursor.kind === "edge" ? -1 : 0),
      f: () => this.turn(), z: () => this.undo(), y: () => this.redo(),
      "+": () => this.zoom(0.8, this.here()), "-": () => this.zoom(1.25, this.here()), 0: () => this.whole(),
    };
    const control = event.ctrlKey || event.metaKey;
    if (event.altKey || (control && !["z", "y", "Z"].includes(event.key))) return;
    if (way) this.go(way);
    else if (control && event.key === "Z") this.redo();
    else if (keys[event.key]) keys[event.key]();
    else return;
    event.preventDefault();
  }

  /** Where the cursor is. */
  here() {
    return (this.cursor.kind === "edge" ? this.middles : this.centers)[this.cursor.at];
  }

  /** From an edge to the nearest face, or back. */
  turn() {
    const from = this.here();
    const kind = this.cursor.kind === "edge" ? "face" : "edge";
    const places = kind === "edge" ? this.middles : this.centers;
    let best = 0;
    places.forEach((place, at) => {
      if (distance(place, from) < distance(places[best], from)) best = at;
    });
    this.cursor = { kind, at: best };
    this.showCursor();
    this.say();
  }

  /** To the nearest one in this direction, 60 degrees to both sides; of two that are as near, to the one that keeps to
   * the line on which one goes. @param {number[]} way */
  go([dx, dy]) {
    const from = this.here();
    const across = dx ? 1 : 0; // the coordinate that stays
    if (!this.lane || this.lane.across !== across || this.lane.at !== this.cursor.at) this.lane = { across, at: -1, place: from[across] };
    const { lane } = this;
    const places = this.cursor.kind === "edge" ? this.middles : this.centers;
    let [best, least] = [-1, Infinity];
    places.forEach((place, at) => {
      const [ax, ay] = [place[0] - from[0], place[1] - from[1]];
      const length = Math.hypot(ax, ay);
      const along = ax * dx + ay * dy;
      if (along <= 0.5 * length || length === 0) return;
      const cost = length * (2 - along / length) + 0.1 * Math.abs(place[across] - lane.place);
      if (cost < least) [best, least] = [at, cost];
    });
    if (best < 0) return;
    this.cursor.at = lane.at = best;
    this.showCursor();
    this.say();
  }

  showCursor() {
    this.layers.cursor.replaceChildren();
    const [cx, cy] = this.here();
    element("circle", { cx, cy, r: this.cursor.kind === "edge" ? 20 : 34 }, this.layers.cursor);
    const [x, y, width, height] = this.view;
    if (cx < x || cy < y || cx > x + width || cy > y + height) {
      this.look([cx - width / 2, cy - height / 2, width, height]);
    }
  }

  /** Tells what is at the cursor, to those who do not see it. */
  say() {
    const { doc, state } = this;
    const { kind, at } = this.cursor;
    const clue = (/** @type {number} */ face) => doc.clues.find((other) => other.face === face);
    if (kind === "face") {
      const word = ["not marked", "inside", "outside"][state.sides[at]];
      const own = clue(at);
      this.options.say?.(`Face ${own ? `${own.place}, clue ${own.sign}` : at}: ${word}`);
      return;
    }
    const place = doc.names[at].replace(/^the/, "The");
    const beside = doc.faces.flatMap((ring, face) =>
      doc.ends[at].every((vertex) => ring.includes(vertex)) && clue(face) ? [`clue ${clue(face)?.sign}`] : [],
    );
    const word = ["nothing", "a cross", "a line"][state.edges[at] + 1];
    this.options.say?.(`${place}: ${word}${beside.length ? `, beside ${beside.join(" and ")}` : ""}${this.trouble()}`);
  }
}
