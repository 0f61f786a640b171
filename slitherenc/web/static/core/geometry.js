/**
 * The geometry of a board: finds edges, dots and faces by place. The shortest edge is 100 units long.
 */

/** @param {number[]} a @param {number[]} b */
export const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The distance of a point from the line between two others. @param {number[]} p @param {number[]} a @param {number[]} b */
function distanceToLine(p, a, b) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const along = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy);
  const t = Math.max(0, Math.min(1, along));
  return distance(p, [a[0] + t * dx, a[1] + t * dy]);
}

const LANE = 45; // units: centers nearer than this lie in one row or column

/** @param {number} x @param {number} y */
const keyOf = (x, y) => x * 65536 + y;

/** Objects in the plane, sorted into squares of 100 units so that they are found by place. */
class Bins {
  /** @type {Map<number, number[]>} */ #bins = new Map();

  /** @param {number} thing @param {number[][]} points it lies between these */
  add(thing, points) {
    const [[x0, x1], [y0, y1]] = [0, 1].map((i) => {
      const at = points.map((point) => Math.floor(point[i] / 100));
      return [Math.min(...at), Math.max(...at)];
    });
    for (let x = x0; x <= x1; x++)
      for (let y = y0; y <= y1; y++) {
        const bin = this.#bins.get(keyOf(x, y));
        if (bin) bin.push(thing);
        else this.#bins.set(keyOf(x, y), [thing]);
      }
  }

  /** The objects in the nine squares around a point. @param {number[]} point */
  near([px, py]) {
    /** @type {Set<number>} */ const found = new Set();
    for (let x = -1; x <= 1; x++)
      for (let y = -1; y <= 1; y++)
        for (const thing of this.#bins.get(keyOf(Math.floor(px / 100) + x, Math.floor(py / 100) + y)) ?? []) found.add(thing);
    return found;
  }
}

export class Geometry {
  /** @param {import("./state.js").Doc} doc */
  constructor(doc) {
    this.doc = doc;
    this.middles = doc.ends.map(([a, b]) => [0, 1].map((i) => (doc.xy[a][i] + doc.xy[b][i]) / 2));
    this.centers = doc.faces.map((ring) => [0, 1].map((i) => ring.reduce((sum, v) => sum + doc.xy[v][i], 0) / ring.length));
    const clues = doc.clues.filter((clue) => clue.face < doc.faces.length);
    for (const clue of clues) this.centers[clue.face] = clue.at;
    const [right, bottom] = [0, 1].map((i) => doc.xy.reduce((most, at) => Math.max(most, at[i]), 0));
    const below = clues.length < doc.clues.length ? 90 : 0; // the clue of the outer face
    /** @type {[number, number]} */ this.size = [right, bottom + below];
    this.#edges = new Bins();
    doc.ends.forEach((ends, edge) => this.#edges.add(edge, ends.map((v) => doc.xy[v])));
    this.#vertices = new Bins();
    doc.xy.forEach((at, vertex) => this.#vertices.add(vertex, [at]));
    this.#faces = new Bins();
    doc.faces.forEach((ring, face) => this.#faces.add(face, ring.map((v) => doc.xy[v])));
    /** The shortest edge at each vertex. */
    this.reach = new Float64Array(doc.xy.length).fill(Infinity);
    doc.ends.forEach((ends) => {
      const length = distance(doc.xy[ends[0]], doc.xy[ends[1]]);
      for (const vertex of ends) this.reach[vertex] = Math.min(this.reach[vertex], length);
    });
    this.apart = this.#apart();
  }

  /** @type {Bins} */ #edges;
  /** @type {Bins} */ #vertices;
  /** @type {Bins} */ #faces;
  /** @type {number[][] | undefined} */ #lanes;

  /** The places of the columns and rows that rulers number; empty on boards without them. */
  get lanes() {
    if (!/^(square|triangle|loopy:honeycomb)\b/.test(this.doc.board)) return [];
    this.#lanes ??= [0, 1].map((i) => {
      /** @type {number[][]} */ const lanes = [];
      for (const at of this.centers.map((center) => center[i]).sort((a, b) => a - b))
        if (lanes.length && at - lanes[lanes.length - 1][0] < LANE) lanes[lanes.length - 1].push(at);
        else lanes.push([at]);
      return lanes.map((lane) => (lane[0] + lane[lane.length - 1]) / 2);
    });
    return this.#lanes;
  }

  /** The column (0) or row (1) of a face. @param {number} face @param {number} across */
  laneOf(face, across) {
    const at = this.centers[face]?.[across];
    if (at === undefined) return -1;
    const away = (this.lanes[across] ?? []).map((lane) => Math.abs(lane - at));
    return away.indexOf(Math.min(...away));
  }

  /** The least distance between the middles of two edges. */
  #apart() {
    let least = 100;
    for (let edge = 0; edge < this.middles.length; edge++)
      for (const other of this.#edges.near(this.middles[edge]))
        if (other < edge) least = Math.min(least, distance(this.middles[edge], this.middles[other]));
    return least;
  }

  /** @param {number} edge @returns {[number[], number[]]} its two ends */
  ends(edge) {
    const [a, b] = this.doc.ends[edge];
    return [this.doc.xy[a], this.doc.xy[b]];
  }

  /** @param {number[]} at @param {number} most @returns {number} the nearest edge, or -1 */
  edgeAt(at, most) {
    let [best, least] = [-1, most];
    for (const edge of this.#edges.near(at)) {
      const away = distanceToLine(at, ...this.ends(edge));
      if (away < least) [best, least] = [edge, away];
    }
    return best;
  }

  /** @param {number[]} at @param {number} near in parts of the shortest edge there @returns {number} a vertex, or -1 */
  vertexAt(at, near) {
    for (const vertex of this.#vertices.near(at)) if (distance(at, this.doc.xy[vertex]) < near * this.reach[vertex]) return vertex;
    return -1;
  }

  /** @param {number[]} at @returns {number} the face around a point, or -1 */
  faceAt([x, y]) {
    for (const face of this.#faces.near([x, y])) {
      let within = false;
      const ring = this.doc.faces[face].map((v) => this.doc.xy[v]);
      ring.forEach(([ax, ay], i) => {
        const [bx, by] = ring[(i + 1) % ring.length];
        if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) within = !within;
      });
      if (within) return face;
    }
    return -1;
  }

  /** The faces at an edge. @param {number} edge */
  facesAt(edge) {
    const [a, b] = this.doc.ends[edge];
    const sided = (/** @type {number[]} */ ring) => ring.some((v, i) => v === a && (ring.at(i - 1) === b || ring[(i + 1) % ring.length] === b));
    return [...this.#faces.near(this.middles[edge])].filter((face) => sided(this.doc.faces[face]));
  }

  /** The edges around a face, in order. @param {number} face */
  edgesOf(face) {
    const { doc } = this;
    const ring = doc.faces[face];
    const near = [...new Set(ring.flatMap((v) => [...this.#edges.near(doc.xy[v])]))];
    return ring.map((a, i) => {
      const b = ring[(i + 1) % ring.length];
      return near.find((edge) => doc.ends[edge].includes(a) && doc.ends[edge].includes(b)) ?? -1;
    });
  }

  /** A path around a face. @param {number} face */
  ring(face) {
    return `M${this.doc.faces[face].map((v) => this.doc.xy[v].join(" ")).join("L")}z`;
  }

  /** A path along an edge. @param {number} edge */
  line(edge) {
    const [[ax, ay], [bx, by]] = this.ends(edge);
    return `M${ax} ${ay}L${bx} ${by}`;
  }

  /** A path along edges that follow each other, closed. @param {number[]} edges */
  loop(edges) {
    const { doc } = this;
    let [vertex, next] = doc.ends[edges[0]];
    if (edges.length > 1 && doc.ends[edges[1]].includes(vertex)) [vertex, next] = [next, vertex];
    const points = [doc.xy[vertex]];
    for (const edge of edges) {
      const [a, b] = doc.ends[edge];
      vertex = a === vertex ? b : a;
      points.push(doc.xy[vertex]);
    }
    return `M${points.map((point) => point.join(" ")).join("L")}z`;
  }
}
