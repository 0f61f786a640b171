/**
 * The page as a whole: its storage, the source of answers, the open puzzle, and the features that buttons and keys run.
 */
import { LEARN } from "./addresses.js";
import { dayOf, streaks } from "./days.js";
import { button, capital, html, icon, titleOf } from "./dom.js";
import { Game } from "./game.js";
import { ICONS } from "./icons.js";
import { rules, shortRules } from "./rules.js";
import { primary, row, second } from "./sheet.js";
import { Store } from "./store.js";

/** @typedef {import("./store.js").Settings} Settings */
/**
 * @typedef {object} Feature  a button, a key, or both
 * @property {string} id
 * @property {string} label
 * @property {string} icon a path in 24 by 24, or ""
 * @property {string} key as `KeyboardEvent.key` has it, or ""
 * @property {("tools" | "main" | "head" | "more" | "foot" | "end" | "create")[]} place where its button stands
 * @property {number} order among the buttons there; in More by groups: below 5 for the puzzle, below 7 for taking it along, then help
 * @property {string[]} needs the jobs that it asks for; it is hidden if the source does not answer them
 * @property {number} [from] the least width of the page, in pixels, for its first place; on a smaller page it is in More
 * @property {(app: App) => boolean} [when] whether it can be run now
 * @property {(app: App) => boolean} [pressed] whether it is on
 * @property {(app: App) => unknown} run
 * @property {(app: App) => void} [start] called once, when the page is ready
 */
/**
 * @typedef {object} Options
 * @property {import("./source.js").Source} source
 * @property {readonly Feature[]} features
 * @property {Storage | null} storage
 * @property {Record<string, () => Promise<(app: App, address: any) => HTMLElement>>} [places] load the places other than Play
 * @property {boolean} [framed] a part of another page: no addresses, no head
 */

const SLOW_MS = 1000; // before it can be stopped
const VERY_SLOW_MS = 10_000;
const HARMLESS = 6000; // milliseconds that a note is shown

export class App {
  /** @param {HTMLElement} root @param {Options} options */
  constructor(root, { source, features, storage, places = {}, framed = false }) {
    this.root = root;
    this.source = source;
    this.places = places;
    this.framed = framed;
    this.features = features.filter((feature) => feature.needs.every((job) => source.jobs.has(job))).sort((a, b) => a.order - b.order);
    this.live = html("p", { class: "live", role: "status" });
    this.notice = html("div", { class: "notice", hidden: true });
    this.store = new Store(storage, (words) => this.note(words));
    this.settings = this.store.settings();
    /** @type {Game | null} */ this.game = null;
    /** @type {{shell: import("../places/play.js").Shell} | null} */ this.view = null;
    /** @type {import("../places/create.js").Editor | null} */ this.editor = null; // the editor of Create, while it is open
    /** @type {import("./opening.js").Opening | null} */ this.opening = null; // set if other puzzles can be opened
    /** @type {Promise<any> | null} */ this.choices = null;
    this.started = false; // a puzzle was shown
    this.theme();
    for (const feature of this.features) feature.start?.(this);
    if (!framed) addEventListener("pagehide", () => this.game?.keep());
  }

  get width() {
    return this.root.clientWidth;
  }

  /** @param {Feature} feature */
  can(feature) {
    return feature.when?.(this) ?? true;
  }

  /** @param {Feature} feature */
  run(feature) {
    if (this.can(feature)) void feature.run(this);
  }

  /** @param {string} text for those who do not see the page */
  say(text) {
    this.live.replaceChildren(text);
  }

  /** Shows a line above the board. @param {string} words @param {Node[]} more */
  note(words, ...more) {
    clearTimeout(this.quiet);
    this.notice.replaceChildren(html("span", { role: "alert" }, words), ...more, button("Close", () => (this.notice.hidden = true)));
    this.notice.hidden = false;
    if (!more.length) this.quiet = setTimeout(() => (this.notice.hidden = true), HARMLESS);
  }

  /** Waits for an answer; one that takes long can be stopped. @template T
   * @param {Promise<T>} answer @param {AbortController} controller @param {string} words the activity @returns {Promise<T>} */
  async busy(answer, controller, words) {
    const stop = button("Stop", () => controller.abort());
    const tell = (/** @type {string} */ text) => {
      this.notice.replaceChildren(html("span", { role: "status" }, text), stop);
      this.notice.hidden = false;
    };
    const timers = [
      setTimeout(() => tell(`${words} …`), SLOW_MS),
      setTimeout(() => tell(`${words} takes long. ${words === "Making a puzzle" ? "Try smaller or easier." : ""}`), VERY_SLOW_MS),
    ];
    try {
      return await answer;
    } finally {
      timers.forEach(clearTimeout);
      if (this.notice.contains(stop)) this.notice.hidden = true;
    }
  }

  /** Changes settings, and shows their effect. @param {Partial<Settings>} changes */
  set(changes) {
    Object.assign(this.settings, changes);
    this.store.setSettings(this.settings);
    this.theme();
    const { mistakes, pieces, crosses } = this.settings;
    this.game?.board.show({ mistakes: mistakes === "happen", pieces, crosses });
    this.game?.point();
    this.game?.onchange();
  }

  /** The element that has the colors. */
  get themed() {
    return (this.framed && this.root.parentElement) || document.documentElement;
  }

  /** A switch for a setting. @param {keyof Settings} name @param {string} words */
  toggle(name, words) {
    const box = /** @type {HTMLInputElement} */ (html("input", { type: "checkbox", onchange: () => this.set({ [name]: box.checked }) }));
    box.checked = Boolean(this.settings[name]);
    return html("label", { class: "switch" }, words, box);
  }

  theme() {
    const { theme, leftHand } = this.settings;
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const element = this.themed;
    element.dataset.theme = theme === "auto" ? (dark ? "dark" : "light") : theme;
    this.root.classList.toggle("left", leftHand);
  }

  /** A dialog over the page, with a heading and a button that closes it. @param {string} title @param {(string | Node)[]} nodes @param {string} [className] */
  dialog(title, nodes, className = "") {
    const byMouse = !document.activeElement?.matches(":focus-visible"); // then keys go on with the board
    this.root.querySelector("dialog")?.remove();
    const close = html("button", { type: "button", class: "icon", "aria-label": "Close", onclick: () => made.close() }, icon(ICONS.close));
    const head = html("header", {}, html("h2", { id: "dialog-title" }, title), close);
    const made = /** @type {HTMLDialogElement} */ (html("dialog", { class: className, "aria-labelledby": "dialog-title" }, head, ...nodes));
    made.addEventListener("click", (event) => event.target === made && made.close()); // beside it
    made.addEventListener("close", () => {
      made.remove();
      if (byMouse) this.game?.board.svg.focus({ preventScroll: true });
    });
    this.root.append(made);
    made.showModal();
    return made;
  }

  /** The tables of what can be chosen. @returns {Promise<any>} */
  async schema() {
    this.choices ??= this.source.schema?.() ?? Promise.reject(new Error("this page has no list of choices"));
    this.choices.catch(() => (this.choices = null)); // so that it is asked again
    return this.choices;
  }

  /** The number of days in a row on which a daily puzzle was solved. */
  streak() {
    return streaks(this.store.stats().days, dayOf()).now;
  }

  /** @param {import("./state.js").Doc} doc @param {{grade: string, from: string}} meta @param {string | null} [marks] @param {string} [command]
   * @param {boolean} [quiet] hides the notice */
  play(doc, meta, marks = null, command = "", quiet = true) {
    this.game?.close();
    if (quiet) this.notice.hidden = true;
    const shell = this.view?.shell;
    if (!shell) return;
    const another = this.started;
    this.started = true;
    const { kinds = [] } = doc;
    const plain = [capital(meta.grade), titleOf(doc.shape)].filter(Boolean).join(" ");
    const title = [plain, ...kinds.map((kind) => kind.title)].join(" · ");
    this.game = new Game(this, doc, { ...meta, title, board: doc.board }, shell.places(), { marks, keep: !this.framed });
    this.game.command = command;
    this.game.refresh();
    shell.played();
    const focused = document.activeElement; // browsers take the focus from hidden elements only when they draw the next time
    if (another && (focused === document.body || focused?.closest("[hidden]"))) this.game.board.svg.focus({ preventScroll: true });
    const fresh = kinds.filter((kind) => !this.settings.known.includes(kind.title));
    const isNew = !this.settings.welcomed && !this.store.index().length;
    if (!this.framed && (isNew || fresh.length)) this.welcome(isNew ? shortRules(kinds) : fresh.map(({ title, rule }) => html("p", {}, html("b", {}, `${title}: `), rule)));
    if (fresh.length) this.set({ known: [...this.settings.known, ...fresh.map((kind) => kind.title)] });
  }

  /** All rules of the open puzzle. */
  tellRules() {
    this.dialog("Rules", rules(this.game?.doc.kinds ?? []));
  }

  /** Shows the rules to newcomers, and to players who have never played such a puzzle. @param {Node[]} nodes */
  welcome(nodes) {
    const { game } = this;
    if (!game || game.board.verdict.solved || game.sheet.kind) return;
    const isNew = this.opening && !this.settings.welcomed;
    const more = isNew ? second("Show me how", () => (location.hash = LEARN)) : second("Rules", () => this.tellRules());
    game.sheet.show("note welcome", ...nodes, row([primary("Play", () => (this.set({ welcomed: true }), game.hints.close())), more]));
  }

  /** Opens the puzzle again as it is now stored. */
  reopen() {
    const { game } = this;
    if (game) this.play(game.doc, game.meta);
  }
}
