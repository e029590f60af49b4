// The drawing of a piece, and its name for screen readers.

import { ask, h, s, said, t, tr } from "./common.js";

/** Shape → outline and details, for pieces that are drawn. Without them, their letters are shown. */
const drawings = await ask("/api/drawings").catch(() => ({}));

/** The drawing of a piece, around (0, 0). */
export function pieceShape([name, role, shape]) {
  const glyph = name.length > 3 ? said(name) : name; // a word, not a letter or a card
  const group = s("g", { class: `piece role-${role} shape-${shape}` });
  if (drawings[shape]) {
    group.classList.add("drawn");
    group.append(s("path", { class: "outline", d: drawings[shape].outline }), ...drawings[shape].details.map((d) => s("path", { class: "detail", d })));
    return group;
  }
  if (shape === "disc" || shape === "crowned") {
    group.append(s("circle", { r: 39, class: "disc" }), s("circle", { r: 29, class: "rim" }));
    if (shape === "crowned") group.append(s("path", { class: "crown", d: "M-20 12 L-24 -12 L-10 0 L0 -18 L10 0 L24 -12 L20 12 Z" }));
    return group;
  }
  if (shape === "card") group.append(s("rect", { x: -40, y: -46, width: 80, height: 92, rx: 9, class: "face" }));
  else if (glyph === "X") return fillStrokes(group, "M-24 -24 L24 24 M24 -24 L-24 24");
  else if (glyph === "O") return fillStrokes(group, "M0 -27 A27 27 0 1 1 -0.1 -27 Z");
  else if (glyph === "|") {
    group.append(s("rect", { x: -4, y: -30, width: 8, height: 68, rx: 3, class: "stick" }), s("ellipse", { cy: -32, rx: 8, ry: 11, class: "head" }));
    return group;
  }
  const letters = [...glyph];
  const chess = letters.length === 1 && glyph >= "\u2654" && glyph <= "\u265f"; // drawn smaller than letters
  const size = letters.length === 1 ? (chess ? 80 : shape === "card" ? 48 : 58) : shape === "card" ? Math.min(36, 78 / letters.length + 4) : Math.min(52, 120 / letters.length + 6);
  group.append(s("text", { class: "glyph", "font-size": size, "text-anchor": "middle", dy: "0.36em" }, glyph));
  return group;
}

function fillStrokes(group, d) {
  group.append(s("path", { d, class: "strokes" }));
  return group;
}

/** The name of a piece, for screen readers. */
export function pieceName([glyph, role, shape]) {
  const whose = tr(`role.${role}`, role);
  if (drawings[shape]) return t("piece.whose", { whose, piece: tr(`piece.${shape}`, shape) });
  if (shape === "glyph" || shape === "card") return ["white", "black"].includes(role) && shape === "glyph" ? `${whose} ${glyph}` : glyph;
  return whose + (shape === "crowned" ? ` ${t("board.crowned")}` : "");
}

/** The difference in material, beside the board: a group of pieces for each side. */
export function showSurplus(place, { surplus }) {
  const roles = [...new Set(surplus.map(([, role]) => role))];
  place.replaceChildren(...roles.map((whose) => surplus.filter(([, role]) => role === whose)).map((pieces) => h("span", { role: "img", "aria-label": `${t("board.surplus")}: ${pieces.map(pieceName).join(", ")}` },
    pieces.map((piece) => s("svg", { viewBox: "-50 -50 100 100", class: "ground-light" }, pieceShape(piece))))));
}

/** Are two pieces, or two empty places, the same? */
export const same = (a, b) => (a === null || b === null ? a === b : a.join("\n") === b.join("\n"));
