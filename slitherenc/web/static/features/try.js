/** Begins a trial: its marks are hollow until they are kept or discarded. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "try", label: "Try", key: "t", icon: "M6 21V3M6 16c0-6 12-4 12-10M14 9l4-4 4 4", place: ["tools", "more"], from: 380, order: 1, needs: [],
  when: ({ game }) => Boolean(game && !game.frozen),
  pressed: ({ game }) => Boolean(game?.state.trials.length),
  run({ game }) {
    if (!game) return;
    game.hints.close(false);
    if (game.state.tryOut()) game.app.say(`Trial ${game.state.trials.length} begins.`);
    else game.app.note("There are 9 trials; keep or discard one first.");
    game.refresh();
  },
};
