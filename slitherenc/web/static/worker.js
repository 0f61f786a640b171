/**
 * The service worker of a static site. The page itself comes from the cache of its version; lists come from the network
 * while there is one; puzzles never change, so an opened one is never requested again.
 */
const VERSION = "VERSION"; // a hash of the page's files
const SHELL = `slitherenc-shell-${VERSION}`;
const KEPT = "slitherenc-puzzles-1";
const FILES = ["./", "index.html", "app.js", "page.css", "icon.svg", "manifest.webmanifest", "library.json"];
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  const path = url.pathname.slice(new URL("./", location.href).pathname.length);
  if (request.mode === "navigate") event.waitUntil(today());
  if (path.startsWith("puzzles/")) event.respondWith(cacheFirst(request, KEPT));
  else if (path.startsWith("daily/") || path.startsWith("collections/") || path === "library.json") event.respondWith(networkFirst(request));
  else event.respondWith(cacheFirst(request, SHELL));
});

async function install() {
  const shell = await caches.open(SHELL);
  await shell.addAll(FILES.map((name) => new Request(name, { cache: "reload" })));
  await today();
  await worker.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith("slitherenc-shell-") && name !== SHELL) await caches.delete(name);
  await worker.clients.claim();
}

/** Keeps this month's list and the puzzles of today. */
async function today() {
  try {
    const name = new Date().toLocaleDateString("sv");
    const answer = await networkFirst(new Request(`daily/${name.slice(0, 7)}.json`));
    if (!answer.ok) return;
    const { days } = await answer.json();
    const ids = /** @type {string[]} */ (Object.values(days[name] ?? {}));
    await Promise.all(ids.map((id) => cacheFirst(new Request(`puzzles/${id}.json`), KEPT)));
  } catch {
    // there is no network: the stored files stay
  }
}

/** @param {Request} request @param {string} name */
async function cacheFirst(request, name) {
  const cache = await caches.open(name);
  const found = await cache.match(request, { ignoreSearch: true });
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** @param {Request} request */
async function networkFirst(request) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request, { cache: "no-cache" });
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const found = await caches.match(request, { ignoreSearch: true });
    if (found) return found;
    throw error;
  }
}
