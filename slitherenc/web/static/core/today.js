/** The puzzles of a day, shown beside the played one; solved puzzles have a tick. */
import { dailyAddress } from "./addresses.js";
import { daysOf, placeOf, slotsThere } from "./days.js";
import { html } from "./dom.js";

/** Shows the puzzles once they are known. @param {import("./app.js").App} app @param {HTMLElement} host */
export async function showToday(app, host) {
  const { game } = app;
  const nodes = await todays(app).catch(() => []);
  if (game === app.game) host.replaceChildren(...nodes);
}

/** @param {import("./app.js").App} app @returns {Promise<(string | Node)[]>} */
async function todays(app) {
  const place = placeOf(app.game?.meta.from ?? "");
  if (!place || !("date" in place)) return [];
  const { library } = await app.schema();
  const solved = app.store.stats().days[place.date] ?? {};
  const links = slotsThere(library, place.date, await daysOf(app.source, place.date)).map(({ name, title }) =>
    html("a", {
      href: dailyAddress(place.date, name), class: solved[name] ? "s" : "", title, "aria-label": solved[name] ? `${title}, solved` : title,
      "aria-current": name === place.slot && "page",
    }, html("span", {}, title)));
  const streak = app.streak();
  return [...links, streak ? html("small", {}, `Streak ${streak}`) : ""];
}
