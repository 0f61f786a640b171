/** Reads a puzzle from a picture, and lets the player correct it. */
import { button, html, shape } from "../core/dom.js";
import { puzzleAddress } from "../core/addresses.js";
import { row } from "../core/sheet.js";

/** @typedef {import("../core/app.js").App} App */
/**
 * @typedef {object} Reading  the answer of the job `picture`
 * @property {"sure" | "unsure" | "failed"} status
 * @property {string[]} reasons
 * @property {number} width
 * @property {number} height
 * @property {string} clues
 * @property {{row: number, column: number, value: string, probability: number}[]} cells
 * @property {string} [state]
 * @property {[number, number][]} [corners]
 * @property {string} [shown]
 */

const MOST_SIDE = 1600; // pixels that are sent: as many as the reader uses
const QUALITY = 0.88;
const DOUBT = 0.93; // a less probable cell is shown as doubtful
const WORDS = new Map([["unique", "Exactly one loop."], ["multiple", "Several loops: a number may be missing or wrong."], ["none", "No loop: a number is wrong."]]);
const WIDTH = 1000; // units of the shown picture

/** Asks for a picture. @param {App} app */
export function choose(app) {
  const input = (/** @type {string} */ words, /** @type {import("../core/dom.js").Attributes} */ more) => {
    const made = /** @type {HTMLInputElement} */ (
      html("input", { type: "file", accept: "image/*,application/pdf", "aria-label": words, onchange: () => made.files?.[0] && void see(app, made.files[0]), ...more })
    );
    return html("label", { class: "second file" }, words, made);
  };
  app.dialog("Read a picture", [
    html("p", {}, "A screenshot, scan or photo of a Slitherlink on squares. You can also paste it (Ctrl-V) or drop it on the page."),
    row([input("Photograph it", { capture: "environment" }), input("Choose a file", {})]),
  ], "picture");
}

/** The file in base64, and as a picture for the page; a large photo is reduced first. @param {File} file */
async function prepared(file) {
  if (file.type === "application/pdf") return { url: "", data: await base64(file) };
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, MOST_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = /** @type {HTMLCanvasElement} */ (html("canvas", { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) }));
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const url = canvas.toDataURL("image/jpeg", QUALITY);
  return { url, data: url.slice(url.indexOf(",") + 1), aspect: canvas.width / canvas.height };
}

/** @param {File} file @returns {Promise<string>} */
const base64 = (file) =>
  new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).split(",")[1]);
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(file);
  });

/** Reads a picture, and shows the result. @param {App} app @param {File} file */
export async function see(app, file) {
  if (!app.source.jobs.has("picture")) return;
  const notice = html("p", { role: "status" }, "Reading the picture …");
  const controller = new AbortController();
  const made = app.dialog("Read a picture", [notice], "picture");
  made.addEventListener("close", () => controller.abort());
  try {
    const { url, data, aspect } = await prepared(file).catch(() => {
      throw new Error("The browser cannot open this picture.");
    });
    /** @type {Reading & {aspect?: number}} */ const found = await app.source.ask("picture", { picture: data }, controller.signal);
    if (!made.isConnected) return;
    if (found.status === "failed" || !found.corners) {
      notice.replaceChildren(`No puzzle was read: ${found.reasons.join("; ")}.`);
      made.append(row([button("Another picture", () => choose(app), { class: "second" })]));
      return;
    }
    new Confirm(app, made, notice, found, url || `data:image/png;base64,${found.shown}`, aspect ?? found.aspect ?? 1);
  } catch (error) {
    if (!controller.signal.aborted) notice.replaceChildren(/** @type {Error} */ (error).message);
  }
}

/** Shows the reading over its picture: a tap on a cell takes the next number; then the puzzle can be played. */
class Confirm {
  /** @param {App} app @param {HTMLDialogElement} host @param {HTMLElement} notice @param {Reading} found @param {string} url @param {number} aspect */
  constructor(app, host, notice, found, url, aspect) {
    this.app = app;
    this.found = found;
    this.values = [...found.clues];
    this.signs = [".", "0", "1", "2", "3", ...new Set(["?", ...this.values.filter((value) => !".0123?".includes(value))])];
    this.notice = notice;
    this.height = WIDTH / aspect;
    this.svg = shape("svg", { class: "seen", viewBox: this.extent().join(" ") });
    shape("image", { href: url, width: WIDTH, height: this.height }, this.svg);
    /** @type {SVGElement[]} */ this.cells = this.values.map((_, face) => this.cell(face));
    const marks = /** @type {HTMLInputElement} */ (html("input", { type: "checkbox", checked: true }));
    this.verdict = html("p", { class: "verdict", role: "status" });
    host.append(
      this.svg, this.verdict,
      ...(found.state ? [html("label", {}, marks, " With the lines and crosses that are drawn")] : []),
      row([button("Play it", () => void this.play(host, marks.checked), { class: "primary" }), button("Another picture", () => choose(app), { class: "second" })]),
    );
    const doubts = found.reasons.length ? ` ${found.reasons.join("; ")}.` : "";
    notice.replaceChildren(`${found.width}×${found.height}, ${found.status}.${doubts} Press a cell to correct its number.`);
    if (found.status !== "sure") void this.judge();
  }

  /** The visible part of the picture: the board and a cell around it, so that cells are large enough to tap. */
  extent() {
    const [width, height] = [WIDTH, this.height];
    const dots = /** @type {[number, number][]} */ (this.found.corners);
    const across = dots.map(([x]) => x * width), down = dots.map(([, y]) => y * height);
    const cell = (Math.max(...across) - Math.min(...across)) / this.found.width;
    const left = Math.max(0, Math.min(...across) - cell), right = Math.min(width, Math.max(...across) + cell);
    const top = Math.max(0, Math.min(...down) - cell), bottom = Math.min(height, Math.max(...down) + cell);
    return [left, top, right - left, bottom - top];
  }

  /** The place of a dot. @param {number} r @param {number} c */
  at(r, c) {
    const [x, y] = /** @type {[number, number][]} */ (this.found.corners)[r * (this.found.width + 1) + c];
    return [x * WIDTH, y * this.height];
  }

  /** @param {number} face */
  cell(face) {
    const { width, cells } = this.found;
    const [r, c] = [Math.floor(face / width), face % width];
    const corners = [this.at(r, c), this.at(r, c + 1), this.at(r + 1, c + 1), this.at(r + 1, c)];
    const [left, right, , low] = corners;
    const size = Math.hypot(low[0] - left[0], low[1] - left[1]);
    const made = shape("g", { role: "button", tabindex: 0, class: cells[face].probability < DOUBT ? "doubt" : "" }, this.svg);
    shape("polygon", { points: corners.map((place) => place.join(",")).join(" ") }, made);
    const x = left[0] + (right[0] - left[0]) * 0.2 + (low[0] - left[0]) * 0.2;
    const y = left[1] + (right[1] - left[1]) * 0.2 + (low[1] - left[1]) * 0.36;
    const text = shape("text", { x, y, "font-size": size * 0.38, "stroke-width": size * 0.07, "text-anchor": "middle" }, made);
    const say = () => {
      text.textContent = this.values[face] === "." ? "" : this.values[face];
      made.setAttribute("aria-label", `Row ${r + 1}, column ${c + 1}: ${this.values[face] === "." ? "none" : this.values[face]}`);
    };
    const next = () => {
      this.values[face] = this.signs[(this.signs.indexOf(this.values[face]) + 1) % this.signs.length];
      made.classList.remove("doubt");
      say();
      clearTimeout(this.later);
      this.later = setTimeout(() => void this.judge(), 300);
    };
    made.addEventListener("click", next);
    made.addEventListener("keydown", (event) => {
      const { key } = /** @type {KeyboardEvent} */ (event);
      if (key !== "Enter" && key !== " ") return;
      event.preventDefault();
      next();
    });
    say();
    return made;
  }

  /** The puzzle in the form that the page takes. */
  async puzzle() {
    const { width, height } = this.found;
    const set = Object.fromEntries(this.values.map((value, face) => [face, value]).filter(([, value]) => value !== "."));
    return (await this.app.source.ask("read", { board: `square:${width}x${height}`, set })).board;
  }

  /** Says how many loops the numbers have. */
  async judge() {
    const mine = (this.judged = {});
    try {
      const found = await this.app.source.ask("solve", { puzzle: (await this.puzzle()).text });
      if (this.judged === mine) this.verdict.replaceChildren(WORDS.get(found.status) ?? "");
    } catch (error) {
      if (this.judged === mine) this.verdict.replaceChildren(/** @type {Error} */ (error).message);
    }
  }

  /** @param {HTMLDialogElement} host @param {boolean} marked whether to keep the drawn marks */
  async play(host, marked) {
    try {
      const { text } = await this.puzzle();
      const marks = marked ? this.found.state ?? null : null;
      if (!(await this.app.opening?.open(text, marks))) return;
      history.replaceState(null, "", puzzleAddress(text));
      host.close();
    } catch (error) {
      this.notice.replaceChildren(/** @type {Error} */ (error).message);
    }
  }
}
