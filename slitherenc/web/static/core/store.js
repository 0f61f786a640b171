/**
 * The browser's storage: settings, games, an index of them and statistics. Without storage, play still works.
 */
import { dayOf, record } from "./days.js";

/**
 * @typedef {{theme: "auto" | "light" | "dark" | "contrast", mistakes: "happen" | "check", pieces: boolean, crosses: boolean,
 *   rulers: boolean, time: boolean, buzz: boolean, leftHand: boolean, welcomed: boolean, known: string[]}} Settings  welcomed: whether the first minute is over; known: kinds of puzzles that were explained
 */
/**
 * @typedef {import("./state.js").Saved & {v: number, puzzle: string, seconds: number, hints: number[], checks: number,
 *   view: import("./view.js").Saved | null, hint?: import("./hint.js").Open | null}} SavedGame  hints: how often each level
 *   was seen, and a step applied; hint: the one that is open
 */
/**
 * @typedef {{id: string, title: string, board: string, grade: string, from: string, touched: number, seconds: number,
 *   state: "open" | "solved" | "shown", share: number}} Entry  share: the share of finished numbers
 */
/**
 * @typedef {{grades: Record<string, {n: number, clean: number, sum: number, best: number}>,
 *   days: Record<string, Record<string, number[]>>, collections: Record<string, Record<number, number[]>>}} Stats  days, by date and
 *   slot, and collections, by name and number: [seconds, hints], see `record` of days.js
 */

/** @typedef {{id: string, text: string, title: string, touched: number}} Draft */

const PREFIX = "slitherenc/1/";
const OLD = "slitherenc "; // prefix of earlier versions, followed by the puzzle's text
const VERSION = 1;
const MOST_ENTRIES = 500;
const MOST_DRAFTS = 50;
/** @type {Settings} */
const DEFAULTS = { theme: "auto", mistakes: "happen", pieces: false, crosses: false, rulers: true, time: true, buzz: true, leftHand: false, welcomed: false, known: [] };

/** The name of a puzzle: 53 bits of its text. @param {string} text */
export function idOf(text) {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}

export class Store {
  /** @param {Storage | null} storage @param {(text: string) => void} notify called once, when nothing more can be stored */
  constructor(storage, notify) {
    this.storage = storage;
    this.notify = notify;
    this.notified = false;
    this.#import();
  }

  /** @returns {Settings} */
  settings() {
    return { ...DEFAULTS, ...this.#read("settings") };
  }

  /** @param {Settings} settings */
  setSettings(settings) {
    this.#write("settings", settings);
  }

  /** @param {string} id @returns {SavedGame | null} null also for a game of a later version */
  game(id) {
    const saved = this.#read(`game/${id}`);
    return saved?.v === VERSION ? saved : null;
  }

  /** @param {string} id @param {Omit<SavedGame, "v">} game @param {Entry} entry */
  setGame(id, game, entry) {
    const before = this.#get(`${PREFIX}game/${id}`) ?? "";
    if (!before.startsWith(`{"v":${VERSION},`) && this.#read(`game/${id}`)?.v > VERSION) return this.#cannot("A later version of this page keeps this puzzle; what you mark here is not kept.");
    this.#write(`game/${id}`, { v: VERSION, ...game });
    const entries = this.index().filter((other) => other.id !== id);
    for (const gone of entries.splice(MOST_ENTRIES - 1)) this.#remove(`game/${gone.id}`);
    this.#write("index", [entry, ...entries]);
  }

  /** The played puzzles, the latest first. @returns {Entry[]} */
  index() {
    const found = this.#read("index");
    return Array.isArray(found) ? found : [];
  }

  /** @returns {Stats} */
  stats() {
    return { grades: {}, days: {}, collections: {}, ...this.#read("stats") };
  }

  /** Counts a solved puzzle; the best time is one without hints. @param {string} kind "square:10x10 medium" @param {number} seconds
   * @param {boolean} clean without hints */
  count(kind, seconds, clean) {
    const stats = this.stats();
    const old = stats.grades[kind] ?? { n: 0, clean: 0, sum: 0, best: Infinity };
    stats.grades[kind] = {
      n: old.n + 1, clean: old.clean + Number(clean), sum: old.sum + seconds, best: Math.min(old.best ?? Infinity, clean ? seconds : Infinity),
    };
    this.#write("stats", stats);
    return stats.grades[kind];
  }

  /** Adds a puzzle of a day or a collection that was solved. @param {string} from @param {number} seconds @param {number} hints */
  countAt(from, seconds, hints) {
    const stats = this.stats();
    record(stats, from, seconds, hints, dayOf());
    this.#write("stats", stats);
  }

  /** The player's own unfinished puzzles, the latest first. @returns {Draft[]} */
  drafts() {
    const found = this.#read("drafts");
    return Array.isArray(found) ? found : [];
  }

  /** @param {Draft[]} drafts */
  setDrafts(drafts) {
    this.#write("drafts", drafts.slice(0, MOST_DRAFTS));
  }

  /** Everything that is stored, as the text of a file. */
  all() {
    /** @type {Record<string, unknown>} */ const found = {};
    for (const key of this.#keys()) if (key.startsWith(PREFIX)) found[key.slice(PREFIX.length)] = this.#read(key.slice(PREFIX.length));
    return JSON.stringify({ slitherenc: VERSION, ...found });
  }

  /** Loads a text of `all`. Throws Error for any other text. @param {string} text */
  load(text) {
    const { slitherenc, ...found } = JSON.parse(text);
    if (slitherenc !== VERSION) throw new Error("This file was not saved by this page.");
    for (const [key, value] of Object.entries(found)) if (/^(settings|index|stats|drafts|game\/\w+)$/.test(key)) this.#write(key, value);
  }

  /** Calls `act` when another tab writes this game. @param {string} id @param {() => void} act @returns {() => void} stops watching */
  watch(id, act) {
    const listen = (/** @type {StorageEvent} */ event) => {
      if (event.key === `${PREFIX}game/${id}` && event.newValue) act();
    };
    addEventListener("storage", listen);
    return () => removeEventListener("storage", listen);
  }

  /** Imports what earlier versions stored under other keys. */
  #import() {
    for (const key of this.#keys()) {
      if (!key.startsWith(OLD)) continue;
      const value = this.#get(key) ?? "";
      const name = key.slice(OLD.length);
      if (name === "theme") this.setSettings({ ...this.settings(), theme: /** @type {Settings["theme"]} */ (value) });
      else {
        const [base, seconds] = value.split(" ");
        const id = idOf(name);
        const game = { puzzle: name, base, log: "", at: 0, trials: [], seconds: Number(seconds) || 0, hints: [0, 0, 0, 0, 0], checks: 0, view: null };
        if (/[012]/.test(base) && !this.game(id))
          this.setGame(id, game, { id, title: "Slitherlink", board: "", grade: "", from: "", touched: 0, seconds: game.seconds, state: "open", share: 0 });
      }
      this.#remove(key, "");
    }
  }

  #keys() {
    try {
      return this.storage ? Array.from({ length: this.storage.length }, (_, i) => this.storage?.key(i) ?? "") : [];
    } catch {
      return [];
    }
  }

  /** @param {string} key the whole key */
  #get(key) {
    try {
      return this.storage?.getItem(key) ?? null;
    } catch {
      return null; // storage is not allowed
    }
  }

  /** @param {string} key @returns {any} null if it is not JSON */
  #read(key) {
    try {
      return JSON.parse(this.#get(PREFIX + key) ?? "null");
    } catch {
      return null;
    }
  }

  /** @param {string} key @param {string} [prefix] */
  #remove(key, prefix = PREFIX) {
    try {
      this.storage?.removeItem(prefix + key);
    } catch {
      // storage is not allowed
    }
  }

  /** Writes a value; if the storage is full, removes solved games first. @param {string} key @param {unknown} value */
  #write(key, value) {
    const text = JSON.stringify(value);
    /** @type {Entry[] | undefined} */ let solved;
    for (;;) {
      try {
        if (!this.storage) throw new Error("there is none");
        this.storage.setItem(PREFIX + key, text);
        return;
      } catch {
        solved ??= this.index().filter((entry) => entry.state !== "open" && key !== `game/${entry.id}` && this.#get(`${PREFIX}game/${entry.id}`));
        const gone = solved.pop();
        if (!gone) return this.#cannot("This browser keeps no more marks. Play goes on, but a reload forgets it.");
        this.#remove(`game/${gone.id}`);
      }
    }
  }

  /** @param {string} words */
  #cannot(words) {
    if (!this.notified) this.notify(words);
    this.notified = true;
  }
}

/** The browser's storage, or null if it is not allowed. */
export function browserStorage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
