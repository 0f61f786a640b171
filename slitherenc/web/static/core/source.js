/**
 * A source of answers: a server (`server.js`), the files of a site (`site.js`), or the steps in a file. All are asked in the
 * same way, `ask(job, request)`.
 */

/** @typedef {import("./words.js").Step} Step */
/**
 * @typedef {object} Source
 * @property {ReadonlySet<string>} jobs the jobs that it answers
 * @property {() => Promise<any>} [schema] returns the tables of choices
 * @property {(job: string, request: Record<string, unknown>, signal?: AbortSignal) => Promise<any>} ask raises Error, in words for people
 */

export const AWAY = "No connection. Play goes on.";

/** Returns the first step, and the steps after it that need no thought. @param {Step[]} steps */
function follow(steps) {
  const decision = steps.findIndex((step, i) => i > 0 && !step.routine);
  return decision < 0 ? steps : steps.slice(0, decision);
}

/** Answers from the steps to the loop in a file. Without them it knows only the rules. A mark is wrong by the step that
 * concludes the opposite. @param {Step[] | null} steps @returns {Source} */
export function walk(steps) {
  const open = (/** @type {Step} */ step, /** @type {string} */ state) => step.concludes.some(({ edge, line }) => state[edge] !== (line ? "1" : "0"));
  const wrong = (/** @type {string} */ state) =>
    (steps ?? []).flatMap((step) => step.concludes.filter(({ edge, line }) => state[edge] === (line ? "0" : "1")).map((known) => ({ ...step, concludes: [known] })));
  return {
    jobs: new Set(steps ? ["check", "hint", "explain"] : ["check"]),
    async ask(job, request) {
      const state = String(request.state);
      if (job === "check") return { mistakes: wrong(state) };
      const left = (steps ?? []).filter((step) => open(step, state));
      if (job === "hint") return { steps: wrong(state).length ? wrong(state) : request.follow ? follow(left) : left.slice(0, 1) };
      return { steps: wrong(state).length ? wrong(state) : left };
    },
  };
}
