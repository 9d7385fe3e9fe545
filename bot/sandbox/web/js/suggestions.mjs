// The list above the command box.

import { h } from "./dom.mjs";
import { Listbox } from "./listbox.mjs";

export class Suggestions {
  constructor() {
    this.title = h("div", { class: "suggestions-title" });
    this.note = h("div", { class: "suggestions-note", role: "status",
      data: { testid: "suggestions-note" } });
    this.list = new Listbox({
      label: "Suggestions", testid: "suggestions", itemTestid: "suggestion",
      choose: (item) => this.choose(item),
    });
    this.list.element.tabIndex = 0; // it scrolls
    this.element = h("div", { class: "suggestions", hidden: true },
      this.title, this.list.element, this.note);
  }

  /**
   * show shows items for an input: {title, items, active, note, choose}. active is the index
   * that Enter chooses, -1 for none; note is shown below, for example while a list is loading.
   */
  show(input, { title, items = [], active = 0, note = "", choose }) {
    if (items.length === 0 && note === "") return this.hide();
    this.choose = choose;
    this.follow(input);
    this.title.textContent = title;
    this.note.textContent = note;
    this.note.hidden = note === "";
    this.list.show(items, active);
    this.element.hidden = false;
    if (isCombo(input)) input.setAttribute("aria-expanded", "true");
  }

  hide() {
    this.element.hidden = true;
    this.list.show([]);
    if (isCombo(this.input)) this.input.setAttribute("aria-expanded", "false");
    this.input?.removeAttribute("aria-activedescendant");
  }

  get open() {
    return !this.element.hidden;
  }

  /** key handles the keys for the list. It returns true if it used the key. */
  key(event) {
    if (!this.open) return false;
    if (event.key === "ArrowDown") this.list.move(1);
    else if (event.key === "ArrowUp") this.list.move(-1);
    else if (event.key === "Escape") this.hide();
    else if (event.key === "Enter" || event.key === "Tab") return this.take(event);
    else return false;
    event.preventDefault();
    return true;
  }

  take(event) {
    if (event.shiftKey || !this.list.pick()) return false;
    event.preventDefault();
    return true;
  }

  follow(input) {
    if (this.input !== input) this.hide();
    this.input = input;
    this.list.follow(input);
    input.setAttribute("aria-controls", this.list.id);
  }
}

// isCombo returns whether an input may be a combobox, which a multi-line one may not.
function isCombo(input) {
  return input?.role === "combobox";
}

/** typeProps are the attributes of any input with suggestions. */
export const typeProps = {
  "aria-autocomplete": "list", "aria-haspopup": "listbox", autocomplete: "off",
  autocapitalize: "off", spellcheck: "false",
};

/** comboProps are the attributes of a single-line input with suggestions. */
export const comboProps = {
  ...typeProps, role: "combobox", "aria-expanded": "false",
};
