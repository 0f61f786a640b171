/** Shows the rules. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "rules", label: "Rules", key: "", icon: "M6 4h12v16H6zM9 9h6M9 13h6", place: ["more", "foot"], order: 7, needs: [],
  run: (app) => app.tellRules(),
};
