// The buttons of a trace (forwards, back, run, to the next cut), for trees and for queens.

import { h, t } from "./common.js";

const PACES = [[1400, "½×"], [700, "1×"], [350, "2×"], [120, "6×"]];
let pace = 700; // milliseconds of a step, as it was chosen last

/** Buttons in `place` that move through `steps`; `show(step)` draws one. `stops` are steps worth jumping to. */
export function makeStepper(place, { steps, show, stops = [], stopName }) {
  let at = 0, timer = null;
  const count = h("output", { class: "step-count" });
  const slider = h("input", { type: "range", min: 0, max: steps, value: 0, "aria-label": t("lab.step", { step: 0, steps }), oninput: () => go(Number(slider.value)) });
  const auto = h("button", { type: "button", id: "auto", onclick: toggle }, t("lab.auto"));
  const speed = h("select", { id: "speed", "aria-label": t("lab.speed"), onchange: () => { pace = Number(speed.value); if (timer) toggle(), toggle(); } },
    PACES.map(([time, name]) => h("option", { value: time, selected: time === pace }, name)));
  const button = (text, name, id, to) => h("button", { type: "button", class: "tool", id, title: t(name), "aria-label": t(name), onclick: () => go(to()) }, text);
  const next = h("button", { type: "button", id: "next-stop", hidden: !stops.length, onclick: () => go(stops.find((stop) => stop > at) ?? steps) }, stopName);
  place.replaceChildren(
    h("div", { class: "step-buttons" },
      button("«", "step.first", "first", () => 0), button("‹", "step.back", "back", () => at - 1),
      button("›", "step.forward", "forward", () => at + 1), button("»", "step.last", "last", () => steps), auto, speed, next),
    slider, count);
  place.hidden = false;

  function toggle() {
    if (timer) return pause();
    if (at === steps) go(0);
    auto.textContent = t("lab.pause");
    // A run that was started while the next one was under way ends when that one's buttons take its place.
    timer = setInterval(() => (at < steps && auto.isConnected ? go(at + 1, true) : pause()), pace);
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    auto.textContent = t("lab.auto");
  }

  function go(step, running = false) {
    if (timer && !running) pause();
    at = Math.min(steps, Math.max(0, step));
    slider.value = at;
    count.textContent = t("lab.step", { step: at, steps });
    slider.setAttribute("aria-valuetext", count.textContent);
    show(at);
  }

  return { go, pause, get at() { return at; } };
}
