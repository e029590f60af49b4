// Algorithms on trees and small games, one or two side by side.

import { $, ask, gameTitle, h, language, notice, short, t, tr } from "./common.js";
import { openEditor } from "./editor.js";
import { openExercise } from "./exercise.js";
import { stageTable } from "./stage.js";
import { makeStepper } from "./stepper.js";

const FIELDS = ["example", "tree", "game", "position", "moves", "depth", "algorithm", "second", "simulations", "seed", "nodes", "seconds", "entries", "replace", "extra", "margin", "keep", "reply"];
const SETTINGS = { nodes: "number", seconds: "number", entries: "number", replace: ["depth", "age"], extra: "number", margin: "number", keep: "number", reply: "text" };
let listing = null;
let boardsChosen = false; // until the box is clicked, boards are drawn where they are readable
let stepper = null;
let runs = []; // what is shown: {request, answer}
let latest = 0; // the number of the latest run
let wanted = 0; // the latest step; an answer for an earlier run or step is not shown

export async function openTrees(words) {
  listing = await ask("/api/lab");
  const examples = listing.examples.filter((one) => one.tree || one.game);
  const algorithms = (name, none) => h("select", { id: name, name },
    none ? h("option", { value: "" }, t("lab.none")) : null,
    listing.algorithms.map((one) => h("option", { value: one.name, title: tr(`algorithm.${one.name}`, one.about) }, one.name)));
  const field = (name, control, help) => h("label", { class: "field" }, h("span", {}, t(`lab.${name}`)), control, help ? h("small", {}, help) : null);
  $("form").append(
    field("example", h("select", { id: "example", name: "example", onchange: takeExample },
      h("option", { value: "" }, t("lab.own")), examples.map((one) => h("option", { value: one.name }, one.name)))),
    field("tree", h("textarea", { id: "tree", name: "tree", rows: 3, maxlength: 1900, spellcheck: "false", oninput: own }), t("lab.tree.help")),
    h("div", { class: "pair" },
      field("game", h("select", { id: "game", name: "game", onchange: takeGame }, h("option", { value: "" }, t("lab.none")),
        listing.games.map((name) => h("option", { value: name }, gameTitle(name))))),
      field("moves", h("input", { id: "moves", name: "moves", spellcheck: "false", maxlength: 2000 }))),
    field("position", h("input", { id: "position", name: "position", spellcheck: "false", maxlength: 2000 })),
    h("div", { class: "pair" },
      field("algorithm", algorithms("algorithm", false)), field("second", algorithms("second", true))),
    h("div", { class: "pair", id: "sampling" },
      field("simulations", h("input", { id: "simulations", name: "simulations", type: "number", min: 1, max: 100000, placeholder: "100", inputmode: "numeric" })),
      field("seed", h("input", { id: "seed", name: "seed", type: "number", min: 0, placeholder: "0", inputmode: "numeric" }))),
    h("div", { class: "pair", id: "settings" }, Object.entries(SETTINGS).map(([name, kind]) => field(name, Array.isArray(kind)
      ? h("select", { id: name, name }, h("option", { value: "" }, t("lab.none")), kind.map((one) => h("option", { value: one }, t(`lab.replace.${one}`))))
      : h("input", { id: name, name, type: kind, min: kind === "number" ? 0 : null, step: kind === "number" ? "any" : null, maxlength: 100, spellcheck: "false" })))),
    field("depth", h("input", { id: "depth", name: "depth", type: "number", min: 0, max: 50, inputmode: "numeric" })),
    h("label", { class: "check" }, h("input", { id: "boards", name: "boards", type: "checkbox", onchange: () => { boardsChosen = true; run(0); } }), h("span", {}, t("lab.boards"))),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "quiet", id: "compare", onclick: compareAll }, t("lab.all")),
      h("button", { type: "button", class: "quiet", id: "random", onclick: random }, t("lab.random")),
      h("button", { type: "button", class: "quiet", id: "draw", "aria-pressed": "false", onclick: toggleEditor }, t("editor.open")),
      h("button", { type: "button", class: "quiet", id: "exercise-begin", onclick: exercise }, t("exercise.name")),
      h("button", { class: "main", id: "run" }, t("lab.run"))));
  $("form").addEventListener("submit", (event) => {
    event.preventDefault();
    run(0);
  });
  for (const name of ["algorithm", "second"]) $(name).addEventListener("change", showSampling);
  $("algorithm").value = "alphabeta";
  if (["tree", "game", "example"].some((name) => words.get(name))) {
    const example = words.get("example");
    if (example) {
      $("example").value = example;
      takeExample(null, false);
    }
    for (const name of FIELDS) if (words.has(name) && $(name)) $(name).value = words.get(name);
    if (words.get("game") && !$("game").value) addGame(words.get("game"));
  } else {
    $("example").value = "two-ply";
    takeExample(null, false);
  }
  await run(Number(words.get("step") ?? 0));
}

const settings = (name) => listing.algorithms.find((one) => one.name === name)?.settings ?? [];
const samples = (name) => listing.algorithms.find((one) => one.name === name)?.samples;

/** Each algorithm asks for its own settings: how many random games, the clock, the size of the table … */
function showSampling() {
  $("sampling").hidden = !samples($("algorithm").value) && !samples($("second").value);
  const taken = [...settings($("algorithm").value), ...settings($("second").value)];
  for (const name of Object.keys(SETTINGS)) $(name).closest("label").hidden = !taken.includes(name);
  $("settings").hidden = !taken.length;
}

/** A game with settings that differ from the default is not in the list. */
function addGame(name) {
  $("game").append(h("option", { value: name }, name));
  $("game").value = name;
}

function takeExample(event, start = true) {
  const example = listing.examples.find((one) => one.name === $("example").value);
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

/** A random tree, to practise on. */
function random() {
  const draw = (most) => Math.floor(Math.random() * most);
  const [depth, branching] = [[2, 3], [3, 2], [4, 2], [3, 3]][draw(4)];
  const below = (left) => (left ? `(${Array.from({ length: branching }, () => below(left - 1)).join(" ")})` : draw(20));
  $("tree").value = below(depth);
  own();
  run(0);
}

function takeGame() {
  if (!$("game").value) return;
  $("example").value = "";
  $("tree").value = $("position").value = "";
  if (!$("depth").value) $("depth").value = 2;
}

function request(algorithm) {
  const example = listing.examples.find((one) => one.name === $("example").value);
  const asked = { algorithm, tree: $("tree").value, game: $("game").value, position: $("position").value, moves: $("moves").value };
  if ($("depth").value !== "") asked.depth = Number($("depth").value);
  if (boardsChosen) asked.boards = $("boards").checked;
  for (const name of ["simulations", "seed"]) if (samples(algorithm) && $(name).value !== "") asked[name] = Number($(name).value);
  for (const name of settings(algorithm)) if ($(name).value !== "") asked[name] = SETTINGS[name] === "number" ? Number($(name).value) : $(name).value;
  const own = example && example.algorithm === algorithm ? Object.entries(example.options).filter(([name]) => !(name in SETTINGS)) : [];
  return { ...Object.fromEntries(own), ...asked };
}

/** Draw the tree by hand; what is drawn is run a moment later. */
function toggleEditor() {
  const open = $("editor").hidden;
  $("draw").setAttribute("aria-pressed", String(open));
  $("editor").hidden = !open;
  if (!open) return;
  let timer = null;
  openEditor($("editor"), $("tree").value, (text) => {
    $("tree").value = text;
    own();
    clearTimeout(timer);
    timer = setTimeout(() => run(Infinity), 400);
  });
}

/** Hide the values, and ask for them. */
async function exercise() {
  stepper?.pause();
  notice("");
  try {
    const answer = await ask("/api/lab/run", request($("algorithm").value));
    await openExercise($("exercise"), answer, () => run(answer.steps));
    for (const id of ["stepper", "stage", "list", "tables", "counts", "costs", "code"]) $(id).hidden = true;
    for (const id of ["event", "papers", "share"]) $(id).replaceChildren();
    $("lesson").hidden = true;
  } catch (error) {
    notice(error.message);
  }
}

async function run(step) {
  const mine = (latest += 1);
  stepper?.pause();
  $("exercise").hidden = true;
  notice("");
  const example = listing.examples.find((one) => one.name === $("example").value);
  const names = [$("algorithm").value, $("second").value].filter(Boolean);
  const told = names.includes(example?.algorithm); // a lesson tells of one algorithm
  const showLesson = () => { // with the answer, so that words and tree are of one run
    $("lesson").textContent = told ? example[language] : "";
    $("lesson").hidden = !told;
    showRelated(example);
  };
  showSampling();
  document.body.classList.add("working");
  try {
    const done = await Promise.all(names.map(async (name) => {
      const asked = request(name);
      return { request: asked, answer: await ask("/api/lab/run", asked) };
    }));
    if (mine !== latest) return;
    runs = done;
    showLesson();
  } catch (error) {
    if (mine !== latest) return;
    showLesson();
    $("stepper").hidden = true;
    $("event").textContent = "";
    $("list").hidden = $("tables").hidden = $("stage").hidden = true;
    $("papers").replaceChildren();
    $("counts").hidden = $("costs").hidden = true;
    $("code").hidden = true;
    $("share").replaceChildren();
    notice(error.message);
    return;
  } finally {
    if (mine === latest) document.body.classList.remove("working");
  }
  showCounts(runs.map(({ answer }) => answer));
  $("papers").replaceChildren(...runs.map(({ answer }) =>
    h("figure", { class: "paper" }, h("figcaption", {}, answer.algorithm), h("div", { class: "drawing" }, answer.drawn ? "" : t("lab.large")))));
  $("papers").classList.toggle("two", runs.length > 1);
  $("work").classList.toggle("two", runs.length > 1);
  showSource(runs[0].answer.source);
  if (!boardsChosen) $("boards").checked = runs.some(({ answer }) => answer.boards);
  const message = runs.map(({ answer }) => (answer.stage ? "" : answer.message)).find(Boolean);
  if (message) notice(message);
  const rounds = runs.find(({ answer }) => answer.stage)?.answer;
  $("stage").replaceChildren(...(rounds ? [stageTable(rounds.stage, rounds.value)] : []));
  $("stage").hidden = !rounds;
  const steps = Math.max(...runs.map(({ answer }) => answer.steps));
  const uncut = runs.every(({ answer }) => !answer.cut_steps.length);
  const stops = [...new Set(runs.flatMap(({ answer }) => (uncut ? answer.round_steps : answer.cut_steps)))].sort((a, b) => a - b);
  stepper = makeStepper($("stepper"), { steps, stops, stopName: t(uncut ? "lab.round" : "lab.cut"), show: showStep });
  stepper.go(Math.min(step, steps));
}

async function showStep(step) {
  wanted = step;
  address(step);
  try {
    const shown = await Promise.all(runs.map((one) => fetchStep(one, Math.min(step, one.answer.steps))));
    if (wanted !== step) return;
    shown.forEach((one, i) => {
      const place = $("papers").children[i]?.querySelector(".drawing");
      if (place && one.svg) {
        const drawn = new DOMParser().parseFromString(one.svg, "image/svg+xml").documentElement;
        drawn.querySelector("title")?.remove();
        drawn.setAttribute("aria-label", one.words);
        drawn.style.minWidth = `${Math.min(0.75 * drawn.getAttribute("width"), 1600)}px`; // a wide tree is scrolled, not shrunk
        place.replaceChildren(document.importNode(drawn, true));
        follow(place);
      }
    });
    $("event").className = `event kind-${shown[0].kind}`;
    $("event").textContent = shown[0].words;
    showLine(shown[0].line);
    const list = shown.find((one) => one.list.length)?.list ?? [];
    showTables(shown.flatMap((one) => one.tables ?? []));
    const lists = runs.some(({ answer }) => answer.algorithm.endsWith("-list"));
    $("list").hidden = !lists;
    $("list").replaceChildren(h("span", { class: "list-name" }, t("lab.list")), ...list.map((name) => h("span", { class: "chip" }, name)));
  } catch (error) {
    notice(error.message);
  }
}

/** In a drawing wider than its frame, the node of the step is moved into view. */
function follow(place) {
  const paper = place.closest(".paper"), halo = place.querySelector('circle[fill="#ffe27a"]');
  if (!halo || paper.scrollWidth <= paper.clientWidth) return;
  const at = halo.getBoundingClientRect(), frame = paper.getBoundingClientRect();
  if (at.left < frame.left || at.right > frame.right) paper.scrollLeft += at.left - frame.left - paper.clientWidth / 2;
}

/** Buttons for the examples that belong together, such as a mistake and its cures. */
function showRelated(example) {
  const names = example?.related ?? [];
  $("related").hidden = !names.length;
  $("related").replaceChildren(...names.map((name) => h("button", {
    type: "button", class: "quiet", "aria-pressed": String(name === example.name), onclick: () => { $("example").value = name; takeExample(); },
  }, name)));
}

/** The tables beside the tree: iterations, transpositions, killers, history. */
function showTables(tables) {
  $("tables").hidden = !tables.length;
  $("tables").replaceChildren(...tables.map((one) => h("table", { class: "side-table" },
    h("caption", {}, one.more ? `${one.title} (… ${one.more} +)` : one.title),
    h("thead", {}, h("tr", {}, one.columns.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, one.rows.map((row) => h("tr", { class: row[0] === one.new ? "new" : null }, row.map((cell) => h("td", {}, cell))))))));
}

/** The source of the algorithm. */
function showSource(lines) {
  $("code").hidden = !lines.length;
  $("source").replaceChildren(...lines.map(([number, text]) => h("li", { "data-line": number }, text || " ")));
}

/** Mark the line that made this step. */
function showLine(number) {
  $("source").querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = $("source").querySelector(`[data-line="${number}"]`);
  if (!line) return;
  line.setAttribute("aria-current", "step");
  const list = $("source");
  if (line.offsetTop < list.scrollTop || line.offsetTop > list.scrollTop + list.clientHeight - 30) list.scrollTop = line.offsetTop - list.clientHeight / 2;
}

async function fetchStep(one, step) {
  const address = () => `/api/lab/trace/${one.answer.key}/${step}?lang=${language}`;
  try {
    return await ask(address());
  } catch {
    one.answer = { ...one.answer, ...(await ask("/api/lab/run", one.request)) }; // the server forgot it
    return ask(address());
  }
}

/** Put what is shown into the address. */
function address(step) {
  const words = new URLSearchParams();
  for (const name of FIELDS) if ($(name).value && !(name === "tree" && $("example").value)) words.set(name, $(name).value);
  if (step) words.set("step", step);
  history.replaceState(null, "", `#${words}`);
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
      const value = typeof row[name] === "number" ? short(row[name]) : row[name] ?? "–";
      return h("td", { class: `${columns.indexOf(name) > 2 ? "number" : ""}${best ? " least" : ""}` }, value);
    }), ...moves.map((_, place) => h("td", { class: "number" }, row.candidates[place]))]))));
  $("counts").hidden = false;
  const costs = rows.length === 1 ? rows[0].costs?.[language] ?? [] : [];
  $("costs").hidden = !costs.length;
  $("costs").replaceChildren(...costs.map((one) => h("li", {}, `${one[0].toUpperCase()}${one.slice(1)}.`)));
}

async function compareAll() {
  document.body.classList.add("working");
  try {
    notice("");
    const { rows, moves } = await ask("/api/lab/compare", request($("algorithm").value));
    showCounts(rows, moves);
  } catch (error) {
    notice(error.message);
  } finally {
    document.body.classList.remove("working");
  }
}
