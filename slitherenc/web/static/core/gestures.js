/**
 * Mouse and fingers on a board: taps, paths along dots, holding, panning, two fingers.
 */
import { distance } from "./geometry.js";

/** @typedef {{x: number, y: number}} Point  on the screen */
/**
 * @typedef {object} Player  what the gestures read, and what they call
 * @property {() => "line" | "cross" | "side"} tool
 * @property {() => boolean} frozen whether nothing can be marked
 * @property {() => boolean} buzz
 * @property {(kind: "edge" | "face", at: number) => void} reached called with the place of a mark
 * @property {(marked: number) => void} drawn called at the end of a gesture, with the number of edges
 * @property {((face: number) => boolean) | undefined} [onface] called for a tap on a face; true if that was all
 */
/**
 * @typedef {object} Drag
 * @property {"tap" | "path" | "crosses" | "pan" | "none"} mode
 * @property {boolean} cross whether it makes crosses instead of lines
 * @property {boolean} mouse
 * @property {boolean} side whether a tap is for a face
 * @property {boolean} far whether it went further than a tap
 * @property {Point} start
 * @property {Point} at
 * @property {number[]} from on the board
 * @property {number} last the dot that a path has reached
 * @property {number} value the value that it gives to edges; UNDECIDED before the first one
 * @property {{edge: number, before: number, from: number}[]} path
 */

const TAP = 45; // units: how far from an edge a tap may be
const ALONG = 20; // units: how near to an edge a stroke along it must begin
const DIRECTION = 0.8; // the least cosine of the angle between an edge and a stroke along it
const CROSSING = 16; // units: how near to an edge a pointer must come to cross it in passing
const FROM_DOT = 0.3; // of an edge: how far from a dot a path may begin
const TO_DOT = 0.42; // of an edge: how near to a dot a path must come
const STEP = 20; // units between the examined points of a pointer's path
const STILL_TOUCH = 10; // pixels: a finger that moves no further taps or holds
const STILL_MOUSE = 4;
const HOLD_MS = 350;
const BUZZ_MS = 10;
const RIM = 32; // pixels: a path that comes this near to the stage's side pans
const RIM_SPEED = 7; // pixels per frame
const UNDECIDED = -2;

export class Gestures {
  /** @param {import("./board.js").Board} board @param {import("./view.js").View} view @param {Player} player */
  constructor(board, view, player) {
    this.board = board;
    this.view = view;
    this.player = player;
    /** @type {Map<number, Point>} */ this.pointers = new Map();
    /** @type {Drag | null} */ this.drag = null;
    this.holding = 0; // the timer
    this.panning = 0; // the frame
    const { svg } = board;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, (event) => this.#up(/** @type {PointerEvent} */ (event)));
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
    svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    svg.addEventListener("touchstart", (event) => this.#touch(event), { passive: false });
    svg.addEventListener("touchmove", (event) => this.#touching(event), { passive: false });
  }

  /** Takes only a touch that draws, pans or pinches; others scroll the page. @param {TouchEvent} event */
  #touch(event) {
    const [touch] = event.touches;
    const draws = !this.player.frozen() && this.player.tool() !== "side" && this.board.geometry.vertexAt(this.view.at(touch), FROM_DOT) >= 0;
    if (event.cancelable && (event.touches.length > 1 || draws || this.view.zoomed)) event.preventDefault();
  }

  /** @param {TouchEvent} event */
  #touching(event) {
    if (event.cancelable && (this.pointers.size > 1 || (this.drag && this.drag.mode !== "tap" && this.drag.mode !== "none"))) event.preventDefault();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const { board, view, player, pointers } = this;
    const mouse = event.pointerType === "mouse";
    const from = view.at(event); // before anything changes, so that it causes no layout
    if (mouse && document.activeElement !== board.svg) board.svg.focus({ preventScroll: true });
    board.layers.cursor.replaceChildren(); // the cursor is for keys
    view.stop();
    board.svg.setPointerCapture(event.pointerId);
    const start = { x: event.clientX, y: event.clientY };
    pointers.set(event.pointerId, start);
    if (pointers.size > 1) return this.#cancel();
    const side = player.tool() === "side" || event.shiftKey;
    const cross = event.button === 2 || player.tool() === "cross";
    const last = side || player.frozen() || event.button === 1 ? -1 : board.geometry.vertexAt(from, FROM_DOT);
    const mode = last >= 0 ? "path" : event.button === 1 ? "pan" : event.button === 2 && !side && !player.frozen() ? "crosses" : "tap";
    this.drag = { mode, cross, mouse, side, far: false, start, at: start, from, last, value: UNDECIDED, path: [] };
    if (mode === "path" || mode === "crosses") board.state.begin();
    if (mode === "crosses") this.#cross(from, TAP);
    if (!mouse && !side && !player.frozen()) this.holding = window.setTimeout(() => this.#hold(), HOLD_MS);
  }

  /** Lets a finger that stays cross the edge, and then all edges that it reaches. */
  #hold() {
    const { drag, board } = this;
    if (!drag || drag.path.length || (drag.mode !== "tap" && drag.mode !== "path")) return;
    if (drag.mode === "tap") board.state.begin();
    Object.assign(drag, { mode: "crosses", cross: true, value: UNDECIDED });
    if (this.#cross(drag.from, TAP) && this.player.buzz()) navigator.vibrate?.(BUZZ_MS);
  }

  /** Undoes what the first of two fingers drew. */
  #cancel() {
    this.#still();
    if (this.drag) this.board.state.cancel();
    this.drag = null;
  }

  #still() {
    clearTimeout(this.holding);
    cancelAnimationFrame(this.panning);
    this.panning = 0;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    this.pointers.set(event.pointerId, now);
    if (this.pointers.size === 2) return this.#pinch(event.pointerId, before, now);
    const { drag, view } = this;
    if (!drag) return;
    const far = (drag.far ||= Math.hypot(now.x - drag.start.x, now.y - drag.start.y) > (drag.mouse ? STILL_MOUSE : STILL_TOUCH));
    if (far && drag.mode !== "crosses") clearTimeout(this.holding);
    if (far && drag.mode === "tap") this.#leave(drag, view.at({ clientX: now.x, clientY: now.y }));
    if (drag.mode === "pan") view.pan(before.x - now.x, before.y - now.y);
    drag.at = now;
    if (drag.mode !== "path" && drag.mode !== "crosses") return;
    if (!far && !drag.path.length && drag.mode === "path") return;
    this.#follow(now);
    if (view.zoomed && !this.panning && this.#atRim(now).some(Boolean)) this.#rim();
  }

  /** Starts a drag that began at no dot: along an edge it draws from the end behind it, otherwise it pans. @param {Drag} drag @param {number[]} to */
  #leave(drag, to) {
    const { geometry, state, doc } = this.board;
    const edge = drag.side || this.player.frozen() ? -1 : geometry.edgeAt(drag.from, ALONG);
    const [a, b] = edge < 0 ? [to, to] : geometry.ends(edge);
    const along = (b[0] - a[0]) * (to[0] - drag.from[0]) + (b[1] - a[1]) * (to[1] - drag.from[1]);
    const way = along && along / (distance(a, b) * distance(drag.from, to)); // the cosine of the angle between them
    drag.mode = Math.abs(way) > DIRECTION ? "path" : this.view.zoomed ? "pan" : "none";
    if (drag.mode !== "path") return;
    drag.last = doc.ends[edge][way > 0 ? 0 : 1];
    state.begin();
  }

  /** Draws along the pointer's path. @param {Point} to */
  #follow(to) {
    const { drag } = this;
    if (!drag) return;
    const point = this.view.at({ clientX: to.x, clientY: to.y });
    const { from } = drag;
    const steps = Math.max(1, Math.ceil(distance(from, point) / STEP));
    for (let i = 1; i <= steps; i++) {
      const at = [0, 1].map((k) => from[k] + ((point[k] - from[k]) * i) / steps);
      if (drag.mode === "path") this.#draw(at, drag);
      else this.#cross(at, CROSSING);
    }
    drag.from = point;
  }

  /** Continues a path to a point: an edge is drawn once the path reaches its other end. @param {number[]} point @param {Drag} drag */
  #draw(point, drag) {
    const { state, doc } = this.board;
    for (const edge of state.around[drag.last]) {
      const [a, b] = doc.ends[edge];
      const other = a === drag.last ? b : a;
      if (distance(point, doc.xy[other]) > TO_DOT * distance(doc.xy[a], doc.xy[b])) continue;
      const back = drag.path.at(-1);
      if (back?.edge === edge) {
        drag.path.pop();
        state.put([["edge", edge, back.before]]);
        if (!drag.path.length) drag.value = UNDECIDED;
      } else {
        const mark = drag.cross ? 0 : 1;
        if (drag.value !== mark) this.#decide(drag, state.edges[edge] === mark ? -1 : mark);
        drag.path.push({ edge, before: state.edges[edge], from: drag.last });
        state.put([["edge", edge, drag.value]]);
      }
      drag.last = other;
      this.player.reached("edge", edge);
      return;
    }
  }

  /** Lets a path over lines only erase them; one that continues where there are none draws, and keeps the lines. @param {Drag} drag @param {number} value */
  #decide(drag, value) {
    if (drag.value === -1 && value >= 0) this.board.state.put(drag.path.map(({ edge, before }) => ["edge", edge, before]));
    drag.value = value;
  }

  /** Crosses the edge at a point, or removes its cross. @param {number[]} point @param {number} most */
  #cross(point, most) {
    const { drag, board } = this;
    const edge = board.geometry.edgeAt(point, most);
    if (!drag || edge < 0 || drag.path.some((one) => one.edge === edge)) return false;
    if (drag.value === UNDECIDED) drag.value = board.state.edges[edge] === 0 ? -1 : 0;
    drag.path.push({ edge, before: board.state.edges[edge], from: -1 });
    board.state.put([["edge", edge, drag.value]]);
    this.player.reached("edge", edge);
    return true;
  }

  /** How far the view moves if a pointer is near to the stage's sides. @param {Point} at @returns {[number, number]} */
  #atRim({ x, y }) {
    const { left, top, right, bottom } = this.view.host.getBoundingClientRect();
    const way = (/** @type {number} */ low, /** @type {number} */ high) => (low < RIM ? -1 : high < RIM ? 1 : 0);
    return [RIM_SPEED * way(x - left, right - x), RIM_SPEED * way(y - top, bottom - y)];
  }

  #rim() {
    this.panning = requestAnimationFrame(() => {
      this.panning = 0;
      const { drag } = this;
      if (!drag || drag.mode !== "path") return;
      const [dx, dy] = this.#atRim(drag.at);
      if (!dx && !dy) return;
      this.view.pan(dx, dy);
      this.#follow(drag.at);
      this.#rim();
    });
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.pointers.delete(event.pointerId);
    this.#still();
    const { drag, board, player } = this;
    this.drag = null;
    if (!drag) return;
    if (event.type === "pointercancel") return board.state.cancel();
    const drew = drag.path.length;
    board.state.end();
    if (!drag.far && !drew && (drag.mode === "tap" || drag.mode === "path")) this.#tap(drag);
    else if (drew) player.drawn(drew);
  }

  /** @param {Drag} drag */
  #tap(drag) {
    const { board, player } = this;
    const face = board.geometry.faceAt(drag.from);
    if (face >= 0 && player.onface?.(face)) return;
    if (player.frozen()) return;
    if (drag.side) {
      if (face < 0) return;
      board.state.put([["face", face, (board.state.sides[face] + 1) % 3]]);
      player.reached("face", face);
      return player.drawn(0);
    }
    const edge = board.geometry.edgeAt(drag.from, TAP);
    if (edge < 0) return;
    const value = board.state.edges[edge];
    board.state.put([["edge", edge, drag.cross ? (value === 0 ? -1 : 0) : next(value)]]);
    player.reached("edge", edge);
    player.drawn(0);
  }

  /** @param {number} id @param {Point} before @param {Point} now */
  #pinch(id, before, now) {
    const other = [...this.pointers].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const spread = (/** @type {Point} */ p) => Math.max(1, Math.hypot(p.x - other.x, p.y - other.y));
    const middle = { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 };
    this.view.pan((before.x - now.x) / 2, (before.y - now.y) / 2);
    this.view.zoom(spread(now) / spread(before), this.view.at(middle));
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    const { view } = this;
    if (event.ctrlKey) {
      event.preventDefault();
      view.zoom(Math.exp(-event.deltaY / 300), view.at(event));
    } else if (view.zoomed) {
      event.preventDefault();
      const step = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 24 : 1;
      view.pan(event.deltaX * step, event.deltaY * step);
    }
  }
}

/** The mark after this one: nothing, line, cross. @param {number} value */
export const next = (value) => (value === -1 ? 1 : value === 1 ? 0 : -1);
