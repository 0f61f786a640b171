/** Undoes the last move. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "undo", label: "Undo", key: "z", icon: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6", place: ["tools"], order: -2, needs: [],
  when: ({ game }) => Boolean(game?.state.canUndo && !game.taken && !game.timer.paused),
  run: ({ game }) => game?.state.undo() && game.app.say("Undone."),
};
