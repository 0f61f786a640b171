/**
 * A puzzle in play: its board, its marks, its time, and its storage.
 */
import { LEARN } from "./addresses.js";
import { Board } from "./board.js";
import { Cursor } from "./cursor.js";
import { clock, counted, html } from "./dom.js";
import { Gestures } from "./gestures.js";
import { Hints } from "./hint.js";
import { primary, row, second, Sheet } from "./sheet.js";
import { State } from "./state.js";
import { idOf } from "./store.js";
import { Timer } from "./timer.js";
import { View } from "./view.js";

/** @typedef {"line" | "cross" | "side"} Tool */
/** @typedef {{title: string, grade: string, from: string, board: string}} Meta  from: the address of the request that made it, or "" */
/** @typedef {{host: HTMLElement, sheet: HTMLElement, changed: () => void}} Places  the elements that show it */

const KEEP_MS = 300; // after a mark
const RULERS_FROM = 600; // pixels of the page

export class Game {
  /** @param {import("./app.js").App} app @param {import("./state.js").Doc} doc @param {Meta} meta @param {Places} places
   * @param {{marks?: string | null, keep?: boolean, onface?: (face: number) => boolean}} [options] marks: the first marks, instead of the stored ones */
  constructor(app, doc, meta, { host, sheet, changed }, options = {}) {
    this.app = app;
    this.doc = doc;
    this.meta = meta;
    this.onchange = changed;
    this.id = idOf(doc.text);
    this.keeps = options.keep !== false;
    const saved = this.keeps && options.marks == null ? app.store.game(this.id) : null;
    this.state = new State(doc);
    this.#begin(saved, options.marks ?? null);
    /** @type {Tool} */ this.tool = "line";
    this.shown = false; // the loop was shown, not found
    this.finished = this.keeps && app.store.index().some((entry) => entry.id === this.id && entry.state !== "open");
    this.hintCounts = saved?.hints ?? [0, 0, 0, 0, 0];
    this.checks = saved?.checks ?? 0;
    this.byKey = false; // whether the last action came from a key
    this.command = ""; // the equivalent command line of the server's last job
    const { settings } = app;
    const shows = { mistakes: settings.mistakes === "happen", pieces: settings.pieces, crosses: settings.crosses };
    this.board = new Board(this.state, shows);
    host.replaceChildren(this.board.svg);
    this.view = new View(host, this.board.svg, this.board.geometry, { coarse: matchMedia("(pointer: coarse)").matches, rulers: this.#rulers() });
    if (saved?.view) this.view.restore(saved.view);
    this.timer = new Timer(saved?.seconds ?? 0, () => this.onchange());
    this.cursor = new Cursor(this.board, this.view, (text) => app.say(text));
    this.gestures = new Gestures(this.board, this.view, {
      tool: () => this.tool,
      frozen: () => this.frozen,
      buzz: () => app.settings.buzz,
      reached: (kind, at) => (this.cursor.place = { kind, at }),
      drawn: (marked) => {
        if (marked) this.cursor.tellPath(marked);
        else this.cursor.tell();
        if (this.sheet.makesRoom) this.refresh(); // it waited for the end of the path
      },
      onface: options.onface,
    });
    /** @type {import("./view.js").Saved | null} */ this.viewBefore = null; // before a hint moved it
    this.sheet = new Sheet(sheet, () => this.onchange(), () => this.board.svg.focus({ preventScroll: true }));
    this.hints = new Hints(this);
    /** @type {(() => void) | null} */ this.guide = null; // asks for a move, if the sheet is free
    this.taken = false; // whether another tab continues it
    /** @type {ReturnType<typeof setTimeout> | undefined} */ this.later = undefined;
    /** @type {AbortController | null} */ this.asking = null;
    this.unwatch = app.store.watch(this.id, () => this.#other());
    this.view.listeners.push(() => this.#seen());
    this.state.listeners.push((edges, faces) => this.#changed(edges.length + faces.length > 0));
    this.#seen();
    this.#judge(false);
    const { hint } = saved ?? {};
    if (hint) queueMicrotask(() => (this.view.resize(), this.hints.reopen(hint))); // once the page shows this game, and the board leaves room for a sheet
  }

  /** @param {import("./store.js").SavedGame | null} saved @param {string | null} marks */
  #begin(saved, marks) {
    try {
      if (saved) this.state.restore(saved);
    } catch {
      this.state = new State(this.doc);
      this.app.note("The marks that were kept do not fit this puzzle; there are none.");
    }
    if (!marks) return;
    if (State.valid(marks, this.doc)) this.state.start(marks);
    else this.app.note("The marks do not fit this puzzle; there are none.");
  }

  get frozen() {
    return this.taken || this.timer.paused || this.board.verdict.solved;
  }

  /** The marks to send, including the crosses that are filled in. */
  marks() {
    const { crosses } = this.board.shows;
    return Array.from(this.state.edges, (value, edge) => (value < 0 && crosses && this.board.derived.has(edge) ? "0" : ".01"[value + 1])).join("");
  }

  /** Asks for a job, and shows its progress and errors. @param {string} job @param {Record<string, unknown>} request */
  async ask(job, request) {
    this.asking?.abort();
    const mine = (this.asking = new AbortController());
    try {
      const found = await this.app.busy(this.app.source.ask(job, { puzzle: this.doc.text, ...request }, mine.signal), mine, "Thinking");
      if (found.command) this.command = found.command;
      return found;
    } catch (error) {
      if (!mine.signal.aborted) this.app.note(/** @type {Error} */ (error).message);
      return null;
    }
  }

  /** Points at the objects of a hint, and brings them into view. Without them, restores the view unless it was moved.
   * @param {import("./board.js").Pointing} [pointing] */
  point(pointing) {
    const { board, view } = this;
    board.point(pointing);
    const points = pointing ? board.pointsOf(pointing) : [];
    this.#drawRulers();
    if (points.length) {
      if (!this.viewBefore && !view.still) {
        this.viewBefore = view.save();
        view.moved = false;
      }
      requestAnimationFrame(() => {
        if (board.pointing !== pointing) return;
        view.resize(); // the sheet may have changed the stage just now
        view.show(board.boxAround(points), board.boxAround([pointing?.tags[0]?.at ?? points[0]]));
      });
    } else if (this.viewBefore) {
      const before = this.viewBefore;
      this.viewBefore = null;
      if (!view.moved) requestAnimationFrame(() => view.restore(before, true));
    }
  }

  #rulers() {
    return this.board.geometry.lanes.length > 0 && this.app.settings.rulers && this.app.width >= RULERS_FROM;
  }

  #drawRulers() {
    const on = this.#rulers();
    if (on !== this.view.rulers) this.view.setRulers(on);
    this.board.rulers(on, this.board.pointing.faces, this.view.scale);
    this.rulerScale = this.view.scale;
  }

  #seen() {
    if (this.view.box) this.board.see(this.view.box, this.view.scale);
    if (this.view.scale !== this.rulerScale) this.#drawRulers();
    this.onchange();
  }

  /** @param {boolean} marked */
  #changed(marked) {
    if (marked) this.timer.touch();
    this.hints.changed();
    this.#judge(true);
    this.refresh();
    this.keepSoon();
  }

  /** @param {boolean} live whether the player did it just now */
  #judge(live) {
    const { solved } = this.board.verdict;
    if (solved === this.timer.ended) return;
    this.timer.ended = solved;
    if (!solved) return this.board.unfinish();
    this.board.finish();
    if (live && !this.finished && !this.shown && this.keeps) {
      this.best = this.app.store.count(this.kind, this.timer.seconds, this.hintCounts[0] === 0);
      this.app.store.countAt(this.meta.from, this.timer.seconds, this.hintCounts[0]);
    }
    this.finished = true;
    if (live) {
      this.app.say(this.shown ? "This is the loop." : `Solved in ${clock(this.timer.seconds)}.`);
      this.keep();
    }
  }

  /** The key of its statistics. */
  get kind() {
    return `${this.meta.board} ${this.meta.grade}`.trim();
  }

  /** Shows the sheet that fits now: the end, a hint, a trial. */
  refresh() {
    const { sheet, state, hints } = this;
    if (this.taken) return;
    if (this.board.verdict.solved) this.#end();
    else if (sheet.makesRoom && this.gestures.drag) return; // else the board would move while a path is drawn
    else if (hints.step || hints.wrong.length || sheet.kind === "note") return this.onchange();
    else if (state.trials.length) this.#trial();
    else if (this.guide) this.guide();
    else sheet.hide();
    this.onchange();
  }

  #trial() {
    const { state } = this;
    const start = state.trialStart;
    const opposite = () => {
      state.discard();
      if (start) state.put([["edge", start[1], 1 - start[2]]]);
    };
    this.sheet.show(
      "trial",
      html("h2", {}, `Trial ${state.trials.length} · ${counted(state.trialMarks, "mark")}`),
      html("p", {}, "Trial marks are hollow. Undo works inside the trial."),
      row([primary("Keep", () => state.keep()), second("Discard", () => state.discard()), start ? second("First was wrong", opposite) : undefined]),
    );
  }

  #end() {
    if (this.sheet.kind === "end") return;
    const { app, shown, hintCounts } = this;
    const seconds = this.timer.seconds;
    const hints = hintCounts[0];
    const best = (this.best ?? app.store.stats().grades[this.kind])?.best ?? Infinity;
    const streak = app.streak();
    const facts = [
      html("span", {}, html("b", {}, hints ? counted(hints, "hint") : "No hints")),
      best < Infinity ? html("span", {}, `Best ${this.meta.title} `, html("b", {}, clock(best))) : "",
      streak ? html("span", {}, "Streak ", html("b", {}, counted(streak, "day"))) : "",
    ];
    const actions = app.features.filter((feature) => feature.place.includes("end") && app.can(feature));
    const buttons = actions.map((feature, i) => (i ? second : primary)(feature.label, () => void feature.run(app)));
    if (this.meta.from === LEARN) buttons.splice(0, buttons.length, primary("Today’s puzzles", () => (location.hash = "#/library")));
    const title = html("h2", {}, html("span", { class: "done" }, shown ? "This is the loop" : "Solved"), !shown && app.settings.time ? html("small", {}, clock(seconds)) : "");
    const solved = Object.values(app.store.stats().grades).reduce((sum, { n }) => sum + n, 0);
    const offer = solved === 1 && !shown && !app.settings.crosses ? app.toggle("crosses", "Fill in crosses at finished numbers and dots") : "";
    this.sheet.show("end", title, shown ? "" : html("p", { class: "facts" }, ...facts), offer, row(buttons, "row end"));
    if (this.byKey) this.sheet.focus();
  }

  /** @param {number} level a hint of this level was seen; 4: it was applied */
  count(level) {
    this.hintCounts[level]++;
    this.keepSoon();
  }

  /** @param {boolean} on whether the board is hidden and cannot be marked */
  pause(on) {
    if (this.board.verdict.solved || this.taken) return;
    this.timer.paused = on;
    if (!on) this.timer.touch();
    this.app.say(on ? "Paused." : "Goes on.");
    this.onchange();
  }

  /** The share of finished numbers: at the end all of them, even a 0 without crosses. */
  get share() {
    if (this.board.verdict.solved) return 1;
    return this.doc.rules.length ? this.board.verdict.done / this.doc.rules.length : 0;
  }

  keepSoon() {
    clearTimeout(this.later);
    this.later = setTimeout(() => this.keep(), KEEP_MS);
  }

  keep() {
    clearTimeout(this.later);
    if (!this.keeps || this.taken) return;
    const { app, state } = this;
    if (!state.log.length && !state.base && !this.hintCounts[0]) return;
    const { seconds } = this.timer;
    const saved = { puzzle: this.doc.text, ...state.save(), seconds, hints: this.hintCounts, checks: this.checks, view: this.viewBefore ?? this.view.save(), hint: this.hints.opened };
    app.store.setGame(this.id, saved, {
      id: this.id, ...this.meta, touched: Date.now(), seconds, share: Number(this.share.toFixed(3)),
      state: this.finished ? (this.shown ? "shown" : "solved") : "open",
    });
  }

  /** Stops this game, because another tab wrote it. */
  #other() {
    this.taken = true;
    this.hints.close(false);
    this.sheet.show("note taken", html("p", {}, "This puzzle goes on in another tab."), row([primary("Go on here", () => this.app.reopen())]));
  }

  /** Shows the whole board while it is printed. @param {boolean} on */
  print(on) {
    const { board, view } = this;
    if (!on) return view.apply();
    const [left, top, right, bottom] = view.bounds;
    board.see(view.bounds, 1);
    board.svg.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
  }

  close() {
    this.keep();
    this.asking?.abort();
    this.timer.close();
    this.view.close();
    this.unwatch();
    this.sheet.hide();
  }
}
