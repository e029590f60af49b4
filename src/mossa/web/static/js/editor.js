// A tree drawn by hand: nodes are added, removed, given values; what is drawn is written into the text, and back.

import { h, s, t } from "./common.js";

const TOKEN = /[\s,]*([()[\]{}:=]|[^\s,()[\]{}:=]+)/y;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(\/\d+)?$/;
const [WIDE, HIGH] = [46, 74];

/** The tree that a text describes; null if the editor does not support all of it. */
function readTree(text) {
  const tokens = [];
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) tokens.push(found[1]);
  let at = 0;
  const take = (wanted) => (tokens[at] === wanted ? ((at += 1), true) : false);
  function node() {
    const made = { name: "", value: null, chance: false, share: "", children: [] };
    if (tokens[at + 1] === "=") [made.name, at] = [tokens[at], at + 2];
    if (take("(")) {
      while (!take(")")) made.children.push(node());
    } else if (take("{")) {
      made.chance = true;
      while (!take("}")) {
        const share = tokens[at];
        if (!NUMBER.test(share ?? "") || tokens[at + 1] !== ":") throw new Error();
        at += 2;
        made.children.push({ ...node(), share });
      }
    } else if (take("[")) {
      const numbers = [];
      while (!take("]")) numbers.push(number());
      made.value = `[${numbers.join(" ")}]`;
    } else made.value = number();
    return made;
  }
  function number() {
    const word = tokens[at];
    at += 1;
    if (!NUMBER.test(word ?? "")) throw new Error();
    return word;
  }
  try {
    const root = node();
    return at === tokens.length && root.children.length ? root : null;
  } catch {
    return null;
  }
}

/** The text of a tree. */
function writeTree(node) {
  const name = node.name ? `${node.name}=` : "";
  if (!node.children.length) return name + (node.value ?? "0");
  const even = Math.round(1e4 / node.children.length) / 1e4;
  const share = (child, i) => child.share || (i ? even : Math.round(1e4 * (1 - even * (node.children.length - 1))) / 1e4);
  const below = node.children.map((child, i) => (node.chance ? `${share(child, i)}:` : "") + writeTree(child)).join(" ");
  return name + (node.chance ? `{${below}}` : `(${below})`);
}

/** An editor in `place`; `changed(text)` is called at every change. */
export function openEditor(place, text, changed) {
  const leaf = (value) => ({ name: "", value: String(value), chance: false, share: "", children: [] });
  let root = readTree(text) ?? { ...leaf(0), value: null, children: [leaf(3), leaf(5)] };
  let chosen = root;
  const drawing = h("div", { class: "drawing editor-drawing" });
  const value = h("input", { id: "node-value", maxlength: 40, autocomplete: "off", oninput: () => { chosen.value = value.value.trim() || "0"; update(); } });
  const share = h("input", { id: "node-share", maxlength: 10, inputmode: "decimal", oninput: () => { chosen.share = NUMBER.test(share.value.trim()) ? share.value.trim() : ""; update(); } });
  const button = (id, action) => h("button", { type: "button", id: `node-${id}`, onclick: action }, t(`editor.${id}`));
  const [add, remove, chance] = [button("add", addChild), button("remove", removeChosen), button("chance", toggleChance)];
  const valueField = h("label", { class: "field short" }, h("span", {}, t("editor.value")), value);
  const shareField = h("label", { class: "field short" }, h("span", {}, t("editor.share")), share);
  place.replaceChildren(h("p", { class: "lesson" }, t("editor.help")), h("figure", { class: "paper" }, drawing), h("div", { class: "controls" }, add, remove, chance, valueField, shareField));
  place.hidden = false;
  draw();

  function parentOf(node, at = root) {
    return at.children.includes(node) ? at : at.children.map((child) => parentOf(node, child)).find(Boolean);
  }

  function addChild() {
    const inner = chosen.children.length > 0;
    chosen.children.push(leaf(inner ? 0 : chosen.value ?? 0));
    if (!inner) {
      chosen.value = null;
      chosen.children.push(leaf(0));
    }
    update();
  }

  function removeChosen() {
    const parent = parentOf(chosen);
    if (!parent) return;
    const at = parent.children.indexOf(chosen);
    parent.children.splice(at, 1);
    if (!parent.children.length) [parent.value, parent.chance] = ["0", false];
    chosen = parent.children[Math.max(0, at - 1)] ?? parent;
    update();
  }

  function toggleChance() {
    chosen.chance = !chosen.chance;
    update();
  }

  function update() {
    draw();
    changed(writeTree(root));
  }

  function draw() {
    let leaves = 0, deepest = 0;
    const spots = [];
    (function spread(node, depth, turn) {
      deepest = Math.max(deepest, depth);
      const spot = { node, depth, turn, below: [] };
      spots.push(spot);
      for (const child of node.children) spot.below.push(spread(child, depth + 1, node.chance ? turn : 1 - turn));
      spot.x = spot.below.length ? (spot.below[0].x + spot.below.at(-1).x) / 2 : (leaves += 1) * WIDE;
      return spot;
    })(root, 0, 0);
    const svg = s("svg", { viewBox: `0 0 ${(leaves + 1) * WIDE} ${(deepest + 1) * HIGH}`, class: "editor", role: "group", "aria-label": t("editor.name") });
    const y = (spot) => spot.depth * HIGH + 32;
    for (const spot of spots) {
      for (const below of spot.below) {
        svg.append(s("line", { x1: spot.x, y1: y(spot), x2: below.x, y2: y(below) }));
        if (spot.node.chance) svg.append(s("text", { class: "share", x: (spot.x + below.x) / 2 + 4, y: (y(spot) + y(below)) / 2 }, below.node.share || ""));
      }
    }
    for (const spot of spots) {
      const { node } = spot;
      const inner = node.children.length > 0;
      const kind = !inner ? "leaf" : node.chance ? "chance" : spot.turn ? "min" : "max";
      const label = inner ? t(`editor.${kind}`) : node.value ?? "0";
      const shape = { max: () => s("path", { d: "M0 -16 L18 14 L-18 14 Z" }), min: () => s("path", { d: "M0 16 L18 -14 L-18 -14 Z" }), chance: () => s("circle", { r: 15 }), leaf: () => s("rect", { x: -20, y: -14, width: 40, height: 28, rx: 5 }) }[kind]();
      svg.append(s("g", {
        class: `knot${node === chosen ? " chosen" : ""}`, transform: `translate(${spot.x} ${y(spot)})`, role: "button", tabindex: node === chosen ? "0" : "-1",
        "aria-pressed": String(node === chosen), "aria-label": `${label}, ${t("count.depth", { depth: spot.depth })}`,
        onclick: () => choose(node), onkeydown: (event) => walk(event, spot, spots),
      }, shape, inner ? null : s("text", { "text-anchor": "middle", dy: "0.35em" }, (node.value ?? "0").slice(0, 8))));
    }
    const focused = drawing.contains(document.activeElement);
    drawing.replaceChildren(svg);
    svg.style.maxWidth = `${(leaves + 1) * WIDE * 1.4}px`;
    if (focused) svg.querySelector(".chosen")?.focus();
    const inner = chosen.children.length > 0;
    valueField.hidden = inner;
    if (document.activeElement !== value) value.value = chosen.value ?? "";
    shareField.hidden = !parentOf(chosen)?.chance;
    if (document.activeElement !== share) share.value = chosen.share;
    chance.hidden = !inner;
    chance.setAttribute("aria-pressed", String(chosen.chance));
    remove.disabled = chosen === root;
  }

  function choose(node) {
    chosen = node;
    draw();
    drawing.querySelector(".chosen")?.focus();
  }

  /** Arrows go from node to node; Enter adds a child, Delete removes. */
  function walk(event, spot, spots) {
    const parent = spots.find((one) => one.below.includes(spot));
    const sisters = parent?.below ?? [spot];
    const at = sisters.indexOf(spot);
    const to = { ArrowUp: parent, ArrowDown: spot.below[0], ArrowLeft: sisters[at - 1], ArrowRight: sisters[at + 1] };
    if (event.key in to) {
      if (to[event.key]) choose(to[event.key].node);
    } else if (event.key === "Enter" || event.key === "+") addChild();
    else if (event.key === "Delete" || event.key === "Backspace") removeChosen();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
