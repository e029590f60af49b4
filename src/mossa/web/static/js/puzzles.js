// Puzzles: a list by game and level, and a board on which the one right move is looked for.

import { $, ask, gameTitle, h, notice, sceneNotes, short, sideTitle, t, tr } from "./common.js";
import { BoardView, chooseMove } from "./board.js";

const KEY = "mossa.puzzles", RATINGS = "mossa.puzzle-ratings";
const solved = new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]")); // "chess 3 414": what was solved in this browser
const ratings = JSON.parse(localStorage.getItem(RATINGS) ?? "{}"); // game → { rating, tried: [puzzle …], streak }
const FIRST = 1000, STEP = 40, LATER = 20, EARLY = 10; // Elo: where one begins, how far a puzzle moves it, for how many further
const board = new BoardView($("board"), { onMove: play, choose: (moves) => chooseMove($("chooser"), moves, play) });
const { games } = await ask("/api/puzzles");

let [game, number, moves, hints] = ["", 0, [], 0];

const puzzlesOf = (name) => games.find((one) => one.game === name).puzzles;
const keyOf = (name, i, nodes) => `${name} ${i} ${nodes}`;
const own = (name) => ratings[name] ?? { rating: FIRST, tried: [], streak: 0 };

/** The first time that a puzzle is tried it counts: solved without a fault or a hint, or not. The change of the rating. */
function rate({ rating, nodes }, success) {
  const [mine, key] = [own(game), keyOf(game, number, nodes)];
  if (mine.tried.includes(key) || solved.has(key)) return 0;
  const expected = 1 / (1 + 10 ** ((rating - mine.rating) / 400));
  const change = Math.round((mine.tried.length < EARLY ? STEP : LATER) * (Number(success) - expected));
  ratings[game] = { rating: mine.rating + change, tried: [...mine.tried, key], streak: success ? mine.streak + 1 : 0 };
  localStorage.setItem(RATINGS, JSON.stringify(ratings));
  return change;
}

const signed = (change) => (change ? ` ${change > 0 ? "+" : "−"}${Math.abs(change)}` : "");
const ratingText = (name) => (own(name).tried.length ? t("puzzle.rating", own(name)) : "");

/** The number of the puzzle to go on with: not yet solved, not this one, and nearest to one's own rating; else the next. */
function following() {
  const there = puzzlesOf(game), { rating } = own(game);
  const open = there.flatMap((one, i) => (i + 1 === number || solved.has(keyOf(game, i + 1, one.nodes)) ? [] : [[Math.abs(one.rating - rating), i + 1]]));
  return open.length ? open.reduce((best, one) => (one[0] < best[0] ? one : best))[1] : (number % there.length) + 1;
}

function list() {
  const order = (one) => Number(tr(`order.${one.game}`, "50"));
  $("puzzles").replaceChildren(...games.sort((a, b) => order(a) - order(b)).map((one) => h("section", {},
    h("h2", {}, gameTitle(one.game, one.title), " ", h("small", { class: "own-rating" }, ratingText(one.game))),
    h("ul", { class: "puzzle-list" }, one.puzzles.map(({ level, nodes }, i) => h("li", {},
      h("a", { href: `#${one.game}/${i + 1}`, class: solved.has(keyOf(one.game, i + 1, nodes)) ? "is-solved" : null,
        "aria-label": t("puzzle.name", { number: i + 1, level }) }, String(i + 1), h("small", { "aria-hidden": "true" }, "●".repeat(level)))))))));
  $("puzzle").hidden = true;
  for (const id of ["puzzles", "lede", "others"]) $(id).hidden = false;
  $("main").classList.remove("at-puzzle");
}

async function open() {
  const [name, place] = location.hash.slice(1).split("/");
  notice("");
  if (!games.some((one) => one.game === name) || !Number(place)) return list();
  [game, number, moves, hints] = [name, Number(place), [], 0];
  board.flipped = false;
  await tell({}, true);
}

/** Ask the server how things stand, and show it. */
async function tell(more, fresh = false) {
  try {
    const found = await ask("/api/puzzles", { game, number, moves, ...more });
    const tried = moves.length;
    if (found.verdict === "wrong") moves = moves.slice(0, -1);
    if (fresh) board.flipped = found.turned;
    show(found, tried);
  } catch (error) {
    moves = moves.slice(0, -1);
    notice(error.message);
  }
}

function play(text) {
  moves = [...moves, text];
  hints = 0;
  tell({});
}

/** First the cell that the move begins with is marked, then the whole move. */
async function hint() {
  hints += 1;
  const found = await ask("/api/puzzles", { game, number, moves, hint: true });
  const { path, told, text } = found.hint, first = hints === 1 && path.length > 1;
  const moved = signed(rate(found, false));
  $("own").textContent = ratingText(game);
  if (path.length) board.pointAt([first ? { path: path.slice(0, 1) } : found.hint]);
  say((first ? t("puzzle.hint1", { name: path[0] }) : t("puzzle.hint2", { move: told ?? text })) + moved, "hint");
}

function say(text, kind) {
  $("status").textContent = text;
  $("status").className = `status is-${kind}`;
}

/** Open the position that is shown in the analysis. */
async function analyse(position) {
  try {
    const { id } = await ask("/api/boards/import", { game, text: position });
    location.assign(`/analyse/${id}`);
  } catch (error) {
    notice(error.message);
  }
}

function show(found, tried) {
  for (const id of ["puzzles", "lede", "others"]) $(id).hidden = true;
  $("main").classList.add("at-puzzle");
  $("puzzle").hidden = false;
  const { verdict, goal, plies, proof, mover } = found;
  board.show(found.scene, found.moves, found.marks);
  $("notes").textContent = sceneNotes(found.scene).join(" · ");
  $("title").textContent = `${gameTitle(game, found.title)} · ${number}`;
  const name = sideTitle(mover);
  const count = plies === null ? 0 : Math.ceil(plies / 2); // one's own
  $("task").textContent = goal === "draw" ? t("puzzle.draw", { name }) : count && ["mate", "threats"].includes(proof) ? t(count === 1 ? "puzzle.in1" : "puzzle.in", { name, count }) : t("puzzle.win", { name });
  const over = ["solved", "shown"].includes(verdict);
  const moved = signed(over || (verdict === "wrong" && tried) ? rate(found, verdict === "solved") : 0);
  say(t(`puzzle.${verdict === "ask" && moves.length ? "on" : verdict}`) + moved, verdict);
  $("line").textContent = (found.solution.length ? found.solution : found.line).join("  ");
  $("own").textContent = ratingText(game);
  $("facts").textContent = `${t("puzzle.level", { level: found.level, rating: found.rating })} ${t(found.beyond ? "puzzle.beyond" : "puzzle.effort", { nodes: short(found.nodes), depth: found.depth, choices: found.choices })} ${over ? t(`puzzle.by.${proof}`) : ""}`;
  if (verdict === "solved") {
    solved.add(keyOf(game, number, found.nodes));
    localStorage.setItem(KEY, JSON.stringify([...solved]));
  }
  const button = (name, act, on = true, kind = "quiet") => h("button", { type: "button", id: `puzzle-${name}`, class: kind, disabled: !on, onclick: act }, t(`puzzle.do.${name}`));
  const next = following();
  $("controls").replaceChildren(
    button("next", () => { location.hash = `#${game}/${next}`; }, next !== number, over ? "main" : "quiet"),
    button("hint", hint, !over),
    button("solution", () => tell({ solution: true }), !over),
    button("again", () => { moves = []; hints = 0; tell({}); }, moves.length > 0 || over),
    button("flip", () => board.flip()),
    button("analyse", () => analyse(found.position)),
    button("all", () => { location.hash = ""; }),
    h("a", { href: `/#${game}` }, t("puzzle.do.play")));
}

addEventListener("hashchange", open);
open();
