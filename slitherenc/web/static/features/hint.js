/** Shows more of a hint with each press. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "hint", label: "Hint", key: "h", icon: "", place: ["main"], order: 0, needs: ["hint"],
  when: ({ game }) => Boolean(game && !game.frozen),
  run: ({ game }) => game?.hints.more(),
};
