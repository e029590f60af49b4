// The tree of a search, opened call by call: each line is one call of the search; the calls it made are loaded when it is opened.

import { $, decimals, h, language, short, t, told } from "./common.js";

const BETWEEN = language === "it" ? "; " : ", "; // of two numbers: where the comma is the decimal mark it does not part them
let ask = null; // asks the server for a node: ask(ply, path)
let shown = null; // the ply whose search is shown
let waiting = new Map(); // path → the item that waits for its children

/** Show the search for the move after `ply`; `open(ply, path)` asks for a node. */
export function openSearch(ply, open) {
  [shown, ask] = [ply, open];
  waiting = new Map();
  $("searched").hidden = false;
  $("searched").replaceChildren(
    h("div", { class: "searched-head" }, h("h2", { id: "searched-title" }, t("search.title")),
      h("button", { type: "button", class: "tool", id: "searched-close", title: t("search.close"), "aria-label": t("search.close"), onclick: closeSearch }, "×")),
    h("p", { class: "status busy", id: "searched-status", role: "status" }, t("search.replaying")));
  ask(ply, []);
}

export function closeSearch() {
  $("searched").hidden = true;
  $("searched").replaceChildren();
  shown = null;
}

/** Show a node that the server sent. */
export function hearTree(message) {
  if (message.ply !== shown) return;
  const { visit } = message;
  if (!visit.path.length) return showRoot(message);
  const item = waiting.get(visit.path.join("."));
  if (!item) return;
  item.classList.remove("loading");
  fillItem(item, visit);
}

/** After an error: stop waiting for nodes. */
export function searchFailed(text) {
  for (const item of waiting.values()) if (item.classList.contains("loading")) toggle(item, false);
  const status = $("searched-status");
  if (status) {
    status.textContent = told(text);
    status.classList.remove("busy");
  }
}

function showRoot({ real, exact, depth, attempts, visit }) {
  const failed = attempts.slice(0, -1).map((one) =>
    h("li", {}, t("search.failed", { alpha: decimals(one.alpha), beta: decimals(one.beta), score: decimals(one.score), nodes: short(one.nodes) })));
  const tree = h("ul", { class: "visits", role: "tree", "aria-label": t("search.title"), id: "visits", onkeydown: key });
  $("searched").replaceChildren($("searched").firstChild,
    h("p", { class: "searched-about", id: "searched-status", role: "status" },
      t(real ? (exact ? "search.real" : "search.nearly") : "search.fresh", { depth, nodes: short(visit.nodes) })),
    ...(failed.length ? [h("ul", { class: "attempts" }, failed)] : []),
    h("p", { class: "searched-about" }, t("search.window", { alpha: decimals(visit.alpha), beta: decimals(visit.beta) }), " ", t("search.side")),
    tree, h("details", { class: "legend" }, h("summary", {}, t("search.legend")),
      h("dl", {}, ["table", "killer", "counter", "history", "again", "reduced", "extended", "null", "singular", "probcut", "quiescence"].flatMap((name) =>
        [h("dt", {}, t(`tag.${name}`)), h("dd", {}, t(`tag.${name}.about`))]))));
  fillGroup(tree, visit);
  tree.querySelector('[role="treeitem"]')?.setAttribute("tabindex", "0");
}

function fillItem(item, visit) {
  let group = item.querySelector(":scope > ul");
  if (!group) {
    group = h("ul", { role: "group" });
    item.append(group);
  }
  fillGroup(group, visit);
}

/** The calls that a call made, and the moves that it left out. */
function fillGroup(group, visit) {
  const most = Math.max(1, ...visit.visits.map((one) => one.nodes));
  const items = visit.visits.map((one) => line(one, most));
  const left = new Map();
  for (const { move, why } of visit.untried) left.set(why, [...(left.get(why) ?? []), move]);
  const facts = [
    visit.known ? t(visit.known.move ? "search.known" : "search.bound", { ...visit.known, score: decimals(visit.known.score), depth: visit.known.depth ?? "∞" }) : "",
    visit.estimate !== null ? t("search.estimate", { score: decimals(visit.estimate) }) : "",
    visit.killers.length ? t("search.killers", { moves: visit.killers.join(", "), ply: visit.ply }) : "",
  ].filter(Boolean);
  group.replaceChildren(
    ...(facts.length ? [h("li", { class: "facts", role: "none" }, facts.join(" · "))] : []),
    ...items,
    ...[...left].map(([why, moves]) => h("li", { class: "facts untried", role: "none" }, `${t(`untried.${why}`)}: ${moves.join(", ")}`)));
}

function bar(share) {
  const element = h("span", { class: "bar" });
  element.style.setProperty("--share", share);
  return element;
}

/** One call. */
function line(visit, most) {
  const kind = visit.kind === "move" || (visit.kind === "quiescence" && visit.move) ? "" : t(`tag.${visit.kind}`);
  const name = visit.move || kind;
  const tags = [...visit.tags, ...(visit.kind === "quiescence" && visit.move ? ["quiescence"] : []),
    ...(visit.change < 0 ? ["reduced"] : visit.change > 0 ? ["extended"] : [])];
  const can = visit.how === "" || ["searched", "cut", "horizon", "null", "probcut"].includes(visit.how) || visit.nodes > 1;
  const how = visit.how === "cut" ? t("how.cut", { move: visit.cut_by }) : visit.how ? t(`how.${visit.how}`) : "";
  const item = h("li", { role: "treeitem", tabindex: "-1", class: `visit how-${visit.how || "unknown"}`, "data-path": visit.path.join("."),
    "aria-expanded": can ? "false" : null, "aria-label": `${name} ${visit.bound}${decimals(visit.score)}, ${how}` },
    h("div", { class: "visit-line", onclick: () => { focus(item); if (can) toggle(item); } },
      h("span", { class: "twist", "aria-hidden": "true" }, can ? "▸" : ""),
      h("span", { class: "visit-move" }, name),
      h("span", { class: "visit-score" }, decimals(visit.bound === "=" ? visit.score : `${visit.bound} ${visit.score}`)),
      h("span", { class: "visit-window", title: t("search.window.about") }, decimals(`[${visit.alpha}${BETWEEN}${visit.beta}]`)),
      h("span", { class: "visit-depth", title: t("figure.depth") }, visit.kind === "quiescence" ? "" : `${t("search.depth")} ${visit.depth}`),
      h("span", { class: "visit-nodes" }, bar(visit.nodes / most), short(visit.nodes)),
      h("span", { class: "visit-how" }, how, ...tags.map((tag) => h("span", { class: `tag tag-${tag}`, title: t(`tag.${tag}.about`) }, t(`tag.${tag}`))))));
  return item;
}

function toggle(item, open = item.getAttribute("aria-expanded") !== "true") {
  item.setAttribute("aria-expanded", open);
  const group = item.querySelector(":scope > ul");
  if (group) group.hidden = !open;
  else if (open && !item.classList.contains("loading")) {
    item.classList.add("loading");
    waiting.set(item.dataset.path, item);
    ask(shown, item.dataset.path.split(".").map(Number));
  }
  if (!open) item.classList.remove("loading");
}

function focus(item) {
  $("visits").querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
  item.setAttribute("tabindex", "0");
  item.focus();
}

/** The keys of a tree: up and down along the lines that are shown, right opens or goes in, left closes or goes out. */
function key(event) {
  const item = event.target.closest('[role="treeitem"]');
  if (!item) return;
  const open = [...$("visits").querySelectorAll('[role="treeitem"]')].filter((one) => !one.parentElement.closest("ul[hidden]"));
  const at = open.indexOf(item);
  const state = item.getAttribute("aria-expanded");
  if (event.key === "ArrowDown" && open[at + 1]) focus(open[at + 1]);
  else if (event.key === "ArrowUp" && at > 0) focus(open[at - 1]);
  else if (event.key === "ArrowRight" && state === "false") toggle(item, true);
  else if (event.key === "ArrowRight" && state === "true") item.querySelector('[role="treeitem"]') && focus(item.querySelector('[role="treeitem"]'));
  else if (event.key === "ArrowLeft" && state === "true") toggle(item, false);
  else if (event.key === "ArrowLeft") item.parentElement.closest('[role="treeitem"]') && focus(item.parentElement.closest('[role="treeitem"]'));
  else if ((event.key === "Enter" || event.key === " ") && state) toggle(item);
  else return;
  event.preventDefault();
  event.stopPropagation();
}
