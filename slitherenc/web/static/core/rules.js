/** The rules and the gestures, in words and a picture. */
import { byMouseOrTouch, html, shape } from "./dom.js";

const RULES = [
  "Draw one loop along the grid. It never crosses or touches itself.",
  "A number tells how many of its sides are on the loop.",
  "Cells without a number can have any number of lines.",
  "There is exactly one solution.",
];
const TOUCH = "Tap a side for a line, again for a cross. Drag from a dot to draw, hold to cross.";
const MOUSE = "Click a side for a line, again for a cross. Drag from a dot to draw; the right button crosses.";
const CELL = 30; // units of the picture
/** Numbers of a board of 3 by 3 with its loop. @type {[number, number, string][]} */
const NUMBERS = [[0, 0, "3"], [2, 0, "1"], [0, 1, "2"], [1, 1, "3"], [2, 2, "0"]];

/** What one has to know, in two lines. */
export const shortRules = () => [html("p", {}, `${RULES[0]} ${RULES[1]}`), gestures()];

/** How marks are made. */
export const gestures = () => html("p", {}, html("b", {}, byMouseOrTouch(MOUSE, TOUCH)));

/** @returns {Node[]} */
export function rules() {
  const picture = shape("svg", { class: "board example", viewBox: "-6 -6 102 102", role: "img", "aria-label": "A board of 3 by 3 cells with its loop" });
  const dots = [0, 1, 2, 3].flatMap((x) => [0, 1, 2, 3].map((y) => `M${CELL * x} ${CELL * y}h0`));
  shape("path", { d: "M0 0H60V60H30V30H0z", class: "loop" }, picture);
  shape("path", { d: dots.join(""), class: "dot" }, picture);
  for (const [x, y, text] of NUMBERS) shape("text", { x: CELL * (x + 0.5), y: CELL * (y + 0.5) + 6, "font-size": 17 }, picture).textContent = text;
  return [picture, ...RULES.map((text) => html("p", {}, text))];
}
