/**
 * Days and collections: their addresses and names, and the days in a row on which a puzzle was solved.
 * A day is a text such as 2026-11-24, in the time zone of the player.
 */
import { LEARN, puzzleAddress } from "./addresses.js";
import { capital, titleOf } from "./dom.js";

/** @typedef {import("./store.js").Stats} Stats */
/** @typedef {{name: string, title: string, grade: string, boards: string[]}} Slot  boards: Monday first, "" on days without the slot */
/** @typedef {{name: string, title: string, board: string, grade: string, count: number}} Collection */
/** @typedef {{slots: Slot[], collections: Collection[], grades: string[], pictures: Record<string, string>, first: string}} Library  slots: the easiest first */
/** @typedef {Record<string, Record<string, string>> | null} Days  the slots of each day of a month; null: all */
/** @typedef {{date: string, slot: string} | {collection: string, number: number}} Place  the place of a puzzle in the library */

/** @param {Date} [date] */
export const dayOf = (date = new Date()) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part, i) => String(part).padStart(i ? 2 : 4, "0")).join("-");

/** The noon of a day, which exists in every time zone. @param {string} day */
export const dateOf = (day) => new Date(`${day}T12:00`);

/** @param {string} day @param {number} more */
export function dayAfter(day, more = 1) {
  const date = dateOf(day);
  date.setDate(date.getDate() + more);
  return dayOf(date);
}

/** Whether there is such a day. @param {string} text */
export const isDay = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(dateOf(text).getTime()) && dayOf(dateOf(text)) === text;

/** 0 for Monday. @param {string} day */
export const weekday = (day) => (dateOf(day).getDay() + 6) % 7;

/** @param {string} day @param {Intl.DateTimeFormatOptions} [options] */
export const dayWords = (day, options = { day: "numeric", month: "long" }) => dateOf(day).toLocaleDateString("en-GB", options);

/** The slots of a day with their boards. @param {Library} library @param {string} day */
const slotsOf = ({ slots }, day) => slots.map((slot) => ({ ...slot, board: slot.boards[weekday(day)] })).filter(({ board }) => board);

/** The slots of a day that can be played here. @param {Library} library @param {string} day @param {Days} days */
export const slotsThere = (library, day, days) => slotsOf(library, day).filter(({ name }) => (days ? days[day]?.[name] : day >= library.first));

/** The puzzles of a month. @param {import("./source.js").Source} source @param {string} month @returns {Promise<Days>} */
export const daysOf = async (source, month) => (source.jobs.has("month") ? (await source.ask("month", { month: month.slice(0, 7) })).days : null);

/** The place that an address of a daily puzzle or of a collection's puzzle names, or null. @param {string} address @returns {Place | null} */
export function placeOf(address) {
  const [, date, slot] = /^#?\/daily\/([\d-]+)\/(\w+)$/.exec(address) ?? [];
  if (date && isDay(date)) return { date, slot };
  const [, collection, number] = /^#?\/c\/([\w-]+)\/(\d{1,4})$/.exec(address) ?? [];
  return collection ? { collection, number: Number(number) } : null;
}

/** The address at which a played puzzle is found again; that of a day or a collection uses its name. @param {{meta: {from: string}, doc: {text: string}}} game */
export const addressOf = ({ meta, doc }) => (placeOf(meta.from) || meta.from === LEARN ? meta.from : puzzleAddress(doc.text));

/** "square-7x7-easy": "Square 7×7, easy". @param {string} name */
export function collectionTitle(name) {
  const [, board, grade] = /^(.*)-(\w+)$/.exec(name) ?? ["", name, ""];
  return `${titleOf(board.replace(/-/g, " "), false)}, ${grade}`;
}

/** The origin of a puzzle, in long and in short words. @param {string} from its address */
export function labelOf(from) {
  const place = placeOf(from);
  if (from === LEARN) return ["Your first puzzle", "Your first puzzle"];
  if (!place) return from ? ["New puzzle", "New puzzle"] : null;
  return /** @type {const} */ (["long", "short"]).map((length) =>
    "collection" in place ? `${collectionTitle(place.collection)} · ${place.number}` : `${capital(place.slot)} · ${dayWords(place.date, { weekday: length, day: "numeric", month: length })}`);
}

/** Adds a solved puzzle to the statistics. A third number says how many days after its own day it was solved.
 * @param {Stats} stats @param {string} from @param {number} seconds @param {number} hints @param {string} today */
export function record(stats, from, seconds, hints, today) {
  const place = placeOf(from);
  if (!place) return;
  if ("collection" in place) (stats.collections[place.collection] ??= {})[place.number] ??= [seconds, hints];
  else {
    const late = Math.round((dateOf(today).getTime() - dateOf(place.date).getTime()) / 86_400_000);
    (stats.days[place.date] ??= {})[place.slot] ??= late ? [seconds, hints, late] : [seconds, hints];
  }
}

/** The days in a row with a puzzle of that day: up to today (or yesterday, while today may still be solved), and the most.
 * @param {Stats["days"]} days @param {string} today */
export function streaks(days, today) {
  const counts = (/** @type {string} */ day) => Object.values(days[day] ?? {}).some((one) => one.length < 3);
  let now = 0;
  for (let day = counts(today) ? today : dayAfter(today, -1); counts(day); day = dayAfter(day, -1)) now++;
  let [longest, run, last] = [0, 0, ""];
  for (const day of Object.keys(days).filter(counts).sort()) {
    run = last && dayAfter(last) === day ? run + 1 : 1;
    longest = Math.max(longest, run);
    last = day;
  }
  return { now, longest };
}
