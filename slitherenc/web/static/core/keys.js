/** The keys of the board and of the features. */

/** @typedef {import("./app.js").App} App */

export const WAYS = new Map(Object.entries({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }));
/** @type {("line" | "cross" | "side")[]} */ const TOOLS = ["line", "cross", "side"];
const ZOOM = 1.25;

/** @param {App} app @param {HTMLElement} target the element that receives them */
export function listenToKeys(app, target) {
  target.addEventListener("keydown", (event) => {
    const { game } = app;
    const from = /** @type {HTMLElement} */ (event.target);
    if (!game || event.defaultPrevented || event.altKey || from.closest("input, textarea, select, dialog")) return;
    game.byKey = true;
    const control = event.ctrlKey || event.metaKey;
    const onButton = from.closest("button, a") !== null;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const undone = key === "z" && event.shiftKey ? "y" : key;
    const done = control ? /[yz]/.test(undone) && anywhere(app, undone) : (!onButton && onBoard(app, key)) || anywhere(app, event.shiftKey && /[a-z]/.test(key) ? key.toUpperCase() : key);
    if (done) event.preventDefault();
  });
  target.addEventListener("pointerdown", () => app.game && (app.game.byKey = false), true);
}

/** Handles the keys of the cursor. @param {App} app @param {string} key */
function onBoard({ game }, key) {
  const way = WAYS.get(key);
  if (!game) return false;
  const { cursor } = game;
  if (way || key === "f") {
    game.board.svg.focus({ preventScroll: true });
    if (way) cursor.go(way);
    else cursor.turn();
    return true;
  }
  const marks = new Map([[" ", undefined], ["Enter", 1], ["x", 0], ["Backspace", -1]]);
  if (!marks.has(key)) return false;
  if (!game.frozen) cursor.mark(marks.get(key));
  return true;
}

/** @param {App} app @param {string} key capital with Shift */
function anywhere(app, key) {
  const { game } = app;
  if (!game) return false;
  const { view } = game;
  const middle = [(view.box?.[0] ?? 0) / 2 + (view.box?.[2] ?? 0) / 2, (view.box?.[1] ?? 0) / 2 + (view.box?.[3] ?? 0) / 2];
  const tool = TOOLS[Number(key) - 1];
  if (tool) app.view?.shell.setTool(tool);
  else if (key === "+") view.zoom(ZOOM, middle);
  else if (key === "-") view.zoom(1 / ZOOM, middle);
  else if (key === "0") view.showAll();
  else if (key === "Escape") game.hints.close();
  else {
    const feature = app.features.find((one) => one.key === key && app.can(one));
    if (!feature) return false;
    app.run(feature);
  }
  return true;
}
