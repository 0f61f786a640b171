import { html } from "../core/dom.js";

/** Actions and their keys. */
const KEYS = [
  ["Go from side to side", "Arrows"], ["From sides to numbers and back", "F"], ["Next mark: line, cross, nothing", "Space"],
  ["Line", "Enter"], ["Cross", "X"], ["Nothing", "Backspace"], ["Undo", "Z"], ["Redo", "Y"],
  ["Hint; more of the hint", "H"], ["Apply the hint", "A"], ["Check", "C"], ["Try", "T"], ["Keep the trial", "K"], ["Discard the trial", "Shift T"],
  ["Draw lines, crosses, sides", "1 2 3"], ["Zoom in, out", "+ −"], ["Whole board", "0"], ["Pause", "P"], ["Next puzzle", "N"], ["Close", "Escape"], ["These keys", "?"],
];
const HANDS = [
  ["Line, cross, nothing", "Tap or click a side"], ["Draw", "Drag from a dot"], ["Erase", "Drag back, or along lines alone"], ["Crosses", "Hold, or right button; drag on"],
  ["Zoom", "Two fingers, or Ctrl and wheel"], ["Inside, outside", "Shift and click"],
];
const list = (/** @type {string[][]} */ rows) => html("dl", {}, ...rows.flatMap(([what, how]) => [html("dt", {}, what), html("dd", {}, how)]));

/** Lists the keys and gestures. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "keys", label: "Keys", key: "?", icon: "M3 7h18v10H3zM7 11h.1M12 11h.1M17 11h.1M8 14h8", place: ["more", "foot"], order: 8, needs: [],
  run: (app) => app.dialog("Keys", [list(KEYS), html("h3", {}, "Mouse and touch"), list(HANDS)]),
};
