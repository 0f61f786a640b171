/** The first minute: three moves on a small board, each asked for in a sentence; then the player goes on alone. */
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
  const skip = second("Skip to today’s puzzle", () => {
    app.set({ welcomed: true });
    location.hash = dailyAddress(dayOf(), "classic");
  });
  game.guide = () => {
    const { edges: marks } = game.state;
    const step = LESSON.steps.find(({ edges }) => edges.some(([edge, value]) => marks[edge] !== value));
    if (!step) return end();
    const left = step.edges.filter(([edge, value]) => marks[edge] !== value);
    game.sheet.show("guide", html("p", {}, step.why), html("p", {}, html("b", {}, byMouseOrTouch(step.mouse, step.touch))), row([skip]));
    game.point({ faces: [step.face], paths: [], ghosts: left.map(([edge, value]) => [edge, value === 1]), tags: [], wrong: [] });
  };
  const end = () => {
    const asked = game.sheet.kind === "guide";
    game.guide = null;
    if (!asked) return;
    app.set({ welcomed: true });
    game.point();
    game.sheet.show("note", html("p", {}, "Well done. Now go on alone: there is exactly one solution, and cells without a number can have any number of lines."), row([primary("Go on", () => game.hints.close())]));
  };
  game.guide();
}
