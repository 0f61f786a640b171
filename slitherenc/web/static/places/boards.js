/** The boards that New and Create offer: a kind, and a size in numbers. */
import { html, shape } from "../core/dom.js";

/** @typedef {{name: string, title: string, sizes: Record<string, string>, picture: string}} Kind */

const NAME = /^(?:loopy:)?([a-z-]+):(\d+)(?:x(\d+))?/;
const SIZE = /\d+(x\d+)?/;

/** The kind of a board, or the first kind if none has this name. @param {Kind[]} kinds @param {string} board */
export function kindOf(kinds, board) {
  const name = NAME.exec(board)?.[1] ?? "square";
  return kinds.find((one) => one.name === name) ?? kinds.find((one) => one.name.startsWith(name)) ?? kinds[0];
}

/** A few cells of a board. @param {string} path */
export function thumbnail(path) {
  const made = shape("svg", { viewBox: "0 0 96 96", "aria-hidden": "true" });
  shape("path", { d: path }, made);
  return made;
}

/** Fields for the width and height of a board, or for its side if it has only one. @param {() => void} onchange */
export function sizeFields(onchange) {
  const [width, height] = ["Width", "Height"].map((name) =>
    /** @type {HTMLInputElement} */ (html("input", { type: "number", min: 1, max: 999, inputmode: "numeric", "aria-label": name, oninput: onchange })));
  const by = html("span", {}, " × ", height);
  return {
    group: html("span", { class: "size" }, width, by),
    /** @param {Kind} kind @param {string} [board] the board whose size it takes */
    show(kind, board) {
      const [, , wide, high = wide] = NAME.exec(board ?? "") ?? [];
      if (wide) [width.value, height.value] = [wide, high];
      by.hidden = !kind.sizes.medium.includes("x");
      width.setAttribute("aria-label", by.hidden ? "Side" : "Width");
    },
    /** @param {Kind} kind */
    board: (kind) => kind.sizes.medium.replace(SIZE, by.hidden ? width.value : `${width.value}x${height.value}`),
  };
}
