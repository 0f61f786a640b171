/** Puzzles on paper: black on white, up to six on a page. */
import { Board } from "../core/board.js";
import { html, radios } from "../core/dom.js";
import { RULE } from "../core/rules.js";
import { primary, row } from "../core/sheet.js";
import { State } from "../core/state.js";

/** @typedef {import("../core/app.js").App} App */
/** @typedef {{doc: import("../core/state.js").Doc, title: string}} Sheet */

const MOST = 60; // puzzles at a time
const MARGIN = 22; // units around a board
const ON_PAGE = ["1", "2", "3", "4", "5", "6"];

/** Asks which puzzles to print, and how many on a page, and prints them. @param {App} app @param {string} title @param {number} count
 * @param {(from: number, to: number) => (() => Promise<Sheet>)[]} sheets */
export function askPrint(app, title, count, sheets) {
  let each = count > 4 ? "4" : String(count);
  const number = (/** @type {string} */ words, /** @type {number} */ value) =>
    /** @type {HTMLInputElement} */ (html("input", { type: "number", min: 1, max: count, value, "aria-label": words }));
  const [from, to] = [number("From number", 1), number("To number", Math.min(count, 12))];
  const notice = html("p", { role: "status" });
  const go = async () => {
    const [first, last] = [from, to].map((one) => Math.min(count, Math.max(1, Math.round(Number(one.value)) || 1)));
    const wanted = sheets(Math.min(first, last), Math.max(first, last)).slice(0, MOST);
    /** @type {Sheet[]} */ const found = [];
    try {
      for (const one of wanted) {
        notice.replaceChildren(`Puzzle ${found.length + 1} of ${wanted.length} …`);
        found.push(await one());
        if (!made.open) return; // it was closed meanwhile
      }
    } catch (error) {
      return notice.replaceChildren(/** @type {Error} */ (error).message);
    }
    made.close();
    printSheets(app, title, found, Number(each));
  };
  const which = count > 6 ? [html("h3", {}, "Which"), html("p", { class: "range" }, "From ", from, " to ", to)] : [];
  if (!which.length) to.value = String(count);
  const onPage = radios("On a page", ON_PAGE.map((n) => /** @type {[string, string]} */ ([n, n])), each, (value) => (each = value));
  const made = app.dialog("Print", [html("h3", {}, "On a page"), onPage.group, ...which, notice, row([primary("Print", () => void go())])]);
}

/** @param {App} app @param {string} title @param {Sheet[]} sheets @param {number} each the number of puzzles on a page */
function printSheets(app, title, sheets, each) {
  const pages = [];
  for (let i = 0; i < sheets.length; i += each)
    pages.push(html("section", {}, html("h1", {}, title), html("div", {}, ...sheets.slice(i, i + each).map(figure)), html("p", {}, RULE)));
  const out = html("div", { class: `printout on-${each}` }, ...pages);
  app.root.classList.add("printing");
  app.root.append(out);
  addEventListener("afterprint", () => {
    app.root.classList.remove("printing");
    out.remove();
  }, { once: true });
  print();
}

/** @param {Sheet} sheet */
function figure({ doc, title }) {
  const { svg, geometry } = new Board(new State(doc));
  const [right, bottom] = geometry.size;
  svg.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${right + 2 * MARGIN} ${bottom + 2 * MARGIN}`);
  svg.removeAttribute("tabindex");
  return html("figure", {}, html("figcaption", {}, title), svg);
}
