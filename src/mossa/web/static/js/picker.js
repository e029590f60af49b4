// Moves with the same cells that differ in the piece they leave there (a promotion): picked on the board.

import { s } from "./common.js";
import { pieceName, pieceShape } from "./pieces.js";

/** Show the pieces of these moves on the cell where they stand and on those next to it; `play(text)` gets the choice. */
export function pickPiece(view, moves, play) {
  const side = 100;
  const [x, y] = view.places[view.scene.cells.findIndex((cell) => cell.name === moves[0].path.at(-1))];
  const down = y + moves.length <= view.scene.height ? 1 : -1;
  const choices = moves.map((move, i) => s("g", {
    class: "choice", role: "button", tabindex: "0", "aria-label": `${pieceName(move.piece)}, ${move.text}`,
    transform: `translate(${x * side} ${(y + i * down) * side})`,
    onclick: () => pick(move), onkeydown: (event) => key(event, i),
  }, s("rect", { width: side, height: side, class: "choice-ground" }), s("g", { transform: "translate(50 50)" }, pieceShape(move.piece))));
  const shade = s("rect", { x: 0, y: 0, width: view.scene.width * side, height: view.scene.height * side, class: "picker-shade", onclick: close });
  const picker = s("g", { class: "picker" }, shade, ...choices);
  view.svg.append(picker);
  choices[0].focus({ preventScroll: true });

  function pick(move) {
    close();
    play(move.text);
  }

  function close() {
    picker.remove();
    view.rove(true);
  }

  function key(event, i) {
    const step = { ArrowDown: down, ArrowUp: -down, ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) choices[(i + step + choices.length) % choices.length].focus({ preventScroll: true });
    else if (event.key === "Enter" || event.key === " ") pick(moves[i]);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
