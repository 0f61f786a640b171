import { collectionAddress, dailyAddress } from "../core/addresses.js";
import { placeOf, slotsOf } from "../core/days.js";

/** The next puzzle: of the day, then of a collection; else another one of the same kind. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "next", label: "Next puzzle", key: "n", icon: "", place: ["end"], order: 1, needs: ["daily"],
  when: (app) => Boolean(app.game),
  async run(app) {
    const address = await nextAddress(app).catch(() => "");
    if (address) location.hash = address;
    else if (app.source.jobs.has("generate")) await app.opening?.make(wishOf(app));
    else location.hash = "#/library";
  },
};

/** The next one of the day that is not solved, then the first such one of the day's collections, or of the collection; ""
 * where there is none, or a wish made the puzzle. @param {import("../core/app.js").App} app */
async function nextAddress(app) {
  const { game, store, source } = app;
  const place = placeOf(game?.meta.from ?? "");
  if (!place || !game) return "";
  const { library } = await app.schema();
  const { days, collections } = store.stats();
  const free = async (/** @type {import("../core/days.js").Collection} */ { name, count }, after = 0) => {
    const most = source.jobs.has("list") ? (await source.ask("list", { collection: name })).puzzles.length : count;
    for (let number = after + 1; number <= most; number++) if (!collections[name]?.[number]) return collectionAddress(name, number);
    return "";
  };
  /** @type {import("../core/days.js").Collection[]} */ const all = library.collections;
  if ("collection" in place) {
    const own = all.find(({ name }) => name === place.collection);
    return own ? free(own, place.number) : "";
  }
  const there = source.jobs.has("month") ? (await source.ask("month", { month: place.date.slice(0, 7) })).days[place.date] : null;
  const slot = slotsOf(library, place.date).find(({ name }) => name !== place.slot && !days[place.date]?.[name] && (!there || there[name]));
  if (slot) return dailyAddress(place.date, slot.name);
  const { board, grade } = game.meta;
  for (const one of [...all].sort((a, b) => Number(b.board === board && b.grade === grade) - Number(a.board === board && a.grade === grade))) {
    const address = await free(one);
    if (address) return address;
  }
  return "";
}

/** The wish that the open puzzle came from, or one for its board. @param {import("../core/app.js").App} app */
export function wishOf({ game }) {
  const { from = "", board = "", grade = "" } = game?.meta ?? {};
  if (from.startsWith("#/new?")) return new URLSearchParams(from.split("?")[1]);
  return new URLSearchParams({ board: board && board !== "graph" ? board : "square:10x10", grade });
}
