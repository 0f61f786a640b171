/** The source of answers on a static site: its files, with the steps to the loop of each puzzle. */
import { LESSON } from "../lesson.js";
import { WALK } from "../lesson_walk.js";
import { AWAY, walk } from "./source.js";
import { idOf } from "./store.js";

/** @typedef {{puzzle: string, title: string, grade: string, board: import("./state.js").Doc, walk: import("./words.js").Step[]}} PuzzleFile */

const ABSENT = "This site opens only its own puzzles. To open others, run “slitherenc serve” on your own machine.";

/** @returns {import("./source.js").Source} */
export function site() {
  const first = { puzzle: LESSON.board.text, title: "", grade: "", board: LESSON.board, walk: WALK };
  /** @type {Map<string, Promise<PuzzleFile>>} */ const loaded = new Map([[idOf(first.puzzle), Promise.resolve(first)]]);
  /** @param {string} id @returns {Promise<PuzzleFile>} */
  const load = (id) => {
    const file = loaded.get(id) ?? json(`puzzles/${id}.json`);
    loaded.set(id, file);
    file.catch(() => loaded.delete(id));
    return file;
  };
  /** @param {string | undefined} id @param {string} absent */
  const opened = async (id, absent) => {
    if (!id) throw new Error(absent);
    const { board, grade } = await load(id);
    return { board, grade, state: null };
  };
  /** @type {Record<string, (request: any) => Promise<any>>} */
  const jobs = {
    read: ({ puzzle }) => opened(idOf(puzzle), ABSENT),
    month: ({ month }) => json(`daily/${month}.json`).catch(() => ({ days: {} })),
    list: ({ collection }) => json(`collections/${collection}.json`).then(({ puzzles }) => ({ puzzles: puzzles.map((/** @type {[string]} */ [id]) => id) })),
    daily: async ({ date, slot }) => opened((await json(`daily/${date.slice(0, 7)}.json`)).days[date]?.[slot], "This site has no such puzzle."),
    collection: async ({ collection, number }) => opened((await json(`collections/${collection}.json`)).puzzles[number - 1]?.[0], "This site has no such puzzle."),
    solve: async ({ puzzle }) => {
      const known = (await load(idOf(puzzle))).walk.flatMap((step) => step.concludes);
      return { status: "unique", loops: [known.filter(({ line }) => line).map(({ edge }) => edge)] };
    },
    keep: async ({ ids }) => {
      for (const id of ids) await json(`puzzles/${id}.json`);
    },
  };
  for (const job of ["check", "hint", "explain"]) jobs[job] = async (request) => walk((await load(idOf(request.puzzle))).walk).ask(job, request);
  return { jobs: new Set(Object.keys(jobs)), ask: (job, request) => jobs[job](request), schema: async () => ({ library: await json("library.json") }) };
}

/** @param {string} path @returns {Promise<any>} */
async function json(path) {
  const answer = await fetch(path).catch(() => {
    throw new Error(AWAY);
  });
  if (answer.status === 404) throw new Error(path.startsWith("puzzles/") ? ABSENT : "This site has no such puzzle.");
  if (!answer.ok) throw new Error("The server's answer cannot be read.");
  return answer.json();
}
