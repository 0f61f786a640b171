/** The time of a game: it runs from the first mark, and stops while the page is hidden, in a pause, or after an idle minute. */

const IDLE_MS = 60_000;

export class Timer {
  /** @param {number} seconds @param {(seconds: number) => void} onsecond */
  constructor(seconds, onsecond) {
    this.seconds = seconds;
    this.onsecond = onsecond;
    this.paused = false;
    this.ended = false;
    this.last = 0; // the time of the last action
    this.interval = setInterval(() => this.tick(), 1000);
  }

  /** Records an action. */
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
