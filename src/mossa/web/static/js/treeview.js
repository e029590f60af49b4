// A run of the lab on a canvas: its tree, the changes of each step, boards, subtrees of a game that are opened by hand.

import { ask, h, language, notice, t } from "./common.js";
import { TreeCanvas } from "./canvas.js";
import { TreeModel } from "./treemodel.js";

const MOST_ASKED = 40; // boards at a time

export class TreeView {
  /** `run` is {request, answer}; `place` the element that gets the canvas; `edit` for a typed tree; `chosen(node)`. */
  constructor(run, { edit = null, chosen = null }) {
    Object.assign(this, { run, step: -1, asking: false });
    const open = run.request.game && !run.request.tree.trim() ? (node) => this.open(node) : null;
    this.canvas = new TreeCanvas({ boards: (nodes) => this.fetchBoards(nodes), chosen, open, edit });
    this.place = h("div", { class: "drawing" }, this.canvas.frame);
  }

  /** Take another run in: the same canvas shows it. */
  async load(run, { keep = false, boards = null, edit = null } = {}) {
    Object.assign(this, { run, step: -1, boards });
    this.canvas.edit = edit;
    this.canvas.open = run.request.game && !run.request.tree.trim() ? (node) => this.open(node) : null;
    const { answer } = run;
    const nodes = answer.shown ? await ask(`/api/lab/trace/${answer.key}`).catch(() => this.again(() => `/api/lab/trace/${run.answer.key}`)) : null;
    if (this.run !== run) return;
    this.model = nodes && new TreeModel(nodes, answer.windows);
    this.canvas.frame.hidden = !nodes;
    this.place.dataset.large = nodes ? "" : t("lab.large");
    if (!nodes) return;
    const board = boards ? await this.firstBoard() : null;
    if (this.run !== run) return;
    this.canvas.show(this.model, { label: answer.algorithm, keep, board });
  }

  /** Show a step; what the server says of it. */
  async show(step) {
    const { run, model } = this;
    const since = model ? this.step : step;
    const address = () => `/api/lab/trace/${run.answer.key}/${step}?lang=${language}&since=${since}`;
    const found = await ask(address()).catch(() => this.again(address));
    if (this.run !== run || this.model !== model || (model && this.step !== since)) return found;
    if (model) {
      model.step(found);
      this.step = step;
      this.canvas.label = found.words;
      if (model.nodes[model.now]) this.canvas.reveal(model.nodes[model.now]);
      this.canvas.draw();
    }
    return found;
  }

  /** The server has forgotten the run: it is made again. */
  async again(address) {
    const run = this.run;
    run.answer = { ...run.answer, ...(await ask("/api/lab/run", run.request)) };
    return ask(address());
  }

  async firstBoard() {
    const [first] = await this.boardImages([[]]);
    return first && { width: first.width, height: first.height };
  }

  async boardImages(paths) {
    const { boards } = await ask("/api/lab/boards", { ...this.run.request, paths }).catch(() => ({ boards: [] }));
    return boards;
  }

  /** Boards of the nodes that are seen and have room for one. */
  async fetchBoards(nodes) {
    if (this.asking || !this.boards) return;
    this.asking = true;
    const [run, asked] = [this.run, nodes.slice(0, MOST_ASKED)];
    const found = await this.boardImages(asked.map((node) => this.model.path(node)));
    this.asking = false;
    if (this.run === run) this.canvas.takeBoards(asked.map((node, i) => [node.id, found[i] ? `data:image/svg+xml,${encodeURIComponent(found[i].svg)}` : null]));
  }

  /** Load the moves below a leaf of a game's tree. */
  async open(node) {
    if (node.ended || node.opening) return;
    node.opening = true;
    const { model } = this;
    try {
      const found = await ask("/api/lab/open", { ...this.run.request, path: model.path(node) });
      if (model !== this.model) return;
      const [before] = this.canvas.place(node);
      if (!found.children.length) node.ended = true;
      else node.kind = found.kind;
      found.children.forEach((child, place) => Object.assign(model.add(node.id, place, child.kind, child.move, child.worth), { ended: child.ended, opened: true }));
      this.canvas.relaid(node, before);
    } catch (error) {
      notice(error.message);
    } finally {
      node.opening = false;
    }
  }
}
