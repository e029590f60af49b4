// The drawing of a piece, and its name for screen readers.

import { ask, h, s, said, t, tr } from "./common.js";

/** Shape → outline and details, for pieces that are drawn. Without them, their letters are shown. */
const drawings = await ask("/api/drawings").catch(() => ({}));

/** The drawing of a piece, around (0, 0). */
export function pieceShape(piece) {
  const group = shapeOf(piece);
  if (piece[3]) group.classList.add("faint");
  return group;
}

function shapeOf([name, role, shape]) {
  const glyph = name.length > 3 ? said(name) : name; // a word, not a letter or a card
  const group = s("g", { class: `piece role-${role} shape-${shape}` });
  if (drawings[shape]) {
    group.classList.add("drawn");
    group.append(s("path", { class: "outline", d: drawings[shape].outline }), ...drawings[shape].details.map((d) => s("path", { class: "detail", d })),
      ...drawings[shape].spots.map((d) => s("path", { class: "spot", d })));
    return group;
  }
  if (["disc", "crowned", "token"].includes(shape)) {
    group.append(s("circle", { r: 39, class: "disc" }), s("circle", { r: 29, class: "rim" }));
    if (shape === "crowned") group.append(s("path", { class: "crown", d: "M-20 12 L-24 -12 L-10 0 L0 -18 L10 0 L24 -12 L20 12 Z" }));
    if (shape === "token") group.append(s("text", { class: "number-on", "font-size": glyph.length > 1 ? 36 : 42, "text-anchor": "middle", dy: "0.36em" }, glyph));
    return group;
  }
  if (shape === "back") return cardBack(group, name);
  if (shape === "card" && SUITS.includes(glyph[0]) && glyph.length > 1) return suited(group, glyph);
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

const SUITS = "♠♥♦♣";

/** The face of a card: its rank and suit in the corner, and the suit once more. */
function suited(group, [suit, ...rank]) {
  group.append(s("rect", { x: -34, y: -48, width: 68, height: 96, rx: 8, class: "face" }),
    s("text", { class: "glyph rank", x: -30, y: -17, "font-size": rank.length > 1 ? 32 : 36 }, rank.join("")),
    s("text", { class: "glyph", x: 0, y: 41, "font-size": 58, "text-anchor": "middle" }, suit));
  return group;
}

/** The back of a card, with a number if it stands for several. */
function cardBack(group, name) {
  group.append(s("rect", { x: -34, y: -48, width: 68, height: 96, rx: 8, class: "face" }), s("rect", { x: -28, y: -42, width: 56, height: 84, rx: 4, class: "back" }),
    s("path", { class: "back-lines", d: "M-28 -14 L0 -42 L28 -14 M-28 14 L0 -14 L28 14 M-28 42 L0 14 L28 42" }));
  if (name !== "?") group.append(s("circle", { r: 21, class: "face" }), s("text", { class: "back-number", "font-size": 28, "text-anchor": "middle", dy: "0.36em" }, name));
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
  if (shape === "token") return `${whose} ${glyph}`;
  if (shape === "back") return glyph === "?" ? t("piece.back") : t("piece.backs", { count: glyph });
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
