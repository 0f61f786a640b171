/** Drafts: the player's own puzzles, which this browser stores while they are made. */
import { button, html, titleOf } from "../core/dom.js";
import { row } from "../core/sheet.js";
import { kindOf, sizeFields } from "./boards.js";

/** @typedef {import("./create.js").Editor} Editor */

/** Stores the editor's puzzle; a board without numbers is not a draft. @param {Editor} editor */
export function keepDraft(editor) {
  const { app, doc, draft } = editor;
  if (!doc || (!doc.clues.length && !draft)) return;
  const others = app.store.drafts().filter(({ id }) => id !== draft);
  if (!draft) editor.draft = Date.now().toString(36);
  app.store.setDrafts([{ id: editor.draft, text: doc.text, title: `${titleOf(doc.shape, false)}, ${doc.clues.length} numbers`, touched: Date.now() }, ...others]);
}

/** Lets the player choose a blank board or a draft. @param {Editor} editor */
export async function chooseDraft(editor) {
  const { app } = editor;
  /** @type {import("./boards.js").Kind[]} */ const kinds = (await app.schema()).boards;
  const own = kindOf(kinds, editor.doc?.board ?? "");
  const kind = () => kinds[select.selectedIndex];
  const options = kinds.map((one) => html("option", { selected: one === own }, one.title));
  const select = /** @type {HTMLSelectElement} */ (html("select", { "aria-label": "Shape", onchange: () => fields.show(kind()) }, ...options));
  const fields = sizeFields(() => {});
  fields.show(own, editor.doc?.board);
  const notice = html("p", { class: "wrong", role: "alert" });
  const open = async (/** @type {Record<string, string>} */ request, draft = "") => {
    const before = editor.draft;
    editor.draft = draft;
    if (await editor.open(request)) return made.close();
    editor.draft = before;
    notice.replaceChildren(editor.answer.textContent ?? "");
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
    html("h3", {}, "Blank board"), row([select, fields.group, button("Blank board", () => void open({ board: fields.board(kind()) }), { class: "second" })], "row many"), notice,
    html("h3", {}, "Drafts"), entries.length ? html("ul", { class: "drafts" }, ...entries) : html("p", {}, "Puzzles that you begin here are kept."),
  ]);
}
