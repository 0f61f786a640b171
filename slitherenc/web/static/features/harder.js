import { wishOf } from "./next.js";

/** A puzzle of the next grade; after the last one, of the next size. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "harder", label: "Harder", key: "", icon: "", place: ["end"], order: 2, needs: ["generate"],
  when: ({ game }) => Boolean(game),
  async run(app) {
    const wish = wishOf(app);
    const { grades, boards } = await app.schema();
    const grade = grades.indexOf(wish.get("grade") ?? "");
    if (grade < grades.length - 1) wish.set("grade", grades[grade + 1]);
    else {
      const kind = boards.find((/** @type {{sizes: Record<string, string>}} */ one) => Object.values(one.sizes).includes(wish.get("board") ?? ""));
      const sizes = Object.values(kind?.sizes ?? {});
      const larger = sizes[sizes.indexOf(wish.get("board")) + 1];
      if (!larger) return app.note("There is nothing harder here.");
      wish.set("board", /** @type {string} */ (larger));
    }
    await app.opening?.make(wish);
  },
};
