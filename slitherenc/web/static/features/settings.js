import { button, html, radios } from "../core/dom.js";
import { row } from "../core/sheet.js";

/** @type {[keyof import("../core/store.js").Settings, string][]} */
const SWITCHES = [
  ["pieces", "Color pieces"], ["crosses", "Fill in crosses"], ["rulers", "Row and column numbers"], ["time", "Show the time"], ["buzz", "Buzz when a hold crosses"],
  ["leftHand", "Tools for the left hand"],
];
/** @type {[import("../core/store.js").Settings["theme"], string][]} */
const THEMES = [["auto", "As the system"], ["light", "Light"], ["dark", "Dark"], ["contrast", "High contrast"]];

/** Shows the settings, and saves or loads everything that is stored. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "settings", label: "Settings", key: "", icon: "M4 7h10M18 7h2M4 17h2M10 17h10M14 4v6M6 14v6", place: ["more"], order: 9, needs: [],
  run(app) {
    const { settings } = app;
    const file = /** @type {HTMLInputElement} */ (html("input", { type: "file", accept: "application/json", "aria-label": "Load a file", onchange: () => void load(app, file) }));
    app.dialog("Settings", [
      html("h3", {}, "Colors"), radios("Colors", THEMES, settings.theme, (theme) => app.set({ theme })).group,
      html("h3", {}, "Show mistakes"),
      radios("Show mistakes", /** @type {["happen" | "check", string][]} */ ([["happen", "As they happen"], ["check", "Only on Check"]]), settings.mistakes, (mistakes) => app.set({ mistakes })).group,
      ...SWITCHES.map(([name, words]) => app.toggle(name, words)),
      html("h3", {}, "All that this browser keeps"),
      row([button("Save as a file", () => save(app), { class: "second" }), html("label", { class: "second file" }, "Load a file", file)]),
    ]);
  },
};

/** @param {import("../core/app.js").App} app */
function save(app) {
  const url = URL.createObjectURL(new Blob([app.store.all()], { type: "application/json" }));
  html("a", { href: url, download: "slitherlink.json" }).click();
}

/** @param {import("../core/app.js").App} app @param {HTMLInputElement} input */
async function load(app, input) {
  const [file] = input.files ?? [];
  if (!file) return;
  try {
    app.store.load(await file.text());
    app.set(app.store.settings());
    app.reopen();
    app.note("Loaded.");
  } catch (error) {
    app.note(/** @type {Error} */ (error).message);
  }
}
