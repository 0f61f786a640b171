import { queryOf } from "./next.js";

/** Makes a puzzle of the next grade or, after the last grade, of the next size. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "harder", label: "Harder", key: "", icon: "", place: ["end"], order: 2, needs: ["generate"],
  when: ({ game }) => Boolean(game),
  async run(app) {
    const query = queryOf(app);
    const { grades, boards } = await app.schema();
    const grade = grades.indexOf(query.get("grade") ?? "");
    if (grade < grades.length - 1) query.set("grade", grades[grade + 1]);
    else {
      const kind = boards.find((/** @type {{sizes: Record<string, string>}} */ one) => Object.values(one.sizes).includes(query.get("board") ?? ""));
      const sizes = Object.values(kind?.sizes ?? {});
      const larger = sizes[sizes.indexOf(query.get("board")) + 1];
      if (!larger) return app.note("There is nothing harder here.");
      query.set("board", /** @type {string} */ (larger));
    }
    await app.opening?.make(query);
  },
};
