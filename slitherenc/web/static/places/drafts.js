/** Drafts: puzzles of one's own that this browser keeps while they are made. */
import { button, html, titleOf } from "../core/dom.js";
import { row } from "../core/sheet.js";

/** @typedef {import("./create.js").Editor} Editor */

/** Keeps what the editor shows; a board without numbers is no draft. @param {Editor} editor */
export function keepDraft(editor) {
  const { app, doc, draft } = editor;
  if (!doc || (!doc.clues.length && !draft)) return;
  const others = app.store.drafts().filter(({ id }) => id !== draft);
  if (!draft) editor.draft = Date.now().toString(36);
  app.store.setDrafts([{ id: editor.draft, text: doc.text, title: `${titleOf(doc.shape, false)}, ${doc.clues.length} numbers`, touched: Date.now() }, ...others]);
}

/** A blank board, a puzzle of the browser's, or a draft. @param {Editor} editor */
export function chooseDraft(editor) {
  const { app } = editor;
  const name = /** @type {HTMLInputElement} */ (html("input", { value: editor.doc?.board ?? "square:10x10", "aria-label": "Name of a board", spellcheck: "false", autocapitalize: "off" }));
  const told = html("p", { class: "wrong", role: "alert" });
  const open = async (/** @type {Record<string, string>} */ request, draft = "") => {
    const before = editor.draft;
    editor.draft = draft;
    if (await editor.open(request)) return made.close();
    editor.draft = before;
    told.replaceChildren(editor.answer.textContent ?? "");
  };
  const entries = app.store.drafts().map(({ id, text, title, touched }) => {
    const words = [html("b", {}, title), html("small", {}, ` ${new Date(touched).toLocaleDateString("en-GB", { day: "numeric", month: "short" })}`)];
    const take = button("", () => void open({ puzzle: text }, id), { class: "item" });
    take.append(...words);
    const item = html("li", {}, take, button("Delete", () => {
      app.store.setDrafts(app.store.drafts().filter((one) => one.id !== id));
      if (editor.draft === id) editor.draft = "";
      item.remove();
    }, { class: "second", "aria-label": `Delete ${title}` }));
    return item;
  });
  const made = app.dialog("Boards and drafts", [
    html("h3", {}, "Blank board"), row([name, button("Blank board", () => void open({ board: name.value.trim() }), { class: "second" })], "row many"),
    html("small", {}, "square:12x8, triangle:9, loopy:kagome:6x4 …"), told,
    html("h3", {}, "Drafts"), entries.length ? html("ul", { class: "drafts" }, ...entries) : html("p", {}, "Puzzles that you begin here are kept."),
  ]);
}
