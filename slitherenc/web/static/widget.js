/** The board in a notebook: it sends marks to Python, and shows the marks that Python sets. */
import { single } from "./single.js";
import { State } from "./core/state.js";

/** @typedef {{get: (name: string) => any, set: (name: string, value: any) => void, save_changes: () => void,
 *   on: (name: string, act: () => void) => void, off: (name: string, act: () => void) => void}} Model */

/** @param {{model: Model, el: HTMLElement}} given */
function render({ model, el }) {
  el.classList.add("slitherenc");
  const root = document.createElement("div");
  el.append(root);
  root.style.height = `${model.get("height")}px`;
  const given = model.get("document");
  const app = single(root, given, { framed: true, marks: model.get("state") });
  const { game } = app;
  if (!game) return () => {};
  const send = () => {
    const text = game.state.text();
    if (text === model.get("state")) return;
    model.set("state", text);
    model.save_changes();
  };
  const show = () => {
    const text = model.get("state");
    if (text !== game.state.text() && State.valid(text, given.board)) game.state.put(game.state.changesTo(text));
  };
  game.state.listeners.push(send);
  model.on("change:state", show);
  return () => {
    model.off("change:state", show);
    game.close();
  };
}

export default { render };
