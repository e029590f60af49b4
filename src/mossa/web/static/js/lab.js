// The lab: four tables to work at. What is looked at is in the address, so that it can be shared.

import { $, h, t } from "./common.js";
import { openTrees } from "./trees.js";
import { openPayoffs } from "./payoffs.js";
import { openQueens } from "./queens.js";
import { openOrdering } from "./ordering.js";

const ROOMS = { trees: openTrees, payoffs: openPayoffs, queens: openQueens, ordering: openOrdering };
const opened = new Set();

function words() {
  return new URLSearchParams(location.hash.slice(1));
}

async function show() {
  const wanted = words().get("room");
  const room = wanted in ROOMS ? wanted : "trees";
  for (const name of Object.keys(ROOMS)) {
    $(name).hidden = name !== room;
    $(`tab-${name}`).setAttribute("aria-selected", name === room);
  }
  if (!opened.has(room)) {
    opened.add(room);
    await ROOMS[room](words());
  }
}

$("tabs").append(...Object.keys(ROOMS).map((name) =>
  h("a", { id: `tab-${name}`, role: "tab", href: `#room=${name}`, "aria-controls": name }, t(`lab.${name}`))));
addEventListener("hashchange", show);
await show();
