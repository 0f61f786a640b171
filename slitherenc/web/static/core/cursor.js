/**
 * The place on a board where keys mark, and its description for players who do not see the board.
 */
import { capital, counted, shape } from "./dom.js";
import { distance } from "./geometry.js";
import { next } from "./gestures.js";

/** @typedef {{kind: "edge" | "face", at: number}} Spot */

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"];
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const MARKS = ["nothing", "cross", "line"]; // of -1, 0, 1
const STRAIGHT = 0.99; // cosine of the angle at which an edge goes straight on
const SIDES = ["not marked", "inside", "outside"];

export class Cursor {
  /** @param {import("./board.js").Board} board @param {import("./view.js").View} view @param {(text: string) => void} say */
  constructor(board, view, say) {
    this.board = board;
    this.view = view;
    this.say = say;
    /** @type {Spot} */ this.place = { kind: "edge", at: 0 };
    /** @type {null | {across: number, at: number, place: number}} */ this.lane = null; // the lane that the arrow keys follow
    /** @type {number[]} */ this.heading = [0, 0]; // of the last arrow key
    board.svg.addEventListener("focus", () => board.svg.matches(":focus-visible") && this.show());
    board.svg.addEventListener("blur", () => this.hide());
  }

  /** Moves there without saying anything. @param {Spot} place */
  put(place) {
    this.place = place;
    if (document.activeElement === this.board.svg && this.board.layers.cursor.firstChild) this.show();
  }

  hide() {
    this.board.layers.cursor.replaceChildren();
  }

  show() {
    const [cx, cy] = this.#point();
    this.hide();
    shape("circle", { cx, cy, r: this.place.kind === "edge" ? 22 : 36 }, this.board.layers.cursor);
    const [left, top, right, bottom] = this.view.box ?? [cx, cy, cx, cy];
    if (cx < left || cy < top || cx > right || cy > bottom) this.view.show(this.board.boxAround([[cx, cy]]));
  }

  #point() {
    const { geometry } = this.board;
    return (this.place.kind === "edge" ? geometry.middles : geometry.centers)[this.place.at];
  }

  /** Marks the cursor's edge or face. @param {number} [value] by default the next mark */
  mark(value) {
    const { state } = this.board;
    const { kind, at } = this.place;
    if (kind === "edge") state.put([["edge", at, value ?? next(state.edges[at])]]);
    else if (value === undefined || value === -1) state.put([["face", at, value === -1 ? 0 : (state.sides[at] + 1) % 3]]);
    else return;
    this.show();
    this.tell();
  }

  /** Moves from an edge to the nearest face, or back. */
  turn() {
    const from = this.#point();
    const kind = this.place.kind === "edge" ? "face" : "edge";
    const { middles, centers } = this.board.geometry;
    const away = (kind === "edge" ? middles : centers).map((place) => distance(place, from));
    this.place = { kind, at: away.reduce((best, length, at) => (length < away[best] ? at : best), 0) };
    this.show();
    this.tell();
  }

  /** From an edge to the one that goes straight on from it. Else to the nearest one in this direction, 60 degrees to
   * both sides: of two that are as near, to the one that keeps to the line on which one goes, then to the one that lies
   * further on where one came to. @param {number[]} way */
  go([dx, dy]) {
    const from = this.#point();
    const across = dx ? 1 : 0; // the coordinate that stays
    if (!this.lane || this.lane.across !== across || this.lane.at !== this.place.at) this.lane = { across, at: -1, place: from[across] };
    const { lane } = this;
    const { geometry, doc } = this.board;
    const { kind } = this.place;
    const own = kind === "edge" ? doc.ends[this.place.at] : [];
    const [hx, hy] = this.heading;
    let [best, least] = [-1, Infinity];
    (kind === "edge" ? geometry.middles : geometry.centers).forEach((place, at) => {
      const [ax, ay] = [place[0] - from[0], place[1] - from[1]];
      const length = Math.hypot(ax, ay);
      const along = ax * dx + ay * dy;
      if (along <= 0.5 * length || length === 0) return;
      const straight = along > STRAIGHT * length && kind === "edge" && doc.ends[at].some((vertex) => own.includes(vertex));
      const cost = straight ? 0 : length * (2 - along / length) + 0.1 * Math.abs(place[across] - lane.place) - 0.01 * (ax * hx + ay * hy);
      if (cost < least) [best, least] = [at, cost];
    });
    if (best < 0) return;
    this.heading = [dx, dy];
    this.place.at = lane.at = best;
    this.show();
    this.tell();
  }

  /** Says what is at the cursor. */
  tell() {
    const { state } = this.board;
    const { kind, at } = this.place;
    if (kind === "face") return this.say(`${capital(this.#face(at))}: ${SIDES[state.sides[at]]}.${this.#trouble()}`);
    const { words, face } = this.#edge(at);
    const count = face === undefined ? "" : this.#count(face);
    this.say(`${words}: ${MARKS[state.edges[at] + 1]}.${count}${this.#trouble()}`);
  }

  /** Says how many edges a gesture marked. @param {number} marked */
  tellPath(marked) {
    const { state } = this.board;
    const value = state.edges[this.place.at];
    const word = value === 1 ? counted(marked, "line") : value === 0 ? counted(marked, "cross", "crosses") : `${counted(marked, "mark")} erased`;
    this.say(`${word}.${this.#trouble()}`);
  }

  /** @param {number} face */
  #clue(face) {
    return this.board.doc.clues.find((clue) => clue.face === face);
  }

  /** @param {number} face */
  #face(face) {
    const { doc, geometry } = this.board;
    const clue = this.#clue(face);
    if (doc.kind !== "square") return clue ? `${clue.sign}, ${clue.place}` : `cell without a number`;
    const columns = Math.round(geometry.size[0] / 100);
    const place = `row ${Math.floor(face / columns) + 1}, column ${(face % columns) + 1}`;
    return clue ? `${clue.sign}, ${place}` : place;
  }

  /** @param {number} edge */
  nameOf(edge) {
    return this.#edge(edge).words;
  }

  /** An edge in words, by a number beside it if there is one. @param {number} edge */
  #edge(edge) {
    const { doc, geometry } = this.board;
    const faces = geometry.facesAt(edge);
    const face = faces.find((one) => this.#clue(one)) ?? faces[0];
    if (doc.kind === "square") {
      const [x, y] = geometry.middles[edge];
      const [cx, cy] = geometry.centers[face];
      const side = Math.abs(x - cx) > Math.abs(y - cy) ? (x > cx ? "right of" : "left of") : y > cy ? "below" : "above";
      return { words: `Edge ${side} ${this.#face(face)}`, face };
    }
    if (!this.#clue(face)) return { words: capital(doc.names[edge]), face };
    const around = geometry.edgesOf(face);
    const [which, all] = [around.indexOf(edge), around.length];
    return { words: `${capital(ORDINALS[which] ?? `${which + 1}th`)} of ${NUMBERS[all] ?? all} edges of ${this.#face(face)}`, face };
  }

  /** The number of lines at a number, in words. @param {number} face */
  #count(face) {
    const { doc, state } = this.board;
    const clue = this.#clue(face);
    const own = doc.rules.filter((rule) => rule.faces.includes(face));
    const [sum] = own[0]?.ways[0] ?? [];
    if (!clue || own.length !== 1 || own[0].ways.length !== 1 || own[0].ways[0].length !== 1 || sum.weights || sum.sums.length !== 1) return "";
    return ` ${clue.sign} has ${sum.edges.filter((edge) => state.edges[edge] === 1).length} of ${sum.sums[0]}.`;
  }

  /** What is wrong, in words, if mistakes are shown. */
  #trouble() {
    const { verdict, shows } = this.board;
    if (verdict.solved || !shows.mistakes) return "";
    const broken = verdict.rules.filter((status) => status === "broken").length;
    const words = [
      broken && `${counted(broken, "number")} wrong`,
      verdict.dots.size && `${counted(verdict.dots.size, "dot")} wrong`,
      verdict.loops.size && "a loop is closed too early",
    ].filter(Boolean);
    return words.length ? ` ${capital(words.join(", "))}.` : "";
  }
}
