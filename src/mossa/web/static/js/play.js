// A board: the messages of its WebSocket, and all that is shown of the game.

import { $, ask, compiling, decimals, figure, gameTitle, h, moveTitle, notice, playerTitle, sceneNotes, s, short, sideTitle, t, tr } from "./common.js";
import { action } from "./actions.js";
import { BoardView, chooseMove } from "./board.js";
import { pieceName, pieceShape, showSurplus } from "./pieces.js";
import { ClockView } from "./clock.js";
import { Composer } from "./composer.js";
import { newGame } from "./newgame.js";
import { openingTitle } from "./openings.js";
import { converse } from "./socket.js";
import { chime, isLoud, setLoud } from "./sound.js";
import { hearExplained } from "./explained.js";
import { closeSearch, hearTree, openSearch, searchFailed } from "./searched.js";

const id = location.pathname.split("/").pop();
const MOST_BUTTONS = 120;

let state = null;
let looking = null; // the earlier ply that is shown, or null
let unveiled = null; // the ply at which the curtain was opened
let asked = localStorage.getItem("mossa.engine") === "1"; // does the person want to see what the engine finds?
let reloaded = 0; // 1: the next state comes after the game was changed elsewhere
let shownOnce = false; // the first state is not announced

const clocks = new ClockView($("seats"));
const made = (text) => (composer.draft && looking === null ? composer.add(text) : play(text));
const board = new BoardView($("board"), { onMove: made, choose: (moves) => chooseMove($("chooser"), moves, made) });
const composer = new Composer(board, { play, ask: (parts) => say({ do: "part", made: parts, ply: state.history.length }) });

// The WebSocket

function hear(message) {
  const hearers = { state: hearState, past: hearPast, thinking: hearThinking, thought: hearThinking, hint: hearHint, analysis: hearAnalysis, tree: hearTree, draft: hearDraft, declined: hearDeclined, explained: (told) => hearExplained(told, state.seats.map((seat) => sideTitle(seat.name))) };
  if (["analysis", "tree"].includes(message.type) && $("notice").querySelector("progress")) notice(""); // compiled
  if (hearers[message.type]) hearers[message.type](message);
  else if (message.type === "error") {
    searchFailed(message.text);
    notice(message.text);
  }
  else if (message.type === "compiling") {
    $("status").textContent = t("play.compiling");
    $("status").classList.add("busy");
    compiling(message.text, state.game, message.move ? () => say({ do: "meanwhile" }) : null); // the notice disappears with the move that it was for
    if (state.thinking) clocks.hold();
  } else if (message.type === "stale") {
    reloaded = 1;
  } else if (message.type === "gone" || message.type === "closed") {
    document.body.classList.add("gone");
    $("title").textContent = t(`play.${message.type}`);
    $("status").textContent = "";
    $("controls").replaceChildren();
    $("views").replaceChildren();
    notice(message.text);
    $("more").replaceChildren(h("a", { href: "/" }, t("play.home")));
  }
}

/** A part of a move was made or undone. */
function hearDraft({ ply, draft }) {
  if (ply === state.history.length && looking === null && draft) composer.hear(draft);
}

function play(text) {
  if (looking !== null) return look(null);
  say({ do: "move", move: text, ply: state.history.length });
}

// The game

function hearState(message) {
  const before = state?.history.length ?? 0;
  const moved = !state || state.history.length !== message.history.length || state.ended !== message.ended;
  if (!state) board.flipped = message.turned;
  state = message;
  if (moved) {
    looking = null;
    // What was told stays until a person moves, or time goes back: an engine's reply does not wipe it away.
    const made = message.history.slice(before);
    if ($("notice").querySelector("progress") || !made.length || made.some(({ seat }) => seat !== null && message.seats[seat].spec === "human")) notice("");
    if (!message.thinking) $("lines").hidden = true;
    if (message.history.length < before) {
      closeSearch();
      clearEngine();
    }
    closeExplained();
  }
  $("title").textContent = gameTitle(state.game, state.title);
  document.title = `${gameTitle(state.game, state.title)} – mossa`;
  if (reloaded) notice(t("play.stale"), "info");
  reloaded = 0;
  if (state.trouble) notice(state.trouble);
  else if (!state.kept) notice(t("play.unkept"));
  clocks.set(state.clocks);
  if (state.ended) clocks.hold();
  if (moved && shownOnce) chime(state.ended ? "end" : "move");
  if (moved && shownOnce && message.history.length > before) speak(message.history.slice(before));
  shownOnce = true;
  showSeats();
  showStatus();
  showControls();
  showRecord();
  composer.begin(state.draft, state.moves);
  showChoices();
  if (looking === null) showBoard();
  showNotes(state.scene);
  showFallen();
  drawCurtain();
}

/** The position as it stands, and what may be clicked. */
function showBoard() {
  if (!composer.show(state.marks)) board.show(state.scene, state.moves, state.marks);
}

/** Announce to screen readers what the others have played. */
function speak(moves) {
  const others = moves.filter(({ seat }) => seat === null || state.seats[seat].spec !== "human");
  const told = others.map(({ seat, told, text }) => `${seat === null ? "" : `${sideTitle(state.seats[seat].name)}: `}${moveTitle(told ?? text) ?? t("play.unseen")}`);
  if (told.length) $("spoken").textContent = told.join(", ");
}

function showNotes(scene) {
  $("notes").textContent = sceneNotes(scene).join(" · ");
  showSurplus($("surplus"), scene);
  $("opening").textContent = openingTitle(state.opening);
}

/** The dice that fell since the move before, where the board does not show them. */
function showFallen() {
  const faces = state.history.slice(-2).filter(({ seat, text }) => seat === null && /^[1-6]{1,2}$/.test(text ?? "")).flatMap(({ text }) => [...text]);
  const there = state.scene.cells.some(({ piece }) => piece?.[2].startsWith("die"));
  $("fallen").replaceChildren(...(there ? [] : faces.map((face) => s("svg", { viewBox: "-50 -50 100 100", role: "img", "aria-label": pieceName([face, "white", `die${face}`]) }, pieceShape([face, "white", `die${face}`])))));
}

function showSeats() {
  $("seats").replaceChildren(...state.seats.map((seat, i) => {
    const result = state.result ? h("span", { class: "points" }, points(i)) : null;
    return h("li", { class: state.mover === i ? "to-move" : null },
      h("span", { class: "who" }, sideTitle(seat.name)), h("span", { class: "spec" }, seat.spec === "human" ? t("play.you") : playerTitle(seat.spec)),
      state.clocks ? h("span", { class: "clock", role: "timer", "data-seat": i }) : null, result);
  }));
}

function verdict() {
  return [cause(), score()].filter(Boolean).join(" ");
}

/** Why the game is over, and who has won. */
function cause() {
  const names = state.seats.map((seat) => sideTitle(seat.name));
  if (state.ended === "resigned" || state.ended === "time") {
    const rest = names.filter((_, i) => i !== state.by);
    return t(state.ended === "time" ? "play.flag" : "play.resigned", { name: names[state.by] }) + (rest.length === 1 ? ` ${t("play.wins", { names: rest[0] })}` : "");
  }
  if (state.ended === "agreed" || state.ended === "claim") return t(`play.${state.ended}`);
  const how = state.how ? t("play.how", { how: tr(`ending.${state.how}`, state.how) }) : "";
  return [how, winner(names)].filter(Boolean).join(" ");
}

/** The result as the players of the game write it: 1–0. */
const score = () => (state.paired ? `${points(0)}–${points(1)}` : "");

/** What a seat has won; where the players write it so: 1, ½ or 0. */
function points(seat) {
  if (!state.paired) return figure(state.result[seat]);
  const [mine, theirs] = [state.result[seat], state.result[1 - seat]];
  return mine === theirs ? "½" : mine > theirs ? "1" : "0";
}

function winner(names) {
  const best = Math.max(...state.result);
  const winners = names.filter((_, i) => state.result[i] === best);
  if (names.length === 1) return t("play.worth", { value: figure(state.result[0]) });
  if (winners.length === names.length) return t("play.draw");
  return winners.length === 1 ? t("play.wins", { names: winners[0] }) : t("play.win", { names: winners.join(", ") });
}

function showStatus() {
  const status = $("status");
  status.classList.toggle("busy", state.thinking);
  status.classList.toggle("done", Boolean(state.ended));
  if (state.ended) status.textContent = verdict();
  else if (state.thinking) status.textContent = t("play.thinking", { name: sideTitle(state.seats[state.mover].name) });
  else if (state.yours) {
    const people = state.seats.filter((seat) => seat.spec === "human").length;
    status.textContent = people > 1 ? t("play.turn", { name: sideTitle(state.seats[state.mover].name) }) : t("play.yours");
  } else status.textContent = "";
}

function showControls() {
  const human = state.seats.some((seat) => seat.spec === "human");
  const going = human && !state.ended;
  const takeBack = human && state.history.some((move) => move.seat !== null && state.seats[move.seat].spec === "human");
  const open = state.viewer === null;
  $("controls").replaceChildren(...[
    action("undo", () => say({ do: "undo" }), { on: takeBack }),
    action("hint", () => { $("status").classList.add("busy"); say({ do: "hint" }); }, { on: state.yours }),
    action("now", () => say({ do: "now" }), { on: state.thinking }),
    state.drawable ? action("draw", offerDraw, { on: going && state.yours }) : null,
    human ? action("resign", resign, { on: going }) : null,
    action("flip", () => board.flip()),
    action("sound", toggleSound, { pressed: isLoud() }),
    action("new", another),
    state.ended ? action("again", again, { kind: "main" }) : null,
  ].filter(Boolean));
  $("views").replaceChildren(...[
    action("engine", toggleEngine, { pressed: asked }),
    open ? action("analyse", analyse, { on: state.ended !== "over" || looking !== null }) : null,
    state.searchable && open ? action("search", seeSearch, { on: lastSearched() >= 0 }) : null,
    state.explains && open ? action("explain", () => say({ do: "explain", ply: looking ?? state.history.length })) : null,
  ].filter(Boolean));
}

function toggleEngine() {
  askEngine(!asked);
}

/** Show what the engine finds, or hide it. */
function askEngine(wanted) {
  asked = wanted;
  localStorage.setItem("mossa.engine", wanted ? "1" : "0");
  showEngine();
  showControls();
}

function showEngine() {
  $("engine").hidden = !asked || !($("figures").childElementCount || !$("lines").hidden);
}

/** What was found belongs to a position that has been taken back. */
function clearEngine() {
  $("figures").replaceChildren();
  $("pv").textContent = "";
  $("lines").hidden = true;
  showEngine();
}

function analyse() {
  askEngine(true);
  $("status").classList.add("busy");
  say({ do: "analyse", ply: looking ?? state.history.length });
}

/** The ply before the last move of an engine that is shown, or the position itself. */
function lastSearched() {
  const end = looking ?? state.history.length;
  for (let ply = end - 1; ply >= 0; ply -= 1) {
    const { seat } = state.history[ply];
    if (seat !== null && state.seats[seat].spec !== "human") return ply;
  }
  return state.ended && looking === null ? -1 : end;
}

function seeSearch() {
  openSearch(lastSearched(), (ply, path) => say({ do: "tree", ply, path }));
  $("searched").scrollIntoView({ behavior: "smooth", block: "nearest" });
}

function offerDraw() {
  if (!confirm(t(state.seats.every((seat) => seat.spec === "human") ? "play.agree" : "play.offer"))) return;
  $("status").classList.add("busy");
  say({ do: "draw" });
}

function hearDeclined(message) {
  showStatus();
  notice(t(`play.declined.${message.why}`, { name: sideTitle(state.seats[message.seat].name) }), "info");
}

function toggleSound() {
  setLoud(!isLoud());
  showControls();
}

function resign() {
  if (confirm(t("play.sure"))) say({ do: "resign" });
}

async function again() {
  try {
    const fresh = await ask("/api/boards", { game: state.game, seats: state.seats.map((seat) => seat.spec), seconds: state.seconds, clock: state.clocks?.text ?? "" });
    location.assign(`/play/${fresh.id}`);
  } catch (error) {
    notice(error.message);
  }
}

async function another() {
  const { games } = await ask("/api/games");
  const plain = state.game.split(":")[0];
  newGame(games.find((game) => game.name.split(":")[0] === plain));
}

// The legal moves

function showChoices() {
  const plain = state.moves.filter((move) => !move.path.length);
  $("typed").hidden = Boolean(state.ended) || !state.seats.some((seat) => seat.spec === "human");
  $("typed").querySelector("button").disabled = !state.yours; // not the field: it would lose the focus
  $("choices").hidden = !state.yours;
  $("choices").classList.toggle("needed", plain.length > 0 && !state.draft && !$("composer").childElementCount);
  if (state.yours && plain.length && !state.draft && !$("composer").childElementCount) $("choices").open = true;
  filterChoices();
}

function filterChoices() {
  const typed = $("text").value.trim();
  const fitting = state.moves.filter(({ text, told }) => text.startsWith(typed) || told?.startsWith(typed));
  const shown = fitting.slice(0, MOST_BUTTONS).map(({ text, told }) => h("button", { type: "button", onclick: () => play(text) }, moveTitle(told ?? text)));
  const more = fitting.length - shown.length;
  $("buttons").replaceChildren(...shown, ...(more > 0 ? [h("small", {}, t("play.more", { count: more }))] : []));
}

$("text").addEventListener("input", filterChoices);
$("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const typed = $("text").value.trim();
  if (typed) play(typed);
  $("text").value = "";
  filterChoices();
});

// The moves made

function showRecord() {
  const shown = looking ?? state.history.length;
  const entries = state.history.map((move, i) =>
    h("li", { class: move.seat === null ? "chance" : null },
      h("button", { type: "button", "aria-current": i + 1 === shown ? "step" : null, onclick: () => look(i + 1) }, moveTitle(move.told ?? move.text) ?? t("play.unseen"))));
  $("moves").replaceChildren(...entries);
  const alternate = state.seats.length === 2 && state.history.every(({ seat }, i) => seat === i % 2);
  $("outcome").textContent = state.ended ? score() : "";
  $("moves").classList.toggle("paired", alternate); // then one move of each side share a number
  const current = $("moves").querySelector("[aria-current]");
  if (current) $("moves").scrollTop = current.parentElement.offsetTop - $("moves").offsetTop - 60;
  const step = (text, name, to, on) => h("button", { type: "button", class: "tool", title: t(name), "aria-label": t(name), disabled: !on, onclick: () => look(to) }, text);
  const last = state.history.length;
  $("nav").replaceChildren(
    step("«", "step.first", 0, shown > 0), step("‹", "step.back", shown - 1, shown > 0),
    step("›", "step.forward", shown + 1, shown < last), step("»", "step.last", last, shown < last));
  const link = `/lab#game=${encodeURIComponent(state.game)}&moves=${encodeURIComponent(state.history.map((move) => move.text ?? "").join(" "))}&depth=2`;
  $("more").replaceChildren(
    ...(state.viewer === null && last ? [h("a", { href: `/analyse/${id}`, id: "to-analyse" }, t("play.study"))] : []),
    ...(state.viewer === null && !state.ended ? [h("a", { href: link }, t("play.lab"))] : []));
}

/** Hide what belongs to another position. */
function closeExplained() {
  $("explained").hidden = true;
}

function look(ply) {
  closeExplained();
  if (ply === null || ply === state.history.length) {
    looking = null;
    showBoard();
    showNotes(state.scene);
    showRecord();
    showControls();
  } else say({ do: "look", ply });
}

function hearPast(message) {
  looking = message.ply;
  board.show(message.scene, [], message.marks);
  showNotes(message.scene);
  $("lines").hidden = true;
  showRecord();
  showControls();
}

addEventListener("keydown", (event) => {
  if (!state || event.target.closest("input, select, textarea, dialog")) return;
  const shown = looking ?? state.history.length;
  if (event.key === "ArrowLeft" && shown > 0) look(shown - 1);
  else if (event.key === "ArrowRight" && shown < state.history.length) look(shown + 1);
  else if (event.key === "f") board.flip();
});

// What the engine finds

function hearThinking(message) {
  if (!message.nodes) return; // a player that does not search
  const { value, depth, nodes, seconds, pv, mover, range, exact, shown, expected } = message;
  // The bar is from the side of the first player.
  const side = mover === 0 || state.seats.length !== 2 ? value : -value;
  const share = ((expected ?? side) - range[0]) / (range[1] - range[0]);
  $("evalbar").firstChild.style.width = `${Math.round(100 * Math.min(1, Math.max(0, share)))}%`;
  const entries = [
    [t("figure.value"), `${exact ? "" : "≈ "}${shown ? decimals(shown) : figure(side)}`],
    ...(depth ? [[t("figure.depth"), depth]] : []),
    [t("figure.nodes"), short(nodes)],
    ...(seconds > 0.02 ? [[t("figure.speed"), `${short(nodes / seconds)}/s`]] : []),
  ];
  $("figures").replaceChildren(...entries.map(([name, text]) => h("div", {}, h("dt", {}, name), h("dd", {}, text))));
  $("pv").textContent = pv.join("  ");
  showEngine();
}

function hearHint(message) {
  if (message.seconds === undefined || !state.yours) return;
  $("status").classList.remove("busy");
  if (state.perfect) hearThinking(message);
  showLines(message);
  notice(t("play.hint", { move: moveTitle(message.told ?? message.move) }), "info");
  if (looking === null && message.path) board.pointAt([state.moves.find((move) => move.text === message.move) ?? { text: message.move, path: message.path }]);
}

function hearAnalysis(message) {
  $("status").classList.toggle("busy", message.path === undefined || state.thinking);
  hearThinking(message);
  showLines(message);
  if (message.path) board.pointAt([{ text: message.move, path: message.path }]);
}

function showLines(message) {
  const candidates = message.candidates ?? [];
  const shares = message.probabilities;
  const rows = candidates.map(({ move, told, value, shown, line }) =>
    h("tr", {}, h("td", {}, moveTitle(told ?? move), line?.length > 1 ? h("small", { class: "line" }, line.slice(1).join(" ")) : null), h("td", { class: "number" }, shown ? decimals(shown) : figure(value)), shares ? h("td", { class: "number" }, `${figure(100 * (shares[move] ?? 0))} %`) : null));
  $("lines").hidden = !rows.length;
  $("lines").replaceChildren(
    h("thead", {}, h("tr", {}, h("th", {}, t("lines.move")), h("th", { class: "number" }, t("lines.value")), shares ? h("th", { class: "number" }, t("lines.share")) : null)),
    h("tbody", {}, rows));
  showEngine();
}

// Several people at one screen must not see each other's cards.

function drawCurtain() {
  const ply = state.history.length;
  const closed = state.curtain && state.yours && unveiled !== ply;
  $("curtain").hidden = !closed;
  if (!closed) return;
  const name = sideTitle(state.seats[state.mover].name);
  $("curtain").replaceChildren(
    h("h2", {}, t("curtain.title", { name })), h("p", {}, t("curtain.text")),
    h("button", { type: "button", class: "main", onclick: () => { unveiled = ply; $("curtain").hidden = true; } }, t("curtain.open", { name })));
}

const { say } = converse(`/ws/${id}`, {
  hear,
  found: () => document.body.classList.remove("offline"),
  lost() {
    document.body.classList.add("offline");
    $("status").textContent = t("play.offline");
  },
});
