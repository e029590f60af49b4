// Decisions against nature: a table, and the choice of each rule.

import { described } from "./about.js";
import { $, ask, figure, h, t, told, tr } from "./common.js";

export async function openPayoffs(words) {
  const listing = await ask("/api/lab");
  const example = listing.examples.find((one) => one.table);
  const table = h("textarea", { id: "table", rows: 6, spellcheck: "false", maxlength: 20000 });
  table.value = words.get("table") ?? described(example.table);
  const alpha = h("input", { type: "range", id: "alpha", min: 0, max: 1, step: 0.05, value: 0.5, oninput: decide });
  const shown = h("output", {});
  const place = h("div", { class: "lab-show" });
  $("payoffs").append(
    h("form", { class: "lab-form", onsubmit: (event) => { event.preventDefault(); decide(); } },
      h("label", { class: "field" }, h("span", {}, t("lab.payoffs")), table, h("small", {}, t("pay.help"))),
      h("label", { class: "field" }, h("span", {}, t("pay.alpha"), " ", shown), alpha),
      h("div", { class: "buttons" }, h("button", { class: "main" }, t("pay.decide")))),
    place);
  await decide();

  async function decide() {
    shown.textContent = figure(alpha.value);
    try {
      const answer = await ask("/api/lab/decide", { table: table.value, alpha: Number(alpha.value) });
      const regrets = answer.decisions.find((one) => one.regrets);
      place.replaceChildren(
        grid(answer, answer.rows), rules(answer, listing.rules),
        h("h2", {}, t("pay.regrets")), grid(answer, answer.choices.map((name) => regrets.regrets[name]), answer.choices.map((name) => regrets.table[name]), regrets.choice));
      history.replaceState(null, "", `#${new URLSearchParams({ tab: "payoffs", table: table.value })}`);
    } catch (error) {
      place.replaceChildren(h("p", { class: "notice", role: "alert" }, told(error.message)));
    }
  }
}

function grid(answer, rows, last = null, chosen = []) {
  return h("table", { class: "payoffs" },
    h("thead", {}, h("tr", {}, h("td", {}), answer.states.map((name) => h("th", { class: "number", scope: "col" }, name)), last ? h("th", { class: "number" }, t("pay.largest")) : null)),
    h("tbody", {}, answer.choices.map((name, i) => h("tr", { class: chosen.includes(name) ? "chosen" : null },
      h("th", { scope: "row" }, name), rows[i].map((value) => h("td", { class: "number" }, figure(value))),
      last ? h("td", { class: "number" }, figure(last[i])) : null))));
}

function rules(answer, about) {
  return h("table", { class: "rules" },
    h("thead", {}, h("tr", {}, h("th", {}, t("pay.rule")), h("th", {}, t("pay.choice")), h("th", { class: "number" }, t("pay.figure")))),
    h("tbody", {}, answer.decisions.map((one) => h("tr", {},
      h("td", {}, one.rule, h("small", {}, tr(`rule.${one.rule}`, about[one.rule]))), h("td", {}, h("strong", {}, one.choice.join(", "))), h("td", { class: "number" }, figure(one.value))))));
}
