/**
 * Play: the head of the page, the board, the tools, and the sheet.
 */
import { Board } from "../core/board.js";
import { labelOf } from "../core/days.js";
import { button, capital, clock, html, icon, radios, shape } from "../core/dom.js";
import { ICONS } from "../core/icons.js";
import { listenToKeys } from "../core/keys.js";
import { RULE } from "../core/rules.js";
import { State } from "../core/state.js";
import { showToday } from "../core/today.js";
import { View } from "../core/view.js";

/** @typedef {import("../core/app.js").Feature} Feature */
/** @typedef {"line" | "cross" | "side"} Tool */

/** @type {[Tool, string, string][]} */
const TOOLS = [["line", "Line", "Lines (1)"], ["cross", "Cross", "Crosses (2)"], ["side", "Inside", "Inside, outside (3)"]];
/** The groups of the menu More: their titles, and the orders of their features. @type {[string, number, number][]} */
const GROUPS = [["This puzzle", -Infinity, 5], ["Take it along", 5, 7], ["Help", 7, Infinity]];
const PAN = "Drag with two fingers to move the board"; // told until the player moves one, which the settings keep
const RIM = 0.04; // of the board, around it in the overview

export class Shell {
  /** @param {import("../core/app.js").App} app */
  constructor(app) {
    this.app = app;
    app.view = { shell: this };
    this.host = html("div", { id: "board" });
    this.sheet = html("section", { class: "sheet", id: "sheet", "aria-label": "Help", "aria-live": "polite", hidden: true });
    this.progress = html("i");
    this.counts = html("p", { class: "counts" });
    this.eyebrow = html("p", { class: "eyebrow" });
    this.title = html("h1", {});
    this.head = html("b", { role: "heading", "aria-level": 1 });
    this.sub = html("span", {});
    this.free = "";
    this.clocks = [0, 1].map((i) => button("", () => app.game?.pause(!app.game.timer.paused), { class: i ? "clock small" : "clock", title: "Pause (P)" }));
    this.map = /** @type {SVGSVGElement} */ (shape("svg", { class: "map", "aria-hidden": "true" }));
    this.map.addEventListener("click", ({ clientX, clientY }) => app.game?.view.center(new DOMPoint(clientX, clientY).matrixTransform(this.map.getScreenCTM()?.inverse())));
    this.fit = button("", () => app.game?.view.toggle(), { class: "fit", hidden: true });
    this.fitWords = html("span");
    this.fit.append(icon(ICONS.zoom), this.fitWords);
    this.today = html("nav", { class: "today", "aria-label": "Puzzles of the day" });
    this.solved = false; // the state that `today` shows
    this.pause = html("div", { class: "pause", hidden: true }, html("p", {}, "Paused"), button("Go on", () => app.game?.pause(false), { class: "primary" }));
    this.sides = ["left", "top", "right", "bottom"].map((side) => html("i", { class: `fade ${side}` }));
    const choices = TOOLS.map(([tool, word]) => /** @type {[Tool, Node, Node]} */ ([tool, icon(ICONS[tool]), html("span", {}, word)]));
    const tools = radios("Draw", choices, /** @type {Tool} */ ("line"), (tool) => app.game && (app.game.tool = tool), "seg");
    [...tools.group.children].forEach((one, i) => one.setAttribute("title", TOOLS[i][2]));
    this.tools = tools;
    /** @type {{feature: Feature, button: HTMLButtonElement}[]} */ this.buttons = [];
    const before = app.features.filter((feature) => feature.place.includes("tools") && feature.order < 0);
    const after = app.features.filter((feature) => feature.place.includes("tools") && feature.order >= 0);
    const main = app.features.filter((feature) => feature.place.includes("main"));
    this.toolbar = html(
      "div", { class: "tools", role: "toolbar", "aria-label": "Drawing" },
      ...before.map((feature) => this.#tool(feature)), tools.group, ...after.map((feature) => this.#tool(feature)),
      ...main.map((feature) => this.#button(feature, "primary", new Text(feature.label), html("kbd", { "aria-hidden": "true" }, feature.key.toUpperCase()))),
    );
    const foot = app.features.filter((feature) => feature.place.includes("foot"));
    this.main = html(
      "main", { class: "play" },
      html("section", { class: "stage", "aria-label": "Board" }, this.host, ...this.sides, this.pause),
      html("aside", { class: "rail", "aria-label": "Puzzle" }, html("div", { class: "title" }, this.eyebrow, this.title, this.clocks[0]),
        html("div", { class: "progress" }, this.progress), html("div", { class: "under" }, this.today, this.fit, this.map, this.counts)),
      this.sheet, this.toolbar,
      html("p", { class: "foot" }, ...foot.map((feature) => button(feature.label, () => app.run(feature)))),
    );
    this.other = html("main", { class: "page", hidden: true });
    app.root.classList.add("app");
    app.root.replaceChildren(...(app.framed ? [] : [this.#skip(), this.#top()]), this.main, this.other, html("p", { class: "printfoot" }, RULE), app.notice, app.live);
    listenToKeys(app, app.framed ? app.root : document.body);
    if (app.framed) return;
    addEventListener("beforeprint", () => app.game?.print(true)); // also of the browser's own menu
    addEventListener("afterprint", () => app.game?.print(false));
  }

  /** @param {Feature} feature @param {string} className @param {Node[]} nodes its content */
  #button(feature, className, ...nodes) {
    const made = button("", () => this.app.run(feature), { class: className, title: titled(feature), "data-id": feature.id });
    made.append(...nodes);
    this.buttons.push({ feature, button: made });
    return made;
  }

  /** @param {Feature} feature */
  #tool(feature) {
    return this.#button(feature, `tool${feature.from ? ` from-${feature.from}` : ""}`, icon(feature.icon), html("span", {}, feature.label));
  }

  #skip() {
    return html("a", { class: "skip", href: "#board", onclick: (event) => {
      event.preventDefault();
      this.app.game?.board.svg.focus();
    } }, "Skip to the board");
  }

  #top() {
    const { app } = this;
    const logo = shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
    shape("path", { d: "M5 19V5h7v7h7v7z" }, logo);
    const heads = app.features.filter((feature) => feature.place.includes("head")).map((feature) =>
      html("button", { type: "button", class: "icon wide", "aria-label": feature.label, title: titled(feature), onclick: () => app.run(feature) }, icon(feature.icon)));
    const more = html("button", { type: "button", class: "icon more", "aria-label": "More", "aria-haspopup": "dialog", onclick: () => this.more() }, icon(ICONS.more));
    const items = Object.keys(app.places).length ? [html("button", { type: "button", class: "icon menu", "aria-label": "Menu", "aria-haspopup": "dialog", onclick: () => this.menu() }, icon(ICONS.menu))] : [];
    this.tabs = html("nav", { class: "tabs", "aria-label": "Main" }, ...this.#links());
    return html("header", { class: "top" }, ...items, html("a", { class: "brand", href: "#/" }, logo, html("span", {}, "Slitherlink")),
      ...(items.length ? [this.tabs] : []), html("div", { class: "head" }, this.head, this.sub), html("span", { class: "grow" }), this.clocks[1], ...heads, more);
  }

  #links() {
    const names = ["play", ...Object.keys(this.app.places).filter((name) => name.length > 1)]; // a collection is in the Library
    return names.map((name) => html("a", { href: name === "play" ? "#/" : `#/${name}`, "data-place": name }, capital(name)));
  }

  /** Shows the places on a small screen. */
  menu() {
    const made = this.app.dialog("Slitherlink", this.#links(), "menu");
    made.addEventListener("click", () => made.close());
  }

  more() {
    const { app } = this;
    const items = app.features.filter((feature) => feature.place.includes("more") && app.can(feature));
    const item = (/** @type {Feature} */ feature) => {
      const small = feature.from ? ` until-${feature.from}` : "";
      const one = button("", () => {
        made.close();
        app.run(feature);
      }, { class: `item${small}` });
      one.append(feature.icon ? icon(feature.icon) : html("span", { class: "i" }), feature.label, ...(feature.key ? [html("kbd", {}, feature.key.length === 1 && feature.key !== feature.key.toLowerCase() ? `Shift ${feature.key}` : feature.key.toUpperCase())] : []));
      return one;
    };
    const groups = GROUPS.map(([title, from, to]) => ({ title, own: items.filter(({ order }) => from <= order && order < to) })).filter(({ own }) => own.length);
    const made = app.dialog("More", groups.flatMap(({ title, own }) => [html("h3", {}, title), ...own.map(item)]), "menu");
  }

  /** @param {Tool} tool */
  setTool(tool) {
    this.tools.mark(tool);
    if (this.app.game) this.app.game.tool = tool;
  }

  /** Returns the elements that show a game. */
  places() {
    this.unblank();
    this.show("play"); // what is hidden has no size
    return { host: this.host, sheet: this.sheet, changed: () => this.update() };
  }

  /** Removes the last puzzle and its information while a new one is made. */
  making() {
    this.app.game?.close();
    this.app.game = null;
    this.show("play");
    this.host.replaceChildren();
    this.title.replaceChildren("Making a puzzle");
    this.head.replaceChildren("Making a puzzle");
    for (const one of [this.eyebrow, this.sub, this.counts, this.today]) one.replaceChildren();
    for (const one of this.clocks) one.hidden = true;
    for (const one of this.buttons) one.button.disabled = true;
    this.progress.style.width = "0";
    this.sheet.hidden = this.fit.hidden = this.pause.hidden = true;
    this.toolbar.hidden = false;
    this.toolbar.classList.remove("busy");
  }

  /** Shows a board without numbers while the puzzle is made. @param {import("../core/state.js").Doc} doc */
  blank(doc) {
    this.making();
    const board = new Board(new State(doc));
    board.svg.classList.add("blank");
    this.host.replaceChildren(board.svg);
    this.blankView = new View(this.host, board.svg, board.geometry, { coarse: false, rulers: false });
    this.#room(this.blankView);
  }

  unblank() {
    this.blankView?.close();
    this.blankView = undefined;
  }

  /** Updates the page for an opened puzzle. */
  played() {
    const { game } = this.app;
    if (!game) return;
    this.tools.mark(game.tool);
    this.title.replaceChildren(game.meta.title);
    this.head.replaceChildren(game.meta.title);
    const [label, short] = labelOf(game.meta.from) ?? [game.doc.author || "Slitherlink", game.doc.author || "Slitherlink"];
    this.eyebrow.replaceChildren(label);
    this.sub.replaceChildren(short);
    if (!this.app.framed) document.title = `${game.meta.title} · Slitherlink`;
    void showToday(this.app, this.today);
    this.update();
  }

  /** Shows another place. @param {HTMLElement} content @param {string} name */
  page(content, name) {
    this.host.replaceChildren();
    this.sheet.hidden = true;
    this.other.className = `page of-${name}`;
    this.other.replaceChildren(content);
    this.other.scrollTop = 0;
    this.head.replaceChildren(capital(name));
    this.sub.replaceChildren();
    if (!this.app.framed) document.title = `${capital(name)} · Slitherlink`;
    this.show(name);
  }

  /** @param {string} name */
  show(name) {
    this.main.hidden = name !== "play";
    this.other.hidden = name === "play";
    if (name === "play") this.other.replaceChildren();
    this.clocks[1].hidden = name !== "play";
    for (const link of this.tabs?.children ?? [])
      if (/** @type {HTMLElement} */ (link).dataset.place === name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
  }

  /** Updates everything around the board. */
  update() {
    const { app } = this;
    const { game } = app;
    if (!game?.sheet) return;
    const { view, board: { verdict } } = game;
    const { known, mistakes, time } = app.settings;
    const far = view.coarse && !view.fit && !known.includes(PAN);
    if (far && view.moved) return app.set({ known: [...known, PAN] });
    const total = game.doc.rules.length;
    this.progress.style.width = `${100 * game.share}%`;
    const early = mistakes === "happen" && verdict.early;
    this.counts.classList.toggle("wrong", Boolean(early));
    write(this.counts, verdict.solved ? "" : early || (far && PAN) || `${verdict.done} of ${total} ${total === 1 ? "number" : "numbers"} done`);
    for (const one of this.clocks) {
      one.hidden = verdict.solved || !time;
      if (write(one, clock(game.timer.seconds))) one.setAttribute("aria-label", `Time ${one.textContent}: pause`);
    }
    for (const { feature, button: one } of this.buttons) {
      one.disabled = !app.can(feature);
      if (feature.pressed) one.setAttribute("aria-pressed", String(feature.pressed(app)));
    }
    const open = !this.sheet.hidden;
    if (!open && !view.held) this.#room(view);
    for (const [name, on] of Object.entries({ whole: view.fit, open, guided: game.sheet.kind === "guide" })) this.main.classList.toggle(name, on);
    view.held = open && app.width < 960 && !game.sheet.makesRoom;
    this.toolbar.classList.toggle("busy", open);
    this.toolbar.hidden = verdict.solved;
    this.pause.hidden = !game.timer.paused;
    this.host.classList.toggle("paused", game.timer.paused);
    this.fit.hidden = view.held || !(view.zoomed || view.large);
    if (write(this.fitWords, view.zoomed ? "Whole board" : "Closer")) this.fit.title = this.fitWords.textContent;
    if (this.solved !== verdict.solved) void showToday(app, this.today);
    this.solved = verdict.solved;
    this.#overview();
  }

  /** Measures the part of the stage beside the board, which a sheet may take. @param {View} view */
  #room({ height, scale, box }) {
    const free = box && `${Math.max(0, Math.floor(height - (box[3] - box[1]) * scale))}px`;
    if (!free || this.free === free) return; // writing causes a new layout
    this.free = free;
    this.main.style.setProperty("--free", free);
  }

  /** Shows the place of the view on the board; sides fade where the board continues. */
  #overview() {
    const view = this.app.game?.view;
    if (!view?.box) return;
    const [left, top, right, bottom] = view.bounds;
    const [x0, y0, x1, y1] = view.box;
    const more = [x0 > left + 1, y0 > top + 1, x1 < right - 1, y1 < bottom - 1];
    this.sides.forEach((side, i) => side.classList.toggle("on", more[i]));
    this.map.toggleAttribute("hidden", !view.zoomed);
    if (!view.zoomed) return;
    const rim = RIM * Math.max(right - left, bottom - top);
    this.map.setAttribute("viewBox", [left - rim, top - rim, right - left + 2 * rim, bottom - top + 2 * rim].join(" "));
    const box = (/** @type {import("../core/view.js").Box} */ [a, b, c, d], /** @type {string} */ name) => shape("rect", { x: a, y: b, width: c - a, height: d - b, class: name });
    this.map.replaceChildren(box(view.bounds, "all"), box(view.box, "seen"));
  }
}

/** Writes a text only if it has changed, because writing causes a new layout. @param {HTMLElement} element @param {string} text */
function write(element, text) {
  if (element.textContent === text) return false;
  element.textContent = text;
  return true;
}

/** @param {Feature} feature */
const titled = (feature) => (feature.key ? `${feature.label} (${feature.key.toUpperCase()})` : feature.label);
