/** Library: the puzzles of a day, the month, the player's statistics, collections, and the puzzles played last. */
import { collectionAddress, dailyAddress, puzzleAddress } from "../core/addresses.js";
import { dateOf, dayAfter, dayOf, daysOf, dayWords, isDay, labelOf, placeOf, slotsThere, streaks } from "../core/days.js";
import { button, capital, clock, counted, html, icon, titleOf } from "../core/dom.js";
import { primary, row, second } from "../core/sheet.js";
import { thumbnail } from "./boards.js";
import { askPrint } from "./print.js";

/** @typedef {import("../core/app.js").App} App */
/** @typedef {import("../core/days.js").Library} Library */
/** @typedef {import("../core/days.js").Days} Days */

const FEW_PLAYED = 8;
const LEFT = "M15 5l-7 7 7 7";
const RIGHT = "M9 5l7 7-7 7";

/** @param {App} app @param {{when: string, trouble?: string}} address trouble: the reason why nothing else is shown */
export function libraryPlace(app, { when, trouble = "" }) {
  return loading(app, "Library", trouble, async (library) => {
    const today = dayOf();
    const day = isDay(when) && when <= today ? when : today;
    const month = /^\d{4}-\d\d$/.test(when) && isDay(`${when}-01`) && when <= today.slice(0, 7) ? when : day.slice(0, 7);
    const [dayMonth, shown] = await Promise.all([daysOf(app.source, day), daysOf(app.source, month)]);
    return [
      ...today_(app, library, day, dayMonth),
      html("div", { class: "two" }, calendar(app, library, month, shown, day), statistics(app, today)),
      ...collections(app, library), ...history_(app),
    ];
  });
}

/** @param {App} app @param {{name: string}} address */
export function collectionPlace(app, { name }) {
  return loading(app, "Collection", "", async (library) => {
    const collection = library.collections.find((one) => one.name === name);
    if (!collection) return (await app.opening?.lost(`There is no collection “${name}” here.`)) ?? [];
    const ids = app.source.jobs.has("list") ? (await app.source.ask("list", { collection: name })).puzzles : null;
    return collectionPage(app, collection, ids);
  });
}

/** Shows a place once the tables have arrived. @param {App} app @param {string} title @param {string} trouble @param {(library: Library) => Promise<Node[]>} fill */
function loading(app, title, trouble, fill) {
  const content = html("div", {}, html("h1", {}, title), html("p", { role: "status" }, "Loading …"));
  app.schema().then(({ library }) => fill(library)).then(
    (nodes) => content.replaceChildren(...nodes),
    (error) => content.replaceChildren(html("h1", {}, title), html("p", { role: "status" }, error instanceof TypeError ? "No connection." : error.message)),
  );
  return html("div", { class: "library" }, trouble ? html("p", { class: "trouble", role: "alert" }, trouble) : "", content);
}

/** "square:10x10": "Square 10×10". @param {string} board */
const boardWords = (board) => titleOf(board.replace("loopy:", "").replace(/:G.*$/, "").replace(/[-:]/g, " "), false);

/** The progress of a puzzle. @param {import("../core/store.js").Entry | undefined} entry @param {number[]} [result] its time and hints, once it is solved */
function progress(entry, result) {
  if (result) return html("small", { class: "done" }, `Solved ${clock(result[0])}`);
  if (entry?.state === "shown") return html("small", {}, "The loop was shown");
  if (entry) return html("small", {}, `${Math.round(100 * entry.share)} % · ${clock(entry.seconds)}`);
  return "";
}

/** The puzzles of a day. @param {App} app @param {Library} library @param {string} day @param {Days} days */
function today_(app, library, day, days) {
  const { store } = app;
  const results = store.stats().days[day] ?? {};
  const entries = store.index();
  const slots = slotsThere(library, day, days);
  const words = day === dayOf() ? `Today, ${dayWords(day)}` : dayWords(day, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
  if (!slots.length) return [html("h1", {}, words), html("p", {}, "There are no puzzles for this day here. The calendar shows the days that have some.")];
  const cards = slots.map(({ name, title, grade, board }) => {
    const address = dailyAddress(day, name);
    const entry = entries.find(({ from }) => from === address);
    return html("a", { class: "card", href: address, "data-slot": name }, thumbnail(library.pictures[board]), html("b", {}, title),
      html("small", {}, `${capital(grade)} · ${boardWords(board)}`), progress(entry, results[name]));
  });
  const print = () => askPrint(app, words, slots.length, (from, to) => slots.slice(from - 1, to).map(({ name, title, grade }) =>
    async () => ({ doc: (await app.source.ask("daily", { date: day, slot: name })).board, title: `${title}, ${grade}` })));
  return [html("div", { class: "heading" }, html("h1", {}, words), second("Print …", print)), html("div", { class: "cards wide" }, ...cards)];
}

/** @param {App} app @param {Library} library @param {string} month @param {Days} days @param {string} chosen */
function calendar(app, library, month, days, chosen) {
  const today = dayOf();
  const { days: solved } = app.store.stats();
  const first = `${month}-01`;
  const before = dayAfter(first, -1).slice(0, 7);
  const after = dayAfter(`${month}-28`, 4).slice(0, 7);
  const cells = [];
  for (let day = first; day.startsWith(month); day = dayAfter(day)) {
    const number = String(Number(day.slice(8)));
    const there = slotsThere(library, day, days);
    if (day > today || !there.length) cells.push(html("span", { class: "off" }, number));
    else {
      const done = there.filter(({ name }) => solved[day]?.[name]).length;
      const classes = [done && "s", done === there.length && "all", day === today && "now"].filter(Boolean).join(" ");
      cells.push(html("a", { href: `#/library/${day}`, class: classes, "aria-label": `${dayWords(day)}: ${done} of ${there.length} solved`, ...(day === chosen ? { "aria-current": "date" } : {}) }, number));
    }
  }
  const blanks = Array.from({ length: (dateOf(first).getDay() + 6) % 7 }, () => html("span", { class: "off" }));
  const arrow = (/** @type {string} */ to, /** @type {string} */ words, /** @type {string} */ path, /** @type {boolean} */ is) =>
    is ? html("a", { class: "icon", href: `#/library/${to}`, "aria-label": words, title: words }, icon(path)) : html("span", { class: "icon" });
  return html("section", {},
    html("div", { class: "heading" }, html("h2", {}, dateOf(first).toLocaleDateString("en-GB", { month: "long", year: "numeric" })),
      arrow(before, "The month before", LEFT, before >= library.first.slice(0, 7)), arrow(after, "The month after", RIGHT, after <= today.slice(0, 7))),
    html("div", { class: "cal" }, ...[..."MTWTFSS"].map((letter) => html("i", { "aria-hidden": "true" }, letter)), ...blanks, ...cells));
}

/** @param {App} app @param {string} today */
function statistics({ store }, today) {
  const { grades, days } = store.stats();
  const kinds = Object.entries(grades).sort(([, a], [, b]) => b.n - a.n);
  const sum = (/** @type {"n" | "clean" | "sum"} */ key) => kinds.reduce((all, [, kind]) => all + kind[key], 0);
  const { now, longest } = streaks(days, today);
  const facts = [["Streak", counted(now, "day")], ["Longest", counted(longest, "day")], ["Solved", String(sum("n"))], ["Without hints", String(sum("clean"))]];
  if (kinds.length) facts.push(["Average", clock(sum("sum") / sum("n"))]);
  const list = (/** @type {string[][]} */ pairs) => html("dl", { class: "facts" }, ...pairs.flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, value)]));
  const times = kinds.map(([kind, { n, sum: seconds, best }]) => {
    const [, board, grade = ""] = /^(\S+) ?(.*)$/.exec(kind) ?? ["", kind];
    const name = html("th", { scope: "row" }, `${capital(grade)} ${boardWords(board).replace(/^Square /, "")}`.trim());
    return html("tr", {}, name, ...[String(n), Number.isFinite(best) && best !== null ? clock(best) : "–", clock(seconds / n)].map((words) => html("td", {}, words)));
  });
  const head = html("tr", {}, ...["", "Solved", "Best", "Average"].map((words) => html("th", { scope: "col" }, words)));
  return html("section", {}, html("h2", {}, "You"), list(facts), times.length ? html("table", {}, html("thead", {}, head), html("tbody", {}, ...times)) : "");
}

/** @param {App} app @param {Library} library */
function collections({ store }, { collections: all, pictures }) {
  if (!all.length) return [];
  const { collections: solved } = store.stats();
  const cards = all.map(({ name, title, board, count }) =>
    html("a", { class: "card", href: collectionAddress(name), "data-collection": name }, thumbnail(pictures[board]), html("b", {}, title),
      html("small", {}, `${Object.keys(solved[name] ?? {}).length} of ${count} solved`)));
  return [html("h2", {}, "Collections"), html("div", { class: "cards wide" }, ...cards)];
}

/** @param {App} app */
function history_({ store }) {
  const entries = store.index();
  if (!entries.length) return [html("h2", {}, "Played"), html("p", { class: "quiet" }, "Puzzles that you begin appear here.")];
  const items = entries.map((entry, i) => {
    const place = placeOf(entry.from);
    const played = place && "date" in place ? "" : new Date(entry.touched).toLocaleDateString("en-GB", { day: "numeric", month: "short" });
    const text = store.game(entry.id)?.puzzle;
    const href = place ? entry.from : text && puzzleAddress(text);
    const result = entry.state === "solved" ? html("small", { class: "done" }, `Solved ${clock(entry.seconds)}`) : progress(entry);
    const words = [html("b", {}, entry.title), html("small", {}, [labelOf(entry.from)?.[0], played].filter(Boolean).join(" · ")), result];
    return html("li", { hidden: i >= FEW_PLAYED }, href ? html("a", { href }, ...words) : html("span", {}, ...words));
  });
  const more = second("Show all", () => {
    for (const item of items) item.hidden = false;
    more.remove();
    /** @type {HTMLElement | null} */ (items[FEW_PLAYED].querySelector("a"))?.focus();
  });
  return [html("h2", {}, "Played"), html("ul", { class: "played" }, ...items), ...(items.length > FEW_PLAYED ? [more] : [])];
}

/** @param {App} app @param {import("../core/days.js").Collection} collection @param {string[] | null} ids */
function collectionPage(app, { name, title, count: most }, ids) {
  const count = ids?.length ?? most;
  const results = app.store.stats().collections[name] ?? {};
  const entries = app.store.index();
  const numbers = Array.from({ length: count }, (_, i) => i + 1);
  const next = numbers.find((number) => !results[number]);
  const cells = numbers.map((number) => {
    const address = collectionAddress(name, number);
    const begun = entries.some(({ from, state }) => from === address && state === "open");
    const words = results[number] ? `solved in ${clock(results[number][0])}` : begun ? "begun" : "not begun";
    return html("a", { href: address, class: results[number] ? "s" : begun ? "begun" : "", "aria-label": `${number}: ${words}` }, String(number));
  });
  const print = () => askPrint(app, title, count, (from, to) => numbers.slice(from - 1, to).map((number) =>
    async () => ({ doc: (await app.source.ask("collection", { collection: name, number })).board, title: `${title} · ${number}` })));
  const keep = second("Keep for offline", async () => {
    keep.disabled = true;
    keep.replaceChildren("Keeping …");
    const kept = await app.source.ask("keep", { ids }).then(() => true, () => false);
    keep.replaceChildren(kept ? "Kept for offline" : "Keep for offline");
    keep.disabled = kept;
    if (!kept) app.note("No connection. Not all puzzles are kept.");
  });
  return [
    html("p", {}, html("a", { class: "link", href: "#/library" }, "Library")), html("h1", {}, title),
    html("p", { class: "quiet" }, `${Object.keys(results).length} of ${count} solved`), html("div", { class: "numbers" }, ...cells),
    row([next ? primary(Object.keys(results).length ? "Next puzzle" : "Begin", () => (location.hash = collectionAddress(name, next))) : undefined, second("Print …", print),
      ids && app.source.jobs.has("keep") ? keep : undefined], "row many"),
  ];
}
