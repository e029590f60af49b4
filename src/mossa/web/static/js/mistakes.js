// Learn from your mistakes: the board goes to each error of one side, and the person looks for the better move.

import { $, h, t } from "./common.js";

export class Mistakes {
  /** `at(ply)` is the node of the game after a number of moves, `go(node)` shows one, `say(message)` asks the server,
   * `told(node)` writes the move that led to a node with its number, `changed()` is called when the drill changes. */
  constructor({ at, go, say, told, changed }) {
    Object.assign(this, { at, go, say, told, changed });
    this.plies = []; // the positions in which the errors were made
    this.index = 0;
    this.phase = ""; // "", "ask", "wait", "wrong", "right", "shown", "done"
    this.said = "";
  }

  /** The node before the error that is looked at, or null. */
  get node() {
    return ["", "done"].includes(this.phase) ? null : this.at(this.plies[this.index]);
  }

  /** Does the person look for a move at this node? Then nothing may give it away. */
  asks(node) {
    return ["ask", "wait", "wrong"].includes(this.phase) && node === this.node;
  }

  begin(plies) {
    this.plies = plies;
    this.index = -1;
    this.next();
    scrollTo(0, 0); // to the board
  }

  next() {
    this.index += 1;
    this.phase = this.index < this.plies.length ? "ask" : "done";
    this.said = "";
    this.changed();
    this.show();
    if (this.node) this.go(this.node);
  }

  end() {
    this.phase = "";
    this.changed();
    this.show();
    this.go(this.at(0));
  }

  /** The person tries a move. */
  attempt(text) {
    const played = this.at(this.plies[this.index] + 1);
    if (text === played.moves.at(-1)) {
      this.phase = "wrong";
      this.said = t("drill.same", { move: played.told });
      this.show();
      return this.go(this.node);
    }
    this.phase = "wait";
    this.said = t("drill.looking");
    this.show();
    this.say({ do: "try", ply: this.plies[this.index], move: text });
  }

  /** The server has judged the move. */
  hear({ ply, told, good, loss }) {
    if (this.phase !== "wait" || ply !== this.plies[this.index]) return;
    this.phase = good ? "right" : "wrong";
    this.said = t(good ? "drill.right" : "drill.wrong", { move: told, loss: Math.round(100 * loss) });
    this.changed();
    this.show();
    this.go(this.node);
  }

  /** The move could not be judged. */
  fail(text) {
    if (this.phase !== "wait") return;
    [this.phase, this.said] = ["wrong", text];
    this.show();
    this.go(this.node);
  }

  solution() {
    const [best] = this.node.judged.lines;
    this.phase = "shown";
    this.said = t("drill.solution", { move: best.moves[0] });
    this.changed();
    this.show();
    this.go(this.node);
  }

  show() {
    const button = (name, act, kind = "quiet") => h("button", { type: "button", class: kind, id: `drill-${name}`, onclick: act }, t(`drill.${name}`));
    $("drill").hidden = this.phase === "";
    if (this.phase === "") return;
    const open = ["ask", "wait", "wrong"].includes(this.phase);
    const text = this.phase === "done" ? t("drill.done")
      : t("drill.ask", { number: this.index + 1, all: this.plies.length, move: this.told(this.at(this.plies[this.index] + 1)) });
    $("drill").className = `drill is-${this.phase}`;
    $("drill").replaceChildren(h("p", {}, text), h("p", { class: "drill-said" }, this.said),
      h("div", { class: "buttons" },
        open ? button("solve", () => this.solution()) : null,
        this.phase === "done" ? null : button("next", () => this.next(), open ? "quiet" : "main"),
        open ? button("back", () => this.go(this.node)) : null,
        button("end", () => this.end())));
  }
}
