/** Keeps the marks of the last trial. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "keep", label: "Keep the trial", key: "k", icon: "", place: [], order: 0, needs: [],
  when: ({ game }) => Boolean(game?.state.trials.length),
  run({ game }) {
    game?.state.keep();
    game?.app.say("The marks of the trial are kept.");
  },
};
