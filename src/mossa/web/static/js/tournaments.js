// Tournaments: pick players and games, watch them play, see who is stronger.

import { $, ask, figure, gameTitle, h, language, notice, playerTitle, s, sideTitle, t, tr } from "./common.js";
import { BoardView } from "./board.js";
import { converse } from "./socket.js";

const id = location.pathname.split("/")[2];
const TIMES = [0.05, 0.1, 0.3, 1];

/** Its state in words; of one that waits also its place in the queue. */
const stateOf = (one) => (one.state === "waiting" && one.place ? t("cup.queue", one) : t(`cup.${one.state}`));

// A new tournament

async function openNew() {
  const [{ games }, { tournaments }] = await Promise.all([ask("/api/games"), ask("/api/tournaments")]);
  const order = (game) => (game.own ? -1 : Number(tr(`order.${game.name}`, "50")));
  const fitting = games.filter((game) => game.players.length === 2 && game.name !== "tree").sort((a, b) => order(a) - order(b));
  const box = (name, value, text, checked) => h("label", { class: "check" }, h("input", { type: "checkbox", name, value, checked, onchange: name === "game" ? fit : null }), h("span", {}, text));
  let picked = new Set(["elo=1800", "elo=1200", "random"]);
  const players = h("fieldset", { class: "checks", id: "players" }, h("legend", {}, t("cup.players")));
  $("form").append(
    h("fieldset", { class: "checks", id: "games" }, h("legend", {}, t("cup.games")), fitting.map((game) => box("game", game.name, gameTitle(game.name, game.title), game.name === "connect4"))),
    players,
    h("label", { class: "field" }, h("span", {}, t("new.other")), h("input", { id: "other", maxlength: 200, placeholder: "alphabeta:depth=5", spellcheck: "false" })),
    h("div", { class: "pair" },
      h("label", { class: "field" }, h("span", {}, t("cup.rounds")), h("input", { id: "rounds", type: "number", min: 1, max: 200, value: 4, inputmode: "numeric" })),
      h("label", { class: "field" }, h("span", {}, t("new.time")), h("select", { id: "time" }, TIMES.map((time) => h("option", { value: time, selected: time === 0.1 }, t("new.seconds", { time: time.toLocaleString(language) })))))),
    h("label", { class: "field" }, h("span", {}, t("cup.plies")), h("input", { id: "plies", type: "number", min: 0, max: 20, value: 2, inputmode: "numeric" }), h("small", {}, t("cup.plies.help"))),
    h("div", { class: "buttons" }, h("button", { class: "main", id: "begin" }, t("new.begin"))));
  $("form").addEventListener("submit", begin);
  $("recent").append(...tournaments.map((one) => h("li", {}, h("a", { href: `/tournaments/${one.id}` },
    h("strong", {}, one.games.map((name) => gameTitle(name)).join(", ")), h("span", {}, one.players.map(playerTitle).join(" – ")),
    h("small", {}, `${stateOf(one)}, ${t("cup.played", one)}`)))));
  if (!tournaments.length) $("recent").append(h("li", { class: "none" }, t("cup.none")));
  $("new").hidden = false;
  fit();

  /** Offer the players that can play all the games that were picked. */
  function fit() {
    const wanted = fitting.filter((game) => $("games").querySelector(`[value="${CSS.escape(game.name)}"]`).checked);
    if (players.querySelector("input")) picked = new Set([...players.querySelectorAll("input:checked")].map((one) => one.value));
    const common = wanted.length ? wanted.map((game) => game.opponents.map(({ spec }) => spec)).reduce((a, b) => a.filter((spec) => b.includes(spec))) : [];
    players.replaceChildren(players.firstChild, ...common.map((spec) => box("player", spec, playerTitle(spec), picked.has(spec))));
  }

  async function begin(event) {
    event.preventDefault();
    const chosen = (name) => [...$("form").querySelectorAll(`[name="${name}"]:checked`)].map((one) => one.value);
    if (!chosen("game").length) return notice(t("cup.noGame"));
    const other = $("other").value.split(/\s+/).filter(Boolean);
    if (chosen("player").length + other.length < 2) return notice(t("cup.noPlayers"));
    try {
      const answer = await ask("/api/tournaments", {
        games: chosen("game"), players: [...chosen("player"), ...other], rounds: Number($("rounds").value),
        time: Number($("time").value), plies: Number($("plies").value), seed: Math.floor(Math.random() * 2 ** 31),
      });
      location.assign(`/tournaments/${answer.id}`);
    } catch (error) {
      notice(error.message);
    }
  }
}

// A tournament that is played

const board = new BoardView($("board"));
let say = () => {};

function hear(message) {
  if (message.type === "contest") show(message);
  else if (message.type === "live") showLive(message);
  else if (message.type === "error") notice(message.text);
  else if (["gone", "closed"].includes(message.type)) {
    notice(message.text);
    openNew();
  }
}

function show(contest) {
  $("contest").hidden = false;
  document.title = `${t("cup.title")} – mossa`;
  $("status").textContent = `${contest.games.map((name) => gameTitle(name)).join(", ")}: ${stateOf(contest)}, ${t("cup.played", contest)}`;
  $("status").classList.toggle("busy", contest.state === "playing");
  $("progress").max = contest.total;
  $("progress").value = contest.played;
  $("progress").setAttribute("aria-label", t("cup.played", contest));
  if (contest.trouble) notice(contest.trouble);
  const names = contest.players.map(playerTitle);
  const order = contest.rows.map((row) => contest.players.indexOf(row.player));
  $("cross").replaceChildren(
    h("thead", {}, h("tr", {}, h("th", {}, "#"), h("th", { scope: "col" }, t("study.player")), h("th", { class: "number", scope: "col" }, t("cup.points")), h("th", { class: "number", scope: "col" }, t("cup.elo")),
      ...order.map((_, i) => h("th", { class: "number", scope: "col" }, i + 1)))),
    h("tbody", {}, contest.rows.map((row, i) => h("tr", {}, h("td", {}, i + 1), h("th", { scope: "row" }, names[order[i]]),
      h("td", { class: "number" }, `${figure(row.points)}/${row.games}`),
      h("td", { class: "number" }, row.elo === null ? "–" : `${signed(row.elo)} ± ${Math.round(row.error)}`),
      ...order.map((column) => {
        const cell = contest.cross[order[i]][column];
        return h("td", { class: `number ${cell ? "" : "self"}`, title: cell ? t("cup.cell", { wins: cell[0], draws: cell[1], losses: cell[2] }) : null }, cell && cell[0] + cell[1] + cell[2] ? `+${cell[0]} =${cell[1]} −${cell[2]}` : "");
      })))));
  showElo(contest.rows.filter((row) => row.elo !== null), names, contest.players);
  $("controls").replaceChildren(...[
    ["waiting", "playing"].includes(contest.state) ? h("button", { type: "button", id: "stop", onclick: () => say({ do: "stop" }) }, t(contest.state === "waiting" ? "cup.leave" : "study.stop")) : null,
    contest.state === "stopped" ? h("button", { type: "button", id: "go", class: "main", onclick: () => say({ do: "go" }) }, t("cup.go")) : null,
    h("button", { type: "button", class: "quiet", id: "save", onclick: () => save(contest) }, t("cup.save")),
    h("a", { href: `/api/tournaments/${id}/games`, download: "" }, t("cup.records")),
    h("a", { href: "/tournaments" }, t("cup.all")),
  ].filter(Boolean));
}

const signed = (number) => Math.round(number).toLocaleString(document.documentElement.lang, { signDisplay: "exceptZero" });

/** The Elo of every player with its error bar. */
function showElo(rows, names, players) {
  if (rows.length < 2) return $("elo").replaceChildren();
  const low = Math.min(...rows.map((row) => row.elo - row.error)), high = Math.max(...rows.map((row) => row.elo + row.error));
  const narrow = matchMedia("(max-width: 480px)").matches; // then the names stand above the lines
  const [W, step, left] = narrow ? [330, 52, 24] : [640, 34, 210];
  const x = (elo) => left + ((elo - low) / Math.max(1, high - low)) * (W - left - 24);
  const ticks = [low, (low + high) / 2, high];
  const label = (spec) => { const name = names[players.indexOf(spec)]; return name.length > 26 ? `${name.slice(0, 25)}…` : name; };
  const svg = s("svg", { viewBox: `0 0 ${W} ${step * rows.length + 30}`, role: "img", "aria-label": t("cup.plot", { name: names[0] }) },
    ...ticks.map((tick) => s("g", { class: "tick" }, s("line", { x1: x(tick), x2: x(tick), y1: 0, y2: step * rows.length }), s("text", { x: x(tick), y: step * rows.length + 20, "text-anchor": "middle" }, signed(tick)))),
    ...rows.map((row, i) => s("g", { class: "rating", transform: `translate(0 ${step * (i + 0.5)})` },
      s("text", narrow ? { x: 0, y: -12 } : { x: left - 14, dy: "0.35em", "text-anchor": "end" }, label(row.player)),
      s("line", { x1: x(row.elo - row.error), x2: x(row.elo + row.error), y1: 0, y2: 0 }),
      s("circle", { cx: x(row.elo), cy: 0, r: 6 }))));
  $("elo").replaceChildren(svg, h("figcaption", {}, t("cup.plot", { name: names[0] })));
}

function showLive({ game, players, sides, scene, ply }) {
  const seated = players.map((spec, seat) => h("li", {}, h("strong", {}, sideTitle(sides[seat])), " ", playerTitle(spec)));
  $("live-who").replaceChildren(`${gameTitle(game)}, ${t(ply === 1 ? "home.move" : "home.moves", { count: ply })}`, h("ul", {}, seated));
  board.show(scene);
}

function save(contest) {
  const { type, words, ...data } = contest;
  const link = h("a", { href: URL.createObjectURL(new Blob([JSON.stringify({ ...data, setup: words }, null, 1)], { type: "application/json" })), download: `mossa-tournament-${id}.json` });
  link.click();
  URL.revokeObjectURL(link.href);
}

try {
  if (id) ({ say } = converse(`/ws/tournament/${id}`, { hear, lost: () => ($("status").textContent = t("play.offline")) }));
  else await openNew();
} catch (error) {
  notice(error.message);
}
