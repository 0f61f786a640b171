/** `lesson_walk.js` is made when the page is built: the steps to the loop of the first puzzle. */
export const WALK: import("./core/words.js").Step[];
