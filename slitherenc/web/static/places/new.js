/** New: a board by its picture, size, difficulty and rules; or a link or a file. */
import { button, capital, html, radios } from "../core/dom.js";
import { picture } from "../core/rules.js";
import { primary, second } from "../core/sheet.js";
import { kindOf, sizeFields, thumbnail } from "./boards.js";

/** @typedef {import("../core/app.js").App} App */
/** @typedef {{boards: import("./boards.js").Kind[], grades: string[], clues: (import("../core/state.js").Kind & {name: string})[]}} Choices */

/** @param {App} app @param {{query: URLSearchParams}} address */
export function newPlace(app, { query }) {
  const host = html("div", { class: "new" }, html("h1", {}, "New puzzle"), html("p", { role: "status" }, "Loading …"));
  app.schema().then((choices) => host.replaceChildren(...form(app, choices, query)), () => host.replaceChildren(html("h1", {}, "New puzzle"), html("p", {}, "No connection.")));
  return host;
}

/** @param {App} app @param {Choices} choices @param {URLSearchParams} query */
function form(app, { boards, grades, clues }, query) {
  const requested = query.get("board") ?? "";
  let kind = kindOf(boards, requested);
  let size = Object.keys(kind.sizes).find((name) => kind.sizes[name] === requested) ?? (requested ? "" : "medium"); // "": a size of the player's own
  let grade = query.get("grade") ?? "medium";
  let clue = query.get("clues") ?? clues[0].name;
  const fields = sizeFields(() => sizeGroup.mark((size = "")));
  fields.show(kind, requested || kind.sizes.medium);
  const cards = radios("Board", boards.map((one) => /** @type {[string, Node, Node]} */ ([one.name, thumbnail(one.picture), html("b", {}, one.title)])), kind.name, (name) => {
    kind = boards.find((one) => one.name === name) ?? kind;
    fields.show(kind, kind.sizes[size]);
  }, "cards shapes");
  for (const card of cards.group.children) card.classList.add("card");
  const sizes = Object.keys(kind.sizes).map((name) => /** @type {[string, string]} */ ([name, capital(name)]));
  const sizeGroup = radios("Size", sizes, size, (value) => fields.show(kind, kind.sizes[(size = value)]));
  const gradeGroup = radios("Difficulty", [["", "Any"], ...grades.map((name) => /** @type {[string, string]} */ ([name, capital(name)]))], grade, (value) => (grade = value));
  const shownRule = html("section", { class: "rule", role: "status" });
  const take = (/** @type {string} */ value) => {
    const { title, rule, example } = clues.find(({ name }) => name === (clue = value)) ?? clues[0];
    shownRule.replaceChildren(...(example ? [picture(title, example)] : []), html("p", { class: "quiet" }, rule));
    shownRule.scrollIntoView({ block: "nearest" });
  };
  take(clue);
  const clueGroup = radios("Rules", clues.map(({ name, title }) => /** @type {[string, string]} */ ([name, title])), clue, take);
  const start = primary("Start", () => void app.opening?.make(new URLSearchParams({ board: fields.board(kind), grade, clues: clue })));
  return [
    html("h1", {}, "New puzzle"),
    html("div", { class: "halves" },
      html("section", { "aria-label": "Shape" }, cards.group),
      html("section", { "aria-label": "What it is like" }, html("h2", {}, "Size"), sizeGroup.group, html("p", { class: "own" }, fields.group),
        html("h2", {}, "Difficulty"), gradeGroup.group, html("h2", {}, "Rules"), clueGroup.group, shownRule)),
    html("div", { class: "bigrow" }, start, second("Open a link or a file", () => openText(app))),
  ];
}

/** @param {App} app */
export function openText(app) {
  const text = /** @type {HTMLTextAreaElement} */ (html("textarea", { "aria-label": "Puzzle", placeholder: "Paste a link, an ID or the text of a puzzle", rows: 5, spellcheck: "false" }));
  const file = /** @type {HTMLInputElement} */ (html("input", { type: "file", "aria-label": "A file with a puzzle", onchange: async () => {
    const [one] = file.files ?? [];
    if (one) text.value = await one.text();
    if (one) void go();
  } }));
  const go = async () => {
    if (!(await app.opening?.visit(text.value))) return void notice.replaceChildren(app.notice.querySelector("span")?.textContent ?? "");
    made.close();
  };
  const notice = html("p", { class: "told", role: "alert" });
  const made = app.dialog("Open a link or a file", [text, notice, html("div", { class: "row" }, button("Open", () => void go(), { class: "primary" }), html("label", { class: "second file" }, "Choose a file", file))]);
}
