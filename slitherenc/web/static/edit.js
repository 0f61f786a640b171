/**
 * A puzzle of one's own: any board, clues by click, and while one goes on: has it one loop, several, none?
 */
import { ask } from "./ask.js";
import { button, choice, html, toggle } from "./controls.js";

/** @typedef {import("./state.js").Doc} Doc */
/** @typedef {{open: (text: string) => Promise<void>, make: (request: object) => Promise<void>, show: (doc: Doc, state: string | null) => void,
 *   panel: (title: string, open: boolean, ...children: (string | Node)[]) => HTMLElement}} Page */

/** @param {Page} page */
export function edit(page) {
  let on = false;
  let symmetry = "none";
  /** @type {Doc | null} */ let doc = null;
  /** @type {AbortController | null} */ let asked = null;
  const verdict = html("p", { class: "status", "aria-live": "polite" });
  const sign = /** @type {HTMLInputElement} */ (html("input", { size: "4", value: "3", maxlength: "12" }));
  const board = /** @type {HTMLInputElement} */ (html("input", { value: "square:6x6", list: "boards", size: "20" }));
  const symmetries = { none: "none", rotate2: "half turn", rotate4: "quarter turns", "mirror-x": "left = right", "mirror-y": "top = bottom",
    diagonal: "diagonal", "both-diagonals": "both diagonals" };

  /** @param {object} request */
  async function change(request) {
    try {
      const found = await ask("read", request);
      page.show(found.board, null);
    } catch (error) {
      verdict.replaceChildren(html("span", { class: "error" }, /** @type {Error} */ (error).message));
    }
  }

  async function judge() {
    if (!doc) return;
    asked?.abort();
    const mine = (asked = new AbortController());
    verdict.replaceChildren("…");
    try {
      const found = await ask("solve", { puzzle: doc.text }, mine.signal);
      const words = { unique: "Exactly one loop.", multiple: "Several loops.", none: "No loop." };
      verdict.replaceChildren(words[/** @type {keyof typeof words} */ (found.status)] ?? found.status);
    } catch (error) {
      if (!mine.signal.aborted) verdict.replaceChildren(/** @type {Error} */ (error).message);
    }
  }

  const panel = page.panel(
    "Draw a puzzle", false,
    html("p", { class: "row" }, html("label", {}, "Board ", board), button("Blank board", () => change({ board: board.value }))),
    html(
      "p", { class: "row" },
      toggle("Set clues by click", false, (now) => {
        on = now;
        if (on) void judge();
        else verdict.replaceChildren();
      }),
      html("label", { title: "A number, ?, or the sign of another clue: S, W …" }, "Clue ", sign),
    ),
    html(
      "p", { class: "row" },
      choice("Symmetry", symmetries, (value) => (symmetry = value)).label,
      button("Thin out", () => page.make({ ...(doc ? { puzzle: doc.text } : {}), symmetry })),
    ),
    verdict,
  );
  return {
    panel,
    /** A face was clicked: the clue goes there, or away when it is there already. @param {number} face */
    face(face) {
      if (!on || !doc) return false;
      const now = doc.clues.find((clue) => clue.face === face);
      const value = now && now.sign === sign.value.trim() ? "" : sign.value.trim();
      void change({ puzzle: doc.text, set: { [face]: value }, symmetry });
      return true;
    },
    /** @param {Doc} shown */
    shown(shown) {
      doc = shown;
      if (on) void judge();
    },
  };
}
