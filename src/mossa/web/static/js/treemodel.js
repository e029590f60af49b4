// A tree of the lab: its nodes, what stands at them at a step, which are folded, and where they are laid out.

export const LEVEL = 92; // pixels from one ply to the next at the scale of 1
const SHAPE = 32, GAP = 10;

/** About how wide a text is. */
export const wide = (text, size) => size * 0.58 * String(text).length;

export class TreeModel {
  /** `nodes` as the server tells them: parents, places, kinds, moves, worths. `windows`: is room kept for them? */
  constructor(nodes, windows) {
    this.nodes = [];
    this.folded = new Set();
    this.labels = new Map();
    this.best = new Set();
    this.windows = windows;
    [this.now, this.horizon, this.tail] = [-1, null, ""];
    nodes.parents.forEach((parent, id) => this.add(parent, nodes.places[id], nodes.kinds[id], nodes.moves[id], nodes.worths[id]));
    this.size = this.nodes.length;
    const long = Math.max(2, ...new Set(nodes.worths.map((worth) => worth.length)), nodes.kinds.includes("chance") ? 4 : 0);
    this.longest = "0".repeat(long);
    this.valueWidth = wide(`≤${this.longest}`, 15) + 5;
  }

  add(parent, place, kind, move, worth) {
    const above = this.nodes[parent];
    const node = { id: this.nodes.length, parent: above ?? null, place, kind, move, worth, below: [], depth: above ? above.depth + 1 : 0, x: 0, gap: Infinity, ended: false, opened: false };
    this.nodes.push(node);
    above?.below.push(node);
    return node;
  }

  /** The places of the moves that lead to a node. */
  path(node) {
    const path = [];
    for (let at = node; at.parent; at = at.parent) path.unshift(at.place);
    return path;
  }

  /** The node at a path, if it is known. */
  find(path) {
    return path.reduce((node, place) => node?.below.find((child) => child.place === place), this.nodes[0]);
  }

  /** The name of a node: the moves that lead to it. */
  name(node) {
    const names = [];
    for (let at = node; at.parent; at = at.parent) names.unshift(at.move);
    return names.join(" ");
  }

  /** Take in what a step changes. */
  step({ changes, best, now, horizon, tail }) {
    for (const [id, label] of Object.entries(changes)) {
      if (label) this.labels.set(Number(id), label);
      else this.labels.delete(Number(id));
    }
    this.best = new Set(best);
    Object.assign(this, { now, horizon, tail });
  }

  /** Was the node, or one above it, cut? */
  isCut(node) {
    for (let at = node; at; at = at.parent) if (this.labels.get(at.id)?.[0] === "cut") return true;
    return false;
  }

  kind(node) {
    return node.depth === this.horizon ? "leaf" : node.kind;
  }

  value(node) {
    return this.labels.get(node.id)?.[1] || (this.kind(node) === "leaf" ? node.worth : "");
  }

  /** How many nodes lie below one. */
  count(node) {
    let found = 0;
    const todo = [...node.below];
    while (todo.length) {
      const one = todo.pop();
      found += 1;
      for (const child of one.below) todo.push(child);
    }
    return found;
  }

  isOpen(node) {
    return node.below.length > 0 && !this.folded.has(node.id) && (this.horizon === null || node.depth < this.horizon);
  }

  /** Half the width of a node to the left, and to the right with the texts beside it; with less `detail` (2, 1, 0)
   *  without its window, and without its value. */
  reach(node, board, detail = 2) {
    const half = (node.kind === "leaf" ? Math.max(26, wide(node.worth, 15) + 10) : SHAPE) / 2;
    const left = Math.max(half, wide(node.move, 13) / 2, board / 2);
    const texts = node.kind === "leaf" || !detail ? 0 : this.windows && detail > 1 ? Math.max(this.valueWidth, wide("α= β=", 12) + 2 * wide(this.longest, 12)) : this.valueWidth;
    return [left, Math.max(left, half + texts)];
  }

  /** Lay the open nodes out, each parent in the middle above its children, as close as they fit; `board` is the width
   *  of a board that stands below each node. */
  layOut(board = 0) {
    const shifts = new Map();
    const outline = (node) => {
      const [left, right] = this.reach(node, board);
      const around = [[], []];
      if (this.isOpen(node)) {
        const at = [];
        for (const child of node.below) {
          const [lefts, rights] = outline(child);
          let shift = 0;
          for (let ply = 0; ply < Math.min(around[1].length, lefts.length); ply += 1) shift = Math.max(shift, around[1][ply] + GAP - lefts[ply]);
          at.push(shift);
          for (let ply = 0; ply < lefts.length; ply += 1) {
            if (ply >= around[0].length) around[0][ply] = lefts[ply] + shift;
            around[1][ply] = rights[ply] + shift;
          }
        }
        const middle = (at[0] + at.at(-1)) / 2;
        node.below.forEach((child, i) => shifts.set(child, at[i] - middle));
        for (let ply = 0; ply < around[0].length; ply += 1) [around[0][ply], around[1][ply]] = [around[0][ply] - middle, around[1][ply] - middle];
      }
      around[0].unshift(-left);
      around[1].unshift(right);
      return around;
    };
    const [lefts, rights] = outline(this.nodes[0]);
    this.left = Math.min(...lefts);
    this.width = Math.max(...rights) - this.left;
    this.levels = [];
    const place = (node, x) => {
      node.x = x;
      (this.levels[node.depth] ??= []).push(node);
      if (this.isOpen(node)) for (const child of node.below) place(child, x + shifts.get(child));
    };
    place(this.nodes[0], 0);
    for (const level of this.levels) {
      level.forEach((node, i) => {
        node.gap = Math.min(i ? node.x - level[i - 1].x : Infinity, i + 1 < level.length ? level[i + 1].x - node.x : Infinity);
      });
    }
  }
}
