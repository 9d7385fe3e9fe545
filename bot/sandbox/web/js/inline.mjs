// Discord's markdown within a line. Pure.
//
// Nodes: {type:"text",text} · bold, italic, underline, strike, spoiler {children} · code {text} ·
// link {url, children} · user, role, channel {id} · command {name,id} · everyone {text} ·
// emoji {name,id,animated} · time {unix,style}

const within = (type) => (match) => ({ type, children: inline(match[1]) });

// [text](address "title"), where the address may hold pairs of parentheses
const MASKED = new RegExp(
  String.raw`\[([^[\]]{1,1000})\]` +
  String.raw`\(<?(https?://[^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?: +"[^"]*")?\)`, "y");

const RULES = [
  [/\\([^\w\s])/y, (m) => ({ type: "text", text: m[1] })],
  [/(`{1,2})([\s\S]*?[^`])\1(?!`)/y, (m) => ({ type: "code", text: m[2] })],
  [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y,
    (m) => ({ type: "time", unix: +m[1], style: m[2] ?? "f" })],
  [/<@!?(\d{1,20})>/y, (m) => ({ type: "user", id: m[1] })],
  [/<@&(\d{1,20})>/y, (m) => ({ type: "role", id: m[1] })],
  [/<#(\d{1,20})>/y, (m) => ({ type: "channel", id: m[1] })],
  [/<\/([^:>]{1,98}):(\d{1,20})>/y, (m) => ({ type: "command", name: m[1], id: m[2] })],
  [/<(a?):(\w{2,32}):(\d{1,20})>/y,
    (m) => ({ type: "emoji", animated: m[1] === "a", name: m[2], id: m[3] })],
  [/@(?:everyone|here)\b/y, (m) => ({ type: "everyone", text: m[0] })],
  [MASKED,
    (m) => ({ type: "link", url: m[2], children: inline(m[1]) })],
  [/<(https?:\/\/[^\s<>]+)>/y, (m) => link(m[1])],
  [/https?:\/\/[^\s<]*[^\s<.,:;"'\])*_~|]/y, (m) => link(m[0])],
  [/\*\*([\s\S]+?)\*\*(?!\*)/y, within("bold")],
  [/__([\s\S]+?)__(?!_)/y, within("underline")],
  [/~~([\s\S]+?)~~/y, within("strike")],
  [/\|\|([\s\S]+?)\|\|/y, within("spoiler")],
  [/\*(?=\S)((?:\*\*|\s+(?:[^*\s]|\*\*)|[^\s*])+?)\*(?!\*)/y, within("italic")],
  [/_((?:__|\\[\s\S]|[^\\_])+?)_(?!\w)/y, within("italic")],
];

/** inline reads the markup of one or more lines. */
export function inline(text) {
  const nodes = [];
  for (let at = 0; at < text.length;) {
    const [node, length] = next(text, at);
    push(nodes, node);
    at += length;
  }
  return nodes;
}

/** plain is the text of a tree without its markup, as a screen reader would say it. */
export function plain(nodes) {
  return nodes.map((n) => n.text ?? n.name ?? (n.children ? plain(n.children) : "")).join("");
}

function next(text, at) {
  if (!/[\\`<@[h*_~|]/.test(text[at])) return [{ type: "text", text: text[at] }, 1];
  for (const [pattern, make] of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match && !insideWord(text, at, match[0])) return [make(match), match[0].length];
  }
  return [{ type: "text", text: text[at] }, 1];
}

// insideWord keeps snake_case names whole.
function insideWord(text, at, match) {
  return match[0] === "_" && match[1] !== "_" && at > 0 && /\w/.test(text[at - 1]);
}

function push(nodes, node) {
  const last = nodes.at(-1);
  if (node.type === "text" && last?.type === "text") last.text += node.text;
  else nodes.push(node);
}

function link(url) {
  return { type: "link", url, children: [{ type: "text", text: url }] };
}
