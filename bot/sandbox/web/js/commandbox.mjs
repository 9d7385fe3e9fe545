// A chosen slash command while its options are filled in.

import { candidates, check } from "./command.mjs";
import { Chip } from "./chip.mjs";
import { directory } from "./directory.mjs";
import { h } from "./dom.mjs";
import { comboProps } from "./suggestions.mjs";

export class CommandBox {
  /** hooks: send(values), cancel(text), error(text), hint(option or null). */
  constructor(app, leaf, suggestions, hooks) {
    Object.assign(this, { app, leaf, suggestions, hooks });
    this.chips = new Map();
    this.directory = directory(app.state);
    this.rest = h("input", {
      ...comboProps, type: "text", class: "chip-rest", "aria-label": "More options",
      onkeydown: (event) => this.restKey(event), oninput: () => this.restTyped(),
      onfocus: () => this.restTyped(), data: { testid: "option-rest" },
    });
    this.name = h("span", { class: "chip-command", data: { testid: "command-name" } },
      `/${leaf.name}`);
    this.element = h("div", { class: "chips", role: "group", "aria-label": `Command /${leaf.name}`,
      data: { testid: "command", name: leaf.name } }, this.name, this.rest);
    leaf.options.filter((o) => o.required).forEach((o) => this.add(o));
    this.count();
  }

  /** give fills options in from typed text: [[name, text]…]; rest goes to the first empty one. */
  give(given, rest) {
    for (const [name, text] of given) this.add(this.option(name)).type(text);
    if (rest === "") return;
    const open = this.missing();
    if (open) open.type(rest);
    else this.rest.value = rest;
  }

  focus() {
    (this.missing()?.input ?? this.rest).focus();
  }

  stop() {
    for (const chip of this.chips.values()) chip.stop();
    this.suggestions.hide();
  }

  /** submit checks all options and sends the command, or says what is wrong. */
  submit() {
    const results = [...this.chips.values()].map((chip) => [chip, chip.result()]);
    for (const [chip, { error }] of results) chip.mark(error ?? "");
    const wrong = results.find(([, r]) => r.error);
    if (!wrong && this.rest.value.trim() !== "") return this.unknown(this.rest.value.trim());
    if (wrong) {
      const [chip, { error }] = wrong;
      this.hooks.error(`${chip.option.name}: ${error}`);
      return chip.input.focus();
    }
    this.stop();
    this.hooks.send(results.filter(([, r]) => "value" in r)
      .map(([chip, { value }]) => ({ name: chip.option.key, value })));
  }

  unknown(text) {
    this.hooks.error(`/${this.leaf.name} has no place for “${text}”.`);
    this.rest.focus();
  }

  option(name) {
    return this.leaf.options.find((o) => o.name === name);
  }

  /** add shows an option as a chip and returns the chip. */
  add(option) {
    const known = this.chips.get(option.name);
    if (known) return known;
    const chip = new Chip(option, this);
    this.chips.set(option.name, chip);
    this.rest.before(chip.element);
    this.count();
    return chip;
  }

  /** remove removes an optional chip. For a required one it leaves the command. */
  remove(chip) {
    if (chip.option.required) return this.back(chip);
    chip.stop();
    this.chips.delete(chip.option.name);
    chip.element.remove();
    this.count();
    this.rest.focus();
  }

  // back goes to the previous option, or leaves the command.
  back(chip) {
    const inputs = [...this.chips.values()].map((c) => c.input);
    const before = inputs[inputs.indexOf(chip?.input ?? null) - 1] ?? (chip ? null : inputs.at(-1));
    if (before) return before.focus();
    this.hooks.cancel(`/${this.leaf.name}`);
  }

  /** onward goes to the next incomplete option. */
  onward() {
    this.suggestions.hide();
    this.focus();
  }

  missing() {
    return [...this.chips.values()].find((c) => c.option.required && c.empty());
  }

  open() {
    return this.leaf.options.filter((o) => !this.chips.has(o.name));
  }

  count() {
    const left = this.open().length;
    this.rest.placeholder = left > 0 ? `+${left} optional` : "";
  }

  /** values returns the valid options, and the focused one as typed. */
  values(focused) {
    const values = [];
    for (const { option, entry, input } of this.chips.values()) {
      if (option === focused) {
        values.push({ name: option.key, value: entry.picked ?? input.value, focused: true });
        continue;
      }
      const { value } = check(option, entry, this.directory);
      if (value !== undefined) values.push({ name: option.key, value });
    }
    return values;
  }

  candidates(option) {
    return candidates(option, this.directory);
  }

  restKey(event) {
    if (this.suggestions.key(event)) return;
    if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Backspace" && this.rest.value === "") {
      event.preventDefault();
      this.back(null);
    } else if (event.key === "Escape") this.hooks.cancel("");
  }

  // restTyped suggests the remaining options; "name:" adds one immediately.
  restTyped() {
    const text = this.rest.value.trimStart().toLowerCase();
    this.hooks.error("");
    this.hooks.hint(null);
    const named = text.endsWith(":") && this.open().find((o) => `${o.name}:` === text);
    if (named) return this.take(named);
    const items = this.open().filter((o) => o.name.startsWith(text))
      .map((o) => ({ name: o.name, description: o.description, value: o.name }));
    const note = text === "" || items.length > 0 ? "" : "No option is called so.";
    this.suggestions.show(this.rest, {
      title: "Options", items, note, active: text === "" ? -1 : 0,
      choose: (item) => this.take(this.option(item.value)),
    });
  }

  take(option) {
    this.rest.value = "";
    this.add(option).input.focus();
  }
}
