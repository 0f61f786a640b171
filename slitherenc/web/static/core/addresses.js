/** Makes addresses; `router.js` reads them. */

/** The first puzzle of a newcomer. */
export const LEARN = "#/learn";

/** @param {string} text */
export const puzzleAddress = (text) => `#/p/${encodeURIComponent(text)}`;

/** @param {string} day @param {string} slot */
export const dailyAddress = (day, slot) => `#/daily/${day}/${slot}`;

/** @param {string} name @param {number} [number] */
export const collectionAddress = (name, number) => `#/c/${name}${number ? `/${number}` : ""}`;
