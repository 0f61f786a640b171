/**
 * Create: the player's own puzzle. Signs are tapped or typed; meanwhile the page says whether there is one loop, several or
 * none, and shows where. Changes go to the server one after the other, so that none is lost.
 */
import { Board, NOTHING } from "../core/board.js";
import { Cursor } from "../core/cursor.js";
import { button, counted, html, radios, shape, titleOf } from "../core/dom.js";
import { Gestures } from "../core/gestures.js";
import { WAYS } from "../core/keys.js";
import { puzzleAddress } from "../core/addresses.js";
import { primary, row, second } from "../core/sheet.js";
import { State } from "../core/state.js";
import { View } from "../core/view.js";
import { chooseDraft, keepDraft } from "./drafts.js";

/** @typedef {import("../core/app.js").App} App */
/** @typedef {import("../core/state.js").Doc} Doc */

const JUDGE_MS = 300; // after a change
const FIRST_BOARD = "square:10x10";
const START = "Choose a number, then its cell, until exactly one loop is left."; // on a blank board
const SIGNS = ["0", "1", "2", "3", "?"];
const MOST_NUMBERS = 6; // in the palette
const MOST_TYPOS = 10; // in the list

/** @param {App} app @param {{text: string}} address */
export function createPlace(app, { text }) {
  app.editor = new Editor(app);
  void app.editor.begin(text);
  return app.editor.element;
}

export class Editor {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.sign = "2";
    this.symmetry = "none";
    this.shown = false; // as in a game: no loop was shown
    this.command = "";
    this.draft = ""; // the name of the draft
    /** @type {Doc | null} */ this.doc = null;
    /** @type {string[]} */ this.past = []; // texts before each change
    /** @type {string[]} */ this.future = []; // texts that were undone
    /** @type {AbortController | null} */ this.asked = null; // the request for the verdict
    this.queue = Promise.resolve(); // changes wait for each other
    this.isClosed = false;
    this.face = 0; // the face that the keys change
    this.host = html("div", { class: "editor" });
    this.title = html("h1", {});
    this.verdict = html("p", { class: "verdict", role: "status" });
    this.answer = html("div", { class: "answer", role: "status" });
    this.palette = html("div", {});
    this.undoButton = second("Undo", () => this.step(this.past, this.future));
    this.redoButton = second("Redo", () => this.step(this.future, this.past));
    const symmetry = html("select", { "aria-label": "Symmetry", onchange: () => (this.symmetry = /** @type {HTMLSelectElement} */ (symmetry).value) }, html("option", { value: "none" }, "No symmetry"));
    app.schema().then(({ symmetries }) => symmetry.replaceChildren(...symmetries.map((/** @type {Record<string, string>} */ { name, title }) => html("option", { value: name }, title))), () => {});
    const tool = (/** @type {string} */ words, /** @type {() => unknown} */ act) => button(words, () => void act());
    this.tools = html("div", { class: "opts more" }, symmetry, tool("Numbers from a loop", () => this.fromLoop()), tool("Fewer numbers", () => this.thin()),
      tool("How hard?", () => this.rate()), tool("Find mistakes", () => this.diagnose()), tool("Boards and drafts", () => chooseDraft(this)));
    this.buttons = row([primary("Play it", () => this.play()), second("Share", () => this.share()), this.undoButton, this.redoButton]);
    this.sheet = html("section", { class: "sheet", "aria-label": "Editor" }, this.palette, this.tools, this.answer, this.buttons);
    this.element = html("div", { class: "play create" },
      html("section", { class: "stage", "aria-label": "Board" }, this.host),
      html("aside", { class: "rail", "aria-label": "Puzzle" }, html("div", { class: "title" }, html("p", { class: "eyebrow" }, "Create"), this.title), this.verdict),
      this.sheet);
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", this.onKey);
  }

  /** @param {string} text of a puzzle; "" opens the last draft, or a blank board */
  async begin(text) {
    const [last] = this.app.store.drafts();
    if (!text && last) this.draft = last.id;
    await this.open(text || last ? { puzzle: text || last.text } : { board: FIRST_BOARD });
    if (this.doc) return;
    await this.open({ board: FIRST_BOARD });
    if (text) this.answer.replaceChildren(html("p", { class: "wrong" }, "No Slitherlink can be read from this address. Here is a blank board."));
  }

  /** Begins with another puzzle. @param {Record<string, unknown>} request */
  async open(request) {
    const found = await this.ask("read", request);
    if (!found) return false;
    [this.past, this.future, this.face] = [[], [], 0];
    this.show(found.board);
    return true;
  }

  /** Asks for a job, and shows its error. @param {string} job @param {Record<string, unknown>} request */
  async ask(job, request) {
    if (!this.doc && !("board" in request || "puzzle" in request)) return null; // a button before the board is there
    try {
      const found = await this.app.source.ask(job, "board" in request ? request : { puzzle: this.doc?.text, ...request });
      if (found.command) this.command = found.command;
      return found;
    } catch (error) {
      this.answer.replaceChildren(html("p", { class: "wrong" }, /** @type {Error} */ (error).message));
      return null;
    }
  }

  /** Changes clues, once earlier changes are done. @param {Record<string, string>} changes face: sign @param {string} [symmetry] */
  set(changes, symmetry = this.symmetry) {
    return this.#inTurn(() => this.ask("read", { set: changes, symmetry }));
  }

  /** Makes a change after all earlier ones. @param {() => Promise<any>} change returns an answer with a board */
  #inTurn(change) {
    this.queue = this.queue.then(async () => {
      const before = this.doc?.text;
      const found = before !== undefined && !this.isClosed && (await change());
      if (!found || found.board.text === before) return;
      this.past.push(/** @type {string} */ (before));
      this.future = [];
      this.show(found.board);
    });
    return this.queue;
  }

  /** Undoes a change, or does it again. @param {string[]} from @param {string[]} to */
  step(from, to) {
    this.queue = this.queue.then(async () => {
      const text = from.at(-1);
      const found = text !== undefined && (await this.ask("read", { puzzle: text }));
      if (!found || !this.doc) return;
      from.pop();
      to.push(this.doc.text);
      this.show(found.board);
    });
  }

  /** @param {Doc} doc */
  show(doc) {
    const same = this.doc?.board === doc.board && this.doc.ends.length === doc.ends.length;
    const view = same ? this.view?.save() : undefined;
    const focused = this.host.contains(document.activeElement);
    this.doc = doc;
    this.state = new State(doc);
    this.#draw(doc, this.state, (face) => this.tap(face));
    if (view) this.view?.restore(view);
    if (focused) this.board?.svg.focus({ preventScroll: true });
    this.title.replaceChildren(titleOf(doc.shape, false));
    this.answer.replaceChildren();
    this.undoButton.disabled = !this.past.length;
    this.redoButton.disabled = !this.future.length;
    if (!same) this.#showPalette(doc);
    keepDraft(this);
    this.verdict.classList.add("old");
    clearTimeout(this.later);
    this.later = setTimeout(() => void this.judge(), JUDGE_MS);
  }

  /** @param {Doc} doc @param {State} state @param {((face: number) => boolean)} [onface] without it, lines are drawn */
  #draw(doc, state, onface) {
    this.view?.close();
    this.board = new Board(state);
    this.board.svg.setAttribute("aria-label", `${doc.shape}. Arrow keys move, a sign sets it, Backspace takes it away.`);
    this.host.replaceChildren(this.board.svg);
    this.view = new View(this.host, this.board.svg, this.board.geometry, { coarse: matchMedia("(pointer: coarse)").matches, rulers: false });
    const { board, view } = this;
    view.listeners.push(() => view.box && board.see(view.box, view.scale));
    if (view.box) board.see(view.box, view.scale);
    this.cursor = new Cursor(board, view, (text) => this.app.say(text.replace(/: .*$/, ".")));
    this.cursor.place = { kind: "face", at: Math.min(this.face, doc.faces.length - 1) };
    new Gestures(board, view, {
      tool: () => (onface ? "side" : "line"), frozen: () => Boolean(onface), buzz: () => this.app.settings.buzz, reached: () => {}, drawn: () => {}, onface,
    });
  }

  /** @param {Doc} doc */
  #showPalette(doc) {
    const most = Math.min(MOST_NUMBERS, Math.max(...doc.faces.map((ring) => ring.length)));
    const numbers = Array.from({ length: most }, (_, i) => String(i)).filter((sign) => !SIGNS.includes(sign));
    const signs = [...SIGNS.slice(0, -1).slice(0, most), ...numbers, "?", ""];
    const choices = radios("Clue", signs.map((sign) => /** @type {[string, string]} */ ([sign, sign || "None"])), this.sign, (sign) => (this.sign = sign));
    const other = /** @type {HTMLInputElement} */ (html("input", { size: 5, maxlength: 12, "aria-label": "Another sign", placeholder: "S, W …", hidden: true, onchange: () => (this.sign = other.value.trim()) }));
    const more = button("…", () => {
      other.hidden = false;
      more.remove();
      other.focus();
    }, { "aria-label": "Another sign", title: "Another sign" });
    choices.group.append(more, other);
    this.palette.replaceChildren(choices.group);
  }

  /** Puts the sign on a tapped face, or removes it if it is already there. @param {number} face */
  tap(face) {
    if (!this.doc) return false;
    this.face = face;
    if (this.cursor) this.cursor.place = { kind: "face", at: face };
    const { sign } = this;
    void this.#inTurn(async () => {
      const now = this.doc?.clues.find((clue) => clue.face === face);
      return this.ask("read", { set: { [face]: now?.sign === sign ? "" : sign }, symmetry: this.symmetry });
    });
    return true;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const from = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || event.defaultPrevented || from.closest("input, select, textarea, dialog")) return;
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const way = WAYS.get(key);
    if (key === "z" && !event.shiftKey) this.step(this.past, this.future);
    else if (key === "y" || (control && key === "z")) this.step(this.future, this.past);
    else if (control || this.looping || (from.closest("button, a") && (way || key === " " || key === "Enter"))) return;
    else if (way && this.cursor && this.board) {
      this.board.svg.focus({ preventScroll: true });
      this.cursor.go(way);
      this.face = this.cursor.place.at;
    } else if (/^(\d|\?|[A-Z])$/.test(event.key)) void this.set({ [this.face]: event.key }).then(() => this.cursor?.show());
    else if (key === "Backspace" || key === "Delete" || key === " ") void this.set({ [this.face]: "" }).then(() => this.cursor?.show());
    else return;
    event.preventDefault();
  }

  /** Says whether there is one loop, and shows the trouble if not. */
  async judge() {
    const { doc, board } = this;
    if (!doc || !board || this.looping || this.isClosed) return;
    this.asked?.abort();
    const { signal } = (this.asked = new AbortController());
    const ask = (/** @type {string} */ job) => this.app.source.ask(job, { puzzle: doc.text }, signal);
    const report = (/** @type {string} */ words, /** @type {string} */ className, /** @type {string[]} */ ...more) => {
      if (signal.aborted || this.doc !== doc) return false;
      this.verdict.classList.remove("old");
      this.verdict.replaceChildren(html("b", { class: className }, words), ...more.map((text) => ` · ${text}`));
      return true;
    };
    const numbers = doc.clues.length ? counted(doc.clues.length, "number") : START;
    try {
      const { status, loops } = await ask("solve");
      if (status === "unique") {
        if (report("Exactly one loop", "done", numbers)) report("Exactly one loop", "done", (await ask("rate")).grade, numbers);
      } else if (status === "multiple") {
        if (report("Several loops", "trouble", numbers)) this.#showBoth(board, loops);
      } else if (report("No loop", "wrong", numbers)) {
        const { conflicts } = await ask("diagnose");
        if (this.doc === doc && !signal.aborted) board.point({ ...NOTHING, faces: conflicts[0] ?? [] });
      }
    } catch (error) {
      if (!signal.aborted) report(/** @type {Error} */ (error).message, "trouble");
    }
  }

  /** Shows the edges in which two loops differ, each in its own style. @param {Board} board @param {number[][]} loops */
  #showBoth(board, loops) {
    const [one, other] = loops.map((edges) => new Set(edges));
    board.point(NOTHING);
    for (const [own, others, name] of /** @type {const} */ ([[one, other, "one"], [other, one, "other"]]))
      for (const edge of own) if (!others.has(edge)) shape("path", { d: board.lineOf[edge], class: name }, board.layers.hints);
    this.verdict.append(" · Where two loops differ: ", html("span", { class: "legend" }, html("i"), "one, ", html("i", { class: "other" }), "the other"));
  }

  /** Lets the player draw a loop, and sets its numbers. */
  async fromLoop() {
    await this.queue;
    const { doc } = this;
    const found = doc && (await this.ask("read", { set: Object.fromEntries(doc.clues.map(({ face }) => [face, ""])) }));
    if (!found || !doc) return;
    this.asked?.abort();
    this.looping = true;
    const state = new State(found.board);
    this.#draw(found.board, state);
    const end = () => {
      this.looping = false;
      this.sheet.replaceChildren(this.palette, this.tools, this.answer, this.buttons);
    };
    const take = primary("Take the numbers", () => {
      const { board } = this;
      if (!board) return;
      const lines = (/** @type {number} */ face) => board.geometry.edgesOf(face).filter((edge) => state.edges[edge] === 1).length;
      const signs = Object.fromEntries(doc.faces.map((_, face) => [face, String(lines(face))]));
      end();
      void this.set(signs, "none");
    });
    const update = () => {
      const { solved } = /** @type {Board} */ (this.board).verdict;
      take.disabled = !solved;
      this.verdict.replaceChildren(solved ? html("b", { class: "done" }, "One loop") : "Draw one loop.");
    };
    state.listeners.push(update);
    update();
    const random = second("Random loop", async () => {
      const made = await this.ask("generate", { board: doc.board });
      const loops = made && (await this.ask("solve", { puzzle: made.board.text }));
      if (loops) state.put(doc.ends.map((_, edge) => ["edge", edge, loops.loops[0].includes(edge) ? 1 : -1]));
    });
    const cancel = second("Cancel", () => (end(), this.show(doc)));
    this.answer.replaceChildren();
    this.sheet.replaceChildren(html("p", {}, "Draw one loop on the board: drag from dot to dot. Its numbers replace those that are there."),
      this.answer, row([take, doc.board !== "graph" && random, second("Undo a line", () => void state.undo()), cancel]));
  }

  thin() {
    this.answer.replaceChildren("Taking numbers away …");
    return this.#inTurn(() => this.ask("generate", { symmetry: this.symmetry }));
  }

  async rate() {
    const found = await this.ask("rate", {});
    if (found) this.answer.replaceChildren(html("p", {}, `${found.grade}, ${found.score.toFixed(2)}; the hardest rule is “${found.hardest}”.`), html("ul", {}, ...Object.entries(found.steps ?? {}).map(([rule, n]) => html("li", {}, `${rule}: ${n}`))));
  }

  async diagnose() {
    const { board } = this;
    const found = await this.ask("diagnose", {});
    if (!found || !board || board !== this.board) return;
    const places = (/** @type {number[]} */ faces) => faces.map((face) => found.places[String(face)]).join(", ");
    if (found.status === "unique") return this.answer.replaceChildren("The puzzle has exactly one loop.");
    const typos = this.#typos(found, board);
    if (found.status === "none") {
      board.point({ ...NOTHING, faces: found.conflicts[0] ?? [] });
      return this.answer.replaceChildren(...typos, html("p", {}, "There is no loop. These clues contradict each other:"),
        html("ol", {}, ...found.conflicts.map((/** @type {number[]} */ faces) => html("li", {}, places(faces)))),
        found.correction.length ? html("p", {}, `A loop fits if you remove the clues at ${places(found.correction)}.`) : "");
    }
    const repairs = /** @type {Record<string, number>[]} */ (found.repairs);
    if (!repairs.length) return this.answer.replaceChildren(...typos, html("p", {}, "There are several loops, and no numbers on blank cells were found that leave one."));
    const words = (/** @type {Record<string, number>} */ repair) => Object.entries(repair).map(([face, number]) => `${number} at ${found.places[face]}`).join(" and ");
    const add = (/** @type {Record<string, number>} */ repair) => void this.set(Object.fromEntries(Object.entries(repair).map(([face, number]) => [face, String(number)])), "none");
    this.answer.replaceChildren(...typos, html("p", {}, "There are several loops. One is left with:"),
      html("ul", { class: "repairs" }, ...repairs.map((repair) => html("li", {}, words(repair), " ", button("Add", () => add(repair), { class: "chip" })))));
  }

  /** Lists changes of the clues that leave one loop, each with buttons to show and to make it. @param {any} found @param {Board} board */
  #typos(found, board) {
    const typos = /** @type {{kind: string, clues: Record<string, string | null>, words: string}[]} */ (found.typos);
    const partial = found.typos_complete ? [] : [html("p", {}, "Not every change of the clues was tried: that would take too long.")];
    if (!typos.length) return partial;
    const faces = [...new Set(typos.flatMap(({ clues }) => Object.keys(clues)))];
    const one = faces.length === 1 ? found.places[faces[0]] : "one of these";
    const head = typos[0].kind === "clue" ? `If one clue is mistyped, it is ${one}. There is one loop with:` : "There is one loop with:";
    const show = (/** @type {Record<string, string | null>} */ clues) => board.point({ ...NOTHING, faces: Object.keys(clues).map(Number) });
    const change = (/** @type {Record<string, string | null>} */ clues) => void this.set(Object.fromEntries(Object.entries(clues).map(([face, sign]) => [face, sign ?? ""])), "none");
    const items = typos.slice(0, MOST_TYPOS).map(({ clues, words }) => html("li", {}, words, " ",
      button("Show", () => show(clues), { class: "chip", "aria-label": `Show ${words}` }), " ", button("Change", () => change(clues), { class: "chip", "aria-label": `Change to ${words}` })));
    const more = typos.length - items.length;
    return [html("p", {}, head), html("ul", { class: "repairs" }, ...items, ...(more > 0 ? [html("li", {}, `and ${more} more`)] : [])), ...partial];
  }

  async play() {
    await this.queue;
    if (this.doc) location.hash = puzzleAddress(this.doc.text);
  }

  async share() {
    await this.queue;
    const share = this.app.features.find(({ id }) => id === "share");
    if (share) this.app.run(share);
  }

  close() {
    this.isClosed = true;
    document.removeEventListener("keydown", this.onKey);
    clearTimeout(this.later);
    this.asked?.abort();
    this.view?.close();
  }
}
