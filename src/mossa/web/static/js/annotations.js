// Arrows and circles that a person draws on a board with the right button, until the next move or click.

import { s } from "./common.js";

/** An arrow along points of the board. */
export function arrowShape(points, kind) {
  const [[fromX, fromY], [toX, toY]] = points.slice(-2);
  const length = Math.hypot(toX - fromX, toY - fromY);
  const [dx, dy] = [(toX - fromX) / length, (toY - fromY) / length];
  const tip = [toX + 10 * dx, toY + 10 * dy];
  const [baseX, baseY] = [tip[0] - 42 * dx, tip[1] - 42 * dy];
  const line = [...points.slice(0, -1), [baseX, baseY]].map((point) => point.join(",")).join(" ");
  const head = [tip, [baseX - 26 * dy, baseY + 26 * dx], [baseX + 26 * dy, baseY - 26 * dx]].map((point) => point.join(",")).join(" ");
  return s("g", { class: `arrow ${kind}`, "aria-hidden": "true" }, s("polyline", { points: line }), s("polygon", { points: head }));
}

const alike = (one, other) => one.from === other.from && one.to === other.to;

export class Annotations {
  /** Listens to the right button on the board of `view`, and draws there. */
  constructor(view) {
    Object.assign(this, { view, drawn: [] });
    view.frame.addEventListener("contextmenu", (event) => event.preventDefault());
    view.frame.addEventListener("pointerdown", (event) => {
      if (event.button === 2) this.begin(event);
      else if (event.button === 0) this.clear();
    }, { capture: true });
  }

  begin(event) {
    const from = this.view.cellAt(event.clientX, event.clientY);
    if (from < 0) return;
    const end = (last) => {
      const to = this.view.cellAt(last.clientX, last.clientY);
      if (to >= 0) this.toggle({ from, to });
    };
    addEventListener("pointerup", end, { once: true });
  }

  /** Draw an arrow, or a circle where it ends where it began; take it away if it is there. */
  toggle(one) {
    const others = this.drawn.filter((other) => !alike(one, other));
    this.drawn = others.length < this.drawn.length ? others : [...this.drawn, one];
    this.draw();
  }

  clear() {
    this.drawn = [];
    this.draw();
  }

  /** Put them on the board as it is drawn now. */
  draw() {
    const { svg, places } = this.view;
    if (!svg) return;
    for (const old of svg.querySelectorAll(".annotation")) old.remove();
    const middle = (i) => places[i].map((at) => (at + 0.5) * 100);
    const there = this.drawn.filter(({ from, to }) => places[from] && places[to]);
    svg.append(...there.map(({ from, to }) => {
      const [cx, cy] = middle(from);
      return from === to ? s("circle", { cx, cy, r: 45, class: "annotation circled", "aria-hidden": "true" }) : arrowShape([middle(from), middle(to)], "annotation");
    }));
  }
}
