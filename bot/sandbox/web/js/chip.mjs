// One option of a slash command: its name and a place to type.

import { Autocomplete } from "./autocomplete.mjs";
import { TYPES, build, check, matching } from "./command.mjs";
import { h } from "./dom.mjs";
import { comboProps } from "./suggestions.mjs";

const MOST = 25;

export class Chip {
  constructor(option, box) {
    this.option = option;
    this.box = box;
    this.entry = { text: "", picked: undefined };
    this.remote = option.autocomplete ? new Autocomplete(box.app) : null;
    this.input = this.makeInput();
    this.element = h(
      "label",
      { class: "chip", data: { testid: "option", name: option.name,
        required: option.required ? "true" : "false" } },
      h("span", { class: "chip-name" }, option.name),
      this.input,
    );
  }

  makeInput() {
    const { option } = this;
    const input = h("input", {
      ...comboProps, type: "text", class: "chip-input", "aria-required": Boolean(option.required),
      "aria-label": `${option.name}: ${option.description}`,
      inputmode: option.type === 4 ? "numeric" : option.type === 10 ? "decimal" : null,
      onfocus: () => this.focused(), onblur: () => this.left(),
      oninput: () => this.typed(), onkeydown: (event) => this.key(event),
      data: { testid: "option-input", name: option.name },
    });
    input.size = 2;
    return input;
  }

  empty() {
    return this.entry.picked === undefined && this.entry.text.trim() === "";
  }

  /** type puts text in as if typed. */
  type(text) {
    this.input.value = text;
    this.entry = { text, picked: undefined };
    this.fit();
  }

  result() {
    return check(this.option, this.entry, this.box.directory);
  }

  /** mark shows an error; "" removes it. */
  mark(error) {
    this.element.classList.toggle("wrong", error !== "");
    this.input.setAttribute("aria-invalid", error !== "");
  }

  stop() {
    this.remote?.stop();
  }

  focused() {
    this.box.hooks.hint(this.option);
    if (this.entry.picked === undefined) this.offer();
    else this.input.select();
  }

  // left validates the text when the option loses the focus, but does not complain about an empty one.
  left() {
    this.stop();
    const { error } = this.empty() ? {} : this.result();
    this.mark(error ?? "");
  }

  typed() {
    this.entry = { text: this.input.value, picked: undefined };
    this.mark("");
    this.box.hooks.error("");
    this.fit();
    this.offer();
  }

  fit() {
    this.input.size = Math.max(2, Math.min(40, this.input.value.length + 1));
  }

  offer() {
    if (this.remote) return this.askBot();
    const list = this.box.candidates(this.option);
    if (!list) return this.show([], "");
    const items = matching(list, this.input.value).slice(0, MOST);
    this.show(items, items.length === 0 ? "No options match your search." : "");
  }

  askBot() {
    const { leaf, app } = this.box;
    const options = build(leaf.path, this.box.values(this.option));
    this.remote.ask(
      { channel_id: app.state.active, command_id: leaf.id, options },
      ({ loading, failed, choices }) => {
        if (loading) return this.show([], "Loading options…");
        if (failed) return this.show([], "Loading options failed");
        this.show(choices, choices.length === 0 ? "No options match your search." : "");
      },
    );
  }

  show(items, note) {
    this.box.suggestions.show(this.input, {
      title: `${this.option.name} · ${TYPES[this.option.type]}`, items, note,
      active: this.best(items),
      choose: (item) => this.pick(item),
    });
  }

  // best returns what Enter chooses: an exact match, otherwise the first.
  best(items) {
    const typed = this.input.value.trim().toLowerCase();
    const exact = items.findIndex((i) => [i.name, String(i.value)]
      .some((text) => text.toLowerCase() === typed));
    return Math.max(0, exact);
  }

  pick(item) {
    this.stop();
    this.input.value = item.name;
    this.entry = { text: item.name, picked: item.value };
    this.mark("");
    this.fit();
    this.box.onward();
  }

  key(event) {
    if (this.box.suggestions.key(event)) return;
    if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      this.box.submit();
    } else if (event.key === "Backspace" && this.input.value === "") {
      event.preventDefault();
      this.box.remove(this);
    } else if (event.key === "Escape") this.box.hooks.cancel("");
  }
}
