/**
 * Opens puzzles: those of addresses, of texts, of days and collections, and newly made ones. A page that holds its
 * one puzzle does not need it.
 */
import { LEARN, collectionAddress, dailyAddress, puzzleAddress } from "./addresses.js";
import { addressOf, dayOf, dayWords } from "./days.js";
import { html } from "./dom.js";
import { parse } from "./router.js";
import { AWAY } from "./source.js";
import { idOf } from "./store.js";

/** @typedef {(error: Error) => void} Fail  shows that something failed */

const BAD_REQUEST = 400;
const QUOTED = 60; // the most characters of a text that are shown

export class Opening {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    app.opening = this;
    /** @type {AbortController | null} */ this.running = null;
    addEventListener("hashchange", () => void this.route());
  }

  /** Follows the address. */
  async route() {
    const { app } = this;
    const address = parse(location.hash);
    document.querySelector("dialog")?.close();
    app.editor?.close();
    app.editor = null;
    if (address.place in app.places) return this.#visitPlace(address.place, address);
    if (address.place === "puzzle") return this.open(address.text, address.marks, this.#lost(`No Slitherlink can be read from “${quoted(address.text)}”.`));
    if (address.place === "listed") {
      if ("date" in address.at && address.at.date > dayOf()) return this.lost("This day has not come yet.");
      return this.openFrom(address.at, address.marks);
    }
    if (address.place === "nowhere") return this.lost("There is nothing at this address.");
    const [last] = app.store.index();
    const isNew = !last && !app.settings.welcomed;
    if (address.place === "learn" || (address.place === "home" && (isNew || (last?.from === LEARN && last.state === "open")))) {
      history.replaceState(null, "", LEARN);
      return (await import("./learn.js")).learn(app);
    }
    if (address.place !== "home") return this.lost("This site has only its own puzzles. To make others, run “slitherenc serve” on your own machine.");
    const saved = last?.state === "open" && app.store.game(last.id);
    const opened = (saved && (await this.#read(saved.puzzle, null, last))) || app.game || (await this.openFrom({ date: dayOf(), slot: "classic" }));
    if (opened && app.game) history.replaceState(null, "", addressOf(app.game));
  }

  /** @param {string} name @param {object} address */
  async #visitPlace(name, address) {
    const { app } = this;
    const { hash } = location;
    const place = await app.places[name]().catch(() => app.note(AWAY));
    if (!place || location.hash !== hash) return; // the player went on
    app.game?.close();
    app.game = null;
    app.view?.shell.page(place(app, address), name === "c" ? "library" : name);
  }

  /** Says why nothing is opened, and offers today's puzzles. @param {string} trouble */
  lost(trouble) {
    return this.#visitPlace("library", { when: "", trouble });
  }

  /** Returns what handles an error: an open puzzle stays unless the address is wrong. @param {string} words for a wrong address @returns {Fail} */
  #lost(words) {
    return ({ message, cause }) => {
      const { game } = this.app;
      if (!game || (message && message !== AWAY)) return this.lost(cause === BAD_REQUEST ? words : message);
      this.#note(message);
      history.replaceState(null, "", addressOf(game));
    };
  }

  /** Opens a puzzle of a day or of a collection. @param {import("./days.js").Place} at @param {string | null} [marks] */
  async openFrom(at, marks = null) {
    const { app } = this;
    const [job, from, wrong] = "date" in at
      ? ["daily", dailyAddress(at.date, at.slot), `${dayWords(at.date, { day: "numeric", month: "long", year: "numeric" })} has no puzzle “${quoted(at.slot)}”.`]
      : ["collection", collectionAddress(at.collection, at.number), `There is no puzzle ${at.number} of “${quoted(at.collection)}”.`];
    const found = await this.#ask(job, at, "Making a puzzle", this.#lost(wrong));
    if (!found) return false;
    app.play(found.board, { grade: found.grade, from }, marks, found.command);
    return true;
  }

  /** Opens the puzzle of a text that was pasted or chosen, at an address of its own. @param {string} text */
  async visit(text) {
    const opened = await this.open(text);
    if (opened) history.pushState(null, "", puzzleAddress(text));
    return opened;
  }

  /** Opens the puzzle of a text. @param {string} text @param {string | null} [marks] @param {Fail} [fail] */
  open(text, marks = null, fail) {
    return this.#read(text, marks, this.app.store.index().find((one) => one.id === idOf(text)), fail);
  }

  /** @param {string} text @param {string | null} marks @param {import("./store.js").Entry} [entry] @param {Fail} [fail] */
  async #read(text, marks, entry, fail = ({ message }) => this.#note(message && `This is no puzzle: ${message}`)) {
    const { app } = this;
    const found = await this.#ask("read", { puzzle: text }, "Reading the puzzle", fail);
    if (!found) return false;
    const meta = entry?.from ? entry : { grade: "", from: "", ...entry };
    app.play(found.board, { grade: meta.grade || found.grade || "", from: meta.from ?? "" }, marks ?? found.state, found.command);
    return true;
  }

  /** Makes a puzzle. @param {URLSearchParams} query board, grade, clues */
  async make(query) {
    const { app } = this;
    const request = Object.fromEntries(
      [["board", query.get("board")], ["difficulty", query.get("grade")], ["variant", query.get("clues")]].filter(([, value]) => value && value !== "number"),
    );
    const before = app.game;
    app.notice.hidden = true;
    if (before) app.view?.shell.making();
    void app.source.ask("read", { board: request.board }).then((found) => !made && app.view?.shell.blank(found.board)).catch(() => {});
    let made = false;
    const found = await this.#ask("generate", request, "Making a puzzle", ({ message }) => this.#note(message));
    made = true;
    if (!found) {
      if (found === undefined) return;
      app.view?.shell.unblank();
      const kept = before && (app.store.game(before.id) ? null : before.state.whole());
      if (before) app.play(before.doc, before.meta, kept, "", false);
      else if (parse(location.hash).place === "new") await this.route();
      return;
    }
    const from = `#/new?${new URLSearchParams([...query].filter(([, value]) => value))}`;
    history.pushState(null, "", puzzleAddress(found.board.text));
    app.play(found.board, { grade: query.get("grade") ?? "", from }, null, found.command);
  }

  /** Shows a note that stays until it is closed. @param {string} words */
  #note(words) {
    if (words) this.app.note(words, html("span", {}));
  }

  /** @param {string} job @param {Record<string, unknown>} request @param {string} words @param {Fail} fail
   * @returns {Promise<any>} null: it failed or was stopped; undefined: another request replaced it */
  async #ask(job, request, words, fail) {
    const { app } = this;
    this.running?.abort();
    const mine = (this.running = new AbortController());
    try {
      return await app.busy(app.source.ask(job, request, mine.signal), mine, words);
    } catch (error) {
      if (this.running !== mine) return undefined;
      fail(mine.signal.aborted ? new Error("") : /** @type {Error} */ (error));
      return null;
    }
  }
}

/** The beginning of a text, as a quotation. @param {string} text */
const quoted = (text) => (text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text);
