/**
 * The words of a step, with references to the board: letters for numbers, dots and paths, digits for single edges. The
 * move needs no references: it is drawn large on the board.
 */
import { html } from "./dom.js";
import { extent } from "./board.js";
import { distance } from "./geometry.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Pointing} Pointing */
/** @typedef {string | {mark: number, text: string}} Item */
/** @typedef {"where" | "rule" | "move" | "why"} Part */
/**
 * @typedef {{label: string, role: "look" | "because" | "so", kind: "face" | "vertex" | "edge" | "path", faces?: number[],
 *   vertices?: number[], edges?: number[]}} Mark
 */
/**
 * @typedef {{corrects?: boolean, routine?: boolean, idea?: string, concludes: {edge: number, line: boolean}[], words: Partial<Record<Part, Item[]>>, chain?: Item[][],
 *   marks: (Mark | null)[]}} Step  corrects: it says that a mark is wrong; routine: it needs no thought; idea: the idea of its technique; chain: the smaller steps in it
 */

export const LEVELS = /** @type {const} */ (["Look", "Rule", "Move", "Why"]);
/** @type {Part[]} */ const PARTS = ["where", "rule", "move", "why"];
const [MOVE, WHY] = [3, 4];
const AWAY = 31; // units from the middle of a number to its letter, to the right and up
const BESIDE = 20; // units from the middle of an edge that the move marks to its label
const NEAR = 34; // the least units between the middles of two labels
const HALF = 18; // half the size of a label, in units
const RIM = 2; // units: how far outside the board the middle of a label may be
/** Other places for a label, in units from its own. @type {[number, number][]} */
const OFFSETS = [24, 40, 56].flatMap((far) => Array.from({ length: 12 }, (_, i) => /** @type {[number, number]} */ ([far * Math.cos((i * Math.PI) / 6), far * Math.sin((i * Math.PI) / 6)])));

/** The parts that are shown at a level; at Why, the parts before Move are folded. @param {number} level @returns {Part[]} */
export const partsAt = (level) => (level < WHY ? PARTS.slice(0, level) : PARTS.slice(MOVE - 1));

/** @param {Step} step @param {Part} part @returns {Item[]} */
const itemsOf = (step, part) => step.words[part] ?? [];

/** The noun before a label; the text itself names a clue. @param {Mark} mark @param {string} text */
const nounOf = (mark, text) => (mark.kind === "vertex" ? "dot " : mark.kind === "face" ? "" : text.includes("path") ? "path " : mark.kind === "edge" ? "edge " : "edges ");

/** Removes the comma between two labels. @param {Item[]} line @returns {Item[]} */
const withoutComma = (line) => (line.includes(", ") ? line : line.map((item) => (item === ", and " ? " and " : item)));

/** The move in words, as the board shows it. @param {Step} step */
function moveOf({ concludes }) {
  const lines = concludes.filter(({ line }) => line).length;
  const one = (/** @type {number} */ n, /** @type {string} */ word, many = `${word}s`) => (n ? [n === 1 ? `the ${word}` : `the ${n} ${many}`] : []);
  return `Draw ${[...one(lines, "dashed line"), ...one(concludes.length - lines, "large cross", "large crosses")].join(" and ")}.`;
}

/** A part as elements; a press on a reference calls `onpress`. For players who do not see the board, the move names the
 * edges by name. @param {Step} step @param {Part} part @param {(mark: number) => void} onpress @param {(edge: number) => string} nameOf */
export function elementsOf(step, part, onpress, nameOf) {
  if (part === "move" && !step.corrects) {
    const places = step.concludes.map(({ edge, line }) => `${nameOf(edge)}: ${line ? "line" : "cross"}. `);
    return [html("p", { class: part }, html("span", { "aria-hidden": "true" }, moveOf(step)), html("span", { class: "live" }, ...places))];
  }
  const nodes = (/** @type {Item[]} */ line) =>
    withoutComma(line).flatMap((item) => {
      if (typeof item === "string") return item;
      const mark = step.marks[item.mark];
      if (!mark) return item.text;
      const name = `${mark.label}, ${item.text}`;
      const digit = mark.kind === "edge";
      const label = html("button", { type: "button", class: digit ? "tag n" : "tag", title: item.text, "aria-label": name, onclick: () => onpress(item.mark) }, mark.label);
      return [nounOf(mark, item.text), label];
    });
  const text = html("p", { class: part }, ...capital(nodes(itemsOf(step, part))));
  if (part !== "why" || !step.chain?.length) return [text];
  return [text, html("ol", { class: "why" }, ...step.chain.map((line) => html("li", {}, ...capital(nodes(line)))))];
}

/** Begins a sentence with a capital. @param {(string | Node)[]} nodes */
const capital = ([first, ...rest]) => [typeof first === "string" ? first.charAt(0).toUpperCase() + first.slice(1) : first, ...rest];

/** The place of a mark's label. @param {Mark} mark @param {Board} board @returns {number[]} */
function placeOf(mark, { geometry, doc }) {
  const [vertex] = mark.vertices ?? [];
  if (vertex !== undefined) return doc.xy[vertex];
  const face = mark.faces?.find((one) => one < doc.faces.length);
  if (face !== undefined) {
    const [x, y] = geometry.centers[face];
    const room = doc.clues.find((clue) => clue.face === face)?.room ?? 50;
    const away = Math.min(AWAY, 0.62 * room);
    return [x + away, y - away];
  }
  const edges = mark.edges ?? [];
  if (!edges.length) return geometry.size.map((length) => length / 2);
  const [x, y] = geometry.middles[edges[Math.floor((edges.length - 1) / 2)]];
  return mark.role === "so" ? [x + BESIDE, y - BESIDE] : [x, y]; // the move itself stays in sight
}

/** The place for a label that is nearest to its own, on the board and clear of labels and numbers; if there is none, the
 * place that covers least of them. @param {number[]} own @param {{at: number[]}[]} tags @param {Board} board */
function freeAt([x, y], tags, { geometry, doc }) {
  const [right, bottom] = geometry.size;
  const places = [[0, 0], ...OFFSETS].map(([dx, dy]) => [Math.max(-RIM, Math.min(right + RIM, x + dx)), Math.max(-RIM, Math.min(bottom + RIM, y + dy))]);
  const room = (/** @type {number[]} */ at) =>
    Math.min(0, ...tags.map((tag) => distance(at, tag.at) - NEAR), ...doc.clues.map((clue) => distance(at, clue.at) - HALF - extent(clue)));
  return places.find((at) => room(at) === 0) ?? places.reduce((best, at) => (room(at) > room(best) ? at : best));
}

/** The objects of a step that the board shows at a level. @param {Step} step @param {number} level @param {Board} board @returns {Pointing} */
export function pointingOf(step, level, board) {
  const { marks } = step;
  const parts = partsAt(level).filter((part) => part !== "move" || step.corrects);
  const items = [...parts.flatMap((part) => itemsOf(step, part)), ...(level === WHY ? (step.chain ?? []).flat() : [])];
  const read = items.flatMap((item) => (typeof item === "string" ? [] : [item.mark]));
  const shown = new Set([...read, ...marks.keys()].filter((index) => read.includes(index) || marks[index]?.role === "look"));
  /** @type {Pointing} */
  const pointing = { faces: [], paths: [], ghosts: [], tags: [], wrong: [] };
  for (const index of [...shown].sort((a, b) => a - b)) {
    const mark = marks[index];
    if (!mark) continue;
    if (mark.role === "look") pointing.faces.push(...(mark.faces ?? []));
    if (mark.kind === "path" && mark.role !== "so") pointing.paths.push(...(mark.edges ?? []));
    pointing.tags.push({ label: mark.label, role: mark.role, at: freeAt(placeOf(mark, board), pointing.tags, board), digit: mark.kind === "edge", index });
  }
  if (level >= MOVE) pointing.ghosts = step.concludes.map(({ edge, line }) => [edge, line]);
  return pointing;
}
