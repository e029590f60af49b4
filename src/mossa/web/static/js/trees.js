// Algorithms on trees and small games, one or two side by side, on canvases.

import { $, ask, decimals, gameTitle, h, language, notice, short, t, tr } from "./common.js";
import { openExercise } from "./exercise.js";
import { stageTable } from "./stage.js";
import { makeStepper } from "./stepper.js";
import { TreeEdit } from "./treeedit.js";
import { readTree } from "./treetext.js";
import { TreeView } from "./treeview.js";
import { showLine, showListing, showTables } from "./beside.js";

const FIELDS = ["example", "tree", "game", "position", "moves", "depth", "algorithm", "second", "simulations", "seed", "nodes", "seconds", "entries", "replace", "extra", "margin", "keep", "reply"];
const SETTINGS = { nodes: "number", seconds: "number", entries: "number", replace: ["depth", "age"], extra: "number", margin: "number", keep: "number", reply: "text" };
const LONGEST = { tree: 1900, moves: 2000, position: 2000 }; // characters that the server takes
let listing = null;
let boardsChosen = false; // until the box is clicked, boards are drawn where they are readable
let stepper = null;
let runs = []; // what is shown: {request, answer}
let views = []; // their canvases
let editing = null;
let latest = 0; // the number of the latest run
let wanted = 0; // the latest step; an answer for an earlier run or step is not shown
let shown = ""; // the address of what is shown, without its step
let under = null; // the run that is under way can be aborted
let revealed = false;
let ready = null; // the canvases of these runs are loaded
let typing = null;

export async function openTrees(words) {
  listing = await ask("/api/lab");
  const examples = listing.examples.filter((one) => one.tree || one.game);
  const algorithms = (name, none) => h("select", { id: name, name },
    none ? h("option", { value: "" }, t("lab.none")) : null,
    listing.algorithms.map((one) => h("option", { value: one.name, title: tr(`algorithm.${one.name}`, one.about) }, one.name)));
  const field = (name, control) => h("label", { class: `field field-${name}` }, h("span", {}, t(`lab.${name}`)), control);
  const text = (name) => h("input", { id: name, name, spellcheck: "false", oninput: tellLimits });
  $("form").append(
    field("example", h("select", { id: "example", name: "example", onchange: takeExample },
      h("option", { value: "" }, t("lab.own")), examples.map((one) => h("option", { value: one.name }, one.name)))),
    field("algorithm", algorithms("algorithm", false)), field("second", algorithms("second", true)),
    field("depth", h("input", { id: "depth", name: "depth", type: "number", min: 0, max: 50, inputmode: "numeric" })),
    field("tree", h("textarea", { id: "tree", name: "tree", rows: 1, spellcheck: "false", title: t("lab.tree.help"), placeholder: "((3 12 8) (2 4 6) (14 5 2))", oninput: typed })),
    h("details", { id: "of-game", class: "of-game" }, h("summary", {}, t("lab.of-game"), h("strong", { id: "game-now" })), h("div", { class: "triple" },
      field("game", h("select", { id: "game", name: "game", onchange: takeGame }, h("option", { value: "" }, t("lab.none")),
        listing.games.map((name) => h("option", { value: name }, gameTitle(name))))),
      field("moves", text("moves")), field("position", text("position")))),
    h("div", { class: "pair", id: "sampling" },
      field("simulations", h("input", { id: "simulations", name: "simulations", type: "number", min: 1, max: 100000, placeholder: "100", inputmode: "numeric" })),
      field("seed", h("input", { id: "seed", name: "seed", type: "number", min: 0, placeholder: "0", inputmode: "numeric" }))),
    h("div", { class: "pair", id: "settings" }, Object.entries(SETTINGS).map(([name, kind]) => field(name, Array.isArray(kind)
      ? h("select", { id: name, name }, h("option", { value: "" }, t("lab.none")), kind.map((one) => h("option", { value: one }, t(`lab.replace.${one}`))))
      : h("input", { id: name, name, type: kind, min: kind === "number" ? 0 : null, step: kind === "number" ? "any" : null, maxlength: 100, spellcheck: "false" })))),
    h("p", { class: "notice limits", id: "limits", role: "status", hidden: true }),
    h("div", { class: "buttons" },
      h("button", { class: "main", id: "run" }, t("lab.run")),
      h("button", { type: "button", class: "quiet", id: "exercise-begin", onclick: exercise }, t("exercise.name")),
      h("button", { type: "button", class: "quiet", id: "random", onclick: random }, t("lab.random")),
      h("button", { type: "button", class: "quiet", id: "draw", onclick: begun }, t("editor.open")),
      h("button", { type: "button", class: "quiet", id: "compare", onclick: compareAll }, t("lab.all")),
      h("label", { class: "check" }, h("input", { id: "boards", name: "boards", type: "checkbox", onchange: () => { boardsChosen = true; run(0); } }), h("span", {}, t("lab.boards")))));
  $("form").addEventListener("submit", (event) => {
    event.preventDefault();
    run(0);
  });
  for (const name of ["algorithm", "second"]) $(name).addEventListener("change", showSampling);
  $("cancel").addEventListener("click", () => under?.abort());
  $("reveal").addEventListener("click", () => reveal(true));
  editing = new TreeEdit($("editor"), (text, path) => {
    $("tree").value = text;
    own();
    views[0].path = path;
    if (text.includes("{") && !listing.algorithms.find((one) => one.name === $("algorithm").value).chance) $("algorithm").value = "expectiminimax";
    run(Infinity, { keep: true });
  });
  await goTo(words);
}

/** Show what an address says: at first, and when the browser goes back or on. */
export async function goTo(words) {
  const step = Number(words.get("step") ?? 0);
  if (listing === null || (shown && shown === plain(words))) return void stepper?.go(step);
  for (const name of FIELDS) $(name).value = name === "algorithm" ? "alphabeta" : "";
  if (!["tree", "game", "example"].some((name) => words.get(name))) words.set("example", "two-ply");
  if (words.get("example")) {
    $("example").value = words.get("example");
    takeExample(null, false);
  }
  for (const name of FIELDS) if (words.has(name)) $(name).value = words.get(name);
  if (words.get("game") && !$("game").value) addGame(words.get("game"));
  await run(step, { pushed: false });
}

/** An address without its step. */
function plain(words) {
  const kept = new URLSearchParams(words);
  kept.delete("step");
  kept.delete("tab");
  return String(kept);
}

const settings = (name) => listing.algorithms.find((one) => one.name === name)?.settings ?? [];
const samples = (name) => listing.algorithms.find((one) => one.name === name)?.samples;
const exampleNow = () => listing.examples.find((one) => one.name === $("example").value);

/** Each algorithm asks for its own settings: how many random games, the clock, the size of the table … */
function showSampling() {
  $("sampling").hidden = !samples($("algorithm").value) && !samples($("second").value);
  const taken = [...settings($("algorithm").value), ...settings($("second").value)];
  for (const name of Object.keys(SETTINGS)) $(name).closest("label").hidden = !taken.includes(name);
  $("settings").hidden = !taken.length;
}

/** Say that a text is too long before it is sent: nothing of it is cut. */
function tellLimits() {
  const long = Object.entries(LONGEST).filter(([name, most]) => $(name).value.length > most);
  $("limits").hidden = !long.length;
  $("limits").textContent = long.map(([name, most]) => t("lab.long", { name: t(`lab.${name}`), length: $(name).value.length.toLocaleString(language), most: most.toLocaleString(language) })).join(" ");
  $("run").disabled = long.length > 0;
  return long.length > 0;
}

/** A game with settings that differ from the default is not in the list. */
function addGame(name) {
  $("game").append(h("option", { value: name }, name));
  $("game").value = name;
}

function takeExample(event, start = true) {
  const example = exampleNow();
  if (!example) return;
  $("tree").value = example.tree;
  $("game").value = example.game;
  if (example.game && !$("game").value) addGame(example.game);
  $("position").value = example.position;
  $("moves").value = example.moves;
  $("depth").value = example.options.depth ?? "";
  $("simulations").value = example.options.simulations ?? "";
  $("seed").value = "";
  for (const name of Object.keys(SETTINGS)) $(name).value = example.options[name] ?? "";
  $("algorithm").value = example.algorithm;
  $("second").value = "";
  if (start) run(0);
}

function own() {
  $("example").value = "";
  $("game").value = "";
}

/** The text of the tree changes: what is drawn follows a moment later. */
function typed() {
  own();
  clearTimeout(typing);
  if (!tellLimits() && readTree($("tree").value)) typing = setTimeout(() => run(0, { keep: true }), 600);
}

/** A random tree, to practise on. */
function random() {
  const draw = (most) => Math.floor(Math.random() * most);
  const [depth, branching] = [[2, 3], [3, 2], [4, 2], [3, 3]][draw(4)];
  const below = (left) => (left ? `(${Array.from({ length: branching }, () => below(left - 1)).join(" ")})` : draw(20));
  $("tree").value = below(depth);
  own();
  run(0);
}

/** A small tree to begin a drawing with. */
async function begun() {
  $("tree").value = "(3 5)";
  own();
  await run(Infinity);
  if (views[0].model) views[0].canvas.select(views[0].model.nodes[0]);
}

function takeGame() {
  if (!$("game").value) return;
  $("example").value = "";
  $("tree").value = $("position").value = "";
  if (!$("depth").value) $("depth").value = 2;
}

function request(algorithm) {
  const example = exampleNow();
  const asked = { algorithm, tree: $("tree").value, game: $("game").value, position: $("position").value, moves: $("moves").value };
  if ($("depth").value !== "") asked.depth = Number($("depth").value);
  if (boardsChosen) asked.boards = $("boards").checked;
  for (const name of ["simulations", "seed"]) if (samples(algorithm) && $(name).value !== "") asked[name] = Number($(name).value);
  for (const name of settings(algorithm)) if ($(name).value !== "") asked[name] = SETTINGS[name] === "number" ? Number($(name).value) : $(name).value;
  const own = example && example.algorithm === algorithm ? Object.entries(example.options).filter(([name]) => !(name in SETTINGS)) : [];
  return { ...Object.fromEntries(own), ...asked };
}

/** The values are hidden, and asked for in the nodes. */
async function exercise() {
  stepper?.pause();
  notice("");
  try {
    const answer = await ask("/api/lab/run", request($("algorithm").value));
    await openExercise($("exercise"), answer, () => run(answer.steps));
    for (const id of ["stepper", "stage", "list", "tables", "code", "editor", "papers", "results"]) $(id).hidden = true;
    $("event").textContent = "";
    $("share").replaceChildren();
  } catch (error) {
    notice(error.message);
  }
}

/** A run that takes a while is shown, and can be cancelled; `work(signal)` is its answer. */
async function busy(work) {
  under?.abort();
  const mine = under = new AbortController();
  const since = performance.now();
  const tick = setInterval(() => {
    const seconds = Math.round((performance.now() - since) / 1000);
    $("busy").hidden = false;
    $("busy-words").textContent = t("lab.busy", { seconds });
  }, 700);
  document.body.classList.add("working");
  try {
    return await work(mine.signal);
  } catch (error) {
    throw error.name === "AbortError" ? new Error(t("lab.cancelled")) : error;
  } finally {
    clearInterval(tick);
    if (under === mine) {
      $("busy").hidden = true;
      document.body.classList.remove("working");
    }
  }
}

/** Run what the form says, and show a step of it; with `keep` the canvas stays where it is. */
async function run(step, { keep = false, pushed = true } = {}) {
  clearTimeout(typing);
  if (tellLimits()) return;
  const mine = (latest += 1);
  stepper?.pause();
  $("exercise").hidden = true;
  notice("");
  showSampling();
  const names = [$("algorithm").value, $("second").value].filter(Boolean);
  let done;
  try {
    done = await busy((signal) => Promise.all(names.map(async (name) => {
      const asked = request(name);
      return { request: asked, answer: await ask("/api/lab/run", asked, undefined, signal) };
    })));
    if (mine !== latest) return;
  } catch (error) {
    if (mine === latest) failed(error, keep);
    return;
  }
  runs = done;
  showRelated(exampleNow());
  $("game-now").textContent = [runs[0].request.game && gameTitle(runs[0].request.game), runs[0].request.moves, runs[0].request.position].filter(Boolean).join(", ");
  if (!boardsChosen) $("boards").checked = runs.some(({ request: asked, answer }) => answer.boards || (asked.game && !answer.stage));
  showListing(runs[0].answer);
  const message = runs.map(({ answer }) => (answer.stage ? "" : answer.message)).find(Boolean);
  if (message) notice(message);
  const rounds = runs.find(({ answer }) => answer.stage)?.answer;
  $("stage").replaceChildren(...(rounds ? [stageTable(rounds.stage, rounds.value)] : []));
  $("stage").hidden = !rounds;
  const steps = Math.max(...runs.map(({ answer }) => answer.steps));
  const uncut = runs.every(({ answer }) => !answer.cut_steps.length);
  const stops = [...new Set(runs.flatMap(({ answer }) => (uncut ? answer.round_steps : answer.cut_steps)))].sort((a, b) => a - b);
  reveal(Boolean(rounds));
  showAddress(0, pushed);
  ready = showCanvases(keep);
  stepper = makeStepper($("stepper"), { steps, stops, stopName: t(uncut ? "lab.round" : "lab.cut"), show: showStep });
  stepper.go(Math.min(step, steps));
  await ready;
}

/** A run that failed leaves the last drawing only while a tree is being typed. */
function failed(error, keep) {
  if (!keep) {
    for (const id of ["stepper", "list", "tables", "stage", "papers", "results", "code", "editor"]) $(id).hidden = true;
    $("event").textContent = "";
    $("share").replaceChildren();
    shown = "";
  }
  notice(error.message);
}

/** A node was chosen: what an edit before it wanted to choose does not matter any more. */
function chosen() {
  views[0].path = null;
  editing.choose(views[0]);
}

async function showCanvases(keep) {
  const typedTree = Boolean(runs[0].request.tree.trim()) && readTree(runs[0].request.tree) !== null;
  const kept = keep && views.length === runs.length;
  if (views.length !== runs.length) {
    views = runs.map((run) => new TreeView(run, { chosen }));
    $("papers").replaceChildren(...views.map((view) => h("figure", { class: "paper" }, h("figcaption", {}), view.place)));
  }
  $("papers").hidden = false;
  $("papers").classList.toggle("two", runs.length > 1);
  views.forEach((view, i) => { view.place.parentElement.querySelector("figcaption").textContent = runs[i].answer.algorithm; });
  await Promise.all(views.map((view, i) => view.load(runs[i], { keep: kept, boards: $("boards").checked && !runs[i].request.tree.trim(), edit: typedTree && i === 0 ? editing : null })));
  $("editor").hidden = !typedTree;
  const [first] = views;
  if (first.path && first.model) {
    const node = first.model.find(first.path);
    first.path = null;
    if (node) first.canvas.select(node, first.place.contains(document.activeElement) || document.activeElement === document.body);
  }
  editing.choose(first.model ? first : null);
  $("papers").dataset.shown = runs[0].request.tree; // the canvas agrees with this text
}

async function showStep(step) {
  wanted = step;
  showAddress(step, false);
  const end = Math.max(...runs.map(({ answer }) => answer.steps));
  if (step >= end) reveal(true);
  const these = runs;
  try {
    await ready;
    if (wanted !== step || these !== runs) return;
    const found = await Promise.all(views.map((view, i) => view.show(Math.min(step, runs[i].answer.steps))));
    if (wanted !== step || these !== runs) return;
    $("event").className = `event kind-${found[0].kind}`;
    $("event").textContent = decimals(found[0].words);
    showLine(found[0]);
    const list = found.find((one) => one.list.length)?.list ?? [];
    showTables(found.flatMap((one) => one.tables ?? []));
    $("list").hidden = !runs.some(({ answer }) => answer.algorithm.endsWith("-list"));
    $("list").replaceChildren(h("span", { class: "list-name" }, t("lab.list")), ...list.map((name) => h("span", { class: "chip" }, decimals(name))));
  } catch (error) {
    if (these === runs) notice(error.message);
  }
}

/** The result and what the example tells are hidden until the end is reached, or asked for. */
function reveal(open) {
  revealed = open;
  $("results").hidden = false;
  $("result").hidden = !revealed;
  $("reveal").hidden = revealed;
  if (!revealed) return;
  const example = exampleNow();
  const told = [$("algorithm").value, $("second").value].includes(example?.algorithm); // a lesson tells of one algorithm
  $("lesson").textContent = told ? example[language] : "";
  $("lesson").hidden = !told;
  showCounts(runs.map(({ answer }) => answer));
}

/** Buttons for the examples that belong together, such as a mistake and its cures. */
function showRelated(example) {
  const names = example?.related ?? [];
  $("related").hidden = !names.length;
  $("related").replaceChildren(...names.map((name) => h("button", {
    type: "button", class: "quiet", "aria-pressed": String(name === example.name), onclick: () => { $("example").value = name; takeExample(); },
  }, name)));
}

/** Put what is shown into the address: a run is a place of its own to go back to, a step is not. */
function showAddress(step, pushed) {
  const words = new URLSearchParams();
  for (const name of FIELDS) if ($(name).value && !(name === "tree" && $("example").value)) words.set(name, $(name).value);
  const now = plain(words);
  if (step) words.set("step", step);
  history[pushed && shown && now !== shown ? "pushState" : "replaceState"](null, "", `#${words}`);
  shown = now;
  const copy = h("button", { type: "button", class: "quiet", id: "copy", onclick: async () => {
    await navigator.clipboard?.writeText(location.href);
    copy.textContent = t("lab.copied");
  } }, t("lab.share"));
  const links = runs.filter(({ answer }) => answer.drawn).map(({ answer }) =>
    h("span", { class: "downloads" }, t("lab.download"), runs.length > 1 ? ` (${answer.algorithm})` : "", ["svg", "pdf", "gif", "tex"].flatMap((kind) => [" ",
      h("a", { href: `/api/lab/trace/${answer.key}/${Math.min(step, answer.steps)}?as=${kind}&lang=${language}`, download: "", title: t(`lab.${kind}`) }, kind === "tex" ? "TikZ" : kind.toUpperCase())])));
  $("share").replaceChildren(copy, ...links);
}

function showCounts(rows, moves = []) {
  const columns = ["algorithm", "value", "best", "nodes", "leaves", "cuts", "held", ...(rows[0]?.mind ? ["mind"] : [])];
  const least = Object.fromEntries(["nodes", "leaves", "held"].map((name) => [name, Math.min(...rows.map((row) => row[name]))]));
  $("counts").replaceChildren(
    h("thead", {}, h("tr", {}, [...columns.map((name) => h("th", { class: columns.indexOf(name) > 2 ? "number" : null, scope: "col" }, t(`count.${name}`))), ...moves.map((move) => h("th", { class: "number", scope: "col" }, move))])),
    h("tbody", {}, rows.map((row) => h("tr", {}, [...columns.map((name) => {
      const best = rows.length > 1 && least[name] === row[name];
      const value = typeof row[name] === "number" ? short(row[name]) : decimals(row[name] ?? "–");
      return h("td", { class: `${columns.indexOf(name) > 2 ? "number" : ""}${best ? " least" : ""}` }, value);
    }), ...moves.map((_, place) => h("td", { class: "number" }, decimals(row.candidates[place] ?? "")))]))));
  $("counts").hidden = false;
  const costs = rows.length === 1 ? rows[0].costs?.[language] ?? [] : [];
  $("costs").hidden = !costs.length;
  $("costs").replaceChildren(...costs.map((one) => h("li", {}, `${one[0].toUpperCase()}${decimals(one.slice(1))}.`)));
}

async function compareAll() {
  notice("");
  try {
    const { rows, moves } = await busy((signal) => ask("/api/lab/compare", request($("algorithm").value), undefined, signal));
    reveal(true);
    showCounts(rows, moves);
  } catch (error) {
    notice(error.message);
  }
}
