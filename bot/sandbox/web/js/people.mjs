// The current person, and the other people.

import { avatar } from "./avatar.mjs";
import { h, replace } from "./dom.mjs";
import { onMenu, userMenu } from "./menu.mjs";
import { Select, USER } from "./select.mjs";
import { nameOf } from "./state.mjs";

const FACES = 3; // side by side; where there are more people, the last place is for finding them

/** Accounts is the account switch, with the mentions of each person. */
export class Accounts {
  constructor(app) {
    this.app = app;
    this.last = []; // the ids of those one was last
    this.find = new Select({ type: USER, placeholder: "Find", custom_id: "people" },
      { everyone: () => this.hidden(), guild: {} }, ([id]) => this.found(id));
    this.finder = h("div", { class: "account-find", hidden: true }, this.find.element);
    this.buttons = h("div", { class: "accounts-buttons", role: "radiogroup",
      "aria-label": "You are", onkeydown: (event) => this.walk(event),
      data: { testid: "accounts" } });
    this.element = h("section", { class: "accounts", "aria-label": "Accounts" },
      h("span", { class: "accounts-title", "aria-hidden": "true" }, "You are"), this.buttons, this.finder);
    for (const topic of ["people", "channels", "elsewhere"]) app.state.on(topic, () => this.draw());
  }

  draw() {
    const focused = this.buttons.contains(document.activeElement);
    replace(this.buttons, this.faces().map((p) => this.account(p)));
    if (focused) this.buttons.querySelector("[aria-checked=true]")?.focus();
    this.finder.hidden = this.hidden().length === 0;
    const sum = (key) => this.hidden().reduce((n, p) => n + this.waiting(p)[key], 0);
    this.finder.querySelector(".badge, .unread-dot")?.remove();
    this.finder.append(...[mark(sum("mentions"), sum("unread"))].filter(Boolean));
  }

  // faces are the people on show; if there are many, the recent ones.
  faces() {
    const { people, me } = this.app.state;
    if (people.length <= FACES) return people;
    const all = [me, ...this.last.map((id) => this.app.state.user(id)), ...people];
    this.last = [...new Set(all.filter(Boolean).map((p) => p.id))].slice(0, FACES - 1);
    return people.filter((p) => this.last.includes(p.id));
  }

  // hidden are the other people, those with the most unread mentions first.
  hidden() {
    const shown = this.faces();
    const waits = (p) => this.waiting(p).mentions;
    return this.app.state.people.filter((p) => !shown.includes(p))
      .map((p) => ({ ...p, tag: waits(p) > 0 ? `${waits(p)}` : "" }))
      .sort((a, b) => waits(b) - waits(a));
  }

  found(id) {
    this.find.set([]);
    this.app.become(id);
  }

  waiting(person) {
    const { state } = this.app;
    const mine = person.id === state.me?.id;
    return (mine ? own(state) : state.elsewhere.get(person.id)) ?? { unread: 0, mentions: 0 };
  }

  account(person) {
    const { state } = this.app;
    const mine = person.id === state.me?.id;
    const { unread, mentions: count } = this.waiting(person);
    const role = person.id === state.manager ? ", who manages the server" : "";
    const waits = count > 0 ? `, ${count} mentions` : unread > 0 ? ", unread messages" : "";
    return h(
      "button",
      { type: "button", role: "radio", class: "account", "aria-checked": String(mine),
        "aria-label": `${nameOf(person)}${role}${waits}`, tabindex: mine ? "0" : "-1",
        title: `${mine ? "You are" : "Become"} ${nameOf(person)}${role}`,
        onclick: () => !mine && this.app.become(person.id),
        data: { testid: "account", userId: person.id, name: person.username, mentions: count,
          unread } },
      h("span", { class: "account-face" }, avatar(person, 32), !mine && mark(count, unread)),
      h("span", { class: "account-name" }, nameOf(person)),
    );
  }

  walk(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const faces = this.faces();
    const at = faces.findIndex((p) => p.id === this.app.state.me.id);
    this.app.become(faces[(at + step + faces.length) % faces.length].id);
  }
}

// mark is the number of mentions at a face, or a dot if only something else is unread.
function mark(count, unread) {
  if (count > 0) return h("span", { class: "badge", data: { testid: "account-mentions" } }, count);
  return unread > 0 && h("span", { class: "unread-dot" });
}

/** Members lists everyone in the channel on show. */
export class Members {
  constructor(app) {
    this.app = app;
    this.element = h("aside", { class: "members", "aria-label": "Members",
      data: { testid: "members" } });
    for (const topic of ["people", "bot", "line", "active"]) app.state.on(topic, () => this.draw());
  }

  draw() {
    const { state } = this.app;
    const { bot, botOnline } = state;
    const here = state.channel(state.active)?.members ?? [];
    const people = here.filter((u) => !u.bot);
    const withBot = here.length > people.length;
    replace(this.element,
      withBot && h("h2", null, "App — 1"),
      withBot && this.member(bot.user, botOnline),
      h("h2", null, `People — ${people.length}`),
      people.map((p) => this.member(p, true)));
  }

  member(user, online) {
    const open = (event) => userMenu(this.app, user, event);
    const element = h(
      "button",
      { type: "button", class: `member${online ? "" : " offline"}`, onclick: open,
        data: { testid: "member", userId: user.id, user: user.id, name: user.username } },
      h("span", { class: "member-face" }, avatar(user, 32),
        h("span", { class: `presence ${online ? "online" : "offline"}` })),
      h("span", { class: "member-name" }, nameOf(user)),
      user.bot && h("span", { class: "bot-tag" }, "BOT"),
      user.id === this.app.state.me?.id && h("small", null, "you"),
    );
    onMenu(element, open);
    return element;
  }
}

/** own returns the total unread counts of the current person. */
export function own(state) {
  const sum = (key) => state.channels.reduce((n, c) => n + (c[key] ?? 0), 0);
  return { unread: sum("unread"), mentions: sum("mentions") };
}
