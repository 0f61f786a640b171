/**
 * The page that `slitherenc serve` gives: what asks the server. The address holds the puzzle and what is marked.
 */
import { ask } from "./ask.js";
import { Play, button, choice, html, themes } from "./controls.js";
import { edit } from "./edit.js";

/** @typedef {import("./state.js").Doc} Doc */
/** @typedef {import("./drawing.js").Mark} Mark */
/**
 * @typedef {{rule: string, concludes: {edge: number, line: boolean}[], marks: Mark[], lines: string[],
 *   text: {where: string, rule: string, move: string, why: string}}} Step
 */

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

class Page {
  constructor() {
    /** @type {Play | null} */ this.play = null;
    /** @type {AbortController | null} */ this.running = null;
    /** @type {Step[]} */ this.walk = [];
    this.at = 0; // of the walk
    this.expected = ""; // what is marked when nobody but Hint and Explain marked anything
    /** @type {{step: Step, level: number, state: string} | null} */ this.hinted = null;
    this.answer = html("div", { class: "answer", "aria-live": "polite" });
    this.stop = button("Stop", () => this.running?.abort());
    this.stop.hidden = true;
    this.editor = edit(this);
    $("themes").append(themes());
    $("panels").append(this.help(), this.puzzles(), this.editor.panel, this.share());
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) void this.file(file);
    });
    addEventListener("hashchange", () => this.address());
    this.address();
  }

  /** @param {string} title @param {boolean} open @param {(string | Node)[]} children */
  panel(title, open, ...children) {
    return html("details", { class: "panel", ...(open ? { open: "" } : {}) }, html("summary", {}, title), ...children);
  }

  help() {
    const row = (/** @type {Node[]} */ ...nodes) => html("p", { class: "row" }, ...nodes);
    this.apply = button("Do it", () => this.applyHint());
    this.back = button("Back", () => this.step(-1));
    this.next = button("Next step", () => this.step(1));
    for (const one of [this.apply, this.back, this.next]) one.hidden = true;
    return this.panel(
      "Help", true,
      row(
        button("Check", () => this.run("check", {}, (found) => this.checked(found))),
        button("Hint", () => this.hint()), this.apply,
        button("Explain", () => this.run("explain", {}, (found) => this.explained(found))), this.back, this.next,
        button("Solve", () => this.run("solve", {}, (found) => this.solved(found))),
        button("Diagnose", () => this.run("diagnose", {}, (found) => this.diagnosed(found))),
        button("Rate", () => this.run("rate", {}, (found) => this.rated(found))),
        this.stop,
      ),
      this.answer,
    );
  }

  puzzles() {
    const text = /** @type {HTMLTextAreaElement} */ (
      html("textarea", { "aria-label": "Puzzle", placeholder: "Paste a link, an ID or the text of a puzzle", spellcheck: "false" })
    );
    const file = /** @type {HTMLInputElement} */ (html("input", { type: "file", "aria-label": "A file with a puzzle" }));
    file.addEventListener("change", () => file.files?.[0] && this.file(file.files[0]));
    const board = /** @type {HTMLInputElement} */ (html("input", { value: "square:10x10", list: "boards", size: "20" }));
    const names = ["square:7x7", "square:10x10", "square:15x15", "triangle:6", "loopy:honeycomb:6x6", "loopy:penrose-rhombs:6x6:G2188,-71,0",
      "loopy:cairo:5x5", "loopy:snub-square:5x5", "loopy:great-hexagonal:4x4"];
    const variants = { "": "numbers", "sheep-wolf": "sheep and wolves", touch: "touch", vertex: "vertices", myopia: "myopia",
      "inside-out": "inside out", liar: "liar", "off-by-one": "off by one", "every-vertex": "every vertex" };
    let variant = "";
    const kinds = choice("of", variants, (value) => (variant = value));
    const grades = { "": "any difficulty", easy: "easy", medium: "medium", hard: "hard", expert: "expert" };
    let difficulty = "";
    const hardness = choice("with", grades, (value) => (difficulty = value));
    return this.panel(
      "Puzzles", true,
      text,
      html("p", { class: "row" }, button("Open", () => this.open(text.value)), file),
      html("datalist", { id: "boards" }, ...names.map((name) => html("option", { value: name }))),
      html("p", { class: "row" }, html("label", {}, "Board ", board), kinds.label, hardness.label,
        button("New puzzle", () => this.make({ board: board.value, ...(variant ? { variant } : {}), ...(difficulty ? { difficulty } : {}) }))),
      html("p", { class: "row" }, this.stopNote()),
    );
  }

  stopNote() {
    return html("span", { class: "command" }, "Files can be dropped anywhere on the page.");
  }

  share() {
    const out = /** @type {HTMLTextAreaElement} */ (html("textarea", { "aria-label": "Exported text", readonly: "" }));
    out.hidden = true;
    const note = html("p", { role: "status" });
    const formats = { "": "…", svg: "picture (SVG)" };
    const to = choice("Export as", formats, (value) => {
      if (!value) return;
      out.hidden = true;
      note.replaceChildren();
      const show = (/** @type {string} */ text) => {
        out.value = text;
        out.hidden = false;
        out.select();
      };
      if (value === "svg") void this.run("draw", {}, (found) => this.download("slitherlink.svg", found.svg), true, note);
      else
        void this.run("convert", { to: value }, (found) => {
          show(found.text);
          if (found.lost.length) note.replaceChildren(`Left out: ${found.lost.join("; ")}.`);
        }, false, note);
      to.select.value = "";
    });
    void fetch("/api/schema").then((response) => response.json()).then(({ formats: titles }) => {
      for (const [value, title] of Object.entries(titles)) to.select.append(html("option", { value }, `${value}: ${title}`));
    });
    return this.panel(
      "Share", false,
      html("p", { class: "row" }, button("Copy the address", () => this.copy(note)), to.label),
      note, out,
    );
  }

  /** @param {string} name @param {string} text */
  download(name, text) {
    const link = html("a", { href: URL.createObjectURL(new Blob([text], { type: "image/svg+xml" })), download: name });
    link.click();
  }

  /** @param {HTMLElement} note */
  async copy(note) {
    const copied = await navigator.clipboard?.writeText(location.href).then(() => "Copied. ", () => "");
    note.replaceChildren(`${copied ?? ""}The address holds the puzzle and what is marked.`);
  }

  /** @param {...(string | Node)} what */
  tell(...what) {
    this.answer.replaceChildren(...what);
  }

  /** Ask, show that it runs, show what went wrong.
   * @param {string} job @param {object} request @param {(found: any) => void} then @param {boolean} [marks] send them
   * @param {HTMLElement} [where] the words go */
  async run(job, request, then, marks = true, where = this.answer) {
    if (this.play?.paused && marks) return where.replaceChildren("The game is paused.");
    this.running?.abort();
    const mine = (this.running = new AbortController());
    const own = this.play ? { puzzle: this.play.doc.text } : {};
    const state = marks && this.play && ["check", "hint", "explain", "draw"].includes(job) ? { state: this.play.board.state.text() } : {};
    this.stop.hidden = false;
    if (where === this.answer) this.tell("Working …");
    try {
      const found = await ask(job, { ...own, ...state, ...request }, mine.signal);
      if (this.running !== mine) return;
      if (found.command) $("command").replaceChildren(`$ ${found.command}`);
      then(found);
    } catch (error) {
      const words = mine.signal.aborted ? "Stopped." : /** @type {Error} */ (error).message;
      if (this.running === mine) where.replaceChildren(html("span", { class: "error" }, words));
    } finally {
      if (this.running === mine) this.stop.hidden = true;
    }
  }

  /** What the address says. */
  address() {
    const said = new URLSearchParams(location.hash.slice(1));
    const puzzle = said.get("puzzle");
    if (!puzzle) return void this.make({ board: "square:7x7" });
    if (this.play && puzzle === this.play.doc.text && said.get("state") === this.play.board.state.whole()) return;
    void this.open(puzzle, said.get("state"));
  }

  /** @param {string} text @param {string | null} [state] */
  async open(text, state = null) {
    this.forget();
    await this.fresh("read", { puzzle: text }, state);
  }

  /** @param {object} request */
  async make(request) {
    this.forget();
    await this.fresh("generate", request, null);
  }

  /** @param {string} job @param {object} request @param {string | null} state */
  async fresh(job, request, state) {
    const before = this.play;
    this.play = null;
    await this.run(job, request, (found) => {
      this.tell("");
      this.show(found.board, state ?? found.state);
    });
    if (this.play) return;
    this.play = before;
    if (before) return this.moved(); // the address is that of the puzzle that is shown
    const words = [...this.answer.childNodes];
    await this.fresh("generate", { board: "square:7x7" }, null);
    this.tell(...words);
  }

  /** @param {Doc} doc @param {string | null} state */
  show(doc, state) {
    this.play?.close();
    const host = $("play");
    this.play = new Play(host, doc, { state, onchange: () => this.moved(), onface: (face) => this.editor.face(face) });
    $("title").replaceChildren(doc.title);
    document.title = doc.title;
    this.moved();
    this.editor.shown(doc);
  }

  /** @param {File} file */
  async file(file) {
    await this.open(await file.text());
  }

  /** The address follows what is marked. */
  moved() {
    const { play } = this;
    if (!play) return;
    if ((this.hinted || this.walk.length) && play.board.state.text() !== this.expected) {
      this.forget(); // what was told is of another state
      this.tell("");
    }
    clearTimeout(this.later);
    this.later = setTimeout(() => {
      const said = new URLSearchParams({ puzzle: play.doc.text });
      const state = play.board.state.whole();
      if (/[01]/.test(state)) said.set("state", state);
      history.replaceState(null, "", `#${said}`);
    }, 150);
  }

  forget() {
    this.hinted = null;
    this.walk = [];
    for (const one of [this.apply, this.back, this.next]) if (one) one.hidden = true;
    this.play?.board.point([]);
  }

  /** Each click tells a little more of the same hint, as long as nothing was marked since. */
  hint() {
    const state = this.play?.board.state.text();
    if (this.hinted && this.hinted.state === state && this.hinted.level < 3) {
      this.hinted.level++;
      return this.showHint();
    }
    this.forget();
    void this.run("hint", {}, (found) => {
      const [step] = found.steps;
      if (!step) return this.tell("There is nothing more that the puzzle decides.");
      this.hinted = { step, level: 0, state: state ?? "" };
      this.expected = state ?? "";
      this.showHint();
    });
  }

  showHint() {
    if (!this.hinted || !this.play) return;
    const { step, level } = this.hinted;
    const { where, rule, move } = step.text;
    const said = [where, rule, move].slice(0, level + 1);
    this.tell(...said.map((text) => html("p", {}, text)), ...(level === 3 ? [this.reason(step)] : []));
    if (level < 3) this.answer.append(html("p", { class: "command" }, "Hint again tells more."));
    this.play.board.point(level < 2 ? step.marks.filter((mark) => mark.role === "look") : step.marks);
    if (this.apply) this.apply.hidden = level < 2;
  }

  /** @param {Step} step */
  reason(step) {
    return step.lines.length === 1
      ? html("p", {}, step.lines[0])
      : html("ol", {}, ...step.lines.map((line) => html("li", {}, line.trim())));
  }

  applyHint() {
    if (!this.hinted || !this.play) return;
    const { step } = this.hinted;
    this.forget();
    this.tell("");
    this.play.board.put(step.concludes.map(({ edge, line }) => ["edge", edge, line ? 1 : 0]));
  }

  /** @param {{solved: boolean, broken: {message: string}[], mistakes?: Step[]}} found */
  checked(found) {
    this.forget();
    const [wrong] = found.mistakes ?? [];
    if (found.solved) return this.tell("This is right: one loop, and every clue is kept.");
    if (!wrong) return this.tell("So far every mark can be right.");
    this.tell(html("p", { class: "error" }, wrong.text.move), this.reason(wrong));
    this.play?.board.point(wrong.marks);
  }

  /** @param {{steps: Step[]}} found */
  explained(found) {
    this.forget();
    if (!found.steps.length) return this.tell("There is nothing more that the puzzle decides.");
    this.walk = found.steps;
    this.at = 0;
    this.expected = this.play?.board.state.text() ?? "";
    this.step(1);
  }

  /** @param {1 | -1} way */
  step(way) {
    const { play, walk } = this;
    if (!play || !walk.length) return;
    const { board } = play;
    const to = this.at + way;
    if (to < 1 || to > walk.length) return;
    // What is expected is set first: a mark that is not ours ends the walk (`moved`).
    const after = Array.from(this.expected);
    const [changed, undone] = way > 0 ? [walk[to - 1], false] : [walk[this.at - 1], true];
    for (const { edge, line } of changed.concludes) after[edge] = undone ? "." : line ? "1" : "0";
    this.expected = after.join("");
    this.at = to;
    board.put(changed.concludes.map(({ edge, line }) => ["edge", edge, undone ? -1 : line ? 1 : 0]));
    const step = walk[this.at - 1];
    this.tell(html("p", {}, `Step ${this.at} of ${walk.length}: ${step.text.move} ${step.text.rule}`), this.reason(step));
    play.board.point(step.marks);
    if (this.back && this.next) {
      this.back.hidden = this.next.hidden = false;
      this.back.disabled = this.at === 1;
      this.next.disabled = this.at === walk.length;
    }
  }

  /** @param {{status: string, loops: number[][]}} found */
  solved(found) {
    this.forget();
    const words = { unique: "This is the one loop.", multiple: "There are several loops; this is one.", none: "There is no loop." };
    this.tell(words[/** @type {keyof typeof words} */ (found.status)] ?? found.status);
    const [loop] = found.loops;
    if (!loop || !this.play) return;
    this.play.shown = true;
    const on = new Set(loop);
    this.play.board.put(this.play.doc.ends.map((_, edge) => ["edge", edge, on.has(edge) ? 1 : -1]));
  }

  /** @param {{status: string, conflicts: number[][], repairs: Record<string, number>[], differ: number[], places: Record<string, string>}} found */
  diagnosed(found) {
    this.forget();
    const places = (/** @type {number[]} */ faces) => faces.map((face) => found.places[String(face)]).join(", ");
    if (found.status === "unique") return this.tell("The puzzle has exactly one loop.");
    if (found.status === "none") {
      this.tell("There is no loop. These clues contradict each other:", html("ol", {}, ...found.conflicts.map((faces) => html("li", {}, places(faces)))));
      this.play?.board.point([{ kind: "face", items: found.conflicts[0] ?? [], role: "contradiction" }]);
      return;
    }
    const repairs = found.repairs.map((repair) => Object.entries(repair).map(([face, number]) => `${number} at ${found.places[face]}`).join(" and "));
    this.play?.board.point([{ kind: "edge", items: found.differ, role: "cause" }]);
    if (!repairs.length) return this.tell("There are several loops, and no clues on blank faces were found that leave one.");
    this.tell("There are several loops; where some of them differ is marked. One loop is left with:", html("ol", {}, ...repairs.map((text) => html("li", {}, text))));
  }

  /** @param {{grade: string, score: number, hardest: string, steps: Record<string, number>}} found */
  rated(found) {
    const steps = Object.entries(found.steps ?? {}).map(([rule, number]) => html("li", {}, `${rule}: ${number}`));
    this.tell(`${found.grade}, ${found.score}; the hardest rule is “${found.hardest}”.`, html("ul", {}, ...steps));
  }
}

new Page();
