// The dialog for a new game: side, opponent, time, settings of the game.

import { ask, gameTitle, h, playerTitle, sideTitle, t, tr } from "./common.js";

const TIMES = [0.1, 0.3, 1, 3, 10];
const CLOCKS = ["60+1", "180+2", "300+3", "600+5", "1800"];

/** A time control as text: 180+2 → 3 min + 2 s. */
function clockTitle(control) {
  const [seconds, increment] = control.split("+").map(Number);
  const base = seconds % 60 ? t("new.seconds", { time: seconds }) : t("new.minutes", { time: seconds / 60 });
  return increment ? `${base} + ${t("new.seconds", { time: increment })}` : base;
}

/** Can this player ponder? A player of limited Elo does not. */
const ponders = (spec) => /^(alphabeta|mcts)(:|$)/.test(spec) && !/\b(elo|skill|ponder)=/.test(spec);

/** Ask for a new game of `game` (as /api/games describes it), from a position where one is given; goes to its page. */
export function newGame(game, position) {
  const seats = game.players.map((name, seat) => [String(seat), name]);
  const many = game.players.length > 1;
  const sides = [
    ...seats.map(([seat, name]) => [seat, t("new.side", { name: sideTitle(name) })]),
    ...(many ? [["all", t("new.everyone")]] : []),
    ["none", t("new.watch")],
  ];
  const opponent = h("select", { name: "opponent", id: "opponent" },
    game.opponents.map(({ spec, about }) => h("option", { value: spec, title: about }, playerTitle(spec))),
    h("option", { value: "other" }, t("new.other")));
  const other = h("input", { name: "other", maxlength: 200, placeholder: "alphabeta:depth=5", spellcheck: "false", hidden: true, "aria-label": t("new.other") });
  const ponder = h("input", { type: "checkbox", name: "ponder", id: "ponder" });
  opponent.addEventListener("change", () => {
    other.hidden = opponent.value !== "other";
    ponder.disabled = !ponders(opponent.value);
  });
  const problem = h("p", { class: "notice", role: "alert", hidden: true });
  const dialog = h("dialog", { class: "new", "aria-labelledby": "new-title" },
    h("form", { method: "dialog", onsubmit: begin },
      h("h2", { id: "new-title" }, gameTitle(game.name, game.title)),
      h("p", { class: "about" }, tr(`about.${game.name}`, game.about.split("\n\n")[0])),
      h("fieldset", {}, h("legend", {}, t("new.you")), h("div", { class: "options" },
        sides.map(([value, text], i) => h("label", {}, h("input", { type: "radio", name: "side", value, checked: i === 0 }), h("span", {}, text))))),
      h("label", { class: "field" }, h("span", {}, t("new.opponent")), opponent), other,
      h("fieldset", {}, h("legend", {}, t("new.time")), h("div", { class: "options" },
        TIMES.map((time) => h("label", {}, h("input", { type: "radio", name: "seconds", value: time, checked: time === 1 }), h("span", {}, t("new.seconds", { time: time.toLocaleString() })))))),
      h("label", { class: "field" }, h("span", {}, t("new.clock")), h("select", { name: "clock", id: "clock" },
        h("option", { value: "" }, t("new.noclock")), CLOCKS.map((control) => h("option", { value: control }, clockTitle(control))))),
      game.searchable ? h("label", { class: "check" }, ponder, h("span", {}, t("new.ponder"))) : null,
      game.parameters.length ? h("details", {}, h("summary", {}, t("new.settings")),
        game.parameters.map((one) => h("label", { class: "field" }, h("span", {}, one.name, h("small", {}, ` ${one.about}`)),
          h("input", { name: `set.${one.name}`, value: one.value, maxlength: 1000, "data-default": one.value })))) : null,
      problem,
      h("div", { class: "buttons" },
        h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, t("new.cancel")),
        h("button", { class: "main", id: "begin" }, t("new.begin")))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();

  async function begin(event) {
    event.preventDefault();
    const data = new FormData(event.target);
    const named = data.get("opponent") === "other" ? data.get("other") : data.get("opponent");
    const spec = data.has("ponder") && ponders(named) ? `${named}${named.includes(":") ? "," : ":"}ponder=true` : named;
    const side = data.get("side");
    const settings = [...event.target.querySelectorAll("[data-default]")]
      .filter((input) => input.value !== input.dataset.default)
      .map((input) => `${input.name.slice(4)}=${input.value}`);
    try {
      const { id } = await ask("/api/boards", {
        game: game.name + (settings.length ? `:${settings.join(",")}` : ""),
        position,
        seats: seats.map(([seat]) => (side === "all" || side === seat ? "human" : spec)),
        seconds: Number(data.get("seconds")),
        clock: data.get("clock"),
      });
      location.assign(`/play/${id}`);
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    }
  }
}
