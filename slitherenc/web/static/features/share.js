import { addressOf, dayOf, dayWords, placeOf } from "../core/days.js";
import { button, capital, clock, counted, html } from "../core/dom.js";
import { row } from "../core/sheet.js";

/** Offers the link, result, formats, picture and command line. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "share", label: "Share", key: "", icon: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8", place: ["head", "more", "foot"], from: 600, order: 6, needs: [],
  when: ({ game, editor }) => Boolean(game ?? editor?.doc),
  run(app) {
    const game = app.game ?? app.editor;
    const { doc, state, board } = game ?? {};
    if (!game || !doc || !state || !board) return;
    const out = /** @type {HTMLTextAreaElement} */ (html("textarea", { readonly: true, "aria-label": "Text to copy", rows: 3, hidden: true }));
    const notice = html("p", { role: "status" });
    const give = async (/** @type {string} */ text, words = "Copied.") => {
      out.value = text;
      out.hidden = false;
      out.select();
      const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
      notice.replaceChildren(copied ? words : "Copy the text below.");
    };
    const link = location.href.split("#")[0] + addressOf({ meta: app.game?.meta ?? { from: "" }, doc });
    const copy = (/** @type {string} */ words, /** @type {() => string} */ text) => button(words, () => void give(text()), { class: "second" });
    const solved = board.verdict.solved && !game.shown;
    const convert = /** @type {HTMLSelectElement} */ (html("select", { "aria-label": "Format" }, html("option", { value: "" }, "As text in a format …")));
    convert.addEventListener("change", async () => {
      const found = convert.value && (await game.ask("convert", { to: convert.value }));
      if (found) void give(found.text, found.lost.length ? `Copied. Left out: ${found.lost.join("; ")}.` : "Copied.");
    });
    if (app.source.jobs.has("convert"))
      void app.schema().then(({ formats }) => convert.append(...Object.entries(formats).map(([name, title]) => html("option", { value: name }, `${name}: ${title}`))));
    const picture = button("Picture (SVG)", async () => {
      const found = await game.ask("draw", { state: state.text() });
      if (found) html("a", { href: URL.createObjectURL(new Blob([found.svg], { type: "image/svg+xml" })), download: "slitherlink.svg" }).click();
    }, { class: "second" });
    app.dialog("Share", [
      row([
        copy("Link", () => (app.source.jobs.has("read") ? link : doc.text)),
        Boolean(app.game) && app.source.jobs.has("read") && copy("Link with my marks", () => `${link}/s/${state.text()}`),
        "share" in navigator && button("Send …", () => void navigator.share({ title: doc.title, url: link }).catch(() => {}), { class: "second" }),
        solved && copy("Result", () => result(app)),
        app.source.jobs.has("draw") && picture,
      ], "row many"),
      ...(app.source.jobs.has("convert") ? [convert] : []), notice, out,
      ...(game.command ? [html("h3", {}, "On the command line"), html("code", { class: "command" }, game.command)] : []),
    ]);
  },
};

/** The result in words. A daily puzzle is named by its slot and date. @param {import("../core/app.js").App} app */
export function result({ game }) {
  if (!game) return "";
  const place = placeOf(game.meta.from);
  const daily = place && "date" in place ? place : null;
  const day = dayWords(daily?.date ?? dayOf(), { day: "numeric", month: "short", year: "numeric" });
  const name = daily ? `${capital(daily.slot)}, ` : "";
  const hints = game.hintCounts[0] ? counted(game.hintCounts[0], "hint") : "no hints";
  return `Slitherlink ${name}${day}\n${game.meta.title} in ${clock(game.timer.seconds)}, ${hints}\n${location.href.split("#")[0]}${addressOf(game)}`;
}
