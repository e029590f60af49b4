// The text of a typed tree, read into nodes and written again; the grammar is that of the game `tree`.

const TOKEN = /[\s,]*([()[\]{}:=!~]|[^\s,()[\]{}:=!~]+)/y;
const MARKS = "()[]{}:=!~";
const WHO = /^(max|min|p[1-9]\d*)$/;
const NUMBER = /^[+\-−]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const SHARE = /^(\d+\.?\d*|\.\d+)(\/\d+\.?\d*)?$/;

/** A leaf. */
export const leaf = (value) => ({ name: "", value: String(value), who: "", chance: false, share: "", looks: "", forcing: false, children: [] });

/** Is this what a leaf may be worth: a number, or in brackets one for each player? */
export const isValue = (text) => NUMBER.test(text) || /^\[[^[\](){}]+\]$/.test(text);
export const isShare = (text) => SHARE.test(text);

/** The tree that a text describes; null if it describes none. */
export function readTree(text) {
  const tokens = [];
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) tokens.push(found[1]);
  let at = 0;
  const take = (wanted) => (tokens[at] === wanted ? ((at += 1), true) : false);
  const isWord = () => at < tokens.length && !MARKS.includes(tokens[at]);
  const fail = () => { throw new Error("not a tree"); };

  function children(made, closing) {
    while (!take(closing)) {
      if (at >= tokens.length) fail();
      let share = "";
      if (made.chance) {
        share = tokens[at];
        at += 1;
        if (!SHARE.test(share) || !take(":")) fail();
      }
      made.children.push({ ...node(), share });
    }
    if (!made.children.length) fail();
  }

  function node() {
    const made = { ...leaf(""), children: [] };
    made.forcing = take("!");
    let word = "";
    if (isWord()) {
      word = tokens[at];
      at += 1;
      if (take("=")) {
        [made.name, word] = [word, ""];
        if (isWord()) [word, at] = [tokens[at], at + 1];
      }
    }
    if ((!word || WHO.test(word)) && take("(")) {
      made.who = word;
      children(made, ")");
      if (take("~")) [made.looks, at] = [tokens[at] ?? fail(), at + 1];
    } else if (word) {
      if (!NUMBER.test(word)) fail();
      made.value = word;
    } else if (take("{")) {
      made.chance = true;
      children(made, "}");
    } else if (take("[")) {
      const numbers = [];
      while (!take("]")) {
        if (!isWord()) fail();
        numbers.push(tokens[at]);
        at += 1;
      }
      made.value = `[${numbers.join(" ")}]`;
    } else fail();
    return made;
  }

  try {
    const root = node();
    return at === tokens.length && root.children.length ? root : null;
  } catch {
    return null;
  }
}

/** The text of a tree. */
export function writeTree(node) {
  const before = `${node.forcing ? "!" : ""}${node.name ? `${node.name}=` : ""}`;
  if (!node.children.length) return before + (node.value || "0");
  const even = Math.round(1e4 / node.children.length) / 1e4;
  const share = (child, i) => child.share || (i ? even : Math.round(1e4 * (1 - even * (node.children.length - 1))) / 1e4);
  const below = node.children.map((child, i) => (node.chance ? `${share(child, i)}:` : "") + writeTree(child)).join(" ");
  return before + (node.chance ? `{${below}}` : `${node.who}(${below})${node.looks ? `~${node.looks}` : ""}`);
}

/** The node of a tree at a path, the places of the children from 0. */
export const nodeAt = (root, path) => path.reduce((node, place) => node?.children[place], root);
