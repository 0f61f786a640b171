/** Discards the marks of the last trial. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "discard", label: "Discard the trial", key: "T", icon: "", place: [], order: 0, needs: [],
  when: ({ game }) => Boolean(game?.state.trials.length),
  run({ game }) {
    game?.state.discard();
    game?.app.say("The trial is discarded.");
  },
};
