/** A board to play on, or a trace to step through, in a notebook (anywidget): draws `view`, sends what is clicked. */

const STYLE = `
.mossa { font-family: system-ui, sans-serif; color: inherit; max-width: 46rem; }
.mossa figure { margin: 0; }
.mossa .board svg { width: 100%; max-width: 22rem; height: auto; display: block; }
.mossa .tree svg { max-width: 100%; height: auto; background: #fff; }
.mossa .cell { fill: transparent; cursor: pointer; }
.mossa .cell:hover, .mossa .cell:focus { fill: #1f6fd633; outline: none; }
.mossa .cell.picked { fill: #1f6fd655; }
.mossa .caption { margin: 0.4rem 0; min-height: 1.4em; }
.mossa .error { color: #b3261e; }
.mossa button { margin: 0 0.25rem 0.25rem 0; padding: 0.2rem 0.6rem; cursor: pointer; }
.mossa .moves { max-height: 7rem; overflow-y: auto; }
.mossa input[type=range] { width: min(22rem, 60%); vertical-align: middle; }
`;
const SVG = "http://www.w3.org/2000/svg";

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** The drawing of a view. It comes from this machine's kernel, which escapes all texts in it. */
function drawing(view, kind) {
  const figure = make("figure", { class: kind });
  figure.innerHTML = view.svg;
  figure.firstElementChild?.setAttribute("aria-label", `${view.title}: ${view.caption}`);
  return figure;
}

/** What a click on a cell makes of the cells that were picked before it: a whole move, or the beginning of one. */
export function next(picked, name, moves) {
  for (const text of [picked + name, `${picked}-${name}`, `${picked}x${name}`, name]) {
    const longer = moves.some((move) => move.startsWith(text) && move !== text);
    if (moves.includes(text) && !longer) return { move: text };
    if (longer) {
      const promotions = moves.filter((move) => move.startsWith(text));
      const queen = promotions.find((move) => move === `${text}q`);
      if (queen && promotions.length === 4) return { move: queen };
      return { picked: text, move: moves.includes(text) ? text : undefined };
    }
  }
  return { picked: "" };
}

function board(view, model, state, redraw) {
  const figure = drawing(view, "board");
  const svg = figure.firstElementChild;
  for (const cell of view.moves.length ? view.cells : []) {
    const box = document.createElementNS(SVG, "rect");
    const attributes = { x: cell.x, y: cell.y, width: cell.size, height: cell.size, tabindex: 0, role: "button" };
    for (const [name, value] of Object.entries(attributes)) box.setAttribute(name, value);
    box.setAttribute("class", state.picked && state.picked.endsWith(cell.name) ? "cell picked" : "cell");
    box.setAttribute("aria-label", cell.name);
    const click = () => {
      const found = next(state.picked, cell.name, view.moves);
      state.picked = found.picked ?? "";
      if (found.move) model.send({ move: found.move });
      else redraw();
    };
    box.addEventListener("click", click);
    box.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        click();
      }
    });
    svg.append(box);
  }
  const buttons = view.moves.map((move) =>
    make("button", { type: "button", onclick: () => model.send({ move }) }, move),
  );
  const moves = make("details", {}, make("summary", {}, `legal moves (${view.moves.length})`), make("div", { class: "moves" }, ...buttons));
  moves.open = state.open;
  moves.addEventListener("toggle", () => (state.open = moves.open));
  return [
    figure,
    make("p", { class: "caption", role: "status" }, view.caption),
    ...(view.error ? [make("p", { class: "caption error", role: "alert" }, view.error)] : []),
    make(
      "div",
      {},
      make("button", { type: "button", disabled: !view.moves.length && !view.history.length, onclick: () => model.send({ undo: true }) }, "take back"),
      make("button", { type: "button", onclick: () => model.send({ new: true }) }, "new game"),
    ),
    ...(view.moves.length ? [moves] : []),
    ...(view.history.length ? [make("p", { class: "history" }, view.history.join(" "))] : []),
  ];
}

function trace(view, model) {
  const to = (step) => model.send({ step });
  const slider = make("input", { type: "range", min: 0, max: view.steps, value: view.step, "aria-label": "step" });
  slider.addEventListener("change", () => to(Number(slider.value)));
  const button = (text, label, step, off) =>
    make("button", { type: "button", "aria-label": label, disabled: off, onclick: () => to(step) }, text);
  return [
    make(
      "div",
      {},
      button("«", "first step", 0, view.step === 0),
      button("‹", "step back", view.step - 1, view.step === 0),
      button("›", "step", view.step + 1, view.step === view.steps),
      button("»", "last step", view.steps, view.step === view.steps),
      slider,
      ` ${view.step} of ${view.steps}`,
    ),
    make("p", { class: "caption", role: "status" }, view.caption),
    drawing(view, "tree"),
  ];
}

function render({ model, el }) {
  const state = { picked: "", open: false };
  const place = make("div", { class: "mossa" });
  const draw = () => {
    const view = model.get("view");
    place.replaceChildren(...("steps" in view ? trace(view, model) : board(view, model, state, draw)));
  };
  const changed = () => {
    state.picked = "";
    draw();
  };
  model.on("change:view", changed);
  el.replaceChildren(make("style", {}, STYLE), place);
  draw();
  return () => model.off("change:view", changed);
}

export default { render };
