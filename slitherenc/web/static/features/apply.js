/** Marks the conclusions of the hint. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "apply", label: "Apply the hint", key: "a", icon: "", place: [], order: 0, needs: ["hint"],
  when: ({ game }) => Boolean(game && game.hints.level >= 3),
  run: ({ game }) => game?.hints.apply(),
};
