// The names of openings in the language of the page.

import { language } from "./common.js";

const parts = language === "en" ? {} : await (await fetch(`/static/lang/openings-${language}.json`)).json();

/** A name as the game has it, "C50 Italian Game: Giuoco Piano", part by part in the language of the page. */
export const openingTitle = (name) => {
  const [, code, rest] = name.match(/^([A-E]\d\d )?(.*)$/s);
  return (code ?? "") + rest.split(/(: |, )/).map((part) => parts[part] ?? part).join("");
};
