import { html } from "../core/dom.js";

/** Tells how long the loop is. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "lengths", label: "Length of the loop", key: "", icon: "M4 12h16M4 8v8M20 8v8", place: ["more"], order: 9, needs: ["lengths"],
  when: ({ game }) => Boolean(game),
  async run(app) {
    const found = await app.game?.ask("lengths", {});
    if (found) app.dialog("Length of the loop", [html("p", {}, `${found.length} lines, ${found.clues} numbers`)]);
  },
};
