/** `lesson.js` is made when the page is built, from `slitherenc/web/lesson.py`. */
export const LESSON: {
  board: import("./core/state.js").Doc;
  end: string;
  steps: { why: string; mouse: string; touch: string; face: number; edges: [number, number][] }[];
};
