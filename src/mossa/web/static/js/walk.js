// Alpha-beta at work on the first page: worked figures of the course, one step after the other.

import { ask, decimals, h, language } from "./common.js";

const EXAMPLES = ["two-ply", "long-walk", "deep-cut"];
const STEP = 1100, REST = 4500; // milliseconds of a step, and of the last one
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Show the examples in `figure` for as long as the page is looked at; where motion is not wanted, the end of the first. */
export async function walk(figure, tree, words) {
  const { examples } = await ask("/api/lab");
  const shown = EXAMPLES.map((name) => examples.find((one) => one.name === name)).filter(Boolean);
  let seen = true;
  new IntersectionObserver(([entry]) => { seen = entry.isIntersecting; }).observe(figure);
  const wait = async (time) => {
    do await new Promise((done) => setTimeout(done, time)); while (document.hidden || !seen);
  };
  for (let i = 0; shown.length; i = (i + 1) % shown.length) {
    const run = await ask("/api/lab/run", { algorithm: "alphabeta", tree: shown[i].tree });
    for (let step = still.matches ? run.steps : 0; step <= run.steps; step += 1) {
      const frame = await ask(`/api/lab/trace/${run.key}/${step}?lang=${language}`);
      tree.innerHTML = frame.svg;
      for (const text of tree.querySelectorAll("text")) text.textContent = decimals(text.textContent);
      words.replaceChildren(h("a", { href: `/lab#example=${shown[i].name}` }, shown[i].name), ` ${decimals(frame.words)}`);
      if (still.matches) return;
      await wait(step === run.steps ? REST : STEP);
    }
  }
}
