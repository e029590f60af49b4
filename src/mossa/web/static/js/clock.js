// The clocks of a game, as the browser shows them between two messages of the server, which has the real ones.

const SHORT = 10; // seconds from which tenths are shown

/** `place` holds an element `.clock` for each seat, with the seat's number in `data-seat`. */
export class ClockView {
  constructor(place) {
    this.place = place;
    this.clocks = null; // {left: seconds of each seat, running: a seat or null}, or null in a game without clocks
    this.since = 0; // when the server sent them, by the browser's clock
    setInterval(() => this.show(), 100);
  }

  /** Take the clocks of a message of the server. */
  set(clocks) {
    this.clocks = clocks && { ...clocks, left: [...clocks.left] };
    this.since = performance.now();
  }

  /** Stop all clocks: while the server compiles, or when the game is over. */
  hold() {
    if (!this.clocks || this.clocks.running === null) return;
    this.clocks.left[this.clocks.running] -= this.elapsed();
    this.clocks.running = null;
  }

  elapsed() {
    return (performance.now() - this.since) / 1000;
  }

  show() {
    if (!this.clocks) return;
    for (const element of this.place.querySelectorAll(".clock")) {
      const seat = Number(element.dataset.seat);
      const left = Math.max(0, this.clocks.left[seat] - (this.clocks.running === seat ? this.elapsed() : 0));
      element.textContent = timeLeft(left);
      element.classList.toggle("short", left < SHORT);
    }
  }
}

/** 83 → 1:23, 9.4 → 0:09.4 */
function timeLeft(left) {
  const [minutes, seconds] = [Math.floor(left / 60), left % 60];
  const text = left < SHORT ? seconds.toFixed(1).padStart(4, "0") : String(Math.floor(seconds)).padStart(2, "0");
  return `${minutes}:${text}`;
}
