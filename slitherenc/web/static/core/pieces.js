/**
 * Colors of pieces: connected lines have one of 8 hues. A piece that joins another one takes the hue of the longer one.
 */

export const HUES = 8;

export class Pieces {
  /** @param {import("./state.js").State} state */
  constructor(state) {
    this.state = state;
    this.of = new Int32Array(state.edges.length).fill(-1); // the piece of each line
    this.next = 0;
  }

  /** The hue of a line. @param {number} edge */
  hue(edge) {
    return this.of[edge] < 0 ? -1 : this.of[edge] % HUES;
  }

  /** Whether an edge belongs to a piece: lines on trial do not. @param {number} edge */
  #counts(edge) {
    return this.state.edges[edge] === 1 && !this.state.tried[edge];
  }

  /** Colors the changed edges. @param {number[]} changed @returns {number[]} the edges whose hue changed */
  update(changed) {
    const { doc, around } = this.state;
    const near = new Set(changed.flatMap((edge) => doc.ends[edge].flatMap((vertex) => around[vertex])));
    const seen = new Set();
    const pieces = [];
    for (const edge of near) {
      if (!this.#counts(edge)) this.of[edge] = -1;
      else if (!seen.has(edge)) pieces.push(this.#piece(edge, seen));
    }
    const taken = new Set();
    /** @type {number[]} */ const recolored = [...changed];
    for (const piece of pieces.sort((a, b) => b.length - a.length)) {
      /** @type {Map<number, number>} */ const parts = new Map();
      for (const edge of piece) if (this.of[edge] >= 0) parts.set(this.of[edge], (parts.get(this.of[edge]) ?? 0) + 1);
      const [longest] = [...parts].filter(([id]) => !taken.has(id)).sort((a, b) => b[1] - a[1]);
      const id = longest ? longest[0] : this.next++;
      taken.add(id);
      for (const edge of piece)
        if (this.of[edge] !== id) {
          this.of[edge] = id;
          recolored.push(edge);
        }
    }
    return recolored;
  }

  /** @param {number} first @param {Set<unknown>} seen */
  #piece(first, seen) {
    const { doc, around } = this.state;
    const piece = [first];
    seen.add(first);
    for (const edge of piece)
      for (const vertex of doc.ends[edge])
        for (const other of around[vertex])
          if (this.#counts(other) && !seen.has(other)) {
            seen.add(other);
            piece.push(other);
          }
    return piece;
  }
}
