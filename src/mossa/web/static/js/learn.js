// Lessons: one step after the other, each with a question that is answered before the answer is seen. The address names
// lesson and step (#minimax/2); how far one has come is kept in this browser.

import { $, ask, decimals, figure, h, language, notice, t } from "./common.js";
import { openClassroom } from "./classroom.js";
import { openCourse } from "./course.js";
import { openGuess } from "./guess.js";
import { makeStepper } from "./stepper.js";

const KEPT = "mossa.learn";
const lessons = await ask("/static/lessons.json");
const { examples } = await ask("/api/lab");
const words = (text) => text[language] ?? text.en;
let stepper = null;
let latest = 0; // the number of the latest step shown; an answer for an earlier one is not drawn

function progress() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

function reached(lesson, step) {
  const known = progress();
  known[lesson.id] = Math.max(known[lesson.id] ?? 0, step);
  localStorage.setItem(KEPT, JSON.stringify(known));
}

/** The list of lessons, with how far one has come in each. */
function showLessons() {
  const known = progress();
  $("lessons").hidden = $("classroom").hidden = $("course").hidden = false;
  $("lesson").hidden = true;
  $("lessons").replaceChildren(...lessons.map((lesson) => {
    const done = known[lesson.id] ?? 0;
    const all = lesson.steps.length;
    return h("li", {}, h("a", { class: "card", href: `#${lesson.id}/${done < all ? done + 1 : 1}`, "data-lesson": lesson.id },
      h("span", { class: "card-title" }, words(lesson.title)),
      h("span", { class: "card-facts" }, done >= all ? t("learn.done") : t("learn.progress", { done, all })),
      h("progress", { max: all, value: done, "aria-label": t("learn.progress", { done, all }) })));
  }));
}

/** The request that runs an example of the lab. */
function request({ example, algorithm }) {
  const { tree, game, position, moves, options, algorithm: own } = examples.find((one) => one.name === example);
  const chosen = algorithm ?? own;
  return { ...(chosen === own ? options : {}), algorithm: chosen, tree, game, position, moves };
}

/** Draw a run in `place`: at a step, with buttons if the step has them. Returns a function that goes to another step. */
async function openRun(place, show) {
  const mine = latest;
  const drawing = h("div", { class: "drawing" });
  const event = h("p", { class: "event", role: "status", "aria-live": "polite" });
  const buttons = h("div", { class: "stepper", hidden: true });
  place.replaceChildren(buttons, event, h("figure", { class: "paper" }, h("figcaption", {}, show.algorithm), drawing));
  const run = await ask("/api/lab/run", request(show));
  let wanted = 0;
  const draw = async (step) => {
    wanted = step;
    const frame = await ask(`/api/lab/trace/${run.key}/${step}?lang=${language}`);
    if (mine !== latest || wanted !== step) return;
    event.textContent = decimals(frame.words);
    event.className = `event kind-${frame.kind}`;
    if (!frame.svg) return;
    const drawn = new DOMParser().parseFromString(frame.svg, "image/svg+xml").documentElement;
    drawn.querySelector("title")?.remove();
    drawn.setAttribute("aria-label", decimals(frame.words) || show.example);
    for (const text of drawn.querySelectorAll("text")) text.textContent = decimals(text.textContent);
    drawing.replaceChildren(document.importNode(drawn, true));
  };
  const place_of = (at) => (at === "end" ? run.steps : at === "start" ? 0 : Math.min(at, run.steps));
  if (show.stepper && mine === latest) {
    const rounds = run.round_steps.length && !run.cut_steps.length;
    const stops = rounds ? run.round_steps : run.cut_steps;
    stepper = makeStepper(buttons, { steps: run.steps, stops, stopName: t(rounds ? "lab.round" : "lab.cut"), show: draw });
    stepper.go(place_of(show.at));
    return (at) => stepper.go(place_of(at));
  }
  await draw(place_of(show.at));
  return (at) => draw(place_of(at));
}

/** The question; `answered()` is called when it has been. */
function openQuestion(place, question, answered) {
  const verdict = h("p", { class: "event", role: "status", "aria-live": "polite", hidden: true });
  const number = question.number === undefined ? null
    : h("input", { id: "answer", inputmode: "decimal", maxlength: 12, autocomplete: "off", "aria-labelledby": "question" });
  const choices = (question.choices ?? []).map((choice, i) =>
    h("label", { class: "check" }, h("input", { type: "radio", name: "answer", value: i }), " ", words(choice)));
  const form = h("form", { class: "question", onsubmit: check },
    h("fieldset", {}, h("legend", { id: "question" }, words(question.text)), number, ...choices),
    h("div", { class: "buttons" }, h("button", { class: "main", id: "check" }, t("learn.check"))));
  place.replaceChildren(form, verdict);

  function check(event) {
    event.preventDefault();
    const chosen = form.querySelector("input:checked");
    const text = number?.value.trim().replace(",", ".").replace("−", "-");
    if (number ? !text : !chosen) return;
    const right = number ? Math.abs(Number(text) - question.number) < 1e-6 : Number(chosen.value) === question.right;
    const answer = number ? figure(question.number) : words(question.choices[question.right]);
    verdict.hidden = false;
    verdict.className = `event ${right ? "kind-choose" : "kind-cut"}`;
    verdict.textContent = `${right ? t("learn.right") : t("learn.wrong", { answer })} ${words(question.why)}`;
    for (const control of form.querySelectorAll("input, #check")) control.disabled = true;
    answered();
  }
}

async function showStep(lesson, number) {
  stepper?.pause();
  stepper = null;
  latest += 1;
  const step = lesson.steps[number - 1];
  const all = lesson.steps.length;
  const shown = h("div", { class: "lab-show" });
  const asked = h("div", {});
  const next = h("div", { class: "buttons" });
  const title = h("h2", { id: "lesson-title", tabindex: "-1" }, words(lesson.title));
  $("lessons").hidden = $("classroom").hidden = $("course").hidden = true;
  $("lesson").hidden = false;
  $("lesson").replaceChildren(
    h("p", { class: "more" }, h("a", { href: "#" }, t("learn.all")), h("span", { class: "step-count" }, t("learn.step", { step: number, all }))),
    title, h("progress", { max: all, value: number - 1, "aria-label": t("learn.step", { step: number, all }) }),
    h("p", { class: "lesson" }, words(step.say)), shown, asked, next);
  title.focus();
  let go = null;
  try {
    if (step.show) go = await openRun(shown, step.show);
    if (step.guess) await openGuess(new URLSearchParams({ seed: step.guess }), shown, () => asked.firstChild ?? question());
  } catch (error) {
    notice(error.message);
  }
  if (!step.guess) question(); // else it is asked when the cards have been played

  function question() {
    openQuestion(asked, step.ask, answered);
  }

  function answered() {
    reached(lesson, number);
    $("lesson").querySelector("progress").value = number;
    if (step.then !== undefined) go?.(step.then);
    const last = number === all;
    const on = lessons[lessons.indexOf(lesson) + 1];
    const where = last ? (on ? `#${on.id}/1` : "#") : `#${lesson.id}/${number + 1}`;
    next.replaceChildren(
      step.command ? h("p", { class: "said" }, t("learn.command"), " ", h("code", {}, step.command)) : "",
      step.page ? h("a", { href: step.page, target: "_blank", rel: "noopener" }, t("learn.page")) : "",
      h("a", { class: "main", id: "next", href: where }, last ? (on ? t("learn.next", { name: words(on.title) }) : t("learn.end")) : t("learn.on")));
    $("next").focus();
  }
}

function show() {
  notice("");
  const [id, step] = location.hash.slice(1).split("/");
  const lesson = lessons.find((one) => one.id === id);
  if (!lesson) return showLessons();
  return showStep(lesson, Math.min(Math.max(1, Number(step) || 1), lesson.steps.length));
}

openClassroom($("classroom"));
openCourse($("course")).catch((error) => notice(error.message));
addEventListener("hashchange", show);
await show();
