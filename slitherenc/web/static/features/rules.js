import { html } from "../core/dom.js";
import { gestures, rules } from "../core/rules.js";

/** Tells the rules. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "rules", label: "Rules", key: "", icon: "M6 4h12v16H6zM9 9h6M9 13h6", place: ["more", "foot"], order: 7, needs: [],
  run: (app) => app.dialog("Rules", [...rules(app.game?.doc.kinds ?? []), html("p", {}, "Crosses are for you: no line can be there."), gestures()]),
};
