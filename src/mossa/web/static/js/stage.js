// The first round of simultaneous moves as a matrix game: payoffs, the probability of each choice, and the value.

import { decimals, figure, h, t } from "./common.js";

/** A table of a round: a row for each choice of MAX, a column for each of MIN, payoffs to MAX. */
export function stageTable({ rows, columns, payoffs, row_mix: mine, column_mix: theirs }, value) {
  const number = (text, chosen = false) => h("td", { class: `number${chosen ? " played" : ""}` }, text);
  const heads = columns.map((name, i) => h("th", { scope: "col", class: `number${theirs[i] ? " played" : ""}` }, name));
  return h("table", { class: "payoffs stage" },
    h("caption", {}, t("stage.caption", { value: decimals(value) })),
    h("thead", {},
      h("tr", {}, h("td", {}), h("th", { scope: "colgroup", colspan: columns.length }, "MIN"), h("td", {})),
      h("tr", {}, h("th", { scope: "col" }, "MAX"), heads, h("th", { scope: "col", class: "number share" }, t("stage.probability")))),
    h("tbody", {}, rows.map((name, i) => h("tr", {},
      h("th", { scope: "row", class: mine[i] ? "played" : null }, name),
      payoffs[i].map((payoff, j) => number(figure(payoff), mine[i] && theirs[j])),
      h("td", { class: "number share" }, figure(mine[i]))))),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row", class: "share" }, t("stage.probability")),
      theirs.map((share) => h("td", { class: "number share" }, figure(share))), h("td", {}))));
}
