// A list to choose from, by keyboard, mouse or finger. Used by select menus and suggestions.

import { h } from "./dom.mjs";

let serial = 0;

export class Listbox {
  /** choose(item, index) is called when an item is chosen. */
  constructor({ label, testid, itemTestid, choose, multiple = false }) {
    this.choose = choose;
    this.itemTestid = itemTestid;
    this.id = `list-${++serial}`;
    this.items = [];
    this.active = -1;
    this.element = h("ul", {
      id: this.id, role: "listbox", class: "listbox", "aria-label": label,
      "aria-multiselectable": multiple || null, data: { testid },
    });
  }

  /** show draws items {name, description, icon, tag, value, selected, disabled, data}. */
  show(items, active = -1) {
    this.items = items;
    this.element.replaceChildren(...items.map((item, i) => this.row(item, i)));
    this.activate(items.length > 0 ? Math.min(active, items.length - 1) : -1);
  }

  row(item, index) {
    const row = h(
      "li",
      { id: `${this.id}-${index}`, role: "option", class: "listbox-item",
        "aria-selected": item.selected ? "true" : "false", "aria-disabled": item.disabled || null,
        onpointerdown: (event) => event.preventDefault(),
        onpointermove: () => this.active !== index && this.activate(index),
        onclick: () => this.pick(index),
        data: { testid: this.itemTestid, value: item.value, name: item.key ?? item.name } },
      item.icon,
      h("span", { class: "listbox-text" },
        h("span", { class: "listbox-name" }, item.label ?? item.name),
        item.description && h("span", { class: "listbox-description" }, item.description)),
      item.tag && h("span", { class: "listbox-tag" }, item.tag),
    );
    return row;
  }

  activate(index) {
    this.element.children[this.active]?.classList.remove("active");
    this.active = index;
    const row = this.element.children[index];
    row?.classList.add("active");
    row?.scrollIntoView({ block: "nearest" });
    this.holder?.setAttribute("aria-activedescendant", row ? row.id : "");
  }

  /** follow names the element that keeps the focus while this list is walked. */
  follow(holder) {
    this.holder = holder;
  }

  /** move goes up (-1) or down (1), around the ends. */
  move(step) {
    const count = this.items.length;
    if (count === 0) return;
    const from = this.active < 0 && step < 0 ? 0 : this.active;
    this.activate((from + step + count) % count);
  }

  /** pick chooses the item at index, or the active one; false when there is none. */
  pick(index = this.active) {
    const item = this.items[index];
    if (!item || item.disabled) return false;
    this.choose(item, index);
    return true;
  }

  /** typed goes to the next item whose name begins with a letter. */
  typed(letter) {
    const names = this.items.map((item) => item.name.toLowerCase());
    const order = names.map((_, i) => (this.active + 1 + i) % names.length);
    const found = order.find((i) => names[i].startsWith(letter.toLowerCase()));
    if (found !== undefined) this.activate(found);
  }
}
