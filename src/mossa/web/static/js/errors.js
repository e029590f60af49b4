// The errors of the server, sentences in English, in another language.

/** A function that tells an error in the language of these `sentences`: English to other, with {1}, {2} … for what differs.
 *
 *  Where two of those stand side by side, the second is a note in brackets. What stands for one may be a sentence itself, such
 *  as why a move of a pasted game cannot be read: it is told too. A sentence that is not known stays as it is. */
export function translator(sentences) {
  let patterns = null;
  return function told(text) {
    patterns ??= makePatterns(sentences);
    for (const [pattern, other] of patterns) {
      const found = pattern.exec(text);
      if (found) return other.replace(/\{(\d)\}/g, (_, number) => told(numeral(found[number])));
    }
    return text;
  };
}

/** The sentences as patterns, the one with most words of its own first. */
function makePatterns(sentences) {
  const fixed = (sentence) => sentence.replace(/\{\d\}/g, "").length;
  return Object.entries(sentences)
    .sort(([one], [other]) => fixed(other) - fixed(one))
    .map(([sentence, other]) => [new RegExp(`^${pattern(sentence)}$`, "s"), other]);
}

function pattern(sentence) {
  const plain = sentence.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return plain.replace(/\\\{\d\\\}/g, (_, at) => (plain.slice(0, at).endsWith("\\}") ? "( \\(.*\\)|)" : "(.*?)"));
}

/** A number as the server writes it, 1,000.5, with the marks of languages that write 1.000,5. */
const numeral = (text) =>
  /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(text) ? text.replace(/[.,]/g, (mark) => (mark === "." ? "," : ".")) : text;
