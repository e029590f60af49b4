// What move ordering is worth: leaves that alpha-beta visits on ideal trees, beside the theory.

import { $, ask, h, s, short, t, told } from "./common.js";

const CURVES = [["worst", "all_leaves", "b^d"], ["random", "three_quarters", "b^(3d/4)"], ["best", "knuth_moore", "b^⌈d/2⌉ + b^⌊d/2⌋ − 1"]];

export async function openOrdering(words) {
  const choice = (id, values, value) => {
    const made = h("select", { id }, values.map((n) => h("option", { value: n }, n)));
    made.value = value;
    return made;
  };
  const branching = choice("branching", [2, 3, 4, 5], words.get("branching") ?? 3);
  const trees = choice("trees", [1, 5, 10, 20], words.get("trees") ?? 10);
  const place = h("div", { class: "lab-show" });
  const field = (name, control) => h("label", { class: "field" }, h("span", {}, t(`ordering.${name}`)), control);
  $("ordering").append(
    h("form", { class: "lab-form", onsubmit: (event) => { event.preventDefault(); run(); } },
      h("p", { class: "lesson" }, t("ordering.about")), field("branching", branching), field("trees", trees),
      h("div", { class: "buttons" }, h("button", { class: "main", id: "measure" }, t("ordering.run")))),
    place);
  await run();

  async function run() {
    place.replaceChildren(h("p", { class: "status busy" }, t("ordering.running")));
    try {
      const { rows } = await ask("/api/lab/ordering", { branching: Number(branching.value), trees: Number(trees.value) });
      place.replaceChildren(plot(rows), table(rows));
      history.replaceState(null, "", `#${new URLSearchParams({ tab: "ordering", branching: branching.value, trees: trees.value })}`);
    } catch (error) {
      place.replaceChildren(h("p", { class: "notice", role: "alert" }, told(error.message)));
    }
  }
}

/** Depth against leaves, on a logarithmic scale: theory as lines, measured values as points. */
function plot(rows) {
  const [W, H, left] = [640, 320, 56];
  const most = Math.log10(rows.at(-1).all_leaves);
  const x = (depth) => left + ((depth - 1) / Math.max(1, rows.length - 1)) * (W - left - 20);
  const y = (leaves) => H - 30 - (Math.log10(Math.max(1, leaves)) / most) * (H - 50);
  const powers = [...Array(Math.floor(most) + 1).keys()];
  const svg = s("svg", { viewBox: `0 0 ${W} ${H}`, class: "plot", role: "img", "aria-label": t("ordering.plot") },
    ...powers.map((power) => s("g", { class: "tick" }, s("line", { x1: left, x2: W - 20, y1: y(10 ** power), y2: y(10 ** power) }), s("text", { x: left - 8, y: y(10 ** power), dy: "0.35em", "text-anchor": "end" }, short(10 ** power)))),
    ...rows.map((row) => s("text", { class: "axis", x: x(row.depth), y: H - 8, "text-anchor": "middle" }, row.depth)),
    ...CURVES.flatMap(([order, theory]) => [
      s("polyline", { class: `theory order-${order}`, points: rows.map((row) => `${x(row.depth)},${y(row[theory])}`).join(" ") }),
      ...rows.map((row) => s("circle", { class: `measured order-${order}`, cx: x(row.depth), cy: y(row[order]), r: 5 }))]));
  return h("figure", { class: "elo" }, svg, h("figcaption", {}, t("ordering.plot"), " ", ...CURVES.map(([order, , formula]) => h("span", { class: `key order-${order}` }, `${t(`ordering.${order}`)} (${formula})`))));
}

function table(rows) {
  const number = (value) => h("td", { class: "number" }, short(value));
  return h("div", { class: "counts-wrap", tabindex: "0", role: "region", "aria-label": t("ordering.plot") }, h("table", {},
    h("thead", {}, h("tr", {}, h("th", { class: "number", scope: "col" }, t("lab.depth")), ...CURVES.flatMap(([order, , formula]) => [h("th", { class: "number", scope: "col" }, t(`ordering.${order}`)), h("th", { class: "number", scope: "col" }, formula)]))),
    h("tbody", {}, rows.map((row) => h("tr", {}, h("th", { class: "number", scope: "row" }, row.depth), ...CURVES.flatMap(([order, theory]) => [number(row[order]), number(row[theory])]))))));
}
