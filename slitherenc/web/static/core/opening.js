/**
 * Opens puzzles: those of addresses, of texts, of days and collections, and new ones that are made. A page that holds its
 * one puzzle does without.
 */
import { LEARN, collectionAddress, dailyAddress, puzzleAddress } from "./addresses.js";
import { dayOf } from "./days.js";
import { html } from "./dom.js";
import { learn } from "./learn.js";
import { parse } from "./router.js";
import { idOf } from "./store.js";

/** @typedef {import("./app.js").App} App */

const FIRST = { board: "square:10x10", grade: "medium" }; // where nothing was played yet

export class Opening {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    app.opening = this;
    /** @type {AbortController | null} */ this.running = null;
  }

  /** Follows the address. */
  async route() {
    const { app } = this;
    const address = parse(location.hash);
    app.editor?.close();
    app.editor = null;
    const other = app.places[address.place];
    if (other) {
      app.game?.close();
      app.game = null;
      return app.view?.shell.page(other(app, address), address.place === "c" ? "library" : address.place);
    }
    if (address.place === "puzzle") return this.open(address.text, address.marks);
    if (address.place === "daily") {
      if (address.date <= dayOf()) return this.openFrom("daily", { date: address.date, slot: address.slot });
      location.hash = "#/library";
      return app.note("This day has not come yet.");
    }
    if (address.place === "number") return this.openFrom("collection", { collection: address.collection, number: address.number });
    const [last] = app.store.index();
    const isNew = !last && !app.settings.welcomed;
    if (address.place === "learn" || (address.place === "home" && (isNew || (last?.from === LEARN && last.state === "open")))) return learn(app);
    if (address.place !== "home") app.note("This site has only its own puzzles. To make others, run “slitherenc serve” on your own machine.");
    const saved = last?.state === "open" && app.store.game(last.id);
    if (saved && (await this.#read(saved.puzzle, null, last))) return;
    if (app.game) return;
    const classic = { date: dayOf(), slot: "classic" };
    if (app.source.jobs.has("daily")) {
      if (!(await this.openFrom("daily", classic))) return void (location.hash = "#/library");
      return history.replaceState(null, "", dailyAddress(classic.date, classic.slot));
    }
    await this.make(new URLSearchParams(FIRST));
  }

  /** Opens a puzzle of a day or of a collection. @param {"daily" | "collection"} job @param {Record<string, string | number>} request */
  async openFrom(job, request) {
    const { app } = this;
    const from = job === "daily" ? dailyAddress(String(request.date), String(request.slot)) : collectionAddress(String(request.collection), Number(request.number));
    const found = await this.#ask(job, request, "Making a puzzle", (words) => words);
    if (!found) return false;
    app.play(found.board, { grade: found.grade, from }, null, found.command);
    return true;
  }

  /** Opens the puzzle of a text that was pasted or chosen: an address of its own. @param {string} text */
  async visit(text) {
    const opened = await this.open(text);
    if (opened) history.pushState(null, "", puzzleAddress(text));
    return opened;
  }

  /** Opens the puzzle of a text. @param {string} text @param {string | null} [marks] */
  async open(text, marks = null) {
    const { app } = this;
    const entry = app.store.index().find((one) => one.id === idOf(text));
    if (await this.#read(text, marks, entry)) return true;
    if (!app.game && app.view?.shell.empty) await this.make(new URLSearchParams({ board: "square:7x7", grade: "easy" }), { quietly: true });
    return false;
  }

  /** @param {string} text @param {string | null} marks @param {import("./store.js").Entry} [entry] */
  async #read(text, marks, entry) {
    const { app } = this;
    const found = await this.#ask("read", { puzzle: text }, "Reading the puzzle", (words) => `This is no puzzle: ${words}`);
    if (!found) return false;
    const meta = entry?.from ? entry : { grade: "", from: "", ...entry };
    app.play(found.board, { grade: meta.grade || found.grade || "", from: meta.from ?? "" }, marks ?? found.state, found.command);
    return true;
  }

  /** Makes a puzzle. @param {URLSearchParams} wish board, grade, clues @param {{quietly?: boolean}} [options] quietly: leave what is told */
  async make(wish, { quietly = false } = {}) {
    const { app } = this;
    const request = Object.fromEntries(
      [["board", wish.get("board")], ["difficulty", wish.get("grade")], ["variant", wish.get("clues")]].filter(([, value]) => value && value !== "number"),
    );
    const told = quietly ? [...app.notice.childNodes] : [];
    const before = app.game;
    if (!quietly) app.notice.hidden = true;
    if (before) app.view?.shell.making();
    void app.source.ask("read", { board: request.board }).then((found) => !made && app.view?.shell.blank(found.board)).catch(() => {});
    let made = false;
    const found = await this.#ask("generate", request, "Making a puzzle", (words) => words);
    made = true;
    if (!found) {
      if (found === undefined) return;
      app.view?.shell.unblank();
      const kept = before && (app.store.game(before.id) ? null : before.state.whole());
      if (before) app.play(before.doc, before.meta, kept, "", false);
      else if (parse(location.hash).place === "new") await this.route();
      return;
    }
    const from = `#/new?${new URLSearchParams([...wish].filter(([, value]) => value))}`;
    const first = parse(location.hash).place === "home" || quietly;
    history[first ? "replaceState" : "pushState"](null, "", puzzleAddress(found.board.text));
    app.play(found.board, { grade: wish.get("grade") ?? "", from }, null, found.command);
    if (told.length) {
      app.notice.replaceChildren(...told);
      app.notice.hidden = false;
    }
  }

  /** @param {string} job @param {Record<string, unknown>} request @param {string} words @param {(message: string) => string} wrong
   * @returns {Promise<any>} null: it failed or was stopped; undefined: something else was asked meanwhile */
  async #ask(job, request, words, wrong) {
    const { app } = this;
    this.running?.abort();
    const mine = (this.running = new AbortController());
    try {
      return await app.busy(app.source.ask(job, request, mine.signal), mine, words);
    } catch (error) {
      if (!mine.signal.aborted) app.note(wrong(/** @type {Error} */ (error).message), html("span", {}));
      return this.running === mine ? null : undefined;
    }
  }
}
