// What all pages share: words, elements, requests, the bar at the top.

import { translator } from "./errors.js";

export const language = document.documentElement.lang;
const load = async (name) => (await fetch(`/static/lang/${name}.json`)).json();
const more = (kind) => (language === "en" ? [] : load(`${kind}-${language}`));
const [words, phrases, errors] = await Promise.all([load(language), more("said"), more("errors")]);

/** The text of a key, with {names} filled in. */
export function t(key, values = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** The text of a key, or `otherwise` where the language has none. */
export const tr = (key, otherwise) => words[key] ?? otherwise;

/** A note or label of a scene, English in the rules, in the language of the page. */
export function said(text) {
  return phrases.reduce((told, [pattern, other]) => told.replace(new RegExp(pattern, "g"), other), text);
}

/** A move that is a word, such as roll or check, in the language of the page; what is not known stays what it is. */
export const moveTitle = (text) => (text && /^[a-z]+$/.test(text) ? said(text) : text);

/** The numbers of a text of the server, 1.5, with the decimal mark of the page. */
export const decimals = (text) => String(text).replace(/(?<=\d)\.(?=\d)/g, (1.5).toLocaleString(language)[1]);

export const sceneNotes = (scene) => scene.notes.map(said);

/** An element: h("button", {class: "x", onclick: f}, "text", child …). */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element, made in the same way. */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export const $ = (id) => document.getElementById(id);

/** Ask the server; an Error carries its sentence. A `signal` can abort it. */
export async function ask(address, body, method, signal) {
  const options = body === undefined ? { method, signal } : {
    signal,
    method: method ?? "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await fetch(address, options);
  const answer = await response.json().catch(() => ({ error: t("error.server") }));
  if (!response.ok) throw new Error(answer.error ?? t("error.server"));
  return answer;
}

/** An error of the server, a sentence in English, in the language of the page where the sentence is known. */
export const told = translator(errors);

/** Show a notice above the page: an error, or with `kind` "info" a message. */
export function notice(text, kind = "") {
  const place = $("notice");
  place.className = `notice ${kind}`;
  place.textContent = kind ? text ?? "" : told(text ?? "");
  place.hidden = !text;
}

let compilingSince = null;

/** Show that an engine is being compiled, and about how long that takes; the next notice replaces it. `game` is its name;
 *  `meanwhile` lets a simpler player move, where there is a choice. */
export function compiling(detail, game = "", meanwhile = null) {
  const place = $("notice");
  if (!place.querySelector("progress")) compilingSince = performance.now();
  const [left, passed] = ["left", "passed"].map((name) => h("span", { class: name, "aria-hidden": "true" }));
  const heard = h("span", { class: "spoken" }); // a screen reader need not hear every second
  let due = 0; // when the engine is ready, as far as that is known
  notice(t("play.compile"), "info");
  place.append(" ", left, heard, " ", passed, h("progress", { "aria-label": t("play.compiling") }), h("small", {}, detail));
  if (meanwhile) place.append(h("button", { type: "button", id: "meanwhile", title: t("play.meanwhile.about"), onclick: () => { notice(t("play.meanwhile.said"), "info"); meanwhile(); } }, t("play.meanwhile")));
  if (game) {
    ask("/api/ready", { game: game.split(":")[0] }).then((ready) => {
      if (ready.left !== 0) due = performance.now() + 1000 * (ready.left ?? 0);
      count();
      heard.textContent = left.textContent;
    }).catch(() => {}); // the estimate is not the game
  }
  const count = () => {
    const seconds = Math.ceil((due - performance.now()) / 1000);
    if (due) left.textContent = seconds > 0 ? t("play.left", { seconds }) : t("play.soon");
  };
  const tick = () => {
    passed.textContent = t("new.seconds", { time: Math.round((performance.now() - compilingSince) / 1000) });
    count();
    if (place.contains(passed)) setTimeout(tick, 1000);
  };
  tick();
}

/** The name of a game in the language of the page. */
export function gameTitle(name, title) {
  const [plain, settings] = [name.split(":")[0], name.slice(name.indexOf(":") + 1)];
  const called = tr(`game.${plain}`, title ?? plain.split("/").pop());
  return name.includes(":") ? `${called} (${settings})` : called;
}

/** The name of a side in the language of the page. */
export const sideTitle = (name) => tr(`side.${name}`, name);

/** The name of a player in the language of the page. */
export function playerTitle(spec) {
  const elo = spec.match(/^(?:alphabeta:)?elo=(\d+)$/);
  if (elo) return t("player.elo", { elo: elo[1], level: tr(`level.${elo[1]}`, "") }).replace(/ · $/, "");
  if (/[:,]ponder=true\b/.test(spec)) return `${playerTitle(spec.replace(/([:,])ponder=true,?/, "$1").replace(/[:,]$/, ""))} · ${t("player.ponder")}`;
  const [name, settings] = spec.split(/:(.*)/);
  const depth = settings?.match(/^depth=(\d+)$/);
  if (["alphabeta", "expectimax"].includes(name) && depth) return t(depth[1] === "1" ? "player.ply" : "player.depth", { depth: depth[1] });
  return tr(`player.${name}`, name) + (settings ? ` (${settings})` : "");
}

/** A number as people write it: 1234567 → 1.2 M. */
export function short(number) {
  if (number < 10_000) return Math.round(number).toLocaleString(language);
  const [unit, size] = number < 1e6 ? ["k", 1e3] : number < 1e9 ? ["M", 1e6] : ["G", 1e9];
  return `${(number / size).toLocaleString(language, { maximumFractionDigits: 1 })} ${unit}`;
}

export const figure = (number) =>
  Number(number).toLocaleString(language, { maximumFractionDigits: 3, signDisplay: "negative" });

function toggleTheme() {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "light" : "dark";
  localStorage.setItem("mossa.theme", dark ? "light" : "dark");
}

function setLanguage(next) {
  localStorage.setItem("mossa.language", next);
  location.reload();
}

for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);

const here = location.pathname;
const other = language === "it" ? "en" : "it";
$("top").append(
  h("a", { class: "brand", href: "/" }, "mossa"),
  h("nav", { "aria-label": t("nav.pages") },
    h("a", { href: "/", "aria-current": here === "/" || here.startsWith("/play") ? "page" : null }, t("nav.play")),
    h("a", { href: "/analyse", "aria-current": here.startsWith("/analyse") ? "page" : null }, t("nav.analyse")),
    h("a", { href: "/puzzles", "aria-current": here === "/puzzles" ? "page" : null }, t("nav.puzzles")),
    h("a", { href: "/tournaments", "aria-current": here.startsWith("/tournaments") ? "page" : null }, t("nav.tournaments")),
    h("a", { href: "/learn", "aria-current": here === "/learn" ? "page" : null }, t("nav.learn")),
    h("a", { href: "/lab", "aria-current": here === "/lab" ? "page" : null }, t("nav.lab")),
    h("a", { href: "/workshop", "aria-current": here === "/workshop" ? "page" : null }, t("nav.workshop"))),
  h("div", { class: "tools" },
    h("button", { class: "tool", type: "button", lang: other, title: t("nav.language"), "aria-label": `${other.toUpperCase()}: ${t("nav.language")}`,
      id: "language", onclick: () => setLanguage(other) }, other.toUpperCase()),
    h("button", { class: "tool", type: "button", title: t("nav.theme"), "aria-label": t("nav.theme"),
      id: "theme", onclick: toggleTheme }, "◐")),
);
$("top").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" }); // on a phone the names are a row to be pushed
