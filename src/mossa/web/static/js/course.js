// The course below the lessons: its path, what the notes claim and what was measured, errata, programs, people.

import { ask, h, language, t } from "./common.js";

/** The sections of the course, each to be opened; the first one is open. */
export async function openCourse(place) {
  const course = await ask("/static/course.json");
  place.replaceChildren(
    h("h2", { id: "course-title" }, t("course.title")), h("p", {}, t("course.about")),
    ...course[language].map(({ title, blocks }, i) => h("details", { open: i === 0 }, h("summary", {}, h("h3", {}, title)), blocks.map((block) => draw(block, title)))));
}

/** A paragraph, a table or a piece of code. */
function draw({ text, head, rows, code }, title) {
  if (text) return h("p", {}, text.map(drawSpan));
  if (code) return h("pre", { tabindex: 0, role: "region", "aria-label": title }, code);
  return h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": title },
    h("table", {},
      h("thead", {}, h("tr", {}, head.map((cell) => h("th", { scope: "col" }, cell.map(drawSpan))))),
      h("tbody", {}, rows.map(([first, ...cells]) => h("tr", {}, h("th", { scope: "row" }, first.map(drawSpan)), cells.map((cell) => h("td", {}, cell.map(drawSpan))))))));
}

/** A piece of text: plain, in code style, bold, in italics, a link, a citation. */
function drawSpan(span) {
  if (typeof span === "string") return span;
  const [kind, text, more] = span;
  if (kind === "code") return more ? h("a", { href: more }, h("code", {}, text)) : h("code", {}, text);
  if (kind === "ref") return h("abbr", { class: "cited", title: more, lang: "en" }, `[${text}]`);
  return kind === "a" ? h("a", { href: more }, text) : h(kind === "b" ? "strong" : "em", {}, text);
}
