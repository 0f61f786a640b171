/** The time of a game: it runs from the first mark, and stops when nobody looks, in a pause, or after a minute idle. */

const IDLE_MS = 60_000;

export class Timer {
  /** @param {number} seconds @param {(seconds: number) => void} onsecond */
  constructor(seconds, onsecond) {
    this.seconds = seconds;
    this.onsecond = onsecond;
    this.paused = false;
    this.ended = false;
    this.last = 0; // when something was done last
    this.interval = setInterval(() => this.tick(), 1000);
  }

  /** Something was done. */
  touch() {
    this.last = Date.now();
  }

  tick() {
    if (this.paused || this.ended || document.hidden || !this.last || Date.now() - this.last > IDLE_MS) return;
    this.seconds++;
    this.onsecond(this.seconds);
  }

  close() {
    clearInterval(this.interval);
  }
}
