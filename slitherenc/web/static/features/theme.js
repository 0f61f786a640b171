/** Switches between light and dark. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "theme", label: "Colors", key: "", icon: "M20 14A8 8 0 1 1 10 4a7 7 0 0 0 10 10z", place: ["head"], order: 9, needs: [],
  run(app) {
    const { theme } = app.themed.dataset;
    app.set({ theme: theme === "dark" ? "light" : "dark" });
  },
};
