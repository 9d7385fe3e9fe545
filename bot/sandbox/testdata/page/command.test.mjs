import assert from "node:assert/strict";
import test from "node:test";

import { build, check, leaves, matching, read, search } from "../../web/js/command.mjs";

const COMMANDS = [
  { id: "1", name: "challenge", description: "Challenge somebody", options: [
    { type: 4, name: "stall", description: "-", min_value: 10, max_value: 80 },
    { type: 6, name: "opponent", description: "-", required: true }] },
  { id: "2", name: "move", description: "Play a turn", options: [
    { type: 3, name: "turn", description: "-", required: true, autocomplete: true }] },
  { id: "3", name: "set", description: "Settings", options: [
    { type: 1, name: "language", description: "Your language", options: [
      { type: 3, name: "to", description: "-", choices: [{ name: "Deutsch", value: "de" }] }] },
    { type: 2, name: "clock", options: [{ type: 1, name: "show", description: "Show it" }] }] },
  { id: "4", name: "Challenge to MAD", type: 2, description: "" },
];
const all = leaves(COMMANDS);
const users = [
  { name: "Bob", key: "bob", value: "22" }, { name: "MAD", key: "madbot", value: "9" },
];

test("leaves are what can be run, required options first", () => {
  assert.deepEqual(all.map((l) => l.name), ["challenge", "move", "set language", "set clock show"]);
  assert.deepEqual(all[0].options.map((o) => o.name), ["opponent", "stall"]);
});

test("commands are in the words of a locale, and are sent under their own names", () => {
  const command = { id: "5", name: "move", name_localizations: { fr: "jouer" }, description: "Play",
    description_localizations: { fr: "Joue" }, options: [
      { type: 3, name: "turn", name_localizations: { fr: "coup" }, description: "-", required: true,
        choices: [{ name: "Pass", name_localizations: { fr: "Passer" }, value: "pass" }] }] };
  const [leaf] = leaves([command], "fr");
  assert.equal(leaf.name, "jouer");
  assert.equal(leaf.description, "Joue");
  assert.deepEqual(leaf.path, ["move"]);
  assert.equal(leaf.options[0].name, "coup");
  assert.equal(leaf.options[0].key, "turn");
  assert.deepEqual(leaf.options[0].choices.map((c) => [c.name, c.value]), [["Passer", "pass"]]);
  assert.deepEqual(read([leaf], "/jouer coup:pass").given, [["coup", "pass"]]);
  assert.equal(leaves([command], "de")[0].name, "move");
});

test("search puts the names that begin so before the rest", () => {
  const found = search(all, "s").map((l) => l.name);
  assert.deepEqual(found.slice(0, 2), ["set clock show", "set language"]);
  assert.deepEqual(search(all, "turn").map((l) => l.name), ["move"]);
});

test("search finds what was nearly typed, and nothing for what is like no command", () => {
  const found = (typed) => search(all, typed).map((l) => l.name);
  for (const typed of ["chalenge", "challange opponent:@bob", "callenge"]) {
    assert.deepEqual(found(typed), ["challenge"], typed);
  }
  assert.deepEqual(found("mvoe"), ["move"]);
  assert.deepEqual(found("langage"), ["set language"]);
  assert.deepEqual(found("begin"), []);
});

test("a typed line is taken apart", () => {
  const { leaf, given, rest } = read(all, "/challenge opponent:@bob stall: 20");
  assert.equal(leaf.name, "challenge");
  assert.deepEqual(given, [["opponent", "@bob"], ["stall", "20"]]);
  assert.equal(rest, "");
  assert.deepEqual(read(all, "/move 211xb3 x:y").rest, "211xb3 x:y");
  assert.equal(read(all, "/set language to:de").leaf.id, "3");
  assert.equal(read(all, "/movex"), null);
});

test("options are checked as the client checks them", () => {
  const [opponent, stall] = all[0].options;
  const [to] = all[2].options;
  assert.match(check(opponent, { text: "" }).error, /required/);
  assert.deepEqual(check(opponent, { text: "@BOB" }, { users }), { value: "22" });
  assert.match(check(opponent, { text: "zed" }, { users }).error, /from the list/);
  assert.deepEqual(check(stall, { text: "" }), {});
  assert.deepEqual(check(stall, { text: "10" }), { value: 10 });
  assert.match(check(stall, { text: "9" }).error, /between 10 and 80/);
  assert.match(check(stall, { text: "1.5" }).error, /whole number/);
  assert.deepEqual(check(to, { text: "deutsch" }), { value: "de" });
  assert.deepEqual(check(to, { text: "x", picked: "de" }), { value: "de" });
  assert.match(check({ type: 3, max_length: 2 }, { text: "abc" }).error, /at most 2/);
});

test("matching finds by name and by username", () => {
  assert.deepEqual(matching(users, "@b").map((u) => u.name), ["Bob", "MAD"]);
  assert.deepEqual(matching(users, "mad").map((u) => u.name), ["MAD"]);
});

test("values are nested under their sub-commands", () => {
  const values = [{ name: "to", value: "de" }];
  assert.deepEqual(build(["set", "language"], values), [{ name: "language", options: values }]);
  assert.deepEqual(build(["set", "clock", "show"], []),
    [{ name: "clock", options: [{ name: "show", options: [] }] }]);
  assert.deepEqual(build(["move"], values), values);
});

test("names are those of a locale, and the bot gets its own", () => {
  const german = { name_localizations: { de: "duell" }, description_localizations: { de: "Kämpfe" } };
  const commands = [{ id: "9", type: 1, name: "duel", description: "Fight", ...german, options: [
    { type: 1, name: "now", description: "At once", name_localizations: { de: "jetzt" }, options: [
      { type: 3, name: "side", description: "Your side", name_localizations: { de: "seite" },
        choices: [{ name: "red", name_localizations: { de: "rot" }, value: "r" }] }] }] }];
  const [leaf] = leaves(commands, "de");
  assert.equal(leaf.name, "duell jetzt");
  assert.deepEqual(leaf.path, ["duel", "now"]);
  assert.equal(leaf.options[0].name, "seite");
  assert.equal(leaf.options[0].key, "side");
  assert.deepEqual(check(leaf.options[0], { text: "rot" }), { value: "r" });
  assert.equal(leaves(commands, "fr")[0].name, "duel now");
  assert.equal(search([leaf], "duel").length, 1);
  assert.equal(search([leaf], "now").length, 1, "by its own name too");
});
