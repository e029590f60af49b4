// Categories of states in the workshop: which features tell states apart, and what was seen in each category.

import { described } from "./about.js";
import { $, h, language, t } from "./common.js";

const percent = (share) => `${Math.round(100 * share)} %`;
const worth = (value) => (value === null ? "–" : `${value > 0 ? "+" : ""}${value.toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "negative" })}`.replace("-", "−"));
const amount = (value) => `${value > 0 ? "+" : ""}${value.toLocaleString(language)}`.replace("-", "−");

/** A box for each feature, the first two chosen; the function that it returns says which are. */
export function chooseFeatures(features, title) {
  const boxes = features.map(({ name, about }, i) => h("input", { type: "checkbox", value: name, checked: i < 2, title: described(about) }));
  $("categories-features").append(...boxes.map((box, i) => h("label", { class: "check" }, box, " ", title(features[i].name))));
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.value);
  $("categories-features").addEventListener("change", () => ($("categories-go").disabled = !chosen().length));
  return chosen;
}

/** The table: shares, value, linear sum, and the exact value where states were solved. */
export function showCategories({ features, rows, games, more, losses }, title) {
  const solved = rows.some((row) => row.exact !== null);
  const columns = ["states", "won", "drawn", "lost", "value", "linear", ...(solved ? ["exact"] : [])];
  const number = (text) => h("td", { class: "number" }, text);
  const figures = Object.fromEntries(Object.entries(losses).map(([name, loss]) => [name, loss.toLocaleString(language, { maximumFractionDigits: 3 })]));
  $("categories-status").textContent = `${t("work.categories.status", { games: games.toLocaleString(language), ...figures })}${more ? ` ${t("work.categories.more", { more: more.toLocaleString(language) })}` : ""}`;
  $("categories-table").hidden = false;
  $("categories-table").replaceChildren(h("table", { class: "categories" },
    h("thead", {}, h("tr", {}, [...features.map(title), ...columns.map((name) => t(`work.categories.${name}`))].map((text) => h("th", { scope: "col", class: "number" }, text)))),
    h("tbody", {}, rows.map((row) => h("tr", {},
      row.values.map((value) => number(amount(value))), number(row.states.toLocaleString(language)),
      ["won", "drawn", "lost"].map((name) => number(percent(row[name]))), number(worth(row.value)), number(worth(row.linear)),
      solved ? number(row.exact === null ? "–" : `${worth(row.exact)} (${row.solved})`) : null)))));
}
