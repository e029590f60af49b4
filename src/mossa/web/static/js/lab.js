// The lab and its tabs. The address contains what is shown, so that it can be shared; its field `tab` (in 0.1: `room`) names the tab.

import { $, h, t } from "./common.js";
import { goTo, openTrees } from "./trees.js";
import { openPayoffs } from "./payoffs.js";
import { openQueens } from "./queens.js";
import { openGuess } from "./guess.js";
import { openOrdering } from "./ordering.js";

const TABS = { trees: openTrees, payoffs: openPayoffs, queens: openQueens, guess: openGuess, ordering: openOrdering };
const opened = new Set();

function words() {
  return new URLSearchParams(location.hash.slice(1));
}

async function show() {
  const wanted = words().get("tab") ?? words().get("room");
  const tab = wanted in TABS ? wanted : "trees";
  for (const name of Object.keys(TABS)) {
    $(name).hidden = name !== tab;
    $(`tab-${name}`).setAttribute("aria-selected", name === tab);
  }
  if (!opened.has(tab)) {
    opened.add(tab);
    await TABS[tab](words());
  } else if (tab === "trees") await goTo(words());
}

$("tabs").append(...Object.keys(TABS).map((name) =>
  h("a", { id: `tab-${name}`, role: "tab", href: `#tab=${name}`, "aria-controls": name }, t(`lab.${name}`))));
addEventListener("hashchange", show);
await show();
