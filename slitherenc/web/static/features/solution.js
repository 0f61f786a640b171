import { html } from "../core/dom.js";
import { primary, row, second } from "../core/sheet.js";

/** Shows the loop, after the player confirms. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "solution", label: "Show the loop", key: "", icon: "M5 18V6h14v12z", place: ["more"], order: 4, needs: ["solve"],
  when: ({ game }) => Boolean(game && !game.frozen),
  run(app) {
    const asked = app.dialog("Show the loop?", [
      html("p", {}, "The puzzle will not count as solved."),
      row([primary("Keep playing", () => asked.close()), second("Show the loop", () => (asked.close(), void show(app)))]),
    ]);
  },
};

/** @param {import("../core/app.js").App} app */
async function show({ game }) {
  const found = await game?.ask("solve", {});
  if (!game || !found) return;
  const [loop] = found.loops;
  if (!loop) return game.app.note("There is no loop.");
  if (found.status === "multiple") game.app.note("There are several loops; this is one.");
  game.shown = true;
  game.hints.close(false);
  const on = new Set(loop);
  game.state.put(game.doc.ends.map((_, edge) => ["edge", edge, on.has(edge) ? 1 : -1]));
}
