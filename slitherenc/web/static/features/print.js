import { html } from "../core/dom.js";
import { primary, row, second } from "../core/sheet.js";

/** Prints the whole board, with or without marks. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "print", label: "Print", key: "", icon: "M7 9V4h10v5M7 17H4v-8h16v8h-3M7 14h10v6H7z", place: ["more", "foot"], order: 5, needs: [],
  when: ({ game }) => Boolean(game),
  run(app) {
    const run = (/** @type {boolean} */ blank) => {
      asked.close();
      app.root.classList.toggle("unmarked", blank);
      addEventListener("afterprint", () => app.root.classList.remove("unmarked"), { once: true });
      print();
    };
    const { state } = app.game ?? {};
    const marked = state?.edges.some((value) => value >= 0) || state?.sides.some(Boolean);
    const asked = app.dialog("Print", [html("p", {}, "The whole board, black on white."), row([primary(marked ? "With my marks" : "Print", () => run(false)), marked && second("Without marks", () => run(true))])]);
  },
};
