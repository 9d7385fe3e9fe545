import assert from "node:assert/strict";
import test from "node:test";

import { inline, plain } from "../../web/js/inline.mjs";
import { parse } from "../../web/js/markdown.mjs";

const text = (t) => ({ type: "text", text: t });

test("marks within a line", () => {
  const cases = [
    ["**b**", "bold"], ["*i*", "italic"], ["_i_", "italic"], ["__u__", "underline"],
    ["~~s~~", "strike"], ["||s||", "spoiler"],
  ];
  for (const [source, type] of cases) {
    const children = [text(source.replace(/\W|_/g, ""))];
    assert.deepEqual(inline(source), [{ type, children }], source);
  }
  assert.deepEqual(inline("***x***"),
    [{ type: "bold", children: [{ type: "italic", children: [text("x")] }] }]);
});

test("what looks like a mark and is none stays as it was written", () => {
  const sources = ["snake_case_name", "2 * 3 * 4", "a ** b", "<b>bold</b>", "`open", "211xb3"];
  for (const source of sources) {
    assert.deepEqual(inline(source), [text(source)], source);
  }
  assert.deepEqual(inline("\\*not\\*"), [text("*not*")]);
});

test("mentions, times, emoji, commands", () => {
  assert.deepEqual(inline("<@12><@!12><@&3><#4></a b:5><:s1:6><t:7:R><t:8>"), [
    { type: "user", id: "12" }, { type: "user", id: "12" }, { type: "role", id: "3" },
    { type: "channel", id: "4" }, { type: "command", name: "a b", id: "5" },
    { type: "emoji", animated: false, name: "s1", id: "6" },
    { type: "time", unix: 7, style: "R" }, { type: "time", unix: 8, style: "f" },
  ]);
});

test("links keep to http and leave the full stop out", () => {
  assert.deepEqual(inline("see https://a.b/c_d."), [
    text("see "), { type: "link", url: "https://a.b/c_d", children: [text("https://a.b/c_d")] },
    text("."),
  ]);
  assert.equal(inline("[x](https://a.b)")[0].url, "https://a.b");
  assert.equal(inline("[x](javascript:alert(1))").some((n) => n.type === "link"), false);
});

test("code keeps its marks, in a line and in a block", () => {
  assert.deepEqual(inline("`**x** <@1>`"), [{ type: "code", text: "**x** <@1>" }]);
  assert.deepEqual(parse("a\n```go\nx := *p\n```\nb"), [
    { type: "paragraph", children: [text("a")] },
    { type: "fence", language: "go", text: "x := *p" },
    { type: "paragraph", children: [text("b")] },
  ]);
});

test("blocks", () => {
  const types = parse("# H\n-# small\ntext\n\nmore\n> q\n> r\n- a\n  - b\n1. c\n>>> rest\n# in it");
  assert.deepEqual(types.map((b) => b.type),
    ["header", "subtext", "paragraph", "quote", "list", "list", "quote"]);
  assert.equal(types[2].children[0].text, "text\n\nmore");
  assert.equal(types[4].items[0][1].type, "list");
  assert.deepEqual([types[4].ordered, types[5].ordered], [false, true]);
  assert.equal(types[6].children[1].type, "header");
});

test("no text is lost and no text takes long", () => {
  const parts = ["*", "_", "`", "~~", "||", "<@", "[", "](", "https://", ">", "#", "- ", "\n", "x",
    " "];
  let seed = 7;
  for (let round = 0; round < 3000; round++) {
    let source = "";
    for (let i = 0; i < 12; i++) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      source += parts[(seed >> 8) % parts.length];
    }
    const letters = (t) => t.replace(/[^x]/g, "");
    assert.equal(letters(plain(inline(source))), letters(source), source);
  }
  const start = performance.now();
  for (const hard of ["*", "_", "**a", "||", "[", "`", "<", "> ", "- "]) parse(hard.repeat(2000));
  assert.ok(performance.now() - start < 4000);
});
