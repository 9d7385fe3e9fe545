// Discord's markdown, blocks: text to a tree of plain objects. Pure, so it can be tested anywhere.
//
// Nodes: {type:"paragraph"|"quote"|"list"|"header"|"subtext"|"fence", …}; see inline.mjs for
// what stands within a line.

import { inline } from "./inline.mjs";

const FENCE = /```(?:([\w+#-]+)\n)?\n*([\s\S]*?)\n*```\n?/g;
const HEADER = /^(#{1,3})\s+(.+?)\s*#*$/;
const SUBTEXT = /^-#\s+(.+)$/;
const QUOTE = /^> ?(?!>)(.*)$/;
const QUOTE_REST = /^>>> ?/;
const ITEM = /^(\s*)([-*]|\d{1,9}\.)\s+(.*)$/;

/** parse reads a message's text. */
export function parse(text) {
  const blocks = [];
  let from = 0;
  for (const match of text.matchAll(FENCE)) {
    if (match[2].trim() === "") continue;
    blocks.push(...lines(text.slice(from, match.index).replace(/\n$/, "")));
    blocks.push({ type: "fence", language: match[1] ?? "", text: match[2] });
    from = match.index + match[0].length;
  }
  blocks.push(...lines(text.slice(from)));
  return blocks;
}

function lines(text) {
  if (text === "") return [];
  const blocks = [];
  const rest = text.split("\n");
  while (rest.length > 0) blocks.push(take(rest));
  return blocks;
}

// take removes the first block from the lines and returns it.
function take(rest) {
  if (QUOTE_REST.test(rest[0])) {
    const quoted = rest.splice(0).join("\n").replace(QUOTE_REST, "");
    return { type: "quote", children: parse(quoted) };
  }
  if (isQuote(rest[0])) {
    const quoted = takeWhile(rest, isQuote).map((line) => QUOTE.exec(line)[1]);
    return { type: "quote", children: lines(quoted.join("\n")) };
  }
  if (ITEM.test(rest[0])) return list(takeWhile(rest, sameList(rest[0])));
  const header = HEADER.exec(rest[0]);
  if (header) {
    rest.shift();
    return { type: "header", level: header[1].length, children: inline(header[2]) };
  }
  const subtext = SUBTEXT.exec(rest[0]);
  if (subtext) {
    rest.shift();
    return { type: "subtext", children: inline(subtext[1]) };
  }
  return { type: "paragraph", children: inline(takeWhile(rest, isPlain).join("\n")) };
}

// sameList tells which lines go on a list: deeper items, and those with the same kind of mark.
function sameList(first) {
  const [, indent, mark] = ITEM.exec(first);
  return (line) => {
    const item = ITEM.exec(line);
    return item && (item[1].length > indent.length || /\d/.test(item[2]) === /\d/.test(mark));
  };
}

function isQuote(line) {
  return line.startsWith("> ") || line === ">";
}

function isPlain(line) {
  return !isQuote(line) &&
    ![QUOTE_REST, ITEM, HEADER, SUBTEXT].some((pattern) => pattern.test(line));
}

function takeWhile(rest, wanted) {
  const end = rest.findIndex((line) => !wanted(line));
  return rest.splice(0, end < 0 ? rest.length : Math.max(end, 1));
}

// list nests items by their indentation; deeper items belong to the item above them.
function list(rows) {
  const items = rows.map((row) => ITEM.exec(row));
  return nest(items, 0, items.length);
}

function nest(items, from, to) {
  const indent = items[from][1].length;
  const ordered = /\d/.test(items[from][2]);
  const start = ordered ? parseInt(items[from][2], 10) : 1;
  const node = { type: "list", ordered, start, items: [] };
  for (let i = from; i < to;) {
    let end = i + 1;
    while (end < to && items[end][1].length > indent) end++;
    const children = inline(items[i][3]);
    if (end > i + 1) children.push(nest(items, i + 1, end));
    node.items.push(children);
    i = end;
  }
  return node;
}
