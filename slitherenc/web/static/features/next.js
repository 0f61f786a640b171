import { collectionAddress, dailyAddress } from "../core/addresses.js";
import { daysOf, placeOf, slotsThere } from "../core/days.js";

/** @typedef {import("../core/days.js").Collection} Collection */

/** Opens the next puzzle: of the day, then of a collection, otherwise another one of the same kind. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "next", label: "Next puzzle", key: "n", icon: "", place: ["end"], order: 1, needs: ["daily"],
  when: (app) => Boolean(app.game),
  async run(app) {
    const address = await nextAddress(app).catch(() => "");
    if (address) location.hash = address;
    else if (app.source.jobs.has("generate")) await app.opening?.make(queryOf(app));
    else location.hash = "#/library";
  },
};

/** The address of the day's next puzzle that is not solved and not easier; then of one of the collection, or of collections that are not
 * easier, those of the same kind first; "" if there is none, or if a request made the puzzle. @param {import("../core/app.js").App} app */
async function nextAddress(app) {
  const { game, store, source } = app;
  const place = placeOf(game?.meta.from ?? "");
  if (!place || !game) return "";
  const { library } = await app.schema();
  const { days, collections } = store.stats();
  if ("date" in place) {
    const slots = slotsThere(library, place.date, await daysOf(source, place.date));
    const slot = slots.slice(slots.findIndex(({ name }) => name === place.slot) + 1).find(({ name }) => !days[place.date]?.[name]);
    if (slot) return dailyAddress(place.date, slot.name);
  }
  const { board, grade } = game.meta;
  const own = "collection" in place ? place : { collection: "", number: 0 };
  const level = (/** @type {string} */ name) => library.grades.indexOf(name);
  const likeness = (/** @type {Collection} */ one) => (one.name === own.collection ? 2 : Number(one.board === board && one.grade === grade));
  /** @type {Collection[]} */ const harder = library.collections.filter((/** @type {Collection} */ one) => level(one.grade) >= level(grade));
  for (const { name, count } of harder.sort((a, b) => likeness(b) - likeness(a))) {
    const most = source.jobs.has("list") ? (await source.ask("list", { collection: name })).puzzles.length : count;
    for (let number = name === own.collection ? own.number + 1 : 1; number <= most; number++) if (!collections[name]?.[number]) return collectionAddress(name, number);
  }
  return "";
}

/** The request that made the open puzzle, or one for its board. @param {import("../core/app.js").App} app */
export function queryOf({ game }) {
  const { from = "", board = "", grade = "" } = game?.meta ?? {};
  if (from.startsWith("#/new?")) return new URLSearchParams(from.split("?")[1]);
  return new URLSearchParams({ board: board && board !== "graph" ? board : "square:10x10", grade });
}
