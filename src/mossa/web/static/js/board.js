// A board drawn from a scene: cells, pieces, names. Clicks, drags and keys become the cells of a move.

import { h, s, said, t } from "./common.js";
import { Annotations, arrowShape } from "./annotations.js";
import { pickPiece } from "./picker.js";
import { pieceName, pieceShape, same } from "./pieces.js";

const SIDE = 100;

/** A cell that is a line between two points: a wide part to click, and the line. */
function lineShapes([[x1, y1], [x2, y2]], piece) {
  const ends = { x1, y1, x2, y2 };
  return [s("line", { ...ends, class: "line-reach" }), s("line", { ...ends, class: `line ${piece ? `taken role-${piece[1]}` : ""}` })];
}

/** All of a long cell can be clicked, also beside its outline. */
function reach(corners) {
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return s("rect", { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y, class: "nothing" });
}

/** Is a move shown by an arrow? Not if it has a single cell, nor if it has several parts (24/18 13/11). */
const arrowed = ({ text, path }) => path.length > 1 && !/[/ ]/.test(text);

export class BoardView {
  /** Draws into `frame`; `onMove(text)` is called with the move that a person made, `choose(moves)` where one must pick. */
  constructor(frame, { onMove = null, choose = null } = {}) {
    Object.assign(this, { frame, onMove, choose, flipped: false, moves: [], path: [], scene: null, marks: [], pointed: [] });
    this.focus = -1;
    if (onMove) {
      frame.addEventListener("keydown", (event) => this.key(event));
      frame.addEventListener("pointerdown", (event) => this.press(event));
      this.annotations = new Annotations(this);
    }
  }

  /** Show a scene; `moves` are those that may be made by clicks. */
  show(scene, moves = [], marks = []) {
    const before = this.scene;
    Object.assign(this, { scene, moves: moves.filter((move) => move.path.length), marks, path: [], pointed: [] });
    if (this.annotations) this.annotations.drawn = [];
    this.draw(before);
  }

  flip() {
    this.flipped = !this.flipped;
    this.draw();
  }

  /** Mark moves (`text`, `path`, perhaps `target`), the best first: by an arrow, or by a shade on the target. */
  pointAt(moves) {
    this.pointed = moves;
    this.draw();
  }

  /** The cells of the best marked move, if it has no arrow; of cells that share a name, its target. */
  hinted() {
    const [best] = this.pointed;
    if (!best || arrowed(best)) return new Set();
    if (best.path.length === 1 && best.target?.length) return new Set(best.target);
    return new Set(this.scene.cells.flatMap((cell, i) => (cell.name && best.path.includes(cell.name) ? [i] : [])));
  }

  /** An arrow along the cells of a move. */
  arrow({ path }, rank) {
    const points = path.map((name) => this.scene.cells.findIndex((cell) => cell.name === name)).map((i) => this.places[i].map((at) => (at + 0.5) * SIDE));
    return arrowShape(points, `rank-${rank}`);
  }

  /** The corners of a cell on the board, from its left upper corner. */
  corners(outline) {
    const turned = this.flipped ? -1 : 1;
    return outline.map(([x, y]) => [(0.5 + turned * x) * SIDE, (0.5 + turned * y) * SIDE]);
  }

  /** The path of the lines that go out from the middle of a cell. */
  ways(lines) {
    return this.corners(lines).map(([x, y]) => `M50 50L${x} ${y}`).join("");
  }

  at(x, y) {
    const { width, height } = this.scene;
    return this.flipped ? [width - 1 - x, height - 1 - y] : [x, y];
  }

  draw(before = null) {
    const { scene } = this;
    const hadFocus = this.frame.contains(document.activeElement);
    const size = scene.width > 12 ? 34 : Math.min(26, 160 / Math.max(1, ...scene.columns.map((label) => said(label).length)));
    const left = scene.rows.length ? 16 + Math.max(18, 0.64 * size) * Math.max(...scene.rows.map((row) => said(row).length)) : 4;
    const top = scene.cells.some((cell) => cell.outline) ? 10 : 4;
    const bottom = scene.columns.length ? 44 : top;
    const [width, height] = [scene.width * SIDE, scene.height * SIDE];
    const svg = s("svg", {
      viewBox: `${-left} ${-top} ${width + left + 4} ${height + bottom + top}`, class: "board",
      role: this.onMove ? "group" : "img", "aria-label": t("board.label"),
    });
    const old = new Map((before?.cells ?? []).map((cell) => [`${cell.x},${cell.y}`, cell.piece]));
    const counts = new Map((before?.cells ?? []).filter((cell) => cell.step).map((cell) => [`${cell.x},${cell.y}`, cell.count]));
    const targets = this.targets(), hinted = this.hinted();
    const firsts = new Set(this.moves.map((move) => move.path[0]));
    this.places = scene.cells.map((cell) => this.at(cell.x, cell.y));
    scene.cells.forEach((cell, i) => {
      const [x, y] = this.places[i];
      const open = this.onMove && cell.name && (targets.has(i) || firsts.has(cell.name) || this.path.includes(cell.name));
      const group = s("g", {
        class: `cell ground-${cell.ground}${open ? " open" : ""}${this.marks.includes(i) ? " marked" : ""}${this.isChosen(cell) ? " chosen" : ""}${hinted.has(i) ? " hinted" : ""}`,
        transform: `translate(${x * SIDE} ${y * SIDE})`, "data-i": i,
      });
      if (!cell.name) group.setAttribute("pointer-events", "none"); // what lies below it may be meant
      const outline = cell.outline && this.corners(cell.outline);
      if (cell.step && outline) group.append(reach(outline));
      if (outline?.length === 2) group.append(...lineShapes(outline, cell.piece));
      else if (outline) group.append(s("polygon", { points: outline.join(" "), class: cell.ground === "none" ? "nothing" : "ground" }));
      else group.append(s("rect", { width: SIDE, height: SIDE, class: cell.ground === "none" ? "nothing" : "ground" }));
      if (cell.lines) group.append(s("path", { d: this.ways(cell.lines), class: "crossing" }));
      if (cell.ground === "board" || cell.ground === "hole") group.append(s("circle", { cx: 50, cy: 50, r: 40, class: "hole" }));
      if (outline?.length !== 2) group.append(outline ? s("polygon", { points: outline.join(" "), class: "shade" }) : s("rect", { width: SIDE, height: SIDE, class: "shade" }));
      if (cell.alarm) group.append(s("circle", { cx: 50, cy: 50, r: 40, class: "alarm" }));
      if (cell.piece && outline?.length !== 2) {
        const fresh = before && !same(old.get(`${cell.x},${cell.y}`) ?? null, cell.piece);
        group.append(...this.holders(cell, fresh ? 0 : counts.get(`${cell.x},${cell.y}`) ?? Infinity));
      }
      if (cell.corner) group.append(s("text", { class: "corner", x: 5, y: 21, "font-size": 19, "aria-hidden": "true" }, cell.corner));
      if (targets.has(i) && outline?.length !== 2) group.append(this.target(cell));
      if (this.onMove && cell.name) {
        group.setAttribute("role", open ? "button" : "img");
        group.setAttribute("tabindex", "-1");
        group.setAttribute("aria-label", this.describe(cell));
      }
      svg.append(group);
    });
    svg.append(...this.pointed.map((move, rank) => (arrowed(move) ? this.arrow(move, rank) : "")).reverse());
    scene.columns.forEach((label, x) => {
      const [at] = this.at(x, 0);
      svg.append(s("text", { class: "edge", x: (at + 0.5) * SIDE, y: height + 32, "font-size": size, "text-anchor": "middle" }, said(label)));
    });
    const heights = [...new Set(scene.cells.map((cell) => Math.round(100 * cell.y) / 100))].sort((a, b) => a - b);
    scene.rows.forEach((label, row) => {
      const [, at] = this.at(0, heights.length === scene.rows.length ? heights[row] : row);
      svg.append(s("text", { class: "edge", x: -12, y: (at + 0.5) * SIDE, dy: "0.36em", "font-size": size, "text-anchor": "end" }, said(label)));
    });
    this.frame.style.setProperty("--ratio", (width + left + 4) / (height + bottom + top));
    this.frame.style.setProperty("--wide", scene.width);
    this.frame.replaceChildren(svg);
    this.svg = svg;
    this.annotations?.draw();
    this.rove(hadFocus);
  }

  describe(cell) {
    const name = said(cell.name);
    if (!cell.piece) return `${name}: ${t("board.empty")}`;
    return `${name}: ${cell.step ? `${cell.count} × ` : ""}${pieceName(cell.piece)}`;
  }

  /** The mark of a cell that may be clicked next: where the next of several pieces would stand, or around the piece. */
  target({ piece, count = 1, step = [0, 0], most = 1 }) {
    const at = piece ? Math.min(count, most - 1) : 0, turned = this.flipped ? -1 : 1;
    const [cx, cy] = step.map((part) => 50 + turned * at * part * SIDE);
    return piece && count > at ? s("circle", { cx, cy, r: 45, class: "ring" }) : s("circle", { cx, cy, r: 13, class: "dot" });
  }

  /** What stands on a cell, one piece or several; those from number `fresh` on have just come. */
  holders(cell, fresh) {
    const { piece, count = 1, step = [0, 0], most = 1 } = cell;
    const closer = Math.min(1, (most - 1) / Math.max(1, count - 1)), turned = this.flipped ? -1 : 1;
    return Array.from({ length: count }, (_, i) => {
      const shown = count > most && i === count - 1 ? [String(count), piece[1], "token"] : piece;
      const [x, y] = step.map((part) => 50 + turned * closer * i * part * SIDE);
      const holder = s("g", { class: "holder", transform: `translate(${x} ${y})` }, pieceShape(shown));
      if (i >= fresh) holder.firstChild.classList.add("fresh");
      return holder;
    });
  }

  isChosen(cell) {
    return Boolean(cell.name) && this.path.includes(cell.name);
  }

  /** The moves that begin with the cells clicked so far. */
  going() {
    return this.moves.filter((move) => this.path.every((name, i) => move.path[i] === name));
  }

  /** The cells to mark as possible next clicks. */
  targets() {
    const found = new Set();
    if (!this.onMove || !this.scene) return found;
    for (const move of this.going()) {
      if (move.path.length === this.path.length + 1) move.target.forEach((i) => found.add(i));
      else if (this.path.length && move.path.length > this.path.length) {
        const next = move.path[this.path.length];
        this.scene.cells.forEach((cell, i) => cell.name === next && found.add(i));
      }
    }
    if (!this.path.length) {
      // Where every empty cell is a target, dots do not help.
      const empty = this.scene.cells.filter((cell) => cell.name && !cell.piece).length;
      const dots = [...found].filter((i) => !this.scene.cells[i].piece).length;
      if (dots === empty || this.scene.cells.some((cell, i) => found.has(i) && cell.piece)) return new Set();
    }
    return found;
  }

  // Making a move

  click(i) {
    const { name } = this.scene.cells[i];
    if (!name || !this.moves.length) return;
    const going = this.going();
    const next = going.filter((move) => move.path[this.path.length] === name);
    const last = going.filter((move) => this.path.length && move.path.at(-1) === name);
    if (next.length) this.path = [...this.path, name];
    else if (last.length) this.path = last[0].path;
    else if (this.path.at(-1) === name) this.path = [];
    else if (this.moves.some((move) => move.path[0] === name)) this.path = [name];
    else this.path = [];
    this.resolve();
  }

  /** Take up the piece on the cell of this name, as by a click on it. */
  take(name) {
    if (name) this.path = [name];
    this.draw();
  }

  resolve() {
    const going = this.path.length ? this.going() : [];
    const whole = going.filter((move) => move.path.length === this.path.length);
    if (whole.length && whole.length === going.length) {
      this.path = [];
      this.pointed = [];
      this.draw();
      if (whole.length === 1) this.onMove(whole[0].text);
      else if (whole.every((move) => move.piece)) pickPiece(this, whole, this.onMove);
      else this.choose(whole);
      return;
    }
    this.draw();
    if (whole.length) this.choose(going);
  }

  cellAt(x, y) {
    const cell = document.elementFromPoint(x, y)?.closest(".cell");
    return cell && this.frame.contains(cell) ? Number(cell.dataset.i) : -1;
  }

  /** A pointer goes down: a click, or the beginning of a drag. */
  press(event) {
    const from = event.button === 0 ? this.cellAt(event.clientX, event.clientY) : -1;
    if (from < 0) return;
    const { name, piece } = this.scene.cells[from];
    const drags = piece && this.moves.some((move) => move.path[0] === name && move.path.length > 1);
    if (drags) event.preventDefault();
    let ghost = null;
    const start = [event.clientX, event.clientY];
    const move = (event) => {
      if (!drags || (!ghost && Math.hypot(event.clientX - start[0], event.clientY - start[1]) < 8)) return;
      if (!ghost) {
        this.path = [name];
        this.draw();
        [...this.svg.querySelectorAll(`[data-i="${from}"] .piece`)].at(-1)?.classList.add("lifted");
        ghost = s("g", { class: "ghost" }, pieceShape(piece));
        this.svg.append(ghost);
      }
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
      ghost.setAttribute("transform", `translate(${point.x} ${point.y})`);
    };
    const end = (event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      ghost?.remove();
      if (event.type === "pointercancel") return this.draw();
      const to = this.cellAt(event.clientX, event.clientY);
      if (to >= 0 && to !== from && ghost) this.click(to);
      else if (to === from && !ghost) {
        this.focus = from;
        this.click(from);
      } else this.draw();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  // Keys

  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    const cell = event.target.closest?.(".cell");
    if (!cell) return;
    this.focus = Number(cell.dataset.i);
    if (step) this.go(...step);
    else if (event.key === "Enter" || event.key === " ") this.click(this.focus);
    else if (event.key === "Escape") {
      this.path = [];
      this.draw();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** To the nearest cell in a direction. */
  go(dx, dy) {
    const [x, y] = this.places[this.focus] ?? [0, 0];
    let best = -1, least = Infinity;
    this.places.forEach(([cx, cy], i) => {
      const along = (cx - x) * dx + (cy - y) * dy, aside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
      if (along > 0 && along + 3 * aside < least && this.svg.querySelector(`[data-i="${i}"][tabindex]`)) {
        [best, least] = [i, along + 3 * aside];
      }
    });
    if (best >= 0) {
      this.focus = best;
      this.rove(true);
    }
  }

  /** One cell at a time can be reached with the Tab key. */
  rove(take) {
    const cells = [...this.svg.querySelectorAll("[tabindex]")]; // all cells with a name, so that a screen reader can reach them
    if (!cells.length) return;
    const at = cells.find((cell) => Number(cell.dataset.i) === this.focus) ?? cells.find((cell) => cell.classList.contains("open")) ?? cells[0];
    cells.forEach((cell) => cell.setAttribute("tabindex", cell === at ? "0" : "-1"));
    if (take) {
      this.focus = Number(at.dataset.i);
      at.focus({ preventScroll: true });
    }
  }
}

/** Let a person pick one of several moves that begin with the same cells. */
export function chooseMove(dialog, moves, play) {
  dialog.replaceChildren(
    h("h2", { id: "chooser-title" }, t("play.choose")),
    h("div", { class: "buttons" }, moves.map((move) => h("button", { type: "button", onclick: () => { dialog.close(); play(move.text); } }, move.text))),
    h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, t("new.cancel")));
  dialog.showModal();
}

/** A board as a picture. */
export function picture(scene) {
  const frame = h("div", { class: "board-frame mini" });
  new BoardView(frame).show(scene);
  frame.firstChild.setAttribute("aria-hidden", "true");
  return frame;
}
