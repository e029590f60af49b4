// The dialog for a new game: side, opponent, time, settings of the game.

import { described } from "./about.js";
import { ask, gameTitle, h, language, playerTitle, sideTitle, t, told, tr } from "./common.js";

const TIMES = [0.1, 0.3, 1, 3, 10];
const CLOCKS = ["60+1", "180+2", "300+3", "600+5", "1800"];

/** A time control as text: 180+2 → 3 min + 2 s. */
function clockTitle(control) {
  const [seconds, increment] = control.split("+").map(Number);
  const base = seconds % 60 ? t("new.seconds", { time: seconds }) : t("new.minutes", { time: seconds / 60 });
  return increment ? `${base} + ${t("new.seconds", { time: increment })}` : base;
}

/** The field of a parameter: a switch for 0 and 1, a number with a random choice where there are many, or a text. */
function setting({ name, about, value, offered = value, least, most }) {
  const own = { name: `set.${name}`, "data-default": value };
  if (least === 0 && most === 1) {
    return h("label", { class: "check" }, h("input", { ...own, type: "checkbox", checked: offered === 1 }), h("span", {}, name, h("small", {}, ` ${described(about).replace(/^1: /, "")}`)));
  }
  const input = h("input", { ...own, value: offered, maxlength: 1000 });
  const any = () => { input.value = least + Math.floor(Math.random() * (most - least + 1)); };
  const random = most - least >= 100 ? h("button", { type: "button", class: "quiet", onclick: any }, t("new.any")) : null;
  return h("label", { class: "field" }, h("span", {}, name, h("small", {}, ` ${described(about)}`)), random ? h("div", { class: "with-button" }, input, random) : input);
}

/** A named choice for a setting that has many values: the usual one, or one at random (chess and Chess960). */
function variant(game, { name, value, least, most }) {
  const called = tr(`variant.${game.name}.${name}`, "");
  if (!called) return null;
  const choose = (event) => {
    const field = event.target.form.elements[`set.${name}`];
    field.value = event.target.value === "random" ? least + Math.floor(Math.random() * (most - least + 1)) : value;
  };
  const choice = (what, text, checked) => h("label", {}, h("input", { type: "radio", name: `variant.${name}`, value: what, checked, onchange: choose }), h("span", {}, text));
  return h("fieldset", {}, h("legend", {}, t("new.variant")), h("div", { class: "options" }, choice("usual", gameTitle(game.name, game.title), true), choice("random", called, false)));
}

/** Can this player ponder? A player of limited Elo does not. */
const ponders = (spec) => /^(alphabeta|mcts)(:|$)/.test(spec) && !/\b(elo|skill|ponder)=/.test(spec);

/** Ask for a new game of `game` (as /api/games describes it), from a position where one is given; goes to its page. */
export function newGame(game, position) {
  const seats = game.players.map((name, seat) => [String(seat), name]);
  const many = game.players.length > 1;
  const sides = [
    ...seats.map(([seat, name]) => [seat, t("new.side", { name: sideTitle(name) })]),
    ...(many ? [["any", t("new.any")], ["all", t("new.everyone")]] : []),
    ["none", t("new.watch")],
  ];
  const option = ({ spec, about }) => h("option", { value: spec, title: described(about) }, playerTitle(spec));
  const players = (id, last) => h("select", { name: id, id },
    game.opponents.filter(({ more }) => !more).map(option),
    h("optgroup", { label: t("new.more") }, game.opponents.filter(({ more }) => more).map(option), last));
  const opponent = players("opponent", h("option", { value: "other" }, t("new.other")));
  const second = h("label", { class: "field", hidden: true }, h("span", {}, t("new.second")), players("second", null)); // of two engines to watch
  const from = position === undefined ? h("input", { name: "position", id: "position", maxlength: 1000, spellcheck: "false", autocomplete: "off" }) : null;
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
      h("p", { class: "about" }, tr(`about.${game.name}`, described(game.about.split("\n\n")[0].replaceAll("\n", " ")))),
      h("fieldset", {}, h("legend", {}, t("new.you")), h("div", { class: "options" },
        sides.map(([value, text], i) => h("label", {}, h("input", { type: "radio", name: "side", value, checked: i === 0 }), h("span", {}, text))))),
      game.parameters.map((one) => variant(game, one)),
      h("label", { class: "field" }, h("span", {}, t("new.opponent")), opponent), other, many ? second : null,
      h("fieldset", {}, h("legend", {}, t("new.time")), h("div", { class: "options" },
        TIMES.map((time) => h("label", {}, h("input", { type: "radio", name: "seconds", value: time, checked: time === 1 }), h("span", {}, t("new.seconds", { time: time.toLocaleString(language) })))))),
      h("label", { class: "field" }, h("span", {}, t("new.clock")), h("select", { name: "clock", id: "clock" },
        h("option", { value: "" }, t("new.noclock")), CLOCKS.map((control) => h("option", { value: control }, clockTitle(control))))),
      game.searchable ? h("label", { class: "check" }, ponder, h("span", {}, t("new.ponder"))) : null,
      game.parameters.length || from ? h("details", {}, h("summary", {}, t("new.settings")), game.parameters.map(setting),
        from ? h("label", { class: "field" }, h("span", {}, t("new.position")), from) : null) : null,
      problem,
      h("div", { class: "buttons" },
        h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, t("new.cancel")),
        h("button", { class: "main", id: "begin" }, t("new.begin")))));
  dialog.addEventListener("change", ({ target }) => { if (target.name === "side") second.hidden = target.value !== "none"; });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  ask("/api/ready", { game: game.name }).catch(() => {}); // its engine is compiled while the person chooses

  async function begin(event) {
    event.preventDefault();
    const data = new FormData(event.target);
    const named = data.get("opponent") === "other" ? data.get("other") : data.get("opponent");
    const spec = data.has("ponder") && ponders(named) ? `${named}${named.includes(":") ? "," : ":"}ponder=true` : named;
    const wish = data.get("side");
    const side = wish === "any" ? String(Math.floor(Math.random() * seats.length)) : wish;
    const valueOf = (input) => (input.type === "checkbox" ? String(Number(input.checked)) : input.value.trim());
    const settings = [...event.target.querySelectorAll("[data-default]")]
      .filter((input) => valueOf(input) !== input.dataset.default)
      .map((input) => `${input.name.slice(4)}=${valueOf(input)}`);
    try {
      const { id } = await ask("/api/boards", {
        game: game.name + (settings.length ? `:${settings.join(",")}` : ""),
        position: position ?? (from.value.trim() || undefined),
        seats: seats.map(([seat]) => (side === "all" || side === seat ? "human" : side === "none" && many && seat !== "0" ? data.get("second") : spec)),
        seconds: Number(data.get("seconds")),
        clock: data.get("clock"),
      });
      location.assign(`/play/${id}`);
    } catch (error) {
      problem.textContent = told(error.message);
      problem.hidden = false;
    }
  }
}
