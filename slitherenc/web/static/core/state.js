/**
 * A player's marks on a board, and the moves that led to them. It draws nothing, so it runs anywhere.
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
 * @typedef {{text: string, title: string, kind: string, board: string, shape: string, author: string, xy: number[][], ends: number[][],
 *   faces: number[][], names: string[], clues: Clue[], degrees: number[], rules: Rule[], kinds?: Kind[]}} Doc
 */
/** @typedef {{title: string, rule: string, example: (Doc & {loop: number[]}) | null}} Kind  a kind of clues, or a variant */
/** @typedef {["edge" | "face", number, number]} Change  the object, its number, its value */
/** @typedef {{base: string, log: string, at: number, trials: number[]}} Saved */

const SIGNS = ".01"; // of -1, 0, 1
const EDGE_SIGNS = "-x+";
const FACE_SIGNS = "-io";
export const MOST_TRIALS = 9;
const LOG_BYTES = 200_000; // the largest stored log
const LOG_BYTES_AFTER = 150_000; // after its oldest moves have moved into the base

/** @param {Change[]} move */
function encodeMove(move) {
  return move
    .map(([kind, at, value]) => (kind === "edge" ? `e${at.toString(36)}${EDGE_SIGNS[value + 1]}` : `f${at.toString(36)}${FACE_SIGNS[value]}`))
    .join(" ");
}

/** @param {string} text @param {Doc} doc @returns {Change[]} throws Error */
function decodeMove(text, doc) {
  return text.split(" ").map((word) => {
    const kind = word[0] === "e" ? "edge" : "face";
    const at = parseInt(word.slice(1, -1), 36);
    const value = kind === "edge" ? EDGE_SIGNS.indexOf(word.slice(-1)) - 1 : FACE_SIGNS.indexOf(word.slice(-1));
    const most = kind === "edge" ? doc.ends.length : doc.faces.length;
    if (!/^[ef][0-9a-z]+[-x+io]$/.test(word) || !(at < most) || (kind === "face" && value < 0)) throw new Error(`no move: ${word}`);
    return [kind, at, value];
  });
}

export class State {
  /** @param {Doc} doc */
  constructor(doc) {
    this.doc = doc;
    this.edges = new Int8Array(doc.ends.length).fill(-1);
    this.sides = new Uint8Array(doc.faces.length);
    this.base = ""; // the marks before the log, as `whole` returns them
    /** @type {Change[][]} */ this.log = []; // moves, also those that are undone
    /** @type {Change[][]} */ this.undos = []; // the changes that undo each move
    this.at = 0; // the number of moves that are done
    /** @type {number[]} */ this.trials = []; // where in the log each trial began
    this.tried = new Uint8Array(doc.ends.length); // the trial that marked an edge, 0 for none
    /** @type {{undo: Change[]} | null} */ this.open = null; // the move in progress
    /** @type {((edges: number[], faces: number[]) => void)[]} */ this.listeners = []; // called with the changed edges and faces
    /** @type {number[][]} */ this.around = doc.xy.map(() => []); // the edges of each vertex
    doc.ends.forEach(([a, b], edge) => {
      this.around[a].push(edge);
      this.around[b].push(edge);
    });
  }

  get canUndo() {
    return this.at > (this.trials.at(-1) ?? 0);
  }

  get canRedo() {
    return this.at < this.log.length;
  }

  /** Begins a move: all changes until `end` are undone together. */
  begin() {
    this.end();
    this.open = { undo: [] };
  }

  end() {
    const { open } = this;
    this.open = null;
    if (!open?.undo.length) return;
    /** @type {Map<string, Change>} */ const before = new Map(); // the change that restores each edge or face
    for (const change of open.undo) before.set(`${change[0]}${change[1]}`, change); // the last one is the oldest
    const undo = [...before.values()].filter(([kind, at, value]) => this.#values(kind)[at] !== value);
    const move = undo.map(([kind, at]) => /** @type {Change} */ ([kind, at, this.#values(kind)[at]]));
    if (move.length) this.#push(move.reverse(), undo);
    this.#tell([]);
  }

  /** Cancels the move in progress. */
  cancel() {
    const { open } = this;
    this.open = null;
    if (open?.undo.length) this.#tell(this.#apply(open.undo));
  }

  /** @param {Change[]} changes one move, or a part of the move in progress */
  put(changes) {
    const undo = this.#apply(changes);
    if (!undo.length) return;
    if (this.open) {
      this.open.undo.unshift(...undo);
      if (this.trials.length) for (const [kind, at, value] of changes) if (kind === "edge") this.tried[at] = value < 0 ? 0 : this.trials.length;
    } else this.#push(changes, undo);
    this.#tell(undo);
  }

  undo() {
    this.end();
    if (!this.canUndo) return false;
    this.#tell(this.#apply(this.undos[--this.at]));
    return true;
  }

  redo() {
    this.end();
    if (!this.canRedo) return false;
    this.#tell(this.#apply(this.log[this.at++]));
    return true;
  }

  /** Undoes moves until `at` of them are left; trials that begin later end. @param {number} at */
  undoTo(at) {
    this.end();
    this.trials = this.trials.filter((start) => start < at);
    while (this.at > at) this.#tell(this.#apply(this.undos[--this.at]));
    this.#retry();
  }

  /** Erases all marks, as a move. */
  clear() {
    while (this.trials.length) this.discard();
    /** @type {Change[]} */ const changes = [];
    this.edges.forEach((value, edge) => value >= 0 && changes.push(["edge", edge, -1]));
    this.sides.forEach((value, face) => value && changes.push(["face", face, 0]));
    this.put(changes);
  }

  /** Begins a trial; returns false if there are too many. */
  tryOut() {
    this.end();
    if (this.trials.length >= MOST_TRIALS) return false;
    this.trials.push(this.at);
    this.log.length = this.undos.length = this.at; // moves undone before the trial are not redone inside it
    this.#tell([]);
    return true;
  }

  /** Keeps the marks of the last trial. */
  keep() {
    this.end();
    this.trials.pop();
    this.#retry();
  }

  /** Erases the marks of the last trial, and forgets its moves. */
  discard() {
    const start = this.trials.at(-1);
    if (start === undefined) return;
    this.end();
    while (this.at > start) this.#tell(this.#apply(this.undos[--this.at]));
    this.log.length = this.undos.length = start;
    this.trials.pop();
    this.#retry();
  }

  /** The edge with which the last trial began, if one edge began it. @returns {Change | null} */
  get trialStart() {
    const first = this.log[this.trials.at(-1) ?? Infinity];
    return first?.length === 1 && first[0][0] === "edge" && first[0][2] >= 0 && this.canUndo ? first[0] : null;
  }

  /** The number of edges that the last trial marked. */
  get trialMarks() {
    let count = 0;
    this.tried.forEach((level) => (count += Number(level === this.trials.length && level > 0)));
    return count;
  }

  /** The number of moves before an edge got its value; 0 if it had it from the start. @param {number} edge */
  movesUntil(edge) {
    for (let i = this.at - 1; i >= 0; i--) if (this.log[i].some(([kind, at]) => kind === "edge" && at === edge)) return i;
    return 0;
  }

  /** The edges as a text of 1, 0 and . */
  text() {
    return Array.from(this.edges, (value) => SIGNS[value + 1]).join("");
  }

  /** All marks in one text. */
  whole() {
    return this.sides.some(Boolean) ? `${this.text()},${Array.from(this.sides).join("")}` : this.text();
  }

  /** Whether a text of edges, or of edges and faces with a comma between them, fits the board. @param {string} text @param {Doc} doc */
  static valid(text, doc) {
    const [edges, sides = ""] = text.split(",");
    const fits = edges.length === doc.ends.length && (!sides || sides.length === doc.faces.length);
    return fits && /^[.01]*$/.test(edges) && /^[012]*$/.test(sides);
  }

  /** @param {string} text as `whole` gives it @returns {Change[]} */
  changesTo(text) {
    const [edges, sides = ""] = text.split(",");
    /** @type {Change[]} */ const changes = [];
    for (let i = 0; i < edges.length; i++) changes.push(["edge", i, SIGNS.indexOf(edges[i]) - 1]);
    for (let i = 0; i < sides.length; i++) changes.push(["face", i, Number(sides[i])]);
    return changes.filter(([kind, at, value]) => this.#values(kind)[at] !== value);
  }

  /** Begins with these marks, which are not a move. @param {string} text */
  start(text) {
    this.base = text;
    this.#tell(this.#apply(this.changesTo(text)));
  }

  /** @returns {Saved} what `restore` takes; the oldest moves of a long log become its base */
  save() {
    const texts = this.log.map(encodeMove);
    const length = () => texts.reduce((sum, text) => sum + text.length + 1, 0);
    if (length() > LOG_BYTES) {
      const before = new State(this.doc);
      if (this.base) before.start(this.base);
      const most = Math.min(this.at, this.trials[0] ?? this.at);
      let gone = 0;
      for (let left = length(); left > LOG_BYTES_AFTER && gone < most; gone++) {
        left -= texts[gone].length + 1;
        before.put(this.log[gone]);
      }
      this.base = before.whole();
      for (const list of [this.log, this.undos, texts]) list.splice(0, gone);
      this.at -= gone;
      this.trials = this.trials.map((start) => start - gone);
    }
    return { base: this.base, log: texts.join(";"), at: this.at, trials: this.trials };
  }

  /** Restores saved marks. Throws Error if they do not fit. @param {Saved} saved */
  restore({ base, log, at, trials }) {
    const { doc } = this;
    const moves = log ? log.split(";").map((text) => decodeMove(text, doc)) : [];
    if ((base && !State.valid(base, doc)) || !(at >= 0 && at <= moves.length)) throw new Error("the marks do not fit");
    if (base) this.start(base);
    for (const move of moves) {
      this.undos.push(this.#apply(move));
      this.log.push(move);
    }
    for (this.at = moves.length; this.at > at; ) this.#apply(this.undos[--this.at]);
    this.trials = trials.filter((start) => start <= at).slice(0, MOST_TRIALS);
    this.#retry(true);
  }

  /** @param {"edge" | "face"} kind */
  #values(kind) {
    return kind === "edge" ? this.edges : this.sides;
  }

  /** @param {Change[]} changes @returns {Change[]} what undoes them */
  #apply(changes) {
    /** @type {Change[]} */ const undo = [];
    for (const [kind, at, value] of changes) {
      const values = this.#values(kind);
      if (values[at] === value) continue;
      undo.unshift([kind, at, values[at]]);
      values[at] = value;
    }
    return undo;
  }

  /** @param {Change[]} move @param {Change[]} undo */
  #push(move, undo) {
    this.log.length = this.undos.length = this.at;
    this.log.push(move);
    this.undos.push(undo);
    this.at++;
  }

  /** @param {Change[]} changes */
  #tell(changes) {
    if (this.trials.length && !this.open) this.#levels();
    const edges = changes.flatMap(([kind, at]) => (kind === "edge" ? [at] : []));
    const faces = changes.flatMap(([kind, at]) => (kind === "face" ? [at] : []));
    for (const listener of this.listeners) listener(edges, faces);
  }

  /** Recomputes the edges of trials, and reports the changed ones. @param {boolean} [all] reports every edge */
  #retry(all = false) {
    const before = this.tried.slice();
    this.#levels();
    const changed = Array.from(before.keys()).filter((edge) => all || before[edge] !== this.tried[edge]);
    const faces = all ? Array.from(this.sides.keys()) : [];
    for (const listener of this.listeners) listener(changed, faces);
  }

  #levels() {
    this.tried.fill(0);
    this.trials.forEach((start, i) => {
      for (let move = start; move < this.at; move++)
        for (const [kind, at, value] of this.log[move]) if (kind === "edge") this.tried[at] = value < 0 ? 0 : i + 1;
    });
  }
}
