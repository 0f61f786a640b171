/** Erases all marks, as a move that Undo reverts. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "restart", label: "Restart", key: "", icon: "M4 12a8 8 0 1 0 3-6M4 4v4h4", place: ["more", "foot"], order: 2, needs: [],
  when: ({ game }) => Boolean(game && !game.taken),
  run({ game }) {
    game?.state.clear();
    game?.app.say("All marks are gone. Undo brings them back.");
  },
};
