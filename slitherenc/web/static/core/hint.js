/**
 * A hint in four steps: where to look, the rule, the move, why. Also how to handle marks that cannot be right.
 */
import { button, counted, html } from "./dom.js";
import { closable, primary, row, second } from "./sheet.js";
import { LEVELS, elementsOf, partsAt, pointingOf } from "./words.js";

/** @typedef {import("./words.js").Step} Step */

/** @typedef {{step: Step, level: number, after?: Step[]}} Open */

const MOVE = 3;
const WHY = 4;
const APPLIED = 4; // index in the hint counts of a game: four levels, then the applied hints

/** "3 more crosses". @param {{line: boolean}[]} marks @param {string} [more] */
function markWords(marks, more = "") {
  const lines = marks.filter(({ line }) => line).length;
  const [one, many] = lines === marks.length ? ["line"] : lines ? ["mark"] : ["cross", "crosses"];
  return counted(marks.length, one, many, more);
}

export class Hints {
  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.game = game;
    /** @type {Step | null} */ this.step = null;
    /** @type {Step[]} */ this.after = []; // the steps that then follow without thought
    this.level = 0;
    /** @type {Step[]} */ this.wrong = [];
    /** @type {Step[]} */ this.walk = [];
    this.at = 0; // the place in the walk
    this.state = ""; // the marks when the hint was requested
  }

  /** Shows the next step of the hint; at the last one, moves the focus to its button Apply. */
  async more() {
    const { game } = this;
    if (game.board.verdict.solved) return;
    if (this.step && this.level < WHY && !this.walk.length) {
      this.level++;
      game.count(this.level - 1);
      return this.show();
    }
    if (this.step) return game.sheet.focus();
    return this.#ask(1);
  }

  /** Asks for a hint and opens it. @param {number} level */
  async #ask(level) {
    const { game } = this;
    const state = game.marks();
    const found = await game.ask("hint", { state, follow: true });
    if (!found || state !== game.marks()) return;
    const [step, ...after] = found.steps;
    if (!step) return this.#note();
    if (this.#isMistake(step)) return this.check();
    this.#begin(step, level, after);
    for (let shown = 0; shown < level; shown++) game.count(shown);
    this.show();
  }

  /** @param {Step} step @param {number} level @param {Step[]} after */
  #begin(step, level, after) {
    this.close(false);
    this.step = step;
    this.after = after;
    this.level = level;
    this.state = this.game.state.whole();
  }

  /** The stored part of an open hint. @returns {Open | null} */
  get opened() {
    return this.step && !this.walk.length ? { step: this.step, level: this.level, after: this.after } : null;
  }

  /** Shows again a hint that was open, without counting it. @param {Open} open */
  reopen({ step, level, after = [] }) {
    this.#begin(step, level, after);
    this.show();
  }

  /** Whether a step says that a mark is wrong. @param {Step} step */
  #isMistake(step) {
    return step.concludes.some(({ edge, line }) => this.game.state.edges[edge] === (line ? 0 : 1));
  }

  /** @param {string} [words] */
  #note(words = "There is nothing more to tell: no number and no dot decides another edge.") {
    this.game.sheet.show("note", html("p", {}, words), row([second("Close", () => this.close())]));
  }

  show() {
    const { game, step, level } = this;
    if (!step) return;
    const parts = partsAt(level);
    const text = parts.flatMap((part, i) => {
      const elements = this.#elementsOf(step, part);
      if (part === "rule" && step.idea) elements.push(html("p", { class: "idea" }, step.idea));
      if (level < WHY && i < parts.length - 1) for (const element of elements) element.classList.add("past");
      return elements;
    });
    const bars = LEVELS.map((name, i) => html("li", { class: i < level ? "on" : "", ...(i === level - 1 ? { "aria-current": "step" } : {}) }, name));
    const onward = ["", "Show the rule", "Show the move", "Why?"][level];
    const more = onward && (level < MOVE ? primary(onward, () => this.more()) : second(onward, () => this.more()));
    const apply = level >= MOVE && primary("Apply", () => this.apply());
    const routine = this.after.flatMap((one) => one.concludes);
    const follow = level >= MOVE && routine.length > 0 && second(`And ${markWords(routine, " more")}`, () => this.apply(this.after));
    game.sheet.show("hint", closable(html("ol", {}, ...bars), "the hint", () => this.close()), ...text, row([apply || undefined, follow || undefined, more || undefined]));
    game.point(pointingOf(step, level, game.board));
    game.cursor.put(this.#placeOf(step));
    game.board.svg.setAttribute("aria-describedby", game.sheet.element.id);
  }

  /** The place for the cursor: the move once it is shown, before that the place to look at. @param {Step} step @returns {import("./cursor.js").Spot} */
  #placeOf(step) {
    const { doc, state } = this.game.board;
    const look = step.marks.find((mark) => mark?.role === "look");
    const face = look?.faces?.find((one) => one < doc.faces.length);
    const [vertex] = look?.vertices ?? [];
    if (this.level >= MOVE) return { kind: "edge", at: step.concludes[0].edge };
    if (face !== undefined) return { kind: "face", at: face };
    return { kind: "edge", at: vertex === undefined ? (look?.edges?.[0] ?? step.concludes[0].edge) : state.around[vertex][0] };
  }

  /** @param {Step} step @param {import("./words.js").Part} part */
  #elementsOf(step, part) {
    return elementsOf(step, part, (mark) => this.#press(mark), (edge) => this.game.cursor.nameOf(edge));
  }

  /** @param {number} mark */
  #press(mark) {
    const { board, view } = this.game;
    const tag = board.pointing.tags.find((one) => one.index === mark);
    if (tag) view.show(board.boxAround([tag.at]));
    board.pulse(mark);
  }

  /** Marks the conclusions of the hint, and of steps after it, as one move; then opens the next hint to the same level.
   * @param {Step[]} [after] */
  async apply(after = []) {
    const { game, step, level } = this;
    if (!step || level < MOVE || this.walk.length) return;
    const byKey = game.sheet.element.contains(document.activeElement) || game.byKey;
    game.count(APPLIED);
    this.close();
    game.state.put([step, ...after].flatMap((one) => one.concludes).map(({ edge, line }) => ["edge", edge, line ? 1 : 0]));
    if (game.board.verdict.solved) return;
    await this.#ask(level);
    if (byKey) game.sheet.focus();
  }

  /** Finds the marks that cannot be right. */
  async check() {
    const { game } = this;
    game.checks++;
    const state = game.marks();
    const found = await game.ask("check", { state });
    if (!found || state !== game.marks()) return;
    this.close(false);
    const wrong = (found.mistakes ?? []).filter((/** @type {Step} */ step) => this.#isMistake(step));
    if (!wrong.length) {
      const { verdict } = game.board;
      const trouble = verdict.early || (verdict.broken ? "A number or a dot is wrong." : "So far every mark can be right.");
      this.#note(trouble);
      return void game.app.say(trouble);
    }
    this.wrong = wrong;
    this.state = game.state.whole();
    this.#tellWrong();
  }

  /** Says how many marks are wrong, and offers two ways back: undo to before the first one, or erase only these. */
  #tellWrong() {
    const { game } = this;
    const edges = this.wrong.map((step) => step.concludes[0].edge);
    const first = Math.min(...edges.map((edge) => game.state.movesUntil(edge)));
    const since = game.state.at - first;
    const one = edges.length === 1;
    const head = `${markWords(edges.map((edge) => ({ line: game.state.edges[edge] === 1 })))} cannot be right`;
    const moves = since === 1 ? "It was your last move." : `${one ? "It" : "The first of them"} was made ${since} moves ago. Undo takes these ${since} moves back.`;
    const made = since > 0 ? moves : `${one ? "It was" : "They were"} there at the start.`;
    game.sheet.show(
      "bad",
      closable(html("h2", {}, head), "this", () => this.close()),
      html("p", {}, made),
      row([
        primary(one ? "Erase only this" : "Erase only these", () => this.#erase(edges)),
        since > 1 && second(`Undo ${since} moves`, () => this.#undoTo(first)),
        second("Why?", () => this.#why(0)),
      ]),
    );
    game.point({ faces: [], paths: [], ghosts: [], tags: [], wrong: edges });
    game.app.say(`${head}. ${made}`);
  }

  /** @param {number} first */
  #undoTo(first) {
    this.close();
    this.game.state.undoTo(first);
  }

  /** Erases only the wrong marks, as one move. @param {number[]} edges */
  #erase(edges) {
    this.close();
    this.game.state.put(edges.map((edge) => ["edge", edge, -1]));
  }

  /** Says why one of the marks is wrong, by the step that concludes the opposite. @param {number} at */
  #why(at) {
    const step = this.wrong[at];
    const { game } = this;
    const count = this.wrong.length;
    const parts = /** @type {import("./words.js").Part[]} */ (step.corrects ? ["move", "why"] : ["where", "rule", "why"]);
    const text = parts.flatMap((part) => this.#elementsOf(step, part));
    game.sheet.show(
      "bad",
      closable(html("h2", {}, count > 1 ? `Why? ${at + 1} of ${count}` : "Why?"), "this", () => this.close()),
      ...text,
      row([primary("Back", () => this.#tellWrong()), at + 1 < count && second("Next one", () => this.#why(at + 1))]),
    );
    game.point({ ...pointingOf(step, WHY, game.board), ghosts: [], wrong: step.concludes.map(({ edge }) => edge) });
  }

  /** Walks through all steps from here to the end. */
  async explain() {
    const { game } = this;
    const state = game.marks();
    const found = await game.ask("explain", { state });
    if (!found || state !== game.marks()) return;
    if (!found.steps.length) return this.#note();
    if (this.#isMistake(found.steps[0])) return this.check();
    this.close(false);
    this.walk = found.steps;
    this.#walkTo(1);
  }

  /** @param {number} at the number of the step */
  #walkTo(at) {
    const { game, walk } = this;
    const step = walk[at - 1];
    this.at = at;
    this.step = step;
    this.level = WHY;
    this.state = game.state.whole();
    const text = /** @type {const} */ (["move", "rule", "why"]).flatMap((part) => this.#elementsOf(step, part));
    const onward = primary(at < walk.length ? "Next step" : "Mark it", () => this.#walkBy(1));
    const back = button("Back", () => this.#walkBy(-1), { class: "second", ...(at === 1 ? { disabled: true } : {}) });
    const close = second("Close", () => this.close());
    game.sheet.show("hint walk", html("h2", {}, `Step ${at} of ${walk.length}`), ...text, row([onward, back, close]));
    game.point(pointingOf(step, WHY, game.board));
  }

  /** @param {1 | -1} way 1 marks this step and goes to the next, -1 goes back */
  #walkBy(way) {
    const { game, walk, at } = this;
    this.walk = []; // so that the marks do not close it
    this.step = null;
    game.shown = true;
    if (way < 0) game.state.undo();
    else game.state.put(walk[at - 1].concludes.map(({ edge, line }) => ["edge", edge, line ? 1 : 0]));
    if (game.board.verdict.solved || at + way > walk.length) return this.close();
    this.walk = walk;
    this.#walkTo(at + way);
  }

  /** Closes a hint or a message about other marks. */
  changed() {
    if ((this.step || this.wrong.length) && this.game.state.whole() !== this.state) this.close();
    else if (this.game.sheet.kind === "note") this.close();
  }

  /** @param {boolean} [refresh] whether the sheet shows something else */
  close(refresh = true) {
    this.step = null;
    this.after = [];
    this.walk = [];
    this.wrong = [];
    this.level = 0;
    this.game.keepSoon();
    this.game.board.svg.removeAttribute("aria-describedby");
    this.game.point();
    if (!refresh || this.game.taken) return;
    if (this.game.sheet.kind !== "end") this.game.sheet.hide();
    this.game.refresh();
  }
}
