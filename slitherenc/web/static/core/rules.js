/** The rules and the gestures, in words and pictures. */
import { NUMBERS } from "../numbers.js";
import { Board } from "./board.js";
import { byMouseOrTouch, html } from "./dom.js";
import { State } from "./state.js";

/** @typedef {import("./state.js").Kind} Kind */

export const RULE = "Draw one loop. A number tells how many of its edges belong to the loop."; // on paper
const LOOP = "Draw one loop along the grid. It never crosses or touches itself.";
const MORE = "Cells without a number can have any number of lines. There is exactly one solution.";
const CROSSES = "Crosses are for you: no line can be there.";
const TOUCH = "Tap a side for a line, again for a cross. Drag from a dot to draw, hold to cross.";
const MOUSE = "Click a side for a line, again for a cross. Drag from a dot to draw; the right button crosses.";
const RIM = 12; // units around the board of a picture

/** The rules in a few lines. @param {Kind[]} kinds */
export const shortRules = (kinds) => [html("p", {}, `${LOOP} ${NUMBERS.rule}`), ...kinds.map(({ rule }) => html("p", {}, rule)), gestures()];

/** How marks are made. */
const gestures = () => html("p", {}, html("b", {}, byMouseOrTouch(MOUSE, TOUCH)));

/** All rules of a puzzle. @param {Kind[]} kinds its clue types other than plain numbers */
export const rules = (kinds) => [html("p", {}, LOOP), section(NUMBERS, MORE), ...kinds.map((kind) => section(kind)), html("p", {}, CROSSES), gestures()];

/** @param {Kind} kind @param {string} [more] */
const section = ({ title, rule, example }, more = "") =>
  html("section", { class: "rule" }, ...(example ? [picture(title, example)] : []), html("h3", {}, title), html("p", {}, rule), html("p", {}, more));

/** A small puzzle with its loop. @param {string} title @param {NonNullable<Kind["example"]>} example */
export function picture(title, example) {
  const state = new State(example);
  const board = new Board(state);
  const { svg, geometry } = board;
  const [right, bottom] = geometry.size;
  state.put(example.loop.map((edge) => ["edge", edge, 1]));
  board.finish();
  svg.setAttribute("viewBox", `${-RIM} ${-RIM} ${right + 2 * RIM} ${bottom + 2 * RIM}`);
  for (const name of ["tabindex", "aria-roledescription"]) svg.removeAttribute(name);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `${title}: a small board with its loop`);
  svg.classList.add("example");
  return svg;
}
