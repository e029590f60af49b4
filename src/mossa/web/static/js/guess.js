// Lose to strategy fusion yourself: MAX's cards, MIN's hidden; what the open cards would say, and what it was worth.

import { ask, figure, h, notice, t } from "./common.js";

const RED = /[♥♦]/;

export async function openGuess(words, place = document.getElementById("guess"), onEnd = null) {
  let seed = Number(words.get("seed") ?? 1 + Math.floor(Math.random() * 1e6));
  const shown = h("div", { class: "lab-show", id: "guess-show" });
  place.replaceChildren(
    h("div", { class: "lab-form" }, h("p", {}, t("guess.about")), h("div", { class: "buttons" },
      h("button", { type: "button", class: "main", id: "guess-again", onclick: () => { seed += 1; go([]); } }, t("guess.again")))),
    shown);
  await go([]);

  async function go(moves) {
    const cards = [...shown.querySelectorAll(".hand button:not([disabled])")];
    for (const card of cards) card.disabled = true; // one card at a time
    try {
      draw(await ask("/api/lab/guess", { seed, moves }), moves);
    } catch (error) {
      for (const card of cards) card.disabled = false;
      notice(error.message);
    }
  }

  function draw(step, moves) {
    const value = (number) => h("td", { class: "number" }, figure(number));
    const legal = new Set(step.choices.map((one) => one.move));
    const hand = h("div", { class: "hand", role: "group", "aria-label": t("guess.hand") }, step.hand.map((card) =>
      h("button", { type: "button", class: `playing-card${RED.test(card) ? " red" : ""}`, disabled: !legal.has(card), onclick: () => go([...moves, card]) }, card)));
    const table = h("table", { class: "counts", id: "guess-open" },
      h("caption", {}, t("guess.open")),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("guess.card")), step.deals.map((deal) => h("th", { scope: "col", class: "number" }, t("guess.has", { deal }))), h("th", { scope: "col", class: "number" }, t("guess.mean")))),
      h("tbody", {}, step.choices.map((one) => h("tr", {}, h("th", { scope: "row" }, one.move), one.open.map(value), value(one.mean)))));
    const ended = step.result !== null;
    const told = ended
      ? [t("guess.end", { dealt: step.dealt, result: figure(step.result) }),
        ...Object.entries(step.results).map(([deal, result]) => t("guess.other", { deal, result: figure(result) })),
        t("guess.average", { average: figure(step.average) }),
        t("guess.leads", { leads: Object.entries(step.leads).map(([card, worth]) => `${card} ${figure(worth)}`).join(", ") })]
      : [step.guess ? t("guess.now") : moves.length ? t("guess.next") : t("guess.lead")];
    shown.replaceChildren(
      h("p", { class: "event kind-choose", role: "status", "aria-live": "polite" }, step.played.length ? t("guess.played", { cards: step.played.join(" ") }) : t("guess.nothing")),
      ended ? "" : hand, ended ? "" : h("div", { class: "counts-wrap" }, table),
      ...told.map((text) => h("p", { class: "lesson" }, text)));
    if (moves.length) (shown.querySelector(".hand button:not([disabled])") ?? place.querySelector("#guess-again")).focus();
    if (ended) onEnd?.(step);
  }
}
