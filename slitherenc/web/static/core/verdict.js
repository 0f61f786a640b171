/**
 * What the rules say about the marks. A change is judged only where it has an effect.
 */

import { counted } from "./dom.js";

/** @typedef {import("./state.js").Sum} Sum */
/** @typedef {"open" | "kept" | "broken"} Status */

/** @param {Sum} sum @param {Int8Array} edges @returns {[number, number, number]} the lines now, the least and the most possible */
function span(sum, edges) {
  let now = 0;
  let least = 0;
  let most = 0;
  for (let i = 0; i < sum.edges.length; i++) {
    const value = edges[sum.edges[i]];
    const weight = sum.weights ? sum.weights[i] : 1;
    if (value === 1) now += weight;
    else if (value < 0 && weight > 0) most += weight;
    else if (value < 0) least += weight;
  }
  return [now, now + least, now + most];
}

/** Whether a sum can still hold. @param {Sum} sum @param {Int8Array} edges */
function possible(sum, edges) {
  const [, least, most] = span(sum, edges);
  return sum.sums.some((value) => least <= value && value <= most);
}

/** Whether a sum holds, and more lines would break it or none can come. A 0 holds from the start: it is finished once
 * its edges are crossed, because it is useful until then. @param {Sum} sum @param {Int8Array} edges @param {boolean} filled whether crosses are filled in */
function finished(sum, edges, filled) {
  const [now, least, most] = span(sum, edges);
  return sum.sums.includes(now) && (least === most || ((now > 0 || filled) && sum.sums.length === 1));
}

/** Whether no further line is possible. @param {Sum} sum @param {Int8Array} edges */
function saturated(sum, edges) {
  const [now] = span(sum, edges);
  return !sum.weights?.some((weight) => weight < 0) && now === Math.max(...sum.sums);
}

export class Verdict {
  /** @param {import("./state.js").State} state @param {boolean} filled whether crosses are filled in */
  constructor(state, filled) {
    this.state = state;
    this.filled = filled;
    const { doc } = state;
    this.most = Math.max(...doc.degrees);
    /** @type {number[][]} */ this.rulesOf = doc.ends.map(() => []); // the rules of each edge
    doc.rules.forEach((rule, number) => {
      const edges = new Set(rule.ways.flatMap((way) => way.flatMap((sum) => sum.edges)));
      for (const edge of edges) this.rulesOf[edge].push(number);
    });
    /** @type {Status[]} */ this.rules = doc.rules.map(() => "open");
    this.keeps = new Uint8Array(doc.rules.length); // whether the lines alone satisfy each rule
    this.full = new Uint8Array(doc.rules.length); // whether none of its edges can become a line
    this.lines = new Uint8Array(doc.xy.length); // the number of lines at each vertex
    /** @type {Set<number>} */ this.dots = new Set(); // the wrong dots
    this.bad = 0; // the number of rules that the lines violate, and of dots with a wrong number of lines
    this.count = 0; // the number of lines
    /** @type {Map<number, number[]>} */ this.loops = new Map(); // edge: the closed loop that contains it
    this.solved = false;
    this.deadDots = new Uint8Array(doc.xy.length);
    doc.xy.forEach((_, vertex) => this.#dot(vertex));
    this.bad += doc.rules.length;
    doc.rules.forEach((_, number) => this.#rule(number));
    this.was = new Int8Array(doc.ends.length).fill(-1); // the edges when last judged
    this.update(Array.from(this.was.keys()));
  }

  /** Judges all numbers again. @param {boolean} filled */
  fill(filled) {
    this.filled = filled;
    this.rules.forEach((_, number) => this.#rule(number));
  }

  /** The number of satisfied rules. */
  get done() {
    return this.rules.reduce((sum, status) => sum + Number(status === "kept"), 0);
  }

  /** Whether something is visibly wrong. */
  get broken() {
    return this.dots.size > 0 || (this.loops.size > 0 && !this.solved) || this.rules.includes("broken");
  }

  /** What is wrong with a loop that is closed too early, or "". */
  get early() {
    if (!this.loops.size || this.solved) return "";
    const left = this.keeps.length - this.keeps.reduce((sum, one) => sum + one, 0);
    if (left) return `The loop is closed too early: ${counted(left, "number")} ${left === 1 ? "is" : "are"} not right.`;
    const [loop] = this.loops.values();
    return `The loop is closed too early: it leaves out other ${loop.length < this.count ? "lines" : "dots"}.`;
  }

  /** Judges edges that changed. @param {number[]} edges @returns {{rules: Set<number>, dots: Set<number>}} the judged rules and dots */
  update(edges) {
    const { state, was } = this;
    const { doc } = state;
    /** @type {Set<number>} */ const rules = new Set();
    /** @type {Set<number>} */ const dots = new Set();
    for (const edge of edges) {
      if (was[edge] === state.edges[edge]) continue;
      const change = Number(state.edges[edge] === 1) - Number(was[edge] === 1);
      this.count += change;
      for (const vertex of doc.ends[edge]) {
        this.lines[vertex] += change;
        dots.add(vertex);
      }
      was[edge] = state.edges[edge];
      for (const rule of this.rulesOf[edge]) rules.add(rule);
    }
    for (const vertex of dots) this.#dot(vertex);
    for (const rule of rules) this.#rule(rule);
    this.#close(dots);
    const [first] = this.loops.values();
    this.solved = this.bad === 0 && first !== undefined && first.length === this.count;
    return { rules, dots };
  }

  /** Whether its dots and numbers make an edge without a mark a cross. @param {number} edge */
  crossed(edge) {
    if (this.state.edges[edge] >= 0) return false;
    const [a, b] = this.state.doc.ends[edge];
    return this.lines[a] >= this.most || this.lines[b] >= this.most || this.rulesOf[edge].some((rule) => this.full[rule]);
  }

  /** The edges whose `crossed` can have changed. @param {{rules: Set<number>, dots: Set<number>}} judged */
  near({ rules, dots }) {
    const { doc, around } = this.state;
    const found = new Set([...dots].flatMap((vertex) => around[vertex]));
    for (const rule of rules) for (const way of doc.rules[rule].ways) for (const sum of way) for (const edge of sum.edges) found.add(edge);
    return [...found];
  }

  /** @param {number} vertex */
  #dot(vertex) {
    const { edges, doc, around } = this.state;
    const lines = this.lines[vertex];
    const right = doc.degrees.includes(lines);
    this.bad += Number(!right) - this.deadDots[vertex];
    this.deadDots[vertex] = Number(!right);
    const stuck = !right && !around[vertex].some((edge) => edges[edge] < 0);
    if (lines > this.most || stuck) this.dots.add(vertex);
    else this.dots.delete(vertex);
  }

  /** @param {number} number */
  #rule(number) {
    const { edges, doc } = this.state;
    const { ways } = doc.rules[number];
    const left = ways.filter((way) => way.every((sum) => possible(sum, edges)));
    const keeps = ways.some((way) => way.every((sum) => sum.sums.includes(span(sum, edges)[0])));
    this.rules[number] = !left.length ? "broken" : left.some((way) => way.every((sum) => finished(sum, edges, this.filled))) ? "kept" : "open";
    this.bad -= Number(keeps) - this.keeps[number];
    this.keeps[number] = Number(keeps);
    this.full[number] = Number(ways.length === 1 && ways[0].every((sum) => saturated(sum, edges)));
  }

  /** Finds the closed loops at these dots again. @param {Set<number>} dots */
  #close(dots) {
    const { edges, around } = this.state;
    const near = [...dots].flatMap((vertex) => around[vertex]);
    for (const edge of near) for (const one of this.loops.get(edge) ?? []) this.loops.delete(one);
    for (const edge of near) {
      if (edges[edge] !== 1 || this.loops.has(edge)) continue;
      const path = this.#loopFrom(edge);
      if (path) for (const one of path) this.loops.set(one, path);
    }
  }

  /** The closed path of lines through an edge, or null. @param {number} first */
  #loopFrom(first) {
    const { edges, doc, around } = this.state;
    const [start] = doc.ends[first];
    let vertex = doc.ends[first][1];
    const path = [first];
    if (this.lines[start] !== 2) return null;
    while (vertex !== start) {
      if (this.lines[vertex] !== 2) return null;
      const last = path[path.length - 1];
      const next = around[vertex].find((edge) => edges[edge] === 1 && edge !== last);
      if (next === undefined) return null;
      path.push(next);
      vertex = doc.ends[next][0] === vertex ? doc.ends[next][1] : doc.ends[next][0];
    }
    return path;
  }
}
