// The messages of the channel on show.

import { find, markOf } from "./controls.mjs";
import { h } from "./dom.mjs";
import { drawMessage, isCompact, mentions } from "./message.mjs";
import { titleOf } from "./channels.mjs";
import { compare } from "./snowflake.mjs";
import { format, sameDay } from "./time.mjs";

const ANSWER = "[data-ephemeral=true]";
const PANEL = `${ANSWER}:has(.button:enabled, .select)`;
const MARGIN = 8; // px kept above a panel
const FRESH = 400; // ms for which a control that took the focus by itself takes no key
const NEAR = 80; // px from the end that still count as being there

export class Timeline {
  constructor(app) {
    this.app = app;
    this.drawn = new Map(); // message id → {element, message, key}
    this.lines = new Map(); // message id and kind → the line before the message
    this.shown = ""; // the person and channel that are drawn
    this.left = ""; // the panel that the person has left
    this.freshUntil = 0; // when what took the focus by itself takes keys
    this.panelDrawn = undefined; // the newest panel, as last drawn; undefined before the first
    this.list = h("div", { class: "messages", role: "log", "aria-live": "polite", tabindex: "0",
      "aria-label": "Messages", data: { testid: "messages" } });
    this.start = h("div", { class: "timeline-start" });
    this.scroller = h("div", { class: "timeline", onscroll: () => this.scrolled() },
      this.start, this.list);
    this.jump = h("button", { type: "button", class: "jump", hidden: true,
      onclick: () => this.goOn(), data: { testid: "jump" } }, "Jump to present");
    this.element = h("div", { class: "timeline-frame" }, this.scroller, this.jump);
    this.atEnd = true;
    this.before = {}; // how the list stood at the last look
    const sizes = new ResizeObserver(() => this.atEnd && this.follow(this.panel()));
    sizes.observe(this.list);
    sizes.observe(this.scroller);
    for (const topic of ["messages", "channels"]) app.state.on(topic, () => this.draw());
    for (const topic of ["active", "people"]) app.state.on(topic, () => this.reset());
  }

  /** reset drops what is drawn if the channel or the person has changed. */
  reset() {
    const { me, active } = this.app.state;
    const place = `${me?.id} ${active}`;
    if (place === this.shown) return this.draw();
    this.shown = place;
    this.drawn.clear();
    this.lines.clear();
    this.answersDrawn = undefined;
    this.list.replaceChildren();
    this.atEnd = true;
    this.list.dataset.channelId = active;
    this.draw();
  }

  /** draw updates the list from the state and keeps unchanged elements. */
  draw() {
    const { state } = this.app;
    const messages = state.messages();
    const [focus, panel] = [this.focusOf(), this.panel()];
    const stood = this.topOf(panel);
    const wanted = messages.flatMap((m, i) => this.pieces(m, messages[i - 1]));
    this.place(wanted);
    const ids = new Set(messages.map((m) => m.id));
    for (const id of this.drawn.keys()) if (!ids.has(id)) this.drawn.delete(id);
    this.greet(messages.length);
    this.refocus(focus);
    const stands = this.topOf(panel);
    if (stands) this.scroller.scrollTop += stands - stood; // what went above it does not move it
    const now = [this.newest(), this.answer()].map((element) => element?.dataset.id ?? "");
    const fresh = now.find((id, i) => this.isNew(id, this.answersDrawn?.[i]));
    if (fresh) this.follow(fresh);
    else if (this.atEnd) this.follow(panel);
    this.answersDrawn = state.lists.has(state.active) ? now : undefined;
  }

  // topOf returns the position of a panel from the top of the page; 0 for none.
  topOf(panel) {
    const element = panel && this.list.querySelector(`[data-id="${CSS.escape(panel)}"]`);
    return element ? element.getBoundingClientRect().top : 0;
  }

  // isNew returns whether an ephemeral message is the response to what the person just did.
  isNew(id, before) {
    return id && before !== undefined && id !== before && compare(id, before || "0") > 0;
  }

  // answer returns the last ephemeral message, with or without controls.
  answer() {
    return [...this.list.querySelectorAll(ANSWER)].at(-1);
  }

  // newest returns the last ephemeral message with controls.
  newest() {
    return [...this.list.querySelectorAll(PANEL)].at(-1);
  }

  // panel returns the id of the newest ephemeral message with controls, if it is in sight, no response came
  // after it, and the person has not done anything else.
  panel() {
    const panel = this.newest();
    if (panel !== this.answer()) return "";
    const [box, view] = [panel, this.scroller].map((e) => e?.getBoundingClientRect());
    if (!box || box.bottom <= view.top || box.top >= view.bottom) return "";
    const left = panel.dataset.id === this.left && !panel.contains(document.activeElement);
    return left ? "" : panel.dataset.id;
  }

  // follow scrolls to the end, but keeps a panel that was in sight visible.
  follow(panel) {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    const end = scrollHeight - clientHeight;
    const at = this.topOf(panel);
    const top = at ? scrollTop + at - this.scroller.getBoundingClientRect().top - MARGIN : end;
    if (end - Math.max(top, scrollTop) < 1) return this.toEnd();
    this.scroller.scrollTop = Math.max(top, scrollTop);
    this.remember();
    this.atEnd = false;
    this.jump.hidden = end - this.scroller.scrollTop < NEAR;
  }

  // place orders elements without moving those already in position.
  place(wanted) {
    const keep = new Set(wanted);
    for (const child of [...this.list.children]) if (!keep.has(child)) child.remove();
    wanted.forEach((element, i) => {
      const there = this.list.children[i];
      if (there !== element) this.list.insertBefore(element, there ?? null);
    });
  }

  pieces(message, before) {
    const { state } = this.app;
    const day = !before || !sameDay(before.timestamp, message.timestamp);
    const isNew = this.beginsNew(message, before);
    const look = {
      compact: !day && !isNew && isCompact(message, before),
      busy: state.busy.get(message.id), failed: state.failed.get(message.id),
      thread: this.threadOf(message),
    };
    const element = this.messageElement(message, look);
    return [day && this.line(message, "day"), isNew && this.line(message, "new"), element]
      .filter(Boolean);
  }

  // threadOf returns the thread of a message, as far as a link shows it.
  threadOf(message) {
    const channel = this.app.state.channel(message.id);
    return channel?.thread && { id: channel.id, name: channel.name,
      thread: { archived: channel.thread.archived, locked: channel.thread.locked } };
  }

  beginsNew(message, before) {
    const from = this.app.state.newFrom;
    return Boolean(from) && !message.local && compare(message.id, from) > 0 &&
      (!before || compare(before.id, from) <= 0);
  }

  messageElement(message, look) {
    const key = JSON.stringify([look, mentions(this.app.state, message)]);
    const drawn = this.drawn.get(message.id);
    if (drawn?.message === message && drawn.key === key) return drawn.element;
    const element = drawMessage(this.app, message, look);
    this.drawn.set(message.id, { element, message, key });
    return element;
  }

  // line returns the same element each time, so that screen readers do not repeat it.
  line(message, kind) {
    const key = `${message.id} ${kind}`;
    const text = kind === "day" ? format(new Date(message.timestamp) / 1000, "D") : "New";
    const line = this.lines.get(key) ?? h("div", { class: `divider ${kind}`, role: "separator",
      "aria-label": text, data: { testid: `divider-${kind}` } }, h("span", null, text));
    this.lines.set(key, line);
    return line;
  }

  greet(count) {
    const { state } = this.app;
    const channel = state.channel(state.active);
    if (!channel || state.older.get(channel.id)) return this.start.replaceChildren();
    const name = titleOf(channel);
    const title = channel.guild ? `Welcome to ${name}` : name;
    const how = channel.recipient ? "with" : "in";
    const text = channel.guild
      ? "This is the start of the channel. Type / to see what the bot can do."
      : `This is the beginning of your direct messages ${how} ${name}.`;
    this.start.replaceChildren(h("div", { class: `welcome${count > 0 ? " small" : ""}` },
      h("h1", null, title), h("p", null, text), this.tour()));
  }

  // tour returns what to try in a channel with the bot, or nothing.
  tour() {
    const { state } = this.app;
    if (!state.tour || state.offered.length === 0) return null;
    return h("div", { class: "tour", data: { testid: "tour" } },
      state.tour.text.map((line) => h("p", null, line)),
      h("div", { class: "row" }, state.tour.tries.map(({ label, line }) =>
        h("button", { type: "button", class: "button primary", title: line, onclick: () => this.app.composer.run(line),
          data: { testid: "try" } }, label))));
  }

  /** focusOf returns the position of the focus in a message, for refocus, or null. */
  focusOf() {
    const focused = document.activeElement;
    const message = focused?.closest?.("[data-testid=message]");
    if (!message || !this.list.contains(message)) return null;
    return { id: message.dataset.id, mark: markOf(message, focused) };
  }

  /** refocus moves the focus to the redrawn element, or to what is in its place. */
  refocus(focus) {
    if (!focus || document.activeElement !== document.body) return;
    const message = this.list.querySelector(`[data-id="${CSS.escape(focus.id)}"]`);
    const target = message && find(message, focus.mark);
    (target ?? this.list).focus({ preventScroll: true });
    if (target && target.textContent !== focus.mark.label) this.freshUntil = Date.now() + FRESH;
    if (target) freshen(target, this.freshUntil - Date.now());
  }

  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    const { top, height, space } = this.before;
    this.remember();
    const resized = scrollHeight !== height || clientHeight !== space;
    // The content grew; the person did not scroll.
    if (resized && this.atEnd) return this.follow(this.panel());
    const below = scrollHeight - scrollTop - clientHeight;
    // The person started to scroll up.
    this.atEnd = below < 1 || below < NEAR && scrollTop >= top;
    this.jump.hidden = below < NEAR;
    if (scrollTop < NEAR && this.app.state.older.get(this.app.state.active)) this.loadOlder();
  }

  // remember records the scroll position, to detect scrolling by the person.
  remember() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    this.before = { top: scrollTop, height: scrollHeight, space: clientHeight };
  }

  async loadOlder() {
    if (this.loading) return;
    this.loading = true;
    const { shown } = this;
    const before = this.scroller.scrollHeight;
    await this.app.loadOlder();
    if (shown === this.shown) this.scroller.scrollTop += this.scroller.scrollHeight - before;
    this.loading = false;
  }

  /** goOn scrolls to the end, whatever panel is in sight. */
  goOn() {
    this.left = this.panel() || this.left;
    this.toEnd();
  }

  toEnd() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.remember();
    this.atEnd = true;
    this.jump.hidden = true;
  }
}

// freshen ignores keys on a control for some ms, because a key pressed twice was not meant for the new control.
function freshen(control, ms) {
  if (ms <= 0) return;
  control.dataset.fresh = "true";
  setTimeout(() => delete control.dataset.fresh, ms);
}
