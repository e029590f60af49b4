// The analysis of a game: its moves with their marks, a graph, the best lines, variations tried by hand.

import { $, ask, compiling, decimals, figure, gameTitle, h, language, notice, playerTitle, s, sceneNotes, short, sideTitle, t, told, tr } from "./common.js";
import { BoardView, chooseMove } from "./board.js";
import { Mistakes } from "./mistakes.js";
import { showSurplus } from "./pieces.js";
import { newGame } from "./newgame.js";
import { openingTitle } from "./openings.js";
import { converse } from "./socket.js";

const id = location.pathname.split("/")[2];
const SECONDS = [0.1, 0.3, 1, 3];
const LONGEST = 60_000; // letters of a pasted text
const LONG = 14; // the most moves of an engine line that are shown

// A node is a position: its moves from the beginning, its parent, its children. The first child continues the line.
const root = { moves: [], told: "", parent: null, children: [], judged: null };
let study = null;
let here = root;
let running = ""; // "", "judge" or "all"
let live = false; // does the engine follow the board?

const board = new BoardView($("board"), { onMove: play, choose: (moves) => chooseMove($("chooser"), moves, play) });

const drill = new Mistakes({ at: mainNode, go, say: (message) => say(message), told: numbered, changed: () => { showMoves(); showGraph(); showEngine(); } });

// Pasting

async function openPaste() {
  const { games } = await ask("/api/games");
  const fitting = games.filter((game) => game.players.length === 2 && game.perfect && game.name !== "tree");
  const order = (game) => (game.own ? -1 : Number(tr(`order.${game.name}`, "50")));
  const game = h("select", { id: "paste-game" }, fitting.sort((a, b) => order(a) - order(b)).map((one) => h("option", { value: one.name }, gameTitle(one.name, one.title))));
  if (fitting.some((one) => one.name === "chess")) game.value = "chess";
  const settings = h("input", { id: "paste-settings", maxlength: 200, spellcheck: "false" });
  const known = h("label", { class: "field" }, h("span", {}, t("new.settings")), settings);
  game.addEventListener("change", fit);
  const text = h("textarea", { id: "paste-text", rows: 9, spellcheck: "false", required: true });
  $("paste-form").append(
    h("label", { class: "field" }, h("span", {}, t("study.game")), game), known,
    h("label", { class: "field" }, h("span", {}, t("study.text")), text, h("small", {}, t("study.help"))),
    h("div", { class: "buttons" }, h("button", { class: "main", id: "paste-go" }, t("study.go"))));
  $("paste-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    take();
  });
  $("paste").hidden = false;
  fit();

  /** Ask for settings where the game has some: a match of backgammon, a larger board. */
  function fit() {
    const { parameters } = fitting.find((one) => one.name === game.value);
    known.hidden = !parameters.length;
    settings.placeholder = parameters.map((one) => `${one.name}=${one.value}`).join(",");
    settings.value = "";
  }

  /** Send the text; where it has several games, ask which. */
  async function take(number) {
    if (text.value.length > LONGEST) return notice(t("study.long", { count: text.value.length.toLocaleString(language), most: LONGEST.toLocaleString(language) }));
    try {
      const answer = await ask("/api/boards/import", { game: game.value + (settings.value ? `:${settings.value}` : ""), text: text.value, number });
      if (answer.id) return location.assign(`/analyse/${answer.id}`);
      notice(answer.skipped.map(told).join(" "), "info");
      $("paste-games").replaceChildren(...answer.games.map(({ players, moves, tags }, i) => {
        const about = [tags.Event, tags.Round, tags.Date, tags.Result].filter((one) => one && !/^[?.]+$/.test(one));
        return h("li", {}, h("button", { type: "button", onclick: () => take(i + 1) },
          h("strong", {}, players.join(" – ") || t("study.nth", { number: i + 1 })),
          h("small", {}, [...about, t(moves === 1 ? "home.move" : "home.moves", { count: moves })].join(" · "))));
      }));
      $("paste-several").hidden = false;
      $("paste-games").querySelector("button").focus();
    } catch (error) {
      notice(error.message);
    }
  }
}

// The WebSocket

let say = () => {};

const HEARERS = {
  study(message) {
    if (!study) begin(message);
    go(here);
  },
  shown: hearShown,
  judged(message) {
    const node = find(message.moves);
    if (node) node.judged = message;
    if (node === here) showEngine();
  },
  graded(message) {
    grade(message);
    $("status").textContent = t("study.grading", { done: message.total - message.ply, total: message.total });
    if (message.ply === here.moves.length) showEngine();
    showMoves();
    showGraph();
  },
  summary: hearSummary,
  tried: (message) => drill.hear(message),
  exported({ name, text }) {
    const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
    link.click();
    URL.revokeObjectURL(link.href);
  },
  idle() {
    running = "";
    if ($("notice").querySelector("progress")) notice("");
    showStatus();
    showControls();
  },
  compiling(message) {
    $("status").textContent = t("play.compiling");
    compiling(message.text);
  },
  error(message) {
    drill.fail(message.text);
    notice(message.text);
  },
  gone(message) {
    $("study").hidden = true;
    notice(message.text);
    openPaste();
  },
  closed: (message) => HEARERS.gone(message),
};

const hear = (message) => HEARERS[message.type]?.(message);

function begin(message) {
  study = message;
  let at = root;
  for (const move of message.line) at = child(at, move.text, move.told);
  const kept = sessionStorage.getItem(KEY);
  if (kept) unpack(root, JSON.parse(kept));
  else addVariations(path(at), message.variations);
  path(at).forEach((node, ply) => Object.assign(node, remarks(message, ply)));
  for (const review of message.reviews) grade(review);
  $("study").hidden = false;
  $("title").textContent = gameTitle(study.game, study.title);
  $("who").textContent = study.players.every((spec) => spec === "human") ? "" : study.players.map(playerTitle).map((name, seat) => `${sideTitle(study.seats[seat])}: ${name}`).join(" · ");
  const { Event, Site, Round, Date: day } = message.tags;
  $("tags").textContent = [Event, Site, Round, day, points(message.result)].filter((one) => one && !/^[?.]+$/.test(one)).join(" · ");
  if (message.rows) hearSummary(message);
  document.title = `${t("nav.analyse")}: ${gameTitle(study.game, study.title)} – mossa`;
  if (message.refusal) notice(told(message.refusal), "info");
  const wanted = Number(new URLSearchParams(location.hash.slice(1)).get("ply") ?? 0);
  here = mainNode(Math.min(wanted, message.line.length));
  $("exports").replaceChildren(
    ...["own", "json"].map((form) => h("button", { type: "button", class: "quiet", id: `export-${form}`, onclick: () => say({ do: "export", form, variations: variations(root, study.line.length) }) },
      t("study.export", { form: form === "own" ? study.suffix.toUpperCase() : "JSON" }))),
    h("button", { type: "button", class: "quiet", id: "play-here", onclick: playHere }, t("study.here")),
    h("a", { href: `/play/${id}` }, t("study.play")));
}

/** The result of a game between two, as its players write it. */
const points = (result) => (result?.length !== 2 || result[0] !== -result[1] ? "" : result[0] > 0 ? "1–0" : result[0] < 0 ? "0–1" : "½–½");

/** The comment and the annotations that a file had after so many moves of a line. */
const remarks = ({ comments, marks }, ply) => ({ comment: comments?.[ply], given: marks?.[ply] });

/** Take the review of a position. */
function grade(review) {
  const node = mainNode(review.ply);
  node.judged = review;
  if (review.mark) node.children[0].mark = review.mark;
}

/** A new game from the position that is shown. */
async function playHere() {
  const { games } = await ask("/api/games");
  const plain = study.game.split(":")[0];
  newGame({ ...games.find((game) => game.name === plain), name: study.game, parameters: [] }, $("position").value);
}

// Variations stay in the browser until the tab is closed

const KEY = `mossa.study.${id}`;
const packed = (node) => node.children.map((one) => [one.moves.at(-1), one.told, packed(one), one.comment, one.given]);

function unpack(parent, children) {
  for (const [text, told, below, comment, given] of children) unpack(Object.assign(child(parent, text, told), { comment, given }), below);
}

// Variations as the server writes them: after how many moves of a line they begin, their moves, variations of these

/** Those of the line that goes from a node on by first children, to its end or to a number of moves. */
function variations(from, last = Infinity) {
  const found = [];
  for (let at = from; at; at = at.moves.length < last ? at.children[0] : null) {
    for (const first of at.moves.length < last ? at.children.slice(1) : at.children) {
      const [moves, comments, marks] = [[], {}, {}];
      for (let one = first; one; [one] = one.children) {
        moves.push(one.moves.at(-1));
        if (one.comment) comments[one.moves.length] = one.comment;
        if (one.given) marks[one.moves.length] = one.given;
      }
      found.push({ after: at.moves.length, moves, comments, marks, variations: variations(first) });
    }
  }
  return found;
}

/** Put them into the tree; `line` are the nodes of the line they belong to. */
function addVariations(line, found) {
  for (const { after, moves, variations: inner, ...texts } of found) {
    const way = line.slice(0, after + 1);
    for (const { text, told } of moves) way.push(Object.assign(child(way.at(-1), text, told), remarks(texts, way.length)));
    addVariations(way, inner);
  }
}

/** The nodes from the first one to this one. */
const path = (node) => (node.parent ? [...path(node.parent), node] : [node]);

// The tree of moves

function child(parent, text, told) {
  const known = parent.children.find((one) => one.moves.at(-1) === text);
  if (known) return known;
  const node = { moves: [...parent.moves, text], told, parent, children: [], judged: null, mark: "" };
  parent.children.push(node);
  return node;
}

function find(moves) {
  let at = root;
  for (const text of moves) at = at?.children.find((one) => one.moves.at(-1) === text);
  return at;
}

/** The position of the game itself after a number of moves. */
function mainNode(ply) {
  let at = root;
  for (let i = 0; i < ply; i += 1) at = at.children[0];
  return at;
}

function go(node) {
  here = node;
  say({ do: "show", moves: node.moves });
  history.replaceState(null, "", isMain(node) ? `#ply=${node.moves.length}` : location.hash);
  showMoves();
  showGraph();
  showEngine();
  showControls();
}

function isMain(node) {
  for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return false;
  return node.moves.length <= study.line.length;
}

function play(text) {
  if (drill.asks(here)) return drill.attempt(text);
  go(child(here, text, text));
}

function hearShown(message) {
  const node = find(message.moves);
  if (!node || node !== here) return;
  node.told = message.told;
  if (!drill.asks(node)) notice("");
  if (typeof message.opening === "string") $("opening").textContent = openingTitle(message.opening);
  node.legal = message.legal;
  board.show(message.scene, message.legal, message.marks);
  point();
  $("notes").textContent = sceneNotes(message.scene).join(" · ");
  showSurplus($("surplus"), message.scene);
  $("position").value = message.position;
  node.result = message.result;
  showStatus();
  showMoves();
  if (live && !message.result && running !== "all") judge();
}

function judge() {
  running = "judge";
  say({ do: "judge", moves: here.moves });
  showStatus();
}

function showStatus() {
  const status = $("status");
  status.classList.toggle("busy", running !== "");
  if (here.result) {
    const best = Math.max(...here.result);
    const winners = study.seats.filter((_, i) => here.result[i] === best);
    status.textContent = winners.length === 1 ? t("play.wins", { names: sideTitle(winners[0]) }) : t("play.draw");
  } else if (running === "") status.textContent = "";
  else if (running === "judge") status.textContent = t("study.thinking");
}

// Moves as a text with variations in brackets

function showMoves() {
  if (!study) return;
  sessionStorage.setItem(KEY, JSON.stringify(packed(root)));
  $("moves").replaceChildren(...written(root, 0));
  const current = $("moves").querySelector("[aria-current]");
  if (current) $("moves").scrollTop = current.offsetTop - $("moves").offsetTop - 60;
  const step = (text, name, to) => h("button", { type: "button", class: "tool", title: t(name), "aria-label": t(name), disabled: !to || to === here, onclick: () => go(to) }, text);
  let last = here;
  while (last.children[0]) [last] = last.children;
  $("nav").replaceChildren(step("«", "step.first", root), step("‹", "step.back", here.parent), step("›", "step.forward", here.children[0]), step("»", "step.last", last));
}

function written(parent, depth) {
  const found = [];
  for (let at = parent; at.children.length; [at] = at.children) {
    const [next, ...others] = at.children;
    if (at === root && at.comment) found.push(remark(at));
    found.push(word(next, depth > 0 && at === parent));
    if (plain(next)) found.push(remark(next));
    for (const other of others) {
      found.push(h("span", { class: "variation" }, "(", word(other, true), ...(plain(other) ? [remark(other)] : []), ...written(other, depth + 1), ")"));
    }
  }
  return found;
}

/** A comment without the commands of programs in it: [%clk 0:05:00]. */
const plain = (node) => (node.comment ?? "").replace(/\[%[^\]]*\]/g, "").trim();
const remark = (node) => h("span", { class: "comment" }, plain(node));

/** The annotations of a file, as signs: $1 is written ! there. */
const signs = (node) => (node.given ?? "").split(" ").filter((one) => /^[!?]+$/.test(one)).join("");

/** A move with its number: 12… Nf6. */
function numbered(node) {
  const ply = node.moves.length;
  return `${study.seats.length === 2 ? `${Math.ceil(ply / 2)}${ply % 2 ? "." : "…"}` : `${ply}.`} ${node.told}${node.mark}`;
}

function word(node, numbered) {
  const ply = node.moves.length;
  const alternate = study.seats.length === 2;
  const number = alternate ? (ply % 2 ? `${(ply + 1) / 2}.` : numbered ? `${ply / 2}…` : "") : `${ply}.`;
  return h("span", { class: "word" }, number ? h("small", {}, number) : null,
    h("button", { type: "button", "aria-current": node === here ? "step" : null, class: node.mark ? `mark-${node.mark.length === 2 && node.mark !== "?!" ? "bad" : node.mark === "?" ? "poor" : "doubt"}` : null, onclick: () => go(node) }, node.told + (node.mark || signs(node))));
}

// What the engine finds

function showEngine() {
  const judged = drill.asks(here) ? null : here.judged;
  const [low, high] = study.utility;
  const share = judged ? (judged.expected - low) / (high - low) : 0.5;
  $("evalbar").firstChild.style.width = `${Math.round(100 * Math.min(1, Math.max(0, share)))}%`;
  const entries = judged ? [[t("figure.value"), `${judged.exact ? "" : "≈ "}${decimals(judged.shown)}`], ...(judged.depth ? [[t("figure.depth"), judged.depth], [t("figure.nodes"), short(judged.nodes)]] : [])] : [];
  $("figures").replaceChildren(...entries.map(([name, text]) => h("div", {}, h("dt", {}, name), h("dd", {}, text))));
  $("ways").replaceChildren(...(judged?.lines ?? []).map((way) =>
    h("li", {}, h("span", { class: "visit-score" }, decimals(way.shown)), h("span", {}, way.moves.slice(0, LONG).flatMap((told, i) => [
      h("button", { type: "button", title: t("study.follow"), onclick: () => follow(way, i) }, told), " "])))));
  $("engine").hidden = !judged;
  point();
}

/** Play a line of the engine as a variation, up to one of its moves. */
function follow({ moves, texts }, last) {
  let at = here;
  for (let i = 0; i <= last; i += 1) at = child(at, texts[i], moves[i]);
  go(at);
}

/** Arrows for the first moves of the best lines. */
function point() {
  if (!here.legal) return;
  const first = ((!drill.asks(here) && here.judged?.lines) || []).map(({ texts }) => here.legal.find((move) => move.text === texts[0]));
  board.pointAt(first.filter((move) => move?.path.length));
}

function showControls() {
  const seconds = $("seconds")?.value ?? 0.3;
  const choice = h("select", { id: "seconds", "aria-label": t("new.time") }, SECONDS.map((time) => h("option", { value: time }, t("study.each", { time: time.toLocaleString(language) }))));
  choice.value = seconds;
  const fits = !study.refusal;
  $("controls").replaceChildren(
    running === "all"
      ? h("button", { type: "button", id: "do-stop", onclick: () => say({ do: "stop" }) }, t("study.stop"))
      : h("button", { type: "button", id: "do-all", class: "main", disabled: !fits, onclick: all }, t("study.all")),
    choice,
    h("button", { type: "button", id: "do-live", "aria-pressed": String(live), disabled: !fits, onclick: toggleLive }, t("study.live")),
    h("button", { type: "button", id: "do-flip", onclick: () => board.flip() }, t("do.flip")),
    ...(isMain(here) ? [] : [h("button", { type: "button", id: "do-drop", onclick: drop }, t("study.drop"))]));
}

function all() {
  notice("");
  live = false;
  running = "all";
  say({ do: "all", seconds: Number($("seconds").value) });
  $("status").classList.add("busy");
  $("status").textContent = t("study.grading", { done: 0, total: study.line.length + 1 });
  showControls();
}

function toggleLive() {
  live = !live;
  if (live && !here.result) judge();
  else if (running === "judge") say({ do: "stop" });
  showControls();
}

/** Delete the variation that is shown. */
function drop() {
  let at = here;
  while (at.parent.children[0] === at && !isMain(at.parent)) at = at.parent;
  at.parent.children = at.parent.children.filter((one) => one !== at);
  go(at.parent);
}

function hearSummary({ rows }) {
  const signs = ["?!", "?", "??"];
  $("summary").replaceChildren(
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("study.player")), h("th", { class: "number", scope: "col" }, t("study.loss")), ...signs.map((sign) => h("th", { class: "number", scope: "col", title: t(`mark.${sign}`) }, sign)))),
    h("tbody", {}, rows.map((row, i) => h("tr", {}, h("th", { scope: "row" }, sideTitle(row.player), study.players[i] === "human" ? "" : ` (${playerTitle(study.players[i])})`),
      h("td", { class: "number" }, `${figure(Math.round(1000 * row.loss) / 10)} %`), ...signs.map((sign) => h("td", { class: "number" }, row[sign]))))));
  $("summary").hidden = false;
  showDrills();
}

/** For each side that erred, or for the person who played: a button to learn from it. */
function showDrills() {
  const seats = study.seats.map((_, seat) => seat).filter((seat) => study.own === null || seat === study.own);
  $("drills").replaceChildren(...seats.flatMap((seat) => {
    const plies = study.line.map((_, ply) => ply).filter((ply) => mainNode(ply + 1).mark && mainNode(ply).judged?.seat === seat);
    const label = t(study.own === null ? "drill.of" : "drill.own", { name: sideTitle(study.seats[seat]), count: plies.length });
    return plies.length ? [h("button", { type: "button", id: `drill-${seat}`, onclick: () => drill.begin(plies) }, label)] : [];
  }));
}

// The graph: the first player's expectation, position by position

function showGraph() {
  const count = study.line.length;
  const points = [];
  for (let ply = 0, at = root; ply <= count; ply += 1, [at] = at.children) if (at.judged) points.push([ply, at]);
  $("graph").hidden = points.length < 2;
  if (points.length < 2) return;
  const [low, high] = study.utility;
  const [W, H] = [600, 120];
  const x = (ply) => (count ? (ply / count) * W : 0);
  const y = (node) => H - ((node.judged.expected - low) / (high - low)) * H;
  const path = points.map(([ply, node]) => `${x(ply).toFixed(1)},${y(node).toFixed(1)}`);
  const zero = H - ((0 - low) / (high - low)) * H;
  const svg = s("svg", { viewBox: `-6 -6 ${W + 12} ${H + 12}`, role: "img", "aria-label": t("study.graph", { name: sideTitle(study.seats[0]) }), preserveAspectRatio: "none" },
    s("polygon", { class: "area", points: `${x(points[0][0])},${zero} ${path.join(" ")} ${x(points.at(-1)[0])},${zero}` }),
    s("line", { class: "zero", x1: 0, x2: W, y1: zero, y2: zero }),
    s("polyline", { class: "curve", points: path.join(" ") }),
    ...points.filter(([, node]) => node.mark).map(([ply, node]) => s("circle", { class: `dot-mark mark-${node.mark === "??" ? "bad" : node.mark === "?" ? "poor" : "doubt"}`, cx: x(ply), cy: y(node), r: 4 })),
    ...(isMain(here) ? [s("line", { class: "now", x1: x(here.moves.length), x2: x(here.moves.length), y1: -4, y2: H + 4 })] : []));
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width) * (W + 12) - 6;
    go(mainNode(Math.max(0, Math.min(count, Math.round((share / W) * count)))));
  });
  $("graph").replaceChildren(svg, h("figcaption", {}, t("study.graph", { name: sideTitle(study.seats[0]) })));
}

addEventListener("keydown", (event) => {
  if (!study || event.target.closest("input, select, textarea, dialog, .cell")) return;
  if (event.key === "ArrowLeft" && here.parent) go(here.parent);
  else if (event.key === "ArrowRight" && here.children[0]) go(here.children[0]);
  else if (event.key === "f") board.flip();
});

function lost() {
  running = "";
  $("status").textContent = t("play.offline");
}

if (id) ({ say } = converse(`/ws/study/${id}`, { hear, lost }));
else openPaste();
