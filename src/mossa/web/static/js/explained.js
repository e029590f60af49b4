// The evaluation explained: a bar for each feature, to the right what is good for the first player.

import { described } from "./about.js";
import { $, decimals, figure, h, language, said, sideTitle, t, tr } from "./common.js";

/** Show the server's explanation of a position; `seats` are the names of the sides. */
export function hearExplained(message, seats) {
  if (message.features) showFeatures(message, seats);
  else showOutcomes(message);
  $("explained").hidden = false;
  $("explained").scrollIntoView({ behavior: "smooth", block: "nearest" });
}

function head(title) {
  return h("div", { class: "searched-head" }, h("h2", { id: "explained-title" }, title),
    h("button", { type: "button", class: "tool", id: "explained-close", title: t("explain.close"), "aria-label": t("explain.close"), onclick: () => ($("explained").hidden = true) }, "×"));
}

/** The probability of each outcome, and the notes of the game. */
function showOutcomes({ player, outcomes, lines }) {
  const rows = Object.entries(outcomes).map(([name, share]) => {
    const bar = h("span", { class: "share-bar" });
    bar.style.setProperty("--size", Math.max(0, share));
    return h("tr", {}, h("th", { scope: "row" }, tr(`outcome.${name}`, name)), h("td", { class: "bars" }, bar), h("td", { class: "number" }, `${figure(Math.round(1000 * share) / 10)} %`));
  });
  $("explained").replaceChildren(head(t("explain.outcomes", { name: sideTitle(player) })), h("table", { class: "features" }, h("tbody", {}, rows)), h("pre", { class: "said" }, lines.map((line) => decimals(said(line))).join("\n")));
}

function showFeatures({ shown, features }, seats) {
  const most = Math.max(0.01, ...features.map((one) => Math.abs(one.balance)));
  const plain = (number) => Number(number).toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).replace("-", "−");
  const signed = (number) => (number > 0 ? "+" : "") + plain(number);
  const rows = features.map(({ name, about, balance, sides }) => {
    const bar = h("span", { class: `balance ${balance > 0 ? "good" : "bad"}` });
    bar.style.setProperty("--size", Math.abs(balance) / most);
    return h("tr", {},
      h("th", { scope: "row", title: described(about) }, tr(`feature.${name}`, name.replaceAll("_", " "))),
      h("td", { class: "bars" }, bar), h("td", { class: "number" }, signed(balance)),
      sides ? h("td", { class: "number muted" }, plain(sides[0])) : null, sides ? h("td", { class: "number muted" }, plain(sides[1])) : null);
  });
  const whole = features.some((one) => one.sides);
  $("explained").replaceChildren(
    head(t("explain.title", { score: decimals(shown) })),
    h("p", { class: "searched-about" }, t("explain.about", { name: seats[0] })),
    h("div", { class: "counts-wrap" }, h("table", { class: "features" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("explain.feature")), h("td", {}), h("th", { class: "number", scope: "col" }, t("explain.balance")),
        ...(whole ? [h("th", { class: "number", scope: "col" }, seats[0]), h("th", { class: "number", scope: "col" }, seats[1])] : []))),
      h("tbody", {}, rows))));
}
