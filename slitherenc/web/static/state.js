/**
 * What a player has marked on a board, and what the rules say of it. No drawing, so it runs anywhere.
 *
 * An edge is 1 (a line), 0 (a cross) or -1 (nothing); a face 0 (nothing), 1 (inside) or 2 (outside).
 */

/** @typedef {{edges: number[], sums: number[], weights?: number[]}} Sum */
/** @typedef {{faces: number[], ways: Sum[][]}} Rule */
/**
 * @typedef {{text?: string, circle?: number[], radius?: number, filled?: boolean, line?: number[][],
 *   area?: number[][][]}} Shape
 */
/** @typedef {{face: number, place: string, sign: string, at: number[], room: number, shapes: Shape[]}} Clue */
/**
 * @typedef {{text: string, title: string, kind: string, xy: number[][], ends: number[][], faces: number[][],
 *   names: string[], clues: Clue[], degrees: number[], rules: Rule[]}} Doc
 */
/** @typedef {["edge" | "face", number, number]} Change  what, its number, its value */
/** @typedef {"open" | "kept" | "broken"} Status */
/**
 * @typedef {{rules: Status[], vertices: number[], loop: number[], solved: boolean}} Verdict
 *   of each rule its status; the vertices that are broken; the lines of loops closed too early; is it solved?
 */

const SIGNS = ".01"; // of -1, 0, 1

/** @param {Sum} sum @param {Int8Array} edges @returns {[number, number]} lines now, and at most */
function span(sum, edges) {
  let now = 0;
  let most = 0;
  for (let i = 0; i < sum.edges.length; i++) {
    const value = edges[sum.edges[i]];
    const weight = sum.weights ? sum.weights[i] : 1;
    if (value === 1) now += weight;
    else if (value < 0) most += weight;
  }
  return [now, now + most];
}

/** A sum can still hold. @param {Sum} sum @param {Int8Array} edges */
function possible(sum, edges) {
  const [now, most] = span(sum, edges);
  return sum.sums.some((value) => now <= value && value <= most);
}

/** A sum holds, and more lines would break it, or none can come. @param {Sum} sum @param {Int8Array} edges */
function finished(sum, edges) {
  const [now, most] = span(sum, edges);
  return sum.sums.includes(now) && (now === most || (now > 0 && sum.sums.length === 1));
}

export class State {
  /** @param {Doc} doc */
  constructor(doc) {
    this.doc = doc;
    this.edges = new Int8Array(doc.ends.length).fill(-1);
    this.sides = new Uint8Array(doc.faces.length);
    /** @type {Change[][]} */ this.past = []; // each: the changes that undo a move
    /** @type {Change[][]} */ this.future = [];
    /** @type {Change[] | null} */ this.open = null; // the move that is being made
    /** @type {number[][]} */ this.around = doc.xy.map(() => []); // the edges of each vertex
    doc.ends.forEach(([a, b], edge) => {
      this.around[a].push(edge);
      this.around[b].push(edge);
    });
    this.most = Math.max(...doc.degrees);
  }

  /** Begin a move: all changes until `end` are undone together. */
  begin() {
    this.end();
    this.open = [];
  }

  end() {
    if (this.open && this.open.length) this.past.push(this.open);
    this.open = null;
  }

  /** @param {Change[]} changes; one move, or a part of the one that is being made */
  put(changes) {
    const undo = this.apply(changes);
    if (!undo.length) return;
    this.future = [];
    if (this.open) this.open.unshift(...undo);
    else this.past.push(undo);
  }

  /** @param {Change[]} changes @returns {Change[]} what undoes them */
  apply(changes) {
    /** @type {Change[]} */ const undo = [];
    for (const [kind, at, value] of changes) {
      const values = kind === "edge" ? this.edges : this.sides;
      if (values[at] === value) continue;
      undo.unshift([kind, at, values[at]]);
      values[at] = value;
    }
    return undo;
  }

  undo() {
    this.end();
    const move = this.past.pop();
    if (move) this.future.push(this.apply(move));
    return Boolean(move);
  }

  redo() {
    this.end();
    const move = this.future.pop();
    if (move) this.past.push(this.apply(move));
    return Boolean(move);
  }

  clear() {
    /** @type {Change[]} */ const changes = [];
    this.edges.forEach((_, edge) => changes.push(["edge", edge, -1]));
    this.sides.forEach((_, face) => changes.push(["face", face, 0]));
    this.put(changes);
  }

  /** The edges as a text of 1, 0 and . */
  text() {
    return Array.from(this.edges, (value) => SIGNS[value + 1]).join("");
  }

  /** @param {string} text of the edges, or of edges and faces with a comma between */
  static valid(text, /** @type {Doc} */ doc) {
    const [edges, sides = ""] = text.split(",");
    return (
      edges.length === doc.ends.length &&
      /^[.01]*$/.test(edges) &&
      (!sides || sides.length === doc.faces.length) &&
      /^[012]*$/.test(sides)
    );
  }

  /** Everything that is marked, in one text. */
  whole() {
    return this.sides.some(Boolean) ? `${this.text()},${Array.from(this.sides).join("")}` : this.text();
  }

  /** @param {string} text as `whole` gives it; a move */
  load(text) {
    const [edges, sides = ""] = text.split(",");
    /** @type {Change[]} */ const changes = [];
    for (let i = 0; i < edges.length; i++) changes.push(["edge", i, SIGNS.indexOf(edges[i]) - 1]);
    for (let i = 0; i < sides.length; i++) changes.push(["face", i, Number(sides[i])]);
    this.put(changes);
  }

  /** @returns {Verdict} */
  verdict() {
    const { edges, doc } = this;
    const vertices = [];
    let dead = false;
    for (let vertex = 0; vertex < this.around.length; vertex++) {
      let lines = 0;
      let open = 0;
      for (const edge of this.around[vertex]) {
        if (edges[edge] === 1) lines++;
        else if (edges[edge] < 0) open++;
      }
      const right = doc.degrees.includes(lines);
      dead ||= !right;
      if (lines > this.most || (!right && !open)) vertices.push(vertex);
    }
    const rules = doc.rules.map((rule) => this.status(rule));
    const kept = doc.rules.every((rule) => this.kept(rule));
    const { loops, whole } = this.loops();
    const solved = whole && kept && !dead;
    return { rules, vertices, loop: solved ? [] : loops.flat(), solved };
  }

  /** @param {Rule} rule @returns {Status} */
  status(rule) {
    const ways = rule.ways.filter((way) => way.every((sum) => possible(sum, this.edges)));
    if (!ways.length) return "broken";
    return ways.some((way) => way.every((sum) => finished(sum, this.edges))) ? "kept" : "open";
  }

  /** Do the lines alone keep a rule? @param {Rule} rule */
  kept(rule) {
    return rule.ways.some((way) => way.every((sum) => sum.sums.includes(span(sum, this.edges)[0])));
  }

  /** The closed paths of lines; whole: all lines are one. */
  loops() {
    const { edges, doc } = this;
    const seen = new Uint8Array(edges.length);
    const loops = [];
    let lines = 0;
    for (const value of edges) if (value === 1) lines++;
    for (let first = 0; first < edges.length; first++) {
      if (edges[first] !== 1 || seen[first]) continue;
      const path = [first];
      seen[first] = 1;
      const start = doc.ends[first][0];
      let vertex = doc.ends[first][1];
      let plain = true;
      while (vertex !== start) {
        const onward = this.around[vertex].filter((edge) => edges[edge] === 1);
        const next = onward.find((edge) => !seen[edge]);
        plain &&= onward.length === 2;
        if (next === undefined || !plain) break;
        seen[next] = 1;
        path.push(next);
        vertex = doc.ends[next][0] === vertex ? doc.ends[next][1] : doc.ends[next][0];
      }
      const closed = vertex === start && this.around[start].filter((edge) => edges[edge] === 1).length === 2;
      if (plain && closed) loops.push(path);
    }
    return { loops, whole: loops.length === 1 && loops[0].length === lines };
  }
}
