/** `numbers.js` is made when the page is built: the rule of plain numbers. */
export const NUMBERS: import("./core/state.js").Kind;
