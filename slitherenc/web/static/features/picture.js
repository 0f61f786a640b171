/** Reads a picture that is pasted, dropped, chosen or photographed. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "picture", label: "Read a picture", key: "", icon: "M4 8h4l2-3h4l2 3h4v11H4zM12 10a3.5 3.5 0 1 0 .1 0", place: ["more"], order: 6, needs: ["picture", "read"],
  run: async (app) => (await import("../places/picture.js")).choose(app),
  start(app) {
    // Runs before the page treats pasted or dropped data as a text.
    const take = (/** @type {Event} */ event, /** @type {DataTransfer | null} */ data) => {
      const file = pictureOf(data);
      if (!file) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      void import("../places/picture.js").then(({ see }) => see(app, file));
    };
    document.addEventListener("paste", (event) => take(event, event.clipboardData), { capture: true });
    document.addEventListener("drop", (event) => take(event, event.dataTransfer), { capture: true });
  },
};

/** @param {DataTransfer | null} data */
const pictureOf = (data) => [...(data?.files ?? [])].find((file) => file.type.startsWith("image/") || file.type === "application/pdf");
