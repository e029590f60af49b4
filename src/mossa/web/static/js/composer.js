// Moves that are put together from parts (half moves, jumps, pegs): each part is seen at once and can be undone.

import { $, h, said, t, tr } from "./common.js";

/** The most moves without cells that are shown as large buttons under the board. */
const MOST_ACTIONS = 8;

export class Composer {
  /** `board` shows the parts; `ask(made)` asks the server for the draft after parts; `play(text)` makes a whole move. */
  constructor(board, { ask, play }) {
    Object.assign(this, { board, ask, play, draft: null, moves: [], landed: null });
    $("board").addEventListener("keydown", (event) => event.key === "Backspace" && this.undo());
  }

  /** A new position: its moves, and the draft without parts if moves are put together here. */
  begin(draft, moves) {
    Object.assign(this, { draft, moves, landed: null });
    this.showActions();
  }

  /** Show on the board what may be clicked; false if moves are made at once here. */
  show(marks) {
    if (!this.draft) return false;
    const { scene, parts, made } = this.draft;
    this.board.show(scene, parts, made.length ? [] : marks);
    if (parts.length && parts.every(({ path }) => path.length > 1 && path[0] === this.landed)) this.board.take(this.landed); // the same piece must go on
    return true;
  }

  /** A part was made on the board. */
  add(part) {
    this.landed = this.draft.parts.find(({ text }) => text === part)?.path.at(-1);
    this.ask([...this.draft.made, part]);
  }

  undo() {
    this.landed = null;
    if (this.draft?.made.length) this.ask(this.draft.made.slice(0, -1));
  }

  /** The server's answer: the draft after these parts. */
  hear(draft) {
    const held = this.board.frame.contains(document.activeElement);
    this.draft = draft;
    if (draft.move && !draft.confirm && !draft.parts.length) return this.play(draft.move);
    this.show([]);
    this.showActions();
    const told = draft.made.at(-1);
    $("spoken").textContent = [told, draft.move && t("compose.complete")].filter(Boolean).join(". ");
    if (held && draft.move) $("confirm").focus();
  }

  /** Under the board: the moves that are no clicks on cells, and what can be done with a move in the making. */
  showActions() {
    const { draft, moves } = this;
    const plain = draft ? [] : moves.filter((move) => !move.path.length);
    const action = (text, onclick, more = {}) => h("button", { type: "button", onclick, ...more }, text);
    const composing = draft?.confirm || draft?.made.length;
    $("composer").replaceChildren(
      ...(plain.length <= MOST_ACTIONS ? plain.map((move) => action(tr(`move.${move.text}`, said(move.text)), () => this.play(move.text), { "data-move": move.text, class: "main" })) : []),
      ...(composing ? [
        action(t("compose.undo"), () => this.undo(), { id: "undo-part", disabled: !draft.made.length }),
        draft.confirm && action(draft.move ? t("compose.confirm", { move: draft.move }) : t("compose.unfinished"), () => this.play(this.draft.move), { id: "confirm", class: "main", disabled: !draft.move }),
      ].filter(Boolean) : []));
  }
}
