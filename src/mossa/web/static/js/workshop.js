// The evaluation workshop: sliders for the weights of a game's features, a match of two evaluations, a curve that learns.

import { described } from "./about.js";
import { $, ask, compiling, decimals, gameTitle, h, language, notice, s, sideTitle, t, tr } from "./common.js";
import { BoardView, chooseMove } from "./board.js";
import { chooseFeatures, showCategories } from "./categories.js";
import { converse } from "./socket.js";

const WAIT = 120; // milliseconds after the last change of a slider until the server is asked
const STEPS = 200; // of a slider, to either side
const REACH = 1.6; // the end of a slider: this multiple of the weight that matters most

let features = [], seats = [], sizes = {}, weights = {}, kept = {}, reach = 1;
let moves = [], looked = null, curve = [], busy = "", timer = null, channel = null;

const board = new BoardView($("board"), { onMove: play, choose: (some) => chooseMove($("chooser"), some, play) });
const signed = (number, digits = 0) => (number > 0 ? "+" : "") + plain(number, digits);
const plain = (number, digits = 2) => Number(number.toFixed(digits)).toLocaleString(language, { maximumFractionDigits: digits, signDisplay: "negative" }).replace("-", "−");
const nothing = () => Object.fromEntries(features.map(({ name }) => [name, 0]));
const own = () => Object.fromEntries(features.map((one) => [one.name, one.own]));
const title = (name) => tr(`weigh.${name}`, tr(`feature.${name}`, name.replaceAll("_", " ")));
const size = (name) => sizes[name] ?? 1;
const factor = (text) => (text.startsWith("−") ? `(${text})` : text);
const weightText = (weight) => plain(weight, Math.abs(weight) < 10 ? 2 : Math.abs(weight) < 100 ? 1 : 0);

// A game

async function open() {
  const { games } = await ask("/api/games");
  const order = (game) => (game.own ? -1 : Number(tr(`order.${game.name}`, "50")));
  const fitting = games.filter((game) => game.features).sort((a, b) => order(a) - order(b));
  $("game").append(...fitting.map((game) => h("option", { value: game.name }, gameTitle(game.name, game.title))));
  const wanted = new URLSearchParams(location.hash.slice(1)).get("game") ?? "connect4";
  $("game").value = fitting.some((game) => game.name === wanted) ? wanted : fitting[0].name;
  $("game").addEventListener("change", () => {
    location.hash = new URLSearchParams({ game: $("game").value });
    location.reload();
  });
  const begun = await ask("/api/workshop", { game: $("game").value });
  ({ features, seats } = begun);
  weights = own();
  $("method").append(...begun.methods.map((name) => h("option", { value: name }, t(`work.method.${name}`))));
  $("method").value = "td";
  $("method").addEventListener("change", tellMethod);
  $("against").append(...["own", "zero", "kept"].map((name) => h("option", { value: name, disabled: name === "kept" }, t(`work.from.${name}`))));
  $("from").append(...["zero", "sliders", "own"].map((name) => h("option", { value: name }, t(`work.from.${name}`))));
  tellMethod();
  makeSliders();
  makeButtons();
  $("workshop").hidden = $("trials").hidden = false;
  document.title = `${t("work.title")} – mossa`;
  channel = converse(`/ws/workshop/${begun.id}`, { hear, lost: () => ($("notes").textContent = t("play.offline")), found: look });
}

const tellMethod = () => ($("about-method").textContent = t(`work.about.${$("method").value}`));

function hear(message) {
  if (message.type !== "compiling" && !$("notice").hidden && message.type !== "error") notice("");
  if (message.type === "looked") showPosition(message);
  else if (message.type === "advised") showAdvice(message);
  else if (message.type === "usual") {
    sizes = message.sizes;
    setReach();
    showWorth();
  } else if (message.type === "match") showMatch(message);
  else if (message.type === "categories") showCategories(message, title);
  else if (message.type === "learnt") showLearnt(message);
  else if (message.type === "idle") setBusy("");
  else if (message.type === "compiling") compiling(message.text);
  else if (message.type === "error") notice(message.text);
  else if (message.type === "gone") location.reload();
  else if (message.type === "closed") notice(message.text);
}

// The position

function look() {
  clearTimeout(timer);
  channel?.say({ do: "look", moves, weights });
}

const lookSoon = () => {
  clearTimeout(timer);
  timer = setTimeout(look, WAIT);
};

function play(text) {
  moves = [...moves, text];
  look();
}

function showPosition(message) {
  const fresh = looked === null || looked.moves.length !== message.moves.length || message.moves.some((move, i) => move !== looked.moves[i]);
  looked = message;
  if (fresh) board.show(message.scene, message.legal);
  $("notes").textContent = message.result ? t("work.over") : message.mover === null ? "" : t("work.toMove", { name: sideTitle(seats[message.mover]) });
  $("back").disabled = $("restart").disabled = !moves.length;
  $("forward").disabled = Boolean(message.result);
  showWorth();
}

function showAdvice({ told, move, path }) {
  board.pointAt([{ text: move, path }]);
  $("notes").textContent = t("work.advice", { name: sideTitle(seats[looked.mover]), move: told });
}

/** The evaluation: the sum, its parts, and the bar. */
function showWorth() {
  if (looked === null) return;
  const usual = Math.hypot(...features.map(({ name }) => weights[name] * size(name))) || 1;
  const share = 0.5 + 0.5 * Math.tanh(looked.score / (1.5 * usual));
  $("evalbar").firstChild.style.width = `${Math.round(100 * share)}%`;
  $("worth").textContent = t("work.worth", { value: decimals(looked.shown), name: sideTitle(seats[0]) });
  const parts = features.filter(({ name }) => looked.parts[name]).map(({ name }) => `${factor(weightText(weights[name]))} · ${factor(plain(looked.values[name]))}`);
  $("sum").textContent = `e(n) = ${parts.join(" + ") || "0"}${parts.length ? ` = ${signed(looked.score)}` : ""}`;
  const most = Math.max(1e-9, ...Object.values(looked.parts).map(Math.abs));
  for (const { name } of features) {
    const row = $("sliders").querySelector(`[data-feature="${CSS.escape(name)}"]`), part = looked.parts[name];
    row.querySelector(".amount").textContent = signed(looked.values[name], 2);
    const bar = row.querySelector(".balance");
    bar.className = `balance ${part >= 0 ? "good" : "bad"}`;
    bar.style.setProperty("--size", Math.abs(part) / most);
    row.querySelector(".part").textContent = signed(part);
  }
}

// The sliders

function makeSliders() {
  $("sliders").replaceChildren(
    h("thead", {}, h("tr", {}, ...["feature", "weight", "", "amount", "", "part"].map((key, i) => (key ? h("th", { scope: "col", class: i > 1 ? "number" : null }, t(`work.${key}`)) : h("td", {}))))),
    h("tbody", {}, features.map(({ name, about }) => h("tr", { "data-feature": name },
      h("th", { scope: "row", title: described(about) }, title(name)),
      h("td", { class: "slide" }, h("input", { type: "range", min: -STEPS, max: STEPS, step: 1, "aria-label": t("work.weightOf", { name: title(name) }), oninput: (event) => slide(name, event.target) })),
      h("td", { class: "number weight" }), h("td", { class: "number amount" }), h("td", { class: "bars" }, h("span", { class: "balance good" })), h("td", { class: "number part" })))));
  setReach();
}

/** The ends of the sliders: every feature reaches as far as the one that matters most does in a usual position. */
function setReach() {
  const influences = (some) => features.map(({ name }) => Math.abs(some[name] ?? 0) * size(name));
  reach = REACH * (Math.max(...influences(weights)) || Math.max(...influences(own())) || 1);
  showSliders();
}

const endOf = (name) => reach / size(name);

function showSliders() {
  for (const { name } of features) {
    const row = $("sliders").querySelector(`[data-feature="${CSS.escape(name)}"]`), input = row.querySelector("input");
    if (document.activeElement !== input || busy === "learn") input.value = Math.round((weights[name] / endOf(name)) * STEPS);
    input.setAttribute("aria-valuetext", weightText(weights[name]));
    row.querySelector(".weight").textContent = weightText(weights[name]);
  }
}

function slide(name, input) {
  weights = { ...weights, [name]: (Number(input.value) / STEPS) * endOf(name) };
  showSliders();
  lookSoon();
}

function setWeights(chosen) {
  weights = chosen;
  setReach();
  look();
}

function makeButtons() {
  const button = (id, action, attributes = {}) => h("button", { type: "button", id, onclick: action, ...attributes }, t(`work.${id}`));
  $("steps").append(
    button("restart", () => { moves = []; look(); }), button("back", () => { moves = moves.slice(0, -1); look(); }), button("forward", anyMove));
  const file = h("input", { type: "file", accept: ".json,application/json", hidden: true, id: "file", onchange: readFile, "aria-label": t("work.load") });
  $("sets").append(
    button("own", () => setWeights(own())), button("zero", () => setWeights(nothing())),
    button("keep", keep, { class: "quiet" }), button("save", save, { class: "quiet" }), button("load", () => file.click(), { class: "quiet" }), file);
  $("match-go").addEventListener("click", () => {
    const against = { own: own(), zero: nothing(), kept }[$("against").value];
    begin("match", { do: "match", weights, against });
  });
  $("learn-go").addEventListener("click", () => {
    curve = [];
    const from = { zero: nothing(), sliders: weights, own: own() }[$("from").value];
    begin("learn", { do: "learn", method: $("method").value, weights: from });
  });
  const chosen = chooseFeatures(features, title);
  $("categories-go").addEventListener("click", () => begin("categories", { do: "categorise", features: chosen() }));
  for (const id of ["match-stop", "learn-stop", "categories-stop"]) $(id).addEventListener("click", () => channel.say({ do: "stop" }));
}

/** A move at random: the quickest way to some other position. */
function anyMove() {
  if (looked?.legal.length) play(looked.legal[Math.floor(Math.random() * looked.legal.length)].text);
}

/** Remember the weights of the sliders as an opponent. */
function keep() {
  kept = { ...weights };
  $("against").querySelector('[value="kept"]').disabled = false;
  $("against").value = "kept";
}

function save() {
  const link = h("a", { href: URL.createObjectURL(new Blob([`${JSON.stringify(weights, null, 1)}\n`], { type: "application/json" })), download: "weights.json" });
  link.click();
  URL.revokeObjectURL(link.href);
}

async function readFile(event) {
  const [chosen] = event.target.files;
  event.target.value = "";
  try {
    const read = JSON.parse(await chosen.text());
    const wrong = Object.entries(read).find(([name, weight]) => !(name in own()) || !Number.isFinite(weight));
    if (wrong) throw new Error(t("work.wrong", { name: wrong[0], names: features.map(({ name }) => name).join(", ") }));
    setWeights({ ...nothing(), ...read });
    notice("");
  } catch (error) {
    notice(error instanceof SyntaxError ? t("work.noJson") : error.message);
  }
}

// A match and a run

function begin(what, message) {
  notice("");
  setBusy(what);
  channel.say(message);
}

function setBusy(what) {
  busy = what;
  for (const one of ["match", "learn", "categories"]) {
    $(`${one}-go`).hidden = what === one;
    $(`${one}-stop`).hidden = what !== one;
    $(`${one}-status`).classList.toggle("busy", what === one);
  }
}

const elo = ({ elo: value, error }) => `${signed(value)} ± ${plain(error, 0)}`;

function showMatch(match) {
  const points = Math.round(match.score * match.games * 2) / 2;
  $("match-status").textContent = t("work.match.status", { points: plain(points, 1), games: match.games.toLocaleString(language), elo: elo(match) });
  const [W, H, middle] = [560, 64, 280], most = Math.max(100, Math.abs(match.elo) + match.error);
  const x = (value) => middle + (Math.max(-most, Math.min(most, value)) / most) * (middle - 30);
  $("match-elo").replaceChildren(s("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": t("work.match.plot", { elo: elo(match) }) },
    ...[-most, 0, most].map((tick) => s("g", { class: "tick" }, s("line", { x1: x(tick), x2: x(tick), y1: 0, y2: H - 24 }), s("text", { x: x(tick), y: H - 6, "text-anchor": "middle" }, signed(tick)))),
    s("g", { class: "rating", transform: "translate(0 20)" }, s("line", { x1: x(match.elo - match.error), x2: x(match.elo + match.error), y1: 0, y2: 0 }), s("circle", { cx: x(match.elo), cy: 0, r: 6 }))));
}

function showLearnt(point) {
  curve.push(point);
  weights = point.weights;
  reach = Math.max(reach, REACH * Math.max(...features.map(({ name }) => Math.abs(weights[name]) * size(name))));
  if (curve.length === 1) setReach();
  showSliders();
  lookSoon();
  const loss = point.loss === null ? "" : `, ${t("work.loss", { loss: plain(point.loss, 3) })}`;
  $("learn-status").textContent = t("work.learn.status", { round: point.round.toLocaleString(language), games: point.games.toLocaleString(language), elo: elo(point.own) }) + loss;
  drawCurve();
}

/** Games against Elo: towards the game's own weights, and towards those of the beginning, each with its error band. */
function drawCurve() {
  const [W, H, left, bottom] = [560, 260, 52, 28];
  const lines = [["own", curve.map((one) => one.own)], ["before", curve.map((one) => one.before)]];
  const all = lines.flatMap(([, line]) => line), clip = (value) => Math.max(-800, Math.min(800, value));
  const low = Math.min(-50, ...all.map((one) => clip(one.elo - one.error))), high = Math.max(50, ...all.map((one) => clip(one.elo + one.error)));
  const last = curve.at(-1).games;
  const x = (games) => left + (games / last) * (W - left - 14);
  const y = (value) => 8 + ((high - clip(value)) / (high - low)) * (H - bottom - 16);
  const step = [50, 100, 200, 400].find((one) => (high - low) / one <= 6) ?? 800;
  const ticks = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) ticks.push(tick);
  const path = (points) => points.map(([a, b]) => `${a.toFixed(1)},${b.toFixed(1)}`).join(" ");
  $("curve").replaceChildren(
    s("svg", { viewBox: `0 0 ${W} ${H}`, class: "plot", role: "img", "aria-label": t("work.curve") },
      ...ticks.map((tick) => s("g", { class: `tick${tick ? "" : " level"}` }, s("line", { x1: left, x2: W - 14, y1: y(tick), y2: y(tick) }), s("text", { x: left - 8, y: y(tick), dy: "0.35em", "text-anchor": "end" }, signed(tick)))),
      ...[0, 0.5, 1].map((part) => s("text", { class: "axis", x: x(part * last), y: H - 6, "text-anchor": part === 1 ? "end" : "middle" }, Math.round(part * last).toLocaleString(language))),
      ...lines.flatMap(([name, line]) => [
        s("polygon", { class: `band curve-${name}`, points: path([...line.map((one, i) => [x(curve[i].games), y(one.elo + one.error)]), ...line.map((one, i) => [x(curve[i].games), y(one.elo - one.error)]).reverse()]) }),
        s("polyline", { class: `theory curve-${name}`, points: path(line.map((one, i) => [x(curve[i].games), y(one.elo)])) })])),
    h("figcaption", {}, t("work.curve"), ...lines.map(([name]) => h("span", { class: `key curve-${name}` }, t(`work.curve.${name}`)))));
}

try {
  await open();
} catch (error) {
  notice(error.message);
}
