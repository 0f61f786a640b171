/** Walks through all steps to the loop. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "walk", label: "Walk through", key: "", icon: "M5 12h14M13 6l6 6-6 6", place: ["more"], order: 3, needs: ["explain"],
  when: ({ game }) => Boolean(game && !game.frozen),
  run: ({ game }) => game?.hints.explain(),
};
