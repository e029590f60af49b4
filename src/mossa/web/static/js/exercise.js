// An exercise: the student gives the values of the inner nodes and the cut leaves, the server checks them.

import { ask, decimals, h, language, s, t } from "./common.js";

const ENLARGED = 1.5; // the drawing, so that one can write into its nodes

/** Ask about a run in `place`; `solve` shows the solution. */
export async function openExercise(place, { key, algorithm }, solve) {
  const { svg, nodes, windows, task, scale } = await ask(`/api/lab/exercise/${key}`);
  const drawn = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
  drawn.querySelector("title")?.remove();
  drawn.setAttribute("role", "group");
  drawn.setAttribute("aria-label", t("exercise.name"));
  const inner = new Set(nodes.map(({ node }) => node));
  const cut = new Set();
  const leaves = [...drawn.querySelectorAll("[data-node]")].filter((leaf) => inner.has(leaf.dataset.node) === (task === "bounds"));
  for (const leaf of leaves) {
    leaf.setAttribute("role", "checkbox");
    leaf.setAttribute("aria-checked", "false");
    leaf.setAttribute("tabindex", "0");
    leaf.setAttribute("aria-label", leaf.textContent);
    leaf.classList.add("leaf");
    leaf.addEventListener("click", () => strike(leaf));
    leaf.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      strike(leaf);
    });
  }
  const inputs = new Map(nodes.map(({ node, name }) => [node, h("input", { inputmode: "decimal", maxlength: 12, "aria-label": name, "data-node": node })]));
  const spans = new Map(windows ? nodes.map(({ node, name }) => [node, h("input", { class: "window", maxlength: 24, placeholder: "α, β", "aria-label": `${t("exercise.window")}: ${node ? name : t("exercise.root")}`, "data-window": node })]) : []);
  const verdict = h("p", { class: "event", role: "status", "aria-live": "polite" });
  const reasons = h("ul", { class: "reasons" });
  place.replaceChildren(
    h("p", { class: "lesson" }, t(task === "bounds" ? "exercise.bounds" : "exercise.ask", { scale }), " ", windows ? t("exercise.windows") : ""),
    h("form", { class: "answers", onsubmit: check },
      h("figure", { class: "paper" }, h("figcaption", {}, algorithm), h("div", { class: "drawing" }, drawn)),
      h("div", { class: "buttons" },
        h("button", { type: "button", class: "quiet", id: "solution", onclick: solve }, t("exercise.show")),
        h("button", { class: "main", id: "check" }, t("exercise.check")))),
    verdict, reasons);
  verdict.hidden = true;
  place.hidden = false;
  drawn.setAttribute("width", ENLARGED * drawn.getAttribute("width"));
  drawn.removeAttribute("height");
  for (const [node, input] of inputs) writeInto(drawn.querySelector(`[data-node="${node}"]`), input, spans.get(node));

  /** Put the fields of a node into its shape: a value in it, a window or a bound below it. */
  function writeInto(group, input, span) {
    const box = group.querySelector("polygon, circle, rect").getBBox();
    const [middle, below] = [box.x + box.width / 2, box.y + box.height];
    const field = (y, width, height, ...parts) => drawn.append(s("foreignObject", { x: middle - width / 2, y, width, height }, h("span", { class: "in-node" }, ...parts)));
    if (task === "bounds") field(below + 3, 46, 18, input, h("small", {}));
    else field(box.y + 3, 34, 18, input, h("small", {}));
    if (span) field(below + 2, 50, 15, span);
  }

  function strike(leaf) {
    const { node } = leaf.dataset;
    if (!cut.delete(node)) cut.add(node);
    leaf.setAttribute("aria-checked", cut.has(node));
  }

  async function check(event) {
    event.preventDefault();
    const values = Object.fromEntries([...inputs].map(([node, input]) => {
      const text = input.value.trim().replace(",", ".").replace("−", "-").replace(/^[≤≥]/, "");
      return [node, text === "" ? "" : Number(text)];
    }));
    const answer = await ask(`/api/lab/exercise/${key}`, { values, cut: [...cut], windows: Object.fromEntries([...spans].map(([node, input]) => [node, input.value])), lang: language });
    for (const [node, input] of spans) input.setAttribute("aria-invalid", answer.windows.includes(node));
    for (const [node, input] of inputs) {
      const wrong = node in answer.wrong;
      input.setAttribute("aria-invalid", wrong);
      input.nextSibling.textContent = wrong && input.value ? (answer.wrong[node] ? "✗" : t("exercise.unseen")) : "";
    }
    const word = task === "bounds" ? { missed: "exercise.choice", needed: "exercise.choice" } : { missed: "exercise.missed", needed: "exercise.needed" };
    const count = (name) => (answer[name].length ? t(word[name], { count: answer[name].length }) : "");
    verdict.hidden = false;
    verdict.className = `event ${answer.right ? "kind-choose" : "kind-cut"}`;
    verdict.textContent = answer.right
      ? t("exercise.right")
      : [Object.keys(answer.wrong).length || answer.windows.length ? t("exercise.wrong") : "", ...new Set([count("missed"), count("needed")])].filter(Boolean).join(" ");
    reasons.replaceChildren(...(answer.right ? answer.reasons.map((text) => h("li", {}, decimals(text))) : []));
  }
}
