// Exercises of a class: name and number make the exercise, the answers are saved as a file that the teacher marks.

import { ask, h, language, t, told } from "./common.js";

const NAMES = ["minimax", "alphabeta", "chance", "regret"];

/** The form in which an exercise is chosen; the exercise comes below it. */
export function openClassroom(place) {
  const name = h("select", { id: "class-exercise" }, NAMES.map((one) => h("option", { value: one }, t(`class.${one}`))));
  const seed = h("input", { id: "class-seed", type: "number", min: 0, max: 999999999, value: 1, required: true });
  const student = h("input", { id: "class-student", maxlength: 80, autocomplete: "name" });
  const shown = h("div", { class: "lab-show", id: "class-shown" });
  const field = (key, control) => h("label", { class: "field" }, h("span", {}, t(key)), control);
  place.replaceChildren(
    h("h2", { id: "classroom-title" }, t("class.title")), h("p", {}, t("class.about")),
    h("form", { class: "row", onsubmit: show },
      field("class.exercise", name), field("class.seed", seed), field("class.student", student),
      h("button", { class: "main", id: "class-begin" }, t("class.begin"))),
    shown);

  async function show(event) {
    event.preventDefault();
    try {
      draw(await ask("/api/lab/class", { exercise: name.value, seed: Number(seed.value), lang: language }));
    } catch (error) {
      shown.replaceChildren(h("p", { class: "notice", role: "alert" }, told(error.message)));
    }
  }

  function draw({ task, svg, table, questions, answers }) {
    const inputs = questions.map(({ id }) => h("input", { maxlength: 300, autocomplete: "off", "data-question": id }));
    const saved = h("p", { class: "event", role: "status", "aria-live": "polite" });
    const drawn = svg ? document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true) : null;
    drawn?.querySelector("title")?.remove();
    drawn?.setAttribute("aria-label", task);
    shown.replaceChildren(
      h("p", { class: "lesson" }, task),
      drawn ? h("figure", { class: "paper" }, h("div", { class: "drawing" }, drawn)) : payoffs(table),
      h("form", { class: "lab-form", onsubmit: save },
        questions.map(({ kind, text }, i) => h("label", { class: "field" }, h("span", {}, text), inputs[i], kind === "leaves" ? h("small", {}, t("class.leaves")) : null)),
        h("div", { class: "buttons" }, h("button", { class: "main", id: "class-save" }, t("class.save")))),
      saved);
    inputs[0].focus();

    function save(event) {
      event.preventDefault();
      const given = Object.fromEntries(questions.map(({ id }, i) => [id, inputs[i].value]));
      const file = `${answers.exercise}-${answers.seed}${student.value ? `-${student.value.replace(/[^\p{L}\p{N}]+/gu, "-")}` : ""}.json`;
      const blob = new Blob([JSON.stringify({ ...answers, student: student.value, answers: given }, null, 1)], { type: "application/json" });
      const link = h("a", { href: URL.createObjectURL(blob), download: file });
      link.click();
      saved.textContent = t("class.saved", { file });
    }
  }
}

function payoffs([head, ...rows]) {
  return h("table", { class: "payoffs" },
    h("thead", {}, h("tr", {}, head.map((cell) => (cell ? h("th", { scope: "col", class: "number" }, cell) : h("td", {}))))),
    h("tbody", {}, rows.map(([choice, ...cells]) => h("tr", {}, h("th", { scope: "row" }, choice), cells.map((cell) => h("td", { class: "number" }, cell))))));
}
