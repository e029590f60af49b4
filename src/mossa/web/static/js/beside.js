// What stands beside a tree of the lab: the algorithm in the notes' form and its source, and the tables of techniques.

import { $, decimals, h, language } from "./common.js";

const phrases = language === "en" ? [] : await (await fetch(`/static/lang/pseudocode-${language}.json`)).json();

/** A line of pseudocode: the words in the language of the page, the names of functions as they are everywhere. */
const pseudo = (line) => phrases.reduce((told, [pattern, other]) => told.replace(new RegExp(pattern), other), line);

/** The tables beside the tree: iterations, transpositions, killers, history. */
export function showTables(tables) {
  $("tables").hidden = !tables.length;
  $("tables").replaceChildren(...tables.map((one) => h("table", { class: "side-table" },
    h("caption", {}, one.more ? `${one.title} (… ${one.more} +)` : one.title),
    h("thead", {}, h("tr", {}, one.columns.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, one.rows.map((row) => h("tr", { class: row[0] === one.new ? "new" : null }, row.map((cell) => h("td", {}, decimals(cell)))))))));
}

/** The source of the algorithm, and its pseudocode where there is one. */
export function showListing({ source, pseudocode }) {
  $("code").hidden = !source.length;
  $("source").replaceChildren(...source.map(([number, text]) => h("li", { "data-line": number }, text || " ")));
  $("pseudo").hidden = !pseudocode.length;
  $("pseudo").replaceChildren(...pseudocode.map((text, number) => h("li", { "data-line": number }, pseudo(text) || " ")));
}

/** Mark the lines that made a step. */
export function showLine({ line, pseudo_lines: lines }) {
  mark($("source"), [line]);
  mark($("pseudo"), lines);
}

function mark(list, lines) {
  for (const one of list.querySelectorAll("[aria-current]")) one.removeAttribute("aria-current");
  const found = lines.map((number) => list.querySelector(`[data-line="${number}"]`)).filter(Boolean);
  for (const one of found) one.setAttribute("aria-current", "step");
  const [first] = found;
  if (first && (first.offsetTop < list.scrollTop || first.offsetTop > list.scrollTop + list.clientHeight - 30)) list.scrollTop = first.offsetTop - list.clientHeight / 2;
}
