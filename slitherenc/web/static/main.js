/** The page of `slitherenc serve`, which asks its server. */
import { FEATURES, JOBS } from "./features.js";
import { App } from "./core/app.js";
import { Opening } from "./core/opening.js";
import { server } from "./core/server.js";
import { browserStorage } from "./core/store.js";
import { Shell } from "./places/play.js";

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
const app = new App(root, { source: server(JOBS), features: FEATURES, storage: browserStorage(), places: {
  new: async () => (await import("./places/new.js")).newPlace,
  library: async () => (await import("./places/library.js")).libraryPlace,
  create: async () => (await import("./places/create.js")).createPlace,
  c: async () => (await import("./places/library.js")).collectionPlace,
} });
const opening = new Opening(app);
new Shell(app);
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", async (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file) void opening.visit(await file.text());
});
document.addEventListener("paste", (event) => {
  const text = event.clipboardData?.getData("text") ?? "";
  if (text && !(/** @type {HTMLElement} */ (event.target).closest("input, textarea"))) void opening.visit(text);
});
const later = self.requestIdleCallback ?? setTimeout;
void opening.route().then(() => later(() => void import("./places/library.js").catch(() => {}))); // once the board is seen
