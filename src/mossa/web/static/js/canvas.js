// A tree on a canvas: pan, zoom, fold, open. Only what is seen is drawn; nodes with room are drawn with their labels.

import { decimals, h, s, t } from "./common.js";
import { LEVEL } from "./treemodel.js";

const MOST_ELEMENTS = 1500; // of the drawing: beyond them nodes are dots
const LEAST_SCALE = 0.8; // a node is not drawn smaller: without the room it is a dot
const OVERSCAN = 0.5; // of the frame is drawn on either side of what is seen, for a pan
const MOST_ZOOM = 3, MOST_FIT = 1.5, MARGIN = 34;
const STATES = ["seen", "pale", "cut", "best"];
let made = 0;

/** The first node of a level at `x` or further right. */
function firstFrom(level, x, from = 0) {
  let [low, high] = [from, level.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (level[middle].x < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class TreeCanvas {
  /** `boards(nodes)` asks for boards (they come to `takeBoards`), `chosen(node)` hears of a selection,
   *  `open(node)` opens a leaf, `edit` has `value(node, text)` and `move(node, place)` where the tree is typed. */
  constructor({ boards = null, chosen = null, open = null, edit = null } = {}) {
    Object.assign(this, { boards, chosen, open, edit, model: null, zoom: 1, x: 0, y: 0, selected: null, pointers: new Map(), images: new Map(), board: null });
    this.id = `tree${(made += 1)}`;
    this.world = s("g", { class: "world" });
    this.svg = s("svg", { class: "tree", role: "group", width: "100%", height: "100%" }, this.world);
    this.input = h("input", { class: "in-place", hidden: true, maxlength: 40, autocomplete: "off", "aria-label": t("editor.value") });
    const tool = (name, sign, action) => h("button", { type: "button", class: "tool", "data-tool": name, title: t(`canvas.${name}`), "aria-label": t(`canvas.${name}`), onclick: action }, sign);
    this.fold = tool("fold", "⊟", () => this.toggle(this.selected));
    this.frame = h("div", { class: "canvas" }, this.svg, this.input,
      h("div", { class: "canvas-tools", role: "group", "aria-label": t("canvas.tools") },
        tool("in", "+", () => this.zoomBy(1.4)), tool("out", "−", () => this.zoomBy(1 / 1.4)), tool("fit", "⤢", () => this.fit()), this.fold));
    this.frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    for (const kind of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) this.frame.addEventListener(kind, (event) => this[kind](event));
    this.frame.addEventListener("keydown", (event) => this.keydown(event));
    this.input.addEventListener("keydown", (event) => this.inputKey(event));
    this.input.addEventListener("blur", () => this.endInput(true));
    new ResizeObserver(() => this.resized()).observe(this.frame);
  }

  /** Show a tree; `label` is its name. With `keep` the place and the zoom stay. */
  show(model, { label, keep = false, board = null }) {
    const path = this.selected && this.model.path(this.selected);
    Object.assign(this, { model, board, images: new Map() });
    this.label = label;
    this.selected = path ? model.find(path) ?? null : null;
    this.layOut();
    if (!keep || !this.width) this.grow();
    if (keep && this.width) this.draw();
    else this.fit();
  }

  /** The frame of a small tree is no higher than it needs. */
  grow() {
    const tall = this.level * (this.model.levels.length - 1) + 90;
    const scale = Math.min(MOST_FIT, Math.max(1, (this.frame.clientWidth - 2 * MARGIN) / this.model.width));
    this.frame.style.setProperty("--tall", `${Math.round(tall * scale)}px`);
  }

  layOut() {
    this.model.layOut(this.board && this.model.size <= 300 ? this.board.width : 0);
  }

  resized() {
    const { clientWidth: width, clientHeight: height } = this.frame;
    if (!width || (width === this.width && height === this.height)) return;
    const first = !this.width;
    Object.assign(this, { width, height });
    if (this.model) first || this.fitted ? this.fit() : this.draw();
  }

  // Scales and places

  get level() {
    return LEVEL + (this.board ? this.board.height + 8 : 0);
  }

  /** Upright the tree is pressed together only as far as it must be to fit, never so far that labels meet. */
  get zoomY() {
    const tall = this.level * Math.max(1, this.model.levels.length - 1);
    const least = this.board ? 1 : Math.min(1, Math.max(0.75, (this.height - 2 * MARGIN - 20) / tall));
    return Math.max(Math.min(this.zoom, 1.6), least);
  }

  place(node) {
    return [node.x * this.zoom + this.x, node.depth * this.level * this.zoomY + this.y];
  }

  fit() {
    this.width = this.frame.clientWidth;
    this.height = this.frame.clientHeight;
    if (!this.width || !this.model) return;
    const tall = this.level * (this.model.levels.length - 1) + 70;
    this.zoom = Math.min(MOST_FIT, (this.width - 2 * MARGIN) / this.model.width, Math.max(1, (this.height - 2 * MARGIN) / tall));
    this.x = (this.width - this.model.width * this.zoom) / 2 - this.model.left * this.zoom;
    this.y = MARGIN + 4;
    this.fitted = true;
    this.draw();
  }

  zoomBy(factor, [px, py] = [this.width / 2, this.height / 2]) {
    const least = Math.min(0.9, (this.width - 2 * MARGIN) / this.model.width);
    const [before, beforeY] = [this.zoom, this.zoomY];
    this.zoom = Math.min(MOST_ZOOM, Math.max(least, before * factor));
    this.x = px - ((px - this.x) * this.zoom) / before;
    this.y = py - ((py - this.y) * this.zoomY) / beforeY;
    this.fitted = false;
    this.draw();
  }

  panBy(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.fitted = false;
    const [driftX, driftY] = [this.x - this.drawn.x, this.y - this.drawn.y];
    if (Math.abs(driftX) > OVERSCAN * this.width || Math.abs(driftY) > OVERSCAN * this.height) this.draw();
    else this.world.setAttribute("transform", `translate(${driftX} ${driftY})`);
    if (!this.input.hidden) this.endInput(true);
  }

  /** Bring a node into view, if it is not. */
  reveal(node) {
    const [x, y] = this.place(node);
    const [dx, dy] = [x < 30 || x > this.width - 60 ? this.width / 2 - x : 0, y < 20 || y > this.height - 40 ? this.height / 2 - y : 0];
    if (dx || dy) this.panBy(dx, dy);
  }

  // Drawing

  draw() {
    if (!this.width || !this.model) return;
    const { model } = this;
    const focused = this.world.contains(document.activeElement);
    this.drawn = { x: this.x, y: this.y };
    this.edges = Object.fromEntries(STATES.map((state) => [state, ""]));
    this.dots = Object.fromEntries(STATES.map((state) => [state, ""]));
    this.shapes = [];
    this.spent = this.wantedBoards = 0;
    this.missing = [];
    const [wide, tall] = [OVERSCAN * this.width, OVERSCAN * this.height];
    const places = new Map();
    for (const level of model.levels) {
      if (model.horizon !== null && level[0].depth > model.horizon) break;
      const y = this.place(level[0])[1];
      if (y < -tall - this.level || y > this.height + tall) continue;
      this.drawLevel(level, -wide, this.width + wide, places);
    }
    for (const id of [...model.best, model.now, this.selected?.id ?? -1]) { // they are seen at any scale
      const node = model.nodes[id];
      if (node && model.levels[node.depth]?.includes(node) && !places.has(node)) this.drawSmall(node, 5);
    }
    const path = (className, d) => (d ? [s("path", { class: className, d })] : []);
    this.world.replaceChildren(...STATES.flatMap((state) => path(`edge ${state}`, this.edges[state])), ...STATES.flatMap((state) => path(`dot ${state}`, this.dots[state])), ...this.shapes);
    this.world.setAttribute("transform", "translate(0 0)");
    this.svg.setAttribute("aria-label", decimals(this.label));
    this.fold.disabled = !this.selected?.below.length;
    if (focused) this.world.querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
    if (this.missing.length) this.boards?.(this.missing);
  }

  /** The nodes of a ply between two sides of the screen, and the next beyond each, for its edge. */
  drawLevel(level, left, right, places) {
    const from = Math.max(0, firstFrom(level, (left - this.x) / this.zoom) - 1);
    const most = Math.max(1, Math.min(this.zoom, 2.2));
    for (let i = from; i < level.length; i += 1) {
      const node = level[i];
      const [x] = this.place(node);
      const room = node.gap * this.zoom;
      const [detail, scale] = this.detail(node, room, most);
      if (detail >= 0 && this.spent + 8 < MOST_ELEMENTS && x > left && x < right) this.drawNode(node, scale, room, detail);
      else if (room >= 3) this.drawSmall(node, Math.min(6, room / 2.4));
      else {
        this.drawSmall(node, 1);
        i = Math.max(i, firstFrom(level, node.x + 2 / this.zoom, i + 1) - 1);
      }
      places.set(node, x);
      if (x > right) break;
    }
  }

  /** How much is written at a node with this room (2 all, 1 no window, 0 no value either, -1 it is a dot), and its
   *  scale. */
  detail(node, room, most) {
    for (const detail of [2, 1, 0]) {
      const [left, right] = this.model.reach(node, 0, detail);
      const scale = Math.min(most, room / (left + right + 2));
      if (scale >= (detail ? 1 : LEAST_SCALE) || (detail === 2 && scale >= LEAST_SCALE)) return [detail, scale];
    }
    return [-1, 0];
  }

  state(node) {
    if (this.model.best.has(node.id)) return "best";
    if (this.model.isCut(node)) return "cut";
    return this.model.labels.has(node.id) || node.opened ? "seen" : "pale";
  }

  edge(node, top) {
    if (!node.parent) return;
    const [x, y] = this.place(node);
    const [px, py] = this.place(node.parent);
    const below = node.parent.bottom ?? 12;
    this.edges[this.state(node)] += `M${px.toFixed(1)} ${(py + below).toFixed(1)}L${x.toFixed(1)} ${(y - top).toFixed(1)}`;
  }

  /** A node without the room for its labels. */
  drawSmall(node, radius) {
    const [x, y] = this.place(node);
    node.bottom = radius;
    this.edge(node, radius);
    const [r, kind] = [Math.max(1, radius), this.model.kind(node)];
    const corners = kind.startsWith("min") || kind.startsWith("max") || /^p\d/.test(kind) ? (kind.startsWith("min") ? `l${-r} ${-1.8 * r}h${2 * r}z` : `l${-r} ${1.8 * r}h${2 * r}z`) : "";
    const d = corners ? `M${x.toFixed(1)} ${(y + (kind.startsWith("min") ? r : -r)).toFixed(1)}${corners}` : `M${(x - r).toFixed(1)} ${(y - r).toFixed(1)}h${2 * r}v${2 * r}h${-2 * r}z`;
    this.dots[this.state(node)] += d;
    if (node.id === this.model.now || node === this.selected) this.shapes.push(s("circle", { class: node === this.selected ? "ring" : "halo", cx: x, cy: y, r: r + 6 }));
  }

  drawNode(node, scale, room, detail) {
    const { model } = this;
    const [x, y] = this.place(node);
    const [kind, state] = [model.kind(node), this.state(node)];
    const label = model.labels.get(node.id);
    const inner = kind !== "leaf";
    const [value, window] = [inner && !detail ? "" : model.value(node), detail < 2 ? "" : label?.[2] ?? ""].map(decimals);
    const parts = [];
    const half = inner ? 15 : Math.max(26, 15 * 0.58 * value.length + 10) / 2;
    const high = inner ? 13 : 11;
    node.bottom = high * scale;
    this.edge(node, high * scale);
    if (node.id === model.now) this.shapes.unshift(s("circle", { class: "halo", cx: x, cy: y, r: (half + 7) * scale })); // below its neighbours' labels
    if (!inner) parts.push(s("rect", { class: "shape", x: -half, y: -high, width: 2 * half, height: 2 * high, rx: 3 }));
    else if (kind === "chance") parts.push(s("circle", { class: "shape", r: 14 }));
    else parts.push(s("path", { class: "shape", d: kind.startsWith("min") ? "M0 14 L16 -13 L-16 -13 Z" : "M0 -14 L16 13 L-16 13 Z" }));
    const who = /\d+$/.exec(kind)?.[0];
    if (who) parts.push(s("text", { class: "who", y: kind.startsWith("min") ? -3 : 9 }, `p${who}`));
    if (value) parts.push(inner ? s("text", { class: "value", x: 19, y: window ? -1 : 5 }, value) : s("text", { class: "value in", y: 5 }, value));
    if (window) parts.push(s("text", { class: "window", x: inner ? 19 : 0, y: inner ? 12 : 25, "text-anchor": inner ? "start" : "middle" }, window));
    if (node.move) parts.push(s("text", { class: "move", y: -high - 7 }, decimals(node.move)));
    if (node.below.length && !model.isOpen(node) && node.depth !== model.horizon) parts.push(s("text", { class: "more", y: high + 15 }, `▾ ${model.count(node)}`));
    else if (this.board && room >= this.board.width * scale) this.drawBoard(node, parts, high);
    if (model.tail && node.id === model.now) parts.push(s("path", { class: "tail", d: `M0 ${high} v24` }), s("text", { class: "tail-value", y: high + 38 }, decimals(model.tail)));
    const names = [t(`canvas.${/^(max|min|chance|leaf)/.exec(kind)?.[0] ?? "player"}`, { player: who ?? "" }), model.name(node), model.value(node), state === "cut" ? t("canvas.cut") : "", label?.[2]].filter(Boolean);
    const first = this.selected ? node === this.selected : !node.parent;
    this.shapes.push(s("g", {
      class: `node ${kind.replace(/\d+$/, "")} ${who ? `p${((Number(who) - 1) % 6) + 1}` : ""} ${state}${label?.[0] === "done" ? " done" : ""}${node === this.selected ? " chosen" : ""}`, "data-id": node.id, role: "button", tabindex: first ? "0" : "-1",
      "aria-label": names.map(decimals).join(", "), "aria-pressed": String(node === this.selected),
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})${scale === 1 ? "" : ` scale(${scale.toFixed(3)})`}`,
    }, parts));
    this.spent += parts.length + 1;
  }

  drawBoard(node, parts, high) {
    const image = this.images.get(node.id);
    if (image) {
      parts.push(s("image", { href: image, x: -this.board.width / 2, y: high + 4, width: this.board.width, height: this.board.height }));
      node.bottom += this.board.height + 6;
    } else if (image === undefined && this.missing.length < 40) this.missing.push(node);
  }

  /** Boards have come: images by node, an empty one where there is none. */
  takeBoards(images) {
    for (const [id, image] of images) this.images.set(id, image);
    this.draw();
  }

  // Nodes

  select(node, focus = true) {
    this.selected = node;
    this.reveal(node);
    this.draw();
    if (focus) this.world.querySelector(".chosen")?.focus({ preventScroll: true });
    this.chosen?.(node);
  }

  /** Fold what is below a node, or unfold it; a leaf of a game is opened. */
  toggle(node) {
    if (!node) return;
    if (!node.below.length) {
      this.open?.(node);
      return;
    }
    const [before] = this.place(node);
    if (!this.model.folded.delete(node.id)) this.model.folded.add(node.id);
    this.relaid(node, before);
  }

  /** The tree has changed below a node that stood at `before`: it is laid out again, and the node stays where it was. */
  relaid(node, before) {
    this.layOut();
    this.x += before - this.place(node)[0];
    this.draw();
  }

  nodeOf(target) {
    const id = target.closest?.(".node")?.dataset.id;
    return id === undefined ? null : this.model.nodes[id];
  }

  /** The node that is drawn next to a place of the screen, if one is near. */
  near([x, y]) {
    const depth = Math.round((y - this.y) / (this.level * this.zoomY));
    const level = this.model.levels[depth];
    if (!level || Math.abs(depth * this.level * this.zoomY + this.y - y) > 16) return null;
    const i = firstFrom(level, (x - this.x) / this.zoom);
    const [found] = [level[i - 1], level[i]].filter(Boolean).sort((a, b) => Math.abs(this.place(a)[0] - x) - Math.abs(this.place(b)[0] - x));
    return found && Math.abs(this.place(found)[0] - x) < 14 ? found : null;
  }

  /** Go to a node that is a dot, so near that its labels are read. */
  approach(node) {
    const [left, right] = this.model.reach(node, 0);
    this.zoom = Math.min(MOST_ZOOM, Math.max(this.zoom, (1.05 * (left + right)) / Math.max(1, node.gap)));
    this.fitted = false;
    this.x = this.width / 2 - node.x * this.zoom;
    this.select(node);
  }

  // Pointers, wheel, keys

  at(event) {
    const box = this.frame.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  wheel(event) {
    event.preventDefault();
    if (event.shiftKey) this.panBy(-event.deltaY, 0);
    else this.zoomBy(Math.exp(-Math.max(-200, Math.min(200, event.deltaY * (event.deltaMode ? 30 : 1))) / 300), this.at(event));
  }

  pointerdown(event) {
    if (event.button || event.target.closest(".canvas-tools, .in-place")) return;
    this.pointers.set(event.pointerId, this.at(event));
    const node = this.nodeOf(event.target);
    this.press = { node, at: this.at(event), moved: false, drag: this.edit && node?.parent && this.edit.movable(node) ? node : null };
  }

  pointermove(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = this.at(event);
    if (this.pointers.size > 1) {
      this.pinch(event.pointerId, now);
    } else if (this.press?.moved || Math.hypot(now[0] - this.press.at[0], now[1] - this.press.at[1]) > 5) {
      if (!this.press.moved) this.frame.setPointerCapture(event.pointerId);
      this.press.moved = true;
      this.frame.classList.add("moving");
      if (this.press.drag) this.dragTo(now);
      else this.panBy(now[0] - before[0], now[1] - before[1]);
    }
    this.pointers.set(event.pointerId, now);
  }

  /** One of two fingers has moved: what is between them follows both, and so grows and moves. */
  pinch(id, now) {
    const [one, other] = [...this.pointers.entries()].slice(0, 2).map(([finger, at]) => (finger === id ? [at, now] : [at, at]));
    const span = (i) => Math.hypot(one[i][0] - other[i][0], one[i][1] - other[i][1]);
    const [before, after] = [0, 1].map((i) => [(one[i][0] + other[i][0]) / 2, (one[i][1] + other[i][1]) / 2]);
    this.press = { moved: true };
    this.panBy(after[0] - before[0], after[1] - before[1]);
    this.zoomBy(Math.max(1, span(1)) / Math.max(1, span(0)), after);
  }

  pointerup(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    if (this.pointers.size) return; // the finger that is left pans
    this.frame.classList.remove("moving");
    const { moved, drag } = this.press ?? {};
    const node = this.press?.node ?? (moved ? null : this.near(this.at(event)));
    const twice = !moved && node && this.clicked?.node === node && event.timeStamp - this.clicked.at < 500;
    this.clicked = { node: moved || twice ? null : node, at: event.timeStamp }; // a click draws anew, so the page sees no double click
    if (moved && drag) this.drop(this.at(event));
    else if (!moved && node) {
      const again = node === this.selected;
      const more = event.target.closest?.(".more");
      this.select(node);
      if (more) this.toggle(node);
      else if (twice) this.doubled(node);
      else if (again && this.edit?.valued(node)) this.beginInput(node);
    }
    this.press = null;
  }

  pointercancel(event) {
    this.pointers.delete(event.pointerId);
    if (!this.pointers.size) this.press = null;
    this.frame.classList.remove("moving");
    this.draw();
  }

  /** Two clicks: a dot is approached, a leaf gets a value or is opened, and what is below another is folded. */
  doubled(node) {
    if (!this.world.querySelector(`[data-id="${node.id}"]`)) this.approach(node);
    else if (this.edit?.valued(node)) this.beginInput(node);
    else this.toggle(node);
  }

  /** The node that is dragged follows the pointer; a line shows where it would go. */
  dragTo([x]) {
    const { drag } = this.press;
    const place = this.placeAt(drag, x);
    const sisters = drag.parent.below.filter((one) => one !== drag);
    const [, y] = this.place(drag);
    const [left, right] = [sisters[place - 1], sisters[place]].map((one) => one && this.place(one)[0]);
    const gap = left === undefined ? right - 24 : right === undefined ? left + 24 : (left + right) / 2;
    this.world.querySelector(".drop")?.remove();
    this.world.append(s("path", { class: "drop", d: `M${gap - this.x + this.drawn.x} ${y - 34 - this.y + this.drawn.y} v68` }));
    const shape = this.world.querySelector(`[data-id="${drag.id}"]`);
    shape?.setAttribute("transform", `translate(${x - this.x + this.drawn.x} ${y - this.y + this.drawn.y})`);
  }

  placeAt(node, x) {
    return node.parent.below.filter((one) => one !== node && this.place(one)[0] < x).length;
  }

  drop([x]) {
    const { drag } = this.press;
    const place = this.placeAt(drag, x);
    this.draw();
    if (place !== drag.parent.below.indexOf(drag)) this.edit.move(drag, place);
  }

  beginInput(node) {
    const [x, y] = this.place(node);
    Object.assign(this.input, { value: this.edit.text(node), hidden: false });
    this.input.style.left = `${x - 40}px`;
    this.input.style.top = `${y - 18}px`;
    this.input.node = node;
    this.input.focus({ preventScroll: true });
    this.input.select();
  }

  endInput(taken) {
    if (this.input.hidden) return;
    this.input.hidden = true;
    if (taken) this.edit.value(this.input.node, this.input.value.trim());
  }

  inputKey(event) {
    if (event.key === "Enter" || event.key === "Escape") {
      this.endInput(event.key === "Enter");
      this.world.querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
      event.preventDefault();
    }
    event.stopPropagation();
  }

  /** Arrows go from node to node; with Alt they pan. */
  keydown(event) {
    if (event.target.closest(".canvas-tools, .in-place")) return;
    const at = this.selected ?? this.model.nodes[0];
    const sisters = at.parent?.below ?? [at];
    const place = sisters.indexOf(at);
    const to = { ArrowUp: at.parent, ArrowDown: this.model.isOpen(at) ? at.below[0] : null, ArrowLeft: sisters[place - 1], ArrowRight: sisters[place + 1] };
    if (event.altKey && event.key in to) this.panBy({ ArrowLeft: 80, ArrowRight: -80 }[event.key] ?? 0, { ArrowUp: 80, ArrowDown: -80 }[event.key] ?? 0);
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.shiftKey && this.edit?.movable(at) && ["ArrowLeft", "ArrowRight"].includes(event.key)) this.edit.move(at, Math.max(0, place + (event.key === "ArrowLeft" ? -1 : 1)));
    else if (event.key in to) {
      if (to[event.key]) this.select(to[event.key]);
    } else if (event.key === " ") this.toggle(at);
    else if (event.key === "0") this.fit();
    else if (event.key === "+" && !this.edit) this.zoomBy(1.4);
    else if (event.key === "-" && !this.edit) this.zoomBy(1 / 1.4);
    else if (this.edit?.key(at, event.key)) this.reveal(at);
    else if (/^[-\d]$/.test(event.key) && this.edit?.valued(at)) {
      this.beginInput(at);
      this.input.value = event.key;
      this.input.setSelectionRange(1, 1);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
