// Select menus of messages and modals: strings, users, roles, mentionables, channels.

import { avatar } from "./avatar.mjs";
import { matching } from "./command.mjs";
import { h } from "./dom.mjs";
import { emojiOf } from "./emoji.mjs";
import { icon } from "./icon.mjs";
import { Listbox } from "./listbox.mjs";
import { openPopover } from "./popover.mjs";
import { nameOf, roleName } from "./state.mjs";

const MOST = 25; // that Discord lists of people, channels and roles; the rest is found by typing
const STRING = 3, ROLE = 6, MENTIONABLE = 7, CHANNEL = 8;

export const USER = 5;

/** isSelect says whether a component type is a select menu. */
export function isSelect(type) {
  return [STRING, USER, ROLE, MENTIONABLE, CHANNEL].includes(type);
}

/** Select is one menu; chosen(values) is called when the person has chosen. */
export class Select {
  constructor(component, state, chosen) {
    this.component = component;
    this.state = state;
    this.chosen = chosen;
    this.items = itemsOf(component, state);
    this.least = component.min_values ?? 1;
    this.most = component.max_values ?? 1;
    this.values = this.items.filter((i) => i.selected).map((i) => i.value);
    this.element = this.box();
    this.draw();
  }

  /** set shows other values as chosen. */
  set(values) {
    this.values = values;
    this.draw();
  }

  box() {
    const { component } = this;
    return h(
      "button",
      { type: "button", class: "select", role: "combobox", "aria-haspopup": "listbox",
        "aria-expanded": "false", "aria-label": component.placeholder ?? "Make a selection",
        disabled: Boolean(component.disabled), onclick: () => this.open(),
        onkeydown: (event) => this.boxKey(event),
        data: { testid: "select", customId: component.custom_id } },
    );
  }

  draw() {
    const chosen = this.items.filter((i) => this.values.includes(i.value));
    const empty = this.component.placeholder ?? "Make a selection";
    const text = chosen.length > 0
      ? chosen.map((i) => h("span", { class: "select-value" }, i.icon?.cloneNode(true), i.name))
      : h("span", { class: "select-placeholder" }, empty);
    this.element.replaceChildren(h("span", { class: "select-values" }, text), icon("down"));
  }

  open() {
    const { ariaExpanded, ariaDisabled } = this.element;
    if (ariaExpanded === "true" || ariaDisabled === "true") return;
    this.before = this.values.join();
    this.items = itemsOf(this.component, this.state);
    this.list = new Listbox({
      label: this.component.placeholder, testid: "select-list", itemTestid: "select-option",
      multiple: this.most > 1, choose: (item) => this.choose(item),
    });
    const search = this.component.type === STRING ? null : this.search();
    this.none = h("div", { class: "suggestions-note", role: "status" }, "No results found");
    const panel = h("div", { class: "panel select-panel" }, search, this.list.element, this.none,
      this.most > 1 && this.done());
    panel.style.minWidth = `${this.element.offsetWidth}px`;
    panel.addEventListener("keydown", (event) => this.key(event));
    this.panel = panel;
    this.filter("");
    openPopover(panel, this.element, () => this.closed());
    const holder = search ?? this.list.element;
    holder.tabIndex = 0;
    this.list.follow(holder);
    holder.focus();
    this.element.setAttribute("aria-expanded", "true");
    this.element.setAttribute("aria-controls", this.list.id);
  }

  boxKey(event) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    this.open();
  }

  search() {
    return h("input", {
      type: "text", class: "select-search", placeholder: "Search", "aria-label": "Search",
      oninput: (event) => this.filter(event.target.value),
    });
  }

  done() {
    const close = () => this.panel.hidePopover();
    return h("button", { type: "button", class: "select-done", data: { testid: "select-done" },
      onclick: close }, "Done");
  }

  filter(text) {
    const found = this.component.type === STRING ? this.items : matching(this.items, text).slice(0, MOST);
    this.none.hidden = found.length > 0;
    const shown = found
      .map((i) => ({ ...i, selected: this.values.includes(i.value) }));
    this.list.show(shown, Math.max(0, shown.findIndex((i) => i.selected)));
  }

  key(event) {
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") this.list.move(key === "ArrowDown" ? 1 : -1);
    else if (key === "Enter" && event.target.tagName !== "BUTTON") this.list.pick();
    else if (key === " " && event.target === this.list.element) this.list.pick();
    else if (key.length === 1 && event.target === this.list.element) this.list.typed(key);
    else return;
    event.preventDefault();
  }

  choose(item) {
    if (this.most === 1) {
      this.values = this.least === 0 && this.values[0] === item.value ? [] : [item.value];
      return this.panel.hidePopover();
    }
    const has = this.values.includes(item.value);
    if (!has && this.values.length >= this.most) return;
    this.values = has ? this.values.filter((v) => v !== item.value) : [...this.values, item.value];
    this.draw();
    const active = this.list.active;
    this.filter(this.panel.querySelector("input")?.value ?? "");
    this.list.activate(active);
  }

  closed() {
    this.element.setAttribute("aria-expanded", "false");
    this.element.removeAttribute("aria-controls");
    this.draw();
    const changed = this.values.join() !== this.before;
    if (!changed) return;
    if (this.values.length >= this.least) this.chosen(this.values);
    else this.set(this.before.split(",").filter(Boolean));
  }
}

function itemsOf(component, state) {
  const defaults = (component.default_values ?? []).map((d) => d.id);
  const items = sourceOf(component, state);
  return items.map((i) => ({ ...i, selected: i.selected || defaults.includes(i.value) }));
}

function sourceOf(component, state) {
  const roles = (state.guild.roles ?? []).map((r) => ({ name: roleName(r), value: r.id }));
  switch (component.type) {
    case STRING: return (component.options ?? []).map(stringItem);
    case USER: return state.everyone().map(userItem);
    case ROLE: return roles;
    case MENTIONABLE: return [...state.everyone().map(userItem), ...roles];
    default: return channelItems(component, state);
  }
}

function stringItem(o) {
  return {
    name: o.label, value: o.value, description: o.description, icon: emojiOf(o.emoji),
    selected: o.default,
  };
}

function userItem(user) {
  return {
    name: nameOf(user), key: user.username, value: user.id, description: user.username, tag: user.tag,
    icon: avatar(user, 24),
  };
}

function channelItems(component, state) {
  const types = component.channel_types;
  return state.guildChannels
    .filter((c) => !types?.length || types.includes(c.type))
    .map((c) => ({ name: `# ${c.name}`, value: c.id, key: c.name }));
}
