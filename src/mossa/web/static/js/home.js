// The first page: games to continue, games to begin.

import { $, ask, gameTitle, h, language, notice, playerTitle, t, tr } from "./common.js";
import { picture } from "./board.js";
import { newGame } from "./newgame.js";
import { walk } from "./walk.js";

/** The kinds of games, in the order in which they are shown. */
const KINDS = {
  own: (game) => game.own,
  course: (game) => ["tree", "matrix"].includes(game.name),
  many: (game) => game.players.length > 2,
  puzzle: (game) => game.players.length === 1,
  hidden: (game) => !game.perfect,
  chance: (game) => game.chance,
  open: () => true,
};
const ORDER = ["own", "open", "chance", "hidden", "many", "puzzle", "course"];

function card(game) {
  const facts = [
    game.players.length === 1 ? t("fact.player") : t("fact.players", { count: game.players.length }),
    game.chance ? t("fact.chance") : null,
    game.perfect ? null : t("fact.hidden"),
  ].filter(Boolean);
  return h("li", {},
    h("button", { class: "card", type: "button", "data-game": game.name, onclick: () => newGame(game) },
      picture(game.scene),
      h("span", { class: "card-title" }, gameTitle(game.name, game.title)),
      h("span", { class: "card-facts" }, facts.join(" · "))));
}

function ago(seconds) {
  const form = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  const past = Date.now() / 1000 - seconds;
  for (const [unit, size] of [["day", 86400], ["hour", 3600], ["minute", 60]]) {
    if (past >= size) return form.format(-Math.floor(past / size), unit);
  }
  return t("home.now");
}

function kept(board, titles) {
  const who = board.seats.map((spec) => (spec === "human" ? t("home.you") : playerTitle(spec))).join(" – ");
  const item = h("li", {},
    h("a", { href: `/play/${board.id}` },
      h("strong", {}, gameTitle(board.game, titles.get(board.game.split(":")[0]))),
      h("span", {}, who),
      h("small", {}, `${t(board.moves === 1 ? "home.move" : "home.moves", { count: board.moves })}, ${ago(board.changed)}`)),
    h("button", { class: "tool", type: "button", title: t("home.forget"), "aria-label": t("home.forget"), onclick: forget }, "×"));

  async function forget() {
    await ask(`/api/boards/${board.id}`, undefined, "DELETE");
    item.remove();
    $("continue").hidden = !$("kept").children.length;
  }
  return item;
}

try {
  const [{ games }, { boards, why_not, full }] = await Promise.all([ask("/api/games"), ask("/api/boards")]);
  if (why_not) notice(why_not);
  else if (full) notice(t("home.full", { games: full.games.toLocaleString(language), most: full.most.toLocaleString(language) }), "info");
  const titles = new Map(games.map((game) => [game.name, game.title]));
  const open = boards.filter((board) => !board.ended && board.moves).slice(0, 6);
  $("kept").append(...open.map((board) => kept(board, titles)));
  $("continue").hidden = !open.length;
  const order = (game) => (game.own ? -1 : Number(tr(`order.${game.name}`, "50")));
  const kind = (game) => Object.keys(KINDS).find((name) => KINDS[name](game));
  const groups = Map.groupBy(games.sort((a, b) => order(a) - order(b)), kind);
  $("games").append(...ORDER.filter((name) => groups.has(name)).map((name) =>
    h("section", {}, h("h2", {}, t(`kind.${name}`)), h("ul", { class: "cards" }, groups.get(name).map(card)))));
  const openChosen = () => {
    const chosen = games.find((game) => game.name === decodeURIComponent(location.hash.slice(1)));
    if (chosen) newGame(chosen);
  };
  addEventListener("hashchange", openChosen);
  openChosen();
} catch (error) {
  notice(error.message);
}
walk($("walk"), $("walk-tree"), $("walk-words")).catch(() => { $("walk").hidden = true; }); // the games matter more
