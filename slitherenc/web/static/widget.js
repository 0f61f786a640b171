/**
 * The board in a notebook: what is marked goes to Python, and what Python sets is shown.
 */
import { single } from "./single.js";
import { State } from "./state.js";

/** @typedef {{get: (name: string) => any, set: (name: string, value: any) => void, save_changes: () => void,
 *   on: (name: string, act: () => void) => void, off: (name: string, act: () => void) => void}} Model */

/** @param {{model: Model, el: HTMLElement}} given */
function render({ model, el }) {
  el.classList.add("slitherenc");
  const host = document.createElement("div");
  el.append(host);
  const given = model.get("document");
  const play = single(host, given, { keep: false, state: model.get("state") });
  play.place.style.height = `${model.get("height")}px`;
  const send = () => {
    const text = play.board.state.text();
    if (text === model.get("state")) return;
    model.set("state", text);
    model.save_changes();
  };
  const show = () => {
    const text = model.get("state");
    if (text === play.board.state.text() || !State.valid(text, given.board)) return;
    play.board.state.load(text);
    play.board.update();
  };
  play.listeners.push(send);
  model.on("change:state", show);
  return () => {
    model.off("change:state", show);
    play.close();
  };
}

export default { render };
