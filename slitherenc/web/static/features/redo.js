/** Repeats a move that was undone. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "redo", label: "Redo", key: "y", icon: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6", place: ["tools"], order: -1, needs: [],
  when: ({ game }) => Boolean(game?.state.canRedo && !game.taken && !game.timer.paused),
  run: ({ game }) => game?.state.redo() && game.app.say("Done again."),
};
