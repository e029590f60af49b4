// Puzzles: a list by game and level, and a board on which the one right move is looked for.

import { $, ask, gameTitle, h, notice, sceneNotes, short, sideTitle, t, tr } from "./common.js";
import { BoardView, chooseMove } from "./board.js";

const KEY = "mossa.puzzles";
const solved = new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]")); // "chess 3 FEN": what was solved in this browser
const board = new BoardView($("board"), { onMove: play, choose: (moves) => chooseMove($("chooser"), moves, play) });
const { games } = await ask("/api/puzzles");

let [game, number, moves, turned] = ["", 0, [], false];

function list() {
  const order = (one) => Number(tr(`order.${one.game}`, "50"));
  $("puzzles").replaceChildren(...games.sort((a, b) => order(a) - order(b)).map((one) => h("section", {},
    h("h2", {}, gameTitle(one.game, one.title)),
    h("ul", { class: "puzzle-list" }, one.puzzles.map(({ level, nodes }, i) => h("li", {},
      h("a", { href: `#${one.game}/${i + 1}`, class: solved.has(`${one.game} ${i + 1} ${nodes}`) ? "is-solved" : null,
        "aria-label": t("puzzle.name", { number: i + 1, level }) }, String(i + 1), h("small", { "aria-hidden": "true" }, "●".repeat(level)))))))));
  $("puzzle").hidden = true;
  $("puzzles").hidden = false;
}

async function open() {
  const [name, place] = location.hash.slice(1).split("/");
  notice("");
  if (!games.some((one) => one.game === name) || !Number(place)) return list();
  [game, number, moves, turned] = [name, Number(place), [], false];
  await tell({});
}

/** Ask the server how things stand, and show it. */
async function tell(more) {
  try {
    const found = await ask("/api/puzzles", { game, number, moves, ...more });
    if (found.verdict === "wrong") moves = moves.slice(0, -1);
    show(found);
  } catch (error) {
    moves = moves.slice(0, -1);
    notice(error.message);
  }
}

function play(text) {
  moves = [...moves, text];
  tell({});
}

function show(found) {
  $("puzzles").hidden = true;
  $("puzzle").hidden = false;
  const { verdict, goal, plies, proof, mover, together } = found;
  board.show(found.scene, found.moves, found.marks);
  if (!turned) turned = board.turnTo();
  $("notes").textContent = sceneNotes(found.scene).join(" · ");
  $("title").textContent = `${gameTitle(game, found.title)} · ${number}`;
  const name = sideTitle(mover);
  const count = plies === null ? 0 : Math.ceil(plies / together);
  $("task").textContent = goal === "draw" ? t("puzzle.draw", { name }) : count && proof === "mate" ? t(count === 1 ? "puzzle.in1" : "puzzle.in", { name, count }) : t("puzzle.win", { name });
  $("status").textContent = t(`puzzle.${verdict === "ask" && moves.length ? "on" : verdict}`);
  $("status").className = `status is-${verdict}`;
  $("line").textContent = (found.solution.length ? found.solution : found.line).join("  ");
  const over = ["solved", "shown"].includes(verdict);
  $("facts").textContent = `${t("puzzle.level", { level: found.level })} ${t("puzzle.effort", { nodes: short(found.nodes), depth: found.depth, choices: found.choices })} ${over ? t(`puzzle.by.${proof}`) : ""}`;
  if (verdict === "solved") {
    solved.add(`${game} ${number} ${found.nodes}`);
    localStorage.setItem(KEY, JSON.stringify([...solved]));
  }
  const last = games.find((one) => one.game === game).puzzles.length;
  const button = (name, act, on = true, kind = "quiet") => h("button", { type: "button", id: `puzzle-${name}`, class: kind, disabled: !on, onclick: act }, t(`puzzle.do.${name}`));
  $("controls").replaceChildren(
    button("next", () => { location.hash = `#${game}/${number + 1}`; }, number < last, over ? "main" : "quiet"),
    button("solution", () => tell({ solution: true }), !over),
    button("again", () => { moves = []; tell({}); }, moves.length > 0 || over),
    button("flip", () => board.flip()),
    button("all", () => { location.hash = ""; }),
    h("a", { href: `/#${game}` }, t("puzzle.do.play")));
}

addEventListener("hashchange", open);
open();
