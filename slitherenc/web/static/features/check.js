/** Finds the marks that cannot be right. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "check", label: "Check", key: "c", icon: "M4 12l5 5L20 6", place: ["tools", "more"], from: 600, order: 2, needs: ["check"],
  when: ({ game }) => Boolean(game && !game.frozen),
  run: ({ game }) => game?.hints.check(),
};
