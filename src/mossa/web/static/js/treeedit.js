// Editing a typed tree on its canvas: the text is changed, and the tree that is drawn is that of the text.

import { $, h, t } from "./common.js";
import { isShare, isValue, leaf, nodeAt, readTree, writeTree } from "./treetext.js";

/** The editing of the text in the field `tree`; `changed(text, path)` hears of each change and of the node to choose. */
export class TreeEdit {
  constructor(place, changed) {
    Object.assign(this, { place, changed, node: null });
    const button = (id, action) => h("button", { type: "button", id: `node-${id}`, onclick: action }, t(`editor.${id}`));
    this.value_ = h("input", { id: "node-value", maxlength: 40, autocomplete: "off", onchange: () => this.node && this.value(this.node, this.value_.value.trim()) });
    this.share = h("input", { id: "node-share", maxlength: 10, inputmode: "decimal", onchange: () => this.withChosen((one) => { if (isShare(this.share.value.trim())) one.share = this.share.value.trim(); }) });
    this.buttons = { add: button("add", () => this.add()), remove: button("remove", () => this.remove()), chance: button("chance", () => this.withChosen((one) => Object.assign(one, { chance: !one.chance, who: "" }))) };
    this.fields = { value: h("label", { class: "field short" }, h("span", {}, t("editor.value")), this.value_), share: h("label", { class: "field short" }, h("span", {}, t("editor.share")), this.share) };
    place.replaceChildren(h("div", { class: "controls" }, ...Object.values(this.buttons), ...Object.values(this.fields)), h("p", { class: "hint" }, t("editor.help")));
    this.choose(null);
  }

  /** The node is chosen: the buttons are for it. */
  choose(view) {
    this.view = view ?? this.view;
    this.node = this.view?.canvas.selected ?? null;
    const root = readTree($("tree").value);
    const one = root && this.node && nodeAt(root, this.path(this.node));
    const above = one && this.node.parent && nodeAt(root, this.path(this.node.parent));
    for (const button of Object.values(this.buttons)) button.disabled = !one;
    this.buttons.remove.disabled ||= !above;
    this.buttons.chance.hidden = !one?.children.length;
    this.buttons.chance.setAttribute("aria-pressed", String(Boolean(one?.chance)));
    this.fields.value.hidden = !one || one.children.length > 0;
    if (document.activeElement !== this.value_) this.value_.value = one?.value ?? "";
    this.fields.share.hidden = !above?.chance;
    if (document.activeElement !== this.share) this.share.value = one?.share ?? "";
  }

  path(node) {
    return this.view.model.path(node);
  }

  /** Change the chosen node of the text, and tell; `where` is the path of the node to choose then. */
  withChosen(change, node = this.node, where = null) {
    const root = readTree($("tree").value);
    const path = node && this.path(node);
    const one = root && path && nodeAt(root, path);
    if (!one) return;
    change(one, root, path);
    this.changed(writeTree(root), where ?? path);
  }

  // What the canvas asks for

  valued(node) {
    return !node.below.length;
  }

  movable(node) {
    return node.parent !== null && node.parent.below.length > 1;
  }

  text(node) {
    const root = readTree($("tree").value);
    return (root && nodeAt(root, this.path(node))?.value) || "0";
  }

  value(node, text) {
    if (isValue(text) && text !== this.text(node)) this.withChosen((one) => { one.value = text; }, node);
  }

  move(node, place) {
    const [path, parent] = [this.path(node), this.path(node.parent)];
    this.withChosen((above) => {
      const [taken] = above.children.splice(path.at(-1), 1);
      above.children.splice(place, 0, taken);
    }, node.parent, [...parent, Math.min(place, node.parent.below.length - 1)]);
  }

  add() {
    this.withChosen((one) => {
      const inner = one.children.length > 0;
      one.children.push(leaf(inner ? 0 : one.value || 0));
      if (!inner) one.children.push(leaf(0));
      one.value = "";
      if (one.chance) for (const child of one.children) child.share = "";
    });
  }

  remove() {
    const path = this.path(this.node);
    const [above, at] = [path.slice(0, -1), path.at(-1)];
    if (!path.length) return;
    const left = this.node.parent.below.length - 1;
    this.withChosen((one) => {
      one.children.splice(at, 1);
      for (const child of one.children) child.share = "";
      if (!one.children.length) Object.assign(one, { value: "0", chance: false, who: "", looks: "" });
    }, this.node.parent, left ? [...above, Math.max(0, at - 1)] : above);
  }

  /** Enter and + add a child, Delete removes; is the key one of them? */
  key(node, key) {
    this.node = node;
    if (key === "Enter" || key === "+") this.add();
    else if (key === "Delete" || key === "Backspace") this.remove();
    else return false;
    return true;
  }
}
