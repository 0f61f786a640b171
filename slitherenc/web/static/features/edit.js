/** Opens the puzzle in Create. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "edit", label: "Change it in Create", key: "", icon: "M4 20l1-5L16 4l4 4L9 19z", place: ["more"], order: 5, needs: ["read", "solve", "diagnose"],
  when: ({ game }) => Boolean(game),
  run({ game }) {
    if (game) location.hash = `#/create/${encodeURIComponent(game.doc.text)}`;
  },
};
