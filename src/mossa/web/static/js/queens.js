// Backtracking for one player: n queens, a partial board at each step.

import { $, ask, h, language, s, t } from "./common.js";
import { makeStepper } from "./stepper.js";

export async function openQueens(words) {
  const size = h("select", { id: "size", onchange: run }, [4, 5, 6, 7, 8].map((n) => h("option", { value: n }, n)));
  size.value = words.get("size") ?? 6;
  const sum = h("p", { class: "lesson" });
  const buttons = h("div", { class: "stepper" });
  const event = h("p", { class: "event", role: "status", "aria-live": "polite" });
  const board = h("div", { class: "board-frame queens" });
  $("queens").append(
    h("form", { class: "lab-form", onsubmit: (event) => event.preventDefault() }, h("label", { class: "field" }, h("span", {}, t("queens.size")), size)),
    h("div", { class: "lab-show" }, sum, buttons, event, board));
  let stepper = null, answer = null, wanted = 0;
  await run();

  async function run() {
    stepper?.pause();
    answer = await ask("/api/lab/queens", { size: Number(size.value) });
    const number = (value) => value.toLocaleString(language);
    sum.textContent = t("queens.sum", { solutions: answer.solutions, looked: number(answer.looked), brute: number(answer.brute) });
    stepper = makeStepper(buttons, { steps: answer.steps, stops: answer.solved_steps, stopName: t("queens.solution"), show, pace: 250 });
    stepper.go(0);
    history.replaceState(null, "", `#tab=queens&size=${size.value}`);
  }

  async function show(step) {
    wanted = step;
    const shown = await ask(`/api/lab/trace/${answer.key}/${step}?lang=${language}`);
    if (wanted !== step) return;
    event.className = `event kind-${shown.kind}`;
    event.textContent = shown.words;
    draw(shown);
  }

  function draw({ board: queens, attacked, kind }) {
    const n = answer.size;
    const svg = s("svg", { viewBox: `-2 -2 ${100 * n + 4} ${100 * n + 4}`, class: `board ${kind === "leaf" ? "solved" : ""}`, role: "img", "aria-label": t("board.label") });
    for (let x = 0; x < n; x += 1) {
      for (let y = 0; y < n; y += 1) {
        const row = n - 1 - y;
        const bad = attacked[0] === x && attacked[1] === row;
        const group = s("g", { class: `cell ground-${(x + y) % 2 ? "dark" : "light"}${bad ? " attacked" : ""}`, transform: `translate(${100 * x} ${100 * y})` },
          s("rect", { width: 100, height: 100, class: "ground" }), s("rect", { width: 100, height: 100, class: "shade" }));
        if (queens[x] === row) group.append(s("text", { x: 50, y: 50, dy: "0.36em", "font-size": 74, "text-anchor": "middle", class: "queen" }, "♛"));
        if (bad) group.append(s("path", { d: "M30 30 L70 70 M70 30 L30 70", class: "cross" }));
        svg.append(group);
      }
    }
    board.style.setProperty("--ratio", 1);
    board.replaceChildren(svg);
  }
}
