// The actions at a board: one row of buttons with a drawn sign each; their names are titles, and read aloud.

import { h, s, t } from "./common.js";

/** The lines of each sign, on 24 × 24. */
const SIGNS = {
  undo: "M9 5 4 10l5 5M4 10h9a6 6 0 0 1 6 6v3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3Z",
  draw: "M6 4v8M4 6l2-2M5 20 19 4M14 14.5a2.5 2.5 0 1 1 4.4 1.6L14 20h5",
  resign: "M6 21V4M6 4c4-2 7 2 12 0v9c-5 2-8-2-12 0",
  now: "M6 5l8 7-8 7ZM18 5v14",
  flip: "M8 4v15M8 4 4.5 7.5M8 4l3.5 3.5M16 20V5M16 20l-3.5-3.5M16 20l3.5-3.5",
  sound: "M4 10v4h3l5 4V6L7 10ZM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
  new: "M12 5v14M5 12h14",
};

/** The button of an action, `do-NAME`: with its sign, or with its name where it has none. */
export function action(name, act, { on = true, kind = "", pressed } = {}) {
  const sign = SIGNS[name] && s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: SIGNS[name] }));
  const label = t(`do.${name}`);
  return h("button", { type: "button", id: `do-${name}`, class: kind || (sign ? "sign" : "quiet"), disabled: !on, onclick: act,
    title: sign ? label : null, "aria-label": sign ? label : null, "aria-pressed": pressed === undefined ? null : String(pressed) }, sign ?? label);
}
