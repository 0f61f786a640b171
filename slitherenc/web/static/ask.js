/** How the page asks the server. */

/** The name of a job, what it is asked; raises Error with the server's words.
 * @param {string} job @param {object} request @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function ask(job, request, signal) {
  const body = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request), signal };
  const response = await fetch(`/api/${job}`, body).catch((error) => {
    throw signal?.aborted ? error : new Error("The server does not answer.");
  });
  const answer = await response.json();
  if (answer.error) throw new Error(answer.error.message);
  return answer;
}
