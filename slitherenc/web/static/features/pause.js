/** Stops the time, and hides the board. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "pause", label: "Pause", key: "p", icon: "M8 5v14M16 5v14", place: ["more"], order: 1, needs: [],
  when: ({ game }) => Boolean(game && !game.board.verdict.solved),
  run: ({ game }) => game?.pause(!game.timer.paused),
};
