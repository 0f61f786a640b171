/** The first minute: three moves on a small board, each requested in a sentence; then the player continues alone. */
import { LESSON } from "../lesson.js";
import { LEARN, dailyAddress } from "./addresses.js";
import { dayOf } from "./days.js";
import { byMouseOrTouch, html } from "./dom.js";
import { primary, row, second } from "./sheet.js";

/** @param {import("./app.js").App} app */
export function learn(app) {
  app.play(LESSON.board, { grade: "", from: LEARN });
  const { game } = app;
  if (!game) return;
  const skip = second("Skip to today’s easy puzzle", () => {
    app.set({ welcomed: true });
    location.hash = dailyAddress(dayOf(), "quick");
  });
  game.guide = () => {
    const { sheet, state: { edges: marks } } = game;
    const step = LESSON.steps.find(({ edges }) => edges.some(([edge, value]) => marks[edge] !== value));
    if (!step) {
      game.guide = null;
      if (sheet.kind !== "guide") return;
      app.set({ welcomed: true });
      game.point();
      return sheet.show("note", html("p", {}, LESSON.end), row([primary("Go on", () => game.hints.close())]));
    }
    const left = step.edges.filter(([edge, value]) => marks[edge] !== value);
    sheet.show("guide", html("p", {}, step.why), html("p", {}, html("b", {}, byMouseOrTouch(step.mouse, step.touch))), row([skip]));
    game.point({ faces: [step.face], paths: [], ghosts: left.map(([edge, value]) => [edge, value === 1]), tags: [], wrong: [] });
  };
  game.guide();
}
