/**
 * What addresses mean, after the `#`: `/` is the open puzzle, or else the Classic of today; `/p/TEXT`, `/daily/DATE/SLOT`,
 * `/c/COLLECTION/NUMBER`, each optionally followed by `/s/MARKS`; `/learn`, `/new?board=…&grade=…`, `/library`, `/library/MONTH`, `/library/DATE`, `/c/COLLECTION`, `/create/TEXT`.
 */
import { LEARN } from "./addresses.js";
import { placeOf } from "./days.js";

/**
 * @typedef {{place: "home" | "learn" | "nowhere"} | {place: "puzzle", text: string, marks: string | null} | {place: "new", query: URLSearchParams}
 *   | {place: "create", text: string} | {place: "listed", at: import("./days.js").Place, marks: string | null}
 *   | {place: "library", when: string} | {place: "c", name: string}} Address
 */

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a link that is not escaped may have a % of its own
  }
}

/** What an address means. @param {string} hash with or without `#` @returns {Address} */
export function parse(hash) {
  const address = hash.replace(/^#/, "");
  if (address.startsWith("puzzle=")) {
    const old = new URLSearchParams(address);
    return { place: "puzzle", text: old.get("puzzle") ?? "", marks: old.get("state") };
  }
  const [, path = "", marks = null] = /^(.*?)(?:\/s\/([01.]+))?$/s.exec(address) ?? [];
  if (path.startsWith("/p/")) return { place: "puzzle", text: decoded(path.slice(3)), marks };
  if (address === "/new" || address.startsWith("/new?")) return { place: "new", query: new URLSearchParams(address.slice(5)) };
  if (address === "/create" || address.startsWith("/create/")) return { place: "create", text: decoded(address.slice(8)) };
  if (`#${address}` === LEARN) return { place: "learn" };
  const at = placeOf(path);
  if (at) return { place: "listed", at, marks };
  if (address.startsWith("/library")) return { place: "library", when: address.slice(9) };
  const [, name] = /^\/c\/([\w-]+)$/.exec(address) ?? [];
  if (name) return { place: "c", name };
  return { place: address === "" || address === "/" ? "home" : "nowhere" };
}
