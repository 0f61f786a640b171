import { html } from "../core/dom.js";
import { result } from "./share.js";

const SIDE = 480; // pixels, the larger side of the picture
const RIM = 40; // units around the board

/** Shares the result with other apps, with a picture of the loop, or copies it if sharing is impossible. @type {import("../core/app.js").Feature} */
export const feature = {
  id: "result", label: "Share result", key: "", icon: "", place: ["end"], order: 3, needs: [],
  when: ({ game }) => Boolean(game?.board.verdict.solved && !game.shown),
  async run(app) {
    const text = result(app);
    if (app.game && "share" in navigator) {
      const files = [new File([await pictureOf(app.game.board)], "slitherlink.png", { type: "image/png" })];
      return navigator.share(navigator.canShare?.({ files }) ? { text, files } : { text }).catch(() => {}); // the player canceled
    }
    const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    app.note(copied ? "The result is copied." : text);
  },
};

/** The loop without the numbers, small, in the colors of the page. @param {import("../core/board.js").Board} board @returns {Promise<Blob>} */
function pictureOf({ svg, verdict, geometry }) {
  const [width, height] = geometry.size.map((length) => length + 2 * RIM);
  const scale = SIDE / Math.max(width, height);
  const canvas = /** @type {HTMLCanvasElement} */ (html("canvas", { width: Math.round(width * scale), height: Math.round(height * scale) }));
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const color = (/** @type {string} */ name) => getComputedStyle(svg).getPropertyValue(name);
  const [edges] = verdict.loops.values();
  const loop = new Path2D(geometry.loop(edges));
  pen.fillStyle = color("--bg");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.setTransform(scale, 0, 0, scale, RIM * scale, RIM * scale);
  Object.assign(pen, { fillStyle: color("--fill"), strokeStyle: color("--line"), lineWidth: 14, lineJoin: "round" });
  pen.fill(loop);
  pen.stroke(loop);
  return new Promise((done) => canvas.toBlob((blob) => done(/** @type {Blob} */ (blob))));
}
