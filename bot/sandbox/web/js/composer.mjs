// The message box: plain text or a slash command.

import { ApiError } from "./api.mjs";
import { TYPES, leaves, matching, read, search } from "./command.mjs";
import { isForum, titleOf } from "./channels.mjs";
import { CommandBox } from "./commandbox.mjs";
import { avatar } from "./avatar.mjs";
import { directory, withMentions } from "./directory.mjs";
import { h, replace } from "./dom.mjs";
import { icon } from "./icon.mjs";
import { Suggestions, typeProps } from "./suggestions.mjs";

export class Composer {
  constructor(app) {
    this.app = app;
    this.drafts = new Map(); // person and channel → text not sent yet
    this.suggestions = new Suggestions();
    this.error = h("p", { class: "composer-error", role: "alert",
      data: { testid: "command-error" } });
    this.hint = h("p", { class: "composer-hint", data: { testid: "option-hint" } });
    this.input = this.makeInput();
    this.box = h("div", { class: "composer-box" }, this.input);
    this.element = h(
      "form",
      { class: "composer", onsubmit: (event) => event.preventDefault(),
        data: { testid: "composer" } },
      this.suggestions.element, this.hint,
      h("div", { class: "composer-row" }, this.box,
        h("button", { type: "button", class: "icon-button send", "aria-label": "Send",
          onclick: () => this.submit(), data: { testid: "send" } }, icon("send"))),
      this.error,
    );
    app.state.on("commands", () => this.typed());
    document.addEventListener("pointerdown", (event) =>
      !this.element.contains(event.target) && this.suggestions.hide());
    document.addEventListener("keydown", (event) => this.wake(event));
  }

  makeInput() {
    return h("textarea", {
      ...typeProps, class: "composer-input", rows: 1, "aria-label": "Message or command",
      oninput: () => this.typed(), onkeydown: (event) => this.key(event),
      data: { testid: "command-input" },
    });
  }

  /** enter switches to another channel or person and keeps the draft of the previous one. */
  enter(channel) {
    const place = `${this.app.state.me.id} ${channel.id}`;
    if (this.place === place) return;
    this.leaveCommand("");
    if (this.place) this.drafts.set(this.place, this.input.value);
    this.place = place;
    this.input.placeholder = isForum(channel) ? "Only the posts of a forum take messages and commands"
      : `Message ${titleOf(channel)}, or / for commands`;
    this.put(this.drafts.get(place) ?? "");
    this.suggestions.hide();
  }

  // wake moves the focus to the box for a typed character that nothing else takes.
  wake(event) {
    const shortcut = (event.ctrlKey || event.altKey || event.metaKey) &&
      !event.getModifierState("AltGraph");
    const character = event.key.length === 1 && event.key !== " "; // the space scrolls and presses
    if (!character || shortcut || event.defaultPrevented || keysAreTaken()) return;
    (this.command ?? this.input).focus();
  }

  /** refocus focuses the box after a modal, but not away from another element, and opens no touch keyboard. */
  refocus() {
    if (matchMedia("(pointer: coarse)").matches) return;
    const { activeElement: active } = document;
    if (active !== document.body && !this.box.contains(active)) return;
    active.blur(); // Chromium gives the focus back after a dialog, but lets no key through
    (this.command ?? this.input).focus();
  }

  /** mention writes a person's name into the box. */
  mention(user) {
    this.leaveCommand(this.input.value);
    this.put(`${this.input.value}@${user.username} `);
    this.input.focus();
  }

  /** start opens a command as if it had been chosen from the list. */
  start(leaf, given = [], rest = "") {
    this.command?.stop();
    this.suggestions.hide();
    this.put("");
    this.command = new CommandBox(this.app, leaf, this.suggestions, {
      send: (values) => this.send(leaf, values),
      cancel: (text) => this.cancel(text),
      error: (text) => this.say(text),
      hint: (option) => this.explain(leaf, option),
    });
    replace(this.box, this.command.element);
    this.command.give(given, rest);
    this.command.focus();
  }

  /** submit sends the content of the box. */
  submit() {
    if (this.command) return this.command.submit();
    const text = this.input.value.trim();
    const line = read(leaves(this.app.state.offered, this.app.state.locale), text);
    if (line) return this.runLine(line);
    if (text !== "") this.chat(text);
  }

  /** run runs the line of a command in place of what is in the box. */
  run(text) {
    this.leaveCommand("");
    this.put(text);
    this.submit();
  }

  // runLine runs a command that was typed or pasted whole.
  runLine({ leaf, given, rest }) {
    this.start(leaf, given, rest);
    if (!this.command.missing() || given.length > 0 || rest !== "") this.command.submit();
  }

  send(leaf, values) {
    this.leaveCommand("");
    this.input.focus();
    this.app.interactions.command(leaf, values);
  }

  async chat(text) {
    const { api, state } = this.app;
    const { place } = this;
    this.put("");
    this.suggestions.hide();
    this.app.timeline.goOn();
    try {
      state.put(await api.say(state.active, withMentions(text, directory(state))));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (place !== this.place) return this.drafts.set(place, text); // for when one is there again
      this.put(text);
      this.say(error.message);
    }
  }

  cancel(text) {
    this.leaveCommand(text);
    this.input.focus();
    this.typed();
  }

  leaveCommand(text) {
    if (!this.command) return;
    this.command.stop();
    this.command = null;
    replace(this.box, this.input);
    this.explain(null, null);
    this.put(text);
  }

  put(text) {
    this.input.value = text;
    this.say("");
    this.fit();
  }

  say(text) {
    this.error.textContent = text;
  }

  // explain shows the description of the focused option.
  explain(leaf, option) {
    const parts = option
      ? [h("strong", null, option.name), option.description, h("em", null, rule(option))]
      : leaf ? [h("strong", null, `/${leaf.name}`), leaf.description] : [];
    replace(this.hint, parts);
  }

  fit() {
    this.input.style.height = "auto";
    this.input.style.height = `${Math.min(this.input.scrollHeight, 200)}px`;
  }

  typed() {
    if (this.command) return;
    this.say("");
    this.fit();
    const text = this.input.value;
    const all = leaves(this.app.state.offered, this.app.state.locale);
    const line = text.startsWith("/") && text.includes(" ") ? read(all, text) : null;
    if (line) return this.start(line.leaf, line.given, line.rest);
    if (/^\/[^\n]*$/.test(text)) return this.offerCommands(all, text.slice(1));
    this.offerPeople(text);
  }

  offerCommands(all, typed) {
    const bot = this.app.state.bot.user;
    const items = search(all, typed).map((leaf) => ({
      name: `/${leaf.name}`, key: leaf.name, description: leaf.description, value: leaf.name,
      icon: avatar(bot, 24), leaf,
      tag: leaf.options.filter((o) => o.required).map((o) => o.name).join(" "),
    }));
    const note = items.length > 0 ? "" : "No command is called that.";
    this.suggestions.show(this.input, {
      title: "Commands", items, note, choose: (item) => this.start(item.leaf),
    });
  }

  // offerPeople completes @names in plain chat.
  offerPeople(text) {
    const at = this.input.selectionStart ?? text.length;
    const word = /(^|\s)@([\w.-]*)$/.exec(text.slice(0, at));
    if (!word) return this.suggestions.hide();
    const items = matching(directory(this.app.state).users, word[2]);
    this.suggestions.show(this.input, {
      title: "People", items,
      choose: (item) => {
        this.put(`${text.slice(0, at - word[2].length)}${item.key} ${text.slice(at)}`);
        this.suggestions.hide();
      },
    });
  }

  key(event) {
    if (this.suggestions.key(event)) return;
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.submit();
  }
}

// keysAreTaken returns whether another element is open or takes the keys.
function keysAreTaken() {
  return document.activeElement?.matches("input, textarea") ||
    document.querySelector("dialog[open], :popover-open, .drawer-open") !== null;
}

function rule(option) {
  const { min_value: min, max_value: max } = option;
  const range = [min !== undefined && `from ${min}`, max !== undefined && `up to ${max}`];
  const parts = [TYPES[option.type], ...range, !option.required && "optional"];
  return ` ${parts.filter(Boolean).join(", ")}`;
}
