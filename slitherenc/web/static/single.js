/**
 * A page of one file: the puzzle, and perhaps the steps that lead to its loop, stand in it.
 */
import { Play, button, html, themes } from "./controls.js";

/** @typedef {import("./state.js").Doc} Doc */
/** @typedef {import("./drawing.js").Mark} Mark */
/** @typedef {{where: string, rule: string, move: string, lines: string[], marks: Mark[], concludes: [number, number][]}} Told */

/** @param {HTMLElement} host @param {{board: Doc, steps: Told[] | null}} given @param {object} [options] */
export function single(host, given, options = {}) {
  const place = html("div");
  const said = html("div", { class: "answer", "aria-live": "polite" });
  let level = -1;
  /** @type {Told | undefined} */ let told;
  /** @type {Play | undefined} */ let play;
  const apply = button("Do it", () => {
    const step = told;
    forget();
    if (step) play?.board.put(step.concludes.map(([edge, value]) => ["edge", edge, value]));
  });
  const help = html("div", { class: "row", role: "group", "aria-label": "Help" });
  host.replaceChildren(place, help, said);
  play = new Play(place, given.board, { ...options, onchange: () => forget() });
  help.append(button("Check", check));
  if (given.steps) help.append(button("Hint", hint), apply);
  apply.hidden = true;

  /** What was told is of another state. */
  function forget() {
    level = -1;
    told = undefined;
    apply.hidden = true;
    play?.board.point([]);
    said.replaceChildren();
  }

  /** The marks that are not those of the steps: they lead to the only loop. */
  function wrong() {
    const edges = play?.board.state.edges ?? [];
    return (given.steps ?? []).flatMap((step) => step.concludes.filter(([edge, value]) => edges[edge] === 1 - value));
  }

  function check() {
    forget();
    if (!play) return;
    const { verdict } = play.board;
    const found = wrong().map(([edge]) => edge);
    const broken = verdict.rules.some((status) => status === "broken") || verdict.vertices.length || verdict.loop.length;
    if (verdict.solved) said.append("This is right: one loop, and every clue is kept.");
    else if (found.length) {
      said.append(`${found.length} of the marks cannot be right.`);
      play.board.point([{ kind: "edge", items: found, role: "contradiction" }]);
    } else if (broken) said.append("A clue, a vertex or a loop is not right.");
    else said.append(given.steps ? "So far every mark is right." : "So far nothing breaks a rule.");
  }

  function hint() {
    if (!play || !given.steps) return;
    if (wrong().length) return check();
    const edges = play.board.state.edges;
    const next = given.steps.find((step) => step.concludes.some(([edge, value]) => edges[edge] !== value));
    if (!next) return said.replaceChildren("There is nothing more to tell.");
    level = told === next ? Math.min(3, level + 1) : 0;
    told = next;
    const words = [next.where, next.rule, next.move].slice(0, level + 1).map((text) => html("p", {}, text));
    const list = next.lines.map((line) => html(next.lines.length === 1 ? "p" : "li", {}, line.trim()));
    const why = level < 3 ? [] : list.length === 1 ? list : [html("ol", {}, ...list)];
    said.replaceChildren(...words, ...why);
    play.board.point(level < 2 ? next.marks.filter((mark) => mark.role === "look") : next.marks);
    apply.hidden = level < 2;
  }
  return play;
}

/** The page itself: what it shows stands in the element with the id "puzzle". */
export function start() {
  const data = document.getElementById("puzzle");
  const host = document.getElementById("play");
  if (!data || !host) return;
  document.getElementById("themes")?.append(themes());
  single(host, JSON.parse(data.textContent ?? ""));
}
