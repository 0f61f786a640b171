/** A page of one file, or a part of a notebook: only Play. It contains the puzzle, and perhaps the steps to its loop. */
import { FEATURES } from "./features.js";
import { App } from "./core/app.js";
import { walk } from "./core/source.js";
import { browserStorage } from "./core/store.js";
import { Shell } from "./places/play.js";

/** @typedef {{board: import("./core/state.js").Doc, grade?: string, steps: import("./core/words.js").Step[] | null}} Given */

/** @param {HTMLElement} root @param {Given} given @param {{framed?: boolean, marks?: string | null}} [options] framed: in a notebook, which keeps the marks itself */
export function single(root, { board, grade = "", steps }, { framed = false, marks = null } = {}) {
  const app = new App(root, { source: walk(steps), features: FEATURES, storage: framed ? null : browserStorage(), framed });
  new Shell(app);
  app.play(board, { grade, from: "" }, marks);
  return app;
}

/** Starts the page, whose puzzle is in the element with the id "puzzle". */
export function start() {
  const data = document.getElementById("puzzle")?.textContent;
  const root = document.getElementById("app");
  if (!data || !root) return;
  single(root, JSON.parse(data));
}
