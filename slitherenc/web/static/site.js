/** The page of a static site, which has files but no server that computes. */
import { FEATURES } from "./features.js";
import { App } from "./core/app.js";
import { Opening } from "./core/opening.js";
import { site } from "./core/site.js";
import { browserStorage } from "./core/store.js";
import { collectionPlace, libraryPlace } from "./places/library.js";
import { Shell } from "./places/play.js";

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
const app = new App(root, { source: site(), features: FEATURES, storage: browserStorage(), places: { library: async () => libraryPlace, c: async () => collectionPlace } });
const opening = new Opening(app);
new Shell(app);
if ("serviceWorker" in navigator) void navigator.serviceWorker.register("worker.js").catch(() => {}); // without it the page needs the network
void opening.route();
