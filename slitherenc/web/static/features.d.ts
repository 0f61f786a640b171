/** `features.js` is made when the page is built: it lists the folder `features/`, and the jobs. */
export const FEATURES: readonly import("./core/app.js").Feature[];
export const JOBS: readonly string[];
