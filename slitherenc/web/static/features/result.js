import { result } from "./share.js";

/** Copies the result, without the loop. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "result", label: "Share result", key: "", icon: "", place: ["end"], order: 3, needs: [],
  when: ({ game }) => Boolean(game?.board.verdict.solved && !game.shown),
  async run(app) {
    const text = result(app);
    const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    app.note(copied ? "The result is copied." : text);
  },
};
