// Descriptions that rules, players and features state in English, in the language of the page.

import { language } from "./common.js";

const known = language === "en" ? {} : await (await fetch(`/static/lang/about-${language}.json`)).json();

/** A paragraph of a description. */
export const described = (text) => known[text] ?? text;
