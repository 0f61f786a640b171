/** Makes addresses; `router.js` reads them. */
import { placeOf } from "./days.js";

/** @param {string} text */
export const puzzleAddress = (text) => `#/p/${encodeURIComponent(text)}`;

/** @param {string} day @param {string} slot */
export const dailyAddress = (day, slot) => `#/daily/${day}/${slot}`;

/** @param {string} name @param {number} [number] */
export const collectionAddress = (name, number) => `#/c/${name}${number ? `/${number}` : ""}`;

/** Where a puzzle that is played is found again: of a day or a collection by its name. @param {{meta: {from: string}, doc: {text: string}}} game */
export const addressOf = ({ meta, doc }) => (placeOf(meta.from) ? meta.from : puzzleAddress(doc.text));
