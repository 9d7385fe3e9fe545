// Slash commands: what can be typed, what is missing, what is sent. Pure.

const SUB = 1, GROUP = 2, STRING = 3, INTEGER = 4, BOOLEAN = 5, USER = 6, CHANNEL = 7, ROLE = 8,
  MENTIONABLE = 9, NUMBER = 10;

export const TYPES = {
  [STRING]: "text", [INTEGER]: "whole number", [BOOLEAN]: "true or false", [USER]: "person",
  [CHANNEL]: "channel", [ROLE]: "role", [MENTIONABLE]: "person or role", [NUMBER]: "number",
  11: "file",
};

/**
 * leaves lists the commands and subcommands that can be run, in a locale. The default names, which are
 * sent, are in the path of a command and the key of an option.
 */
export function leaves(commands, locale) {
  return commands.filter((c) => (c.type ?? 1) === 1)
    .flatMap((c) => below(localized(c, locale), c.id, [], []));
}

function below(node, id, above, named) {
  const [path, names] = [[...above, node.key], [...named, node.name]];
  const subs = node.options.filter((o) => o.type === SUB || o.type === GROUP);
  if (subs.length > 0) return subs.flatMap((s) => below(s, id, path, names));
  const options = ordered(node.options);
  return [{ id, path, name: names.join(" "), description: node.description, options }];
}

/** localized returns a command, option or choice in a locale; key is its default name. */
export function localized(node, locale) {
  const { name_localizations: names, description_localizations: descriptions } = node;
  return {
    ...node, key: node.name, name: names?.[locale] ?? node.name,
    description: descriptions?.[locale] ?? node.description,
    options: (node.options ?? []).map((o) => localized(o, locale)),
    choices: node.choices?.map((c) => ({ ...c, name: c.name_localizations?.[locale] ?? c.name })),
  };
}

/** ordered puts required options first. */
export function ordered(options) {
  return [...options.filter((o) => o.required), ...options.filter((o) => !o.required)];
}

/** search returns the commands that match what was typed after the slash, best first, or similar ones if none does. */
export function search(all, typed) {
  const wanted = typed.toLowerCase();
  const rank = (leaf) => {
    const names = [leaf.name, leaf.path.join(" ")];
    if (names.some((n) => n.startsWith(wanted))) return 0;
    if (names.some((n) => n.includes(wanted))) return 1;
    return leaf.description.toLowerCase().includes(wanted) ? 2 : 3;
  };
  const best = (rank, worst) => all.map((leaf) => [rank(leaf), leaf]).filter(([r]) => r <= worst)
    .sort(([a, x], [b, y]) => a - b || x.name.localeCompare(y.name)).map(([, leaf]) => leaf);
  const found = best(rank, 2);
  if (found.length > 0) return found;
  const word = wanted.split(" ")[0];
  return best((leaf) => Math.min(...[leaf.name, ...leaf.path].map((n) => slips(n.split(" ")[0], word))),
    Math.ceil(word.length / 3));
}

// slips returns the edit distance of two words.
function slips(a, b) {
  let row = [...b, ""].map((_, i) => i);
  [...a].forEach((letter, i) => {
    const above = row;
    row = [i + 1];
    [...b].forEach((other, j) => {
      row.push(Math.min(above[j + 1] + 1, row[j] + 1, above[j] + (letter === other ? 0 : 1)));
    });
  });
  return row[b.length];
}

/**
 * read splits a typed line "/name option:value …" into {leaf, given: [[name, text]…], rest}.
 * It is null when the line does not begin with a known command followed by a space or the end.
 */
export function read(all, line) {
  const leaf = all.filter((l) => line === `/${l.name}` || line.startsWith(`/${l.name} `))
    .sort((a, b) => b.name.length - a.name.length)[0];
  if (!leaf) return null;
  const text = line.slice(leaf.name.length + 2);
  const names = leaf.options.map((o) => o.name);
  const marks = [...text.matchAll(/(?:^|\s)([^\s:]+):/g)].filter((m) => names.includes(m[1]));
  const given = marks.map((mark, i) => {
    const from = mark.index + mark[0].length;
    return [mark[1], text.slice(from, marks[i + 1]?.index ?? text.length).trim()];
  });
  const rest = text.slice(0, marks[0]?.index ?? text.length).trim();
  return { leaf, given, rest };
}

/** candidates lists the possible values of an option: choices, booleans, people, channels, roles. */
export function candidates(option, { users = [], channels = [], roles = [] }) {
  if (option.choices?.length) return option.choices.map(({ name, value }) => ({ name, value }));
  switch (option.type) {
    case BOOLEAN: return [{ name: "True", value: true }, { name: "False", value: false }];
    case USER: return users;
    case CHANNEL: return channels.filter((c) => allowed(option, c));
    case ROLE: return roles;
    case MENTIONABLE: return [...users, ...roles];
    default: return null;
  }
}

function allowed(option, channel) {
  return !option.channel_types?.length || option.channel_types.includes(channel.kind);
}

/** matching narrows candidates by what was typed, those that begin with it first. */
export function matching(list, typed) {
  const wanted = bare(typed);
  const place = (c) => Math.min(...namesOf(c).map((n) => n.indexOf(wanted)).filter((i) => i >= 0));
  return list.map((c) => [place(c), c]).filter(([p]) => p < Infinity)
    .sort(([a], [b]) => (a === 0 ? 0 : 1) - (b === 0 ? 0 : 1)).map(([, c]) => c);
}

/**
 * check parses the text of an option; picked is set if it was chosen from a list.
 * It returns {value}, {error}, or {} for an optional one left empty.
 */
export function check(option, { text = "", picked } = {}, directory = {}) {
  if (picked !== undefined) return { value: picked };
  if (text.trim() === "") {
    return option.required ? { error: "This option is required. Specify a value." } : {};
  }
  const list = candidates(option, directory);
  if (list) return fromList(option, list, text);
  if (option.type === INTEGER || option.type === NUMBER) return number(option, text.trim());
  if (option.type === STRING) return string(option, text);
  return { error: "This page cannot send files." };
}

function fromList(option, list, text) {
  const wanted = bare(text);
  const found = list.find((c) => namesOf(c).includes(wanted)) ??
    list.find((c) => String(c.value) === text.trim());
  return found ? { value: found.value } : { error: "Choose one from the list." };
}

function number(option, text) {
  const pattern = option.type === INTEGER ? /^[-+]?\d{1,15}$/ : /^[-+]?\d+([.,]\d+)?$/;
  if (!pattern.test(text)) return { error: `Input a valid ${TYPES[option.type]}.` };
  const value = Number(text.replace(",", "."));
  const { min_value: min = -Infinity, max_value: max = Infinity } = option;
  if (value >= min && value <= max) return { value };
  if (min > -Infinity && max < Infinity) {
    return { error: `Value must be between ${min} and ${max}.` };
  }
  return { error: `Value must be ${value < min ? `at least ${min}` : `at most ${max}`}.` };
}

function string(option, text) {
  const { min_length: min = 0, max_length: max = 6000 } = option;
  const { length } = [...text];
  if (length < min) return { error: `Must be at least ${min} characters.` };
  return length > max ? { error: `Must be at most ${max} characters.` } : { value: text };
}

/** build nests values under the sub-commands of a path, as Discord wants the options. */
export function build(path, values) {
  return path.slice(1).reduceRight((options, name) => [{ name, options }], values);
}

function bare(text) {
  return text.trim().toLowerCase().replace(/^[@#]/, "");
}

function namesOf(candidate) {
  return [candidate.name, candidate.key].filter(Boolean).map((n) => String(n).toLowerCase());
}
