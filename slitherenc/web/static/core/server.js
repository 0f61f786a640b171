/** The source of answers if `slitherenc serve` runs. */
import { AWAY } from "./source.js";

/** Asks the server of this page. @param {readonly string[]} jobs @returns {import("./source.js").Source} */
export function server(jobs) {
  return {
    jobs: new Set(jobs),
    schema: () => fetch("/api/schema").then((response) => response.json()),
    async ask(job, request, signal) {
      const body = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request), signal };
      const response = await fetch(`/api/${job}`, body).catch((error) => {
        throw signal?.aborted ? error : new Error(AWAY);
      });
      const answer = await response.json().catch(() => ({ error: { message: "The server's answer cannot be read." } }));
      if (answer.error) throw new Error(answer.error.message, { cause: answer.error.status });
      return answer;
    },
  };
}
