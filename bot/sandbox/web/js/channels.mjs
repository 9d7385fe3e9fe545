// The list of channels and direct messages.

import { avatar } from "./avatar.mjs";
import { h, replace } from "./dom.mjs";
import { icon } from "./icon.mjs";
import { nameOf } from "./state.mjs";

const DM = 1;

export class Channels {
  constructor(app) {
    this.app = app;
    this.guild = h("h1", { class: "guild-name" });
    this.list = h("div", { class: "channel-groups" });
    this.element = h("nav", { class: "sidebar", id: "sidebar", "aria-label": "Channels" },
      h("header", { class: "sidebar-head" }, this.guild), this.list);
    for (const topic of ["channels", "active", "bot", "line"]) app.state.on(topic, () => this.draw());
  }

  draw() {
    const { channels, guild, bot } = this.app.state;
    const inGuild = (id) => channels.filter((c) => c.guild?.id === id && !c.thread)
      .map((c) => [this.row(c), this.threads(c)]);
    const elsewhere = new Map(channels.filter((c) => c.guild && c.guild.id !== guild.id)
      .map((c) => [c.guild.id, c.guild.name]));
    this.guild.textContent = guild.name;
    const focused = this.list.contains(document.activeElement) && document.activeElement.dataset.id;
    const direct = channels.filter((c) => !c.guild);
    const withBot = direct.some((c) => c.recipient?.id === bot.user?.id);
    replace(this.list,
      this.group("Text channels", inGuild(guild.id)),
      this.group("Direct messages", [
        !withBot && bot.user && this.opener(bot.user),
        ...direct.map((c) => this.row(c)),
        bot.user && this.closer(bot.user),
      ]),
      [...elsewhere].map(([id, name]) => this.group(name, inGuild(id))));
    if (focused) this.list.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus();
  }

  group(title, rows) {
    return h("section", { class: "channel-group" }, h("h2", null, title), h("ul", null, rows));
  }

  // threads lists the threads of a channel, those that are archived last.
  threads(channel) {
    const of = this.app.state.channels.filter((c) => c.thread?.parent === channel.id);
    const [old, active] = [of.filter((c) => c.thread.archived), of.filter((c) => !c.thread.archived)];
    return [...active, ...old].map((c) => this.row(c));
  }

  // closer returns the switch that refuses the bot's direct messages.
  closer(user) {
    const { dmsClosed } = this.app.state;
    return h("li", null, h("button", { type: "button", role: "switch", class: "channel dm-switch",
      "aria-checked": String(!dmsClosed), onclick: () => this.app.closeDMs(!dmsClosed),
      data: { testid: "dm-switch", id: "dm-switch", closed: dmsClosed } },
      h("span", { class: "channel-name" }, `Let ${nameOf(user)} write to me`),
      h("span", { class: "switch", "aria-hidden": "true" })));
  }

  row(channel) {
    const { active, bot, botOnline } = this.app.state;
    const { unread = 0, mentions = 0 } = channel;
    const name = titleOf(channel);
    const { thread } = channel;
    const isBot = channel.recipient?.id === bot.user?.id;
    return h("li", null, h(
      "button",
      { type: "button",
        class: `channel${thread ? " thread" : ""}${unread > 0 ? " unread" : ""}`,
        "aria-current": channel.id === active ? "page" : null,
        onclick: () => this.app.enter(channel.id),
        data: { testid: "channel", id: channel.id, name: nameIn(channel), unread, mentions,
          parent: thread?.parent, archived: thread?.archived, locked: thread?.locked } },
      channel.type === DM
        ? h("span", { class: "member-face" }, avatar(channel.recipient, 28),
          presence(!isBot || botOnline))
        : h("span", { class: "hash", "aria-hidden": "true" },
          isForum(channel) ? "❏" : thread ? "└" : channel.guild ? "#" : icon("people")),
      h("span", { class: "channel-name" }, channel.type === DM ? name : channel.name),
      thread && aside("thread"),
      stateOf(channel),
      isForum(channel) && h("span", { class: "muted-tag", title: "It has posts, and no messages of its own" },
        "forum"),
      channel.bot_can_write === false && !thread?.locked && !isForum(channel) &&
        h("span", { class: "muted-tag", title: "The bot may not write here" },
          "no bot"),
      mentions > 0 && h("span", { class: "badge", data: { testid: "mentions" } }, mentions),
      mentions > 0 && aside("mentions"),
      unread > 0 && aside("unread"),
    ));
  }

  opener(user) {
    return h("li", null, h("button", { type: "button", class: "channel opener",
      onclick: () => this.app.openDM(user.id), data: { testid: "open-dm", userId: user.id } },
      h("span", { class: "member-face" }, avatar(user, 28), presence(this.app.state.botOnline)),
      h("span", { class: "channel-name" }, nameOf(user))));
  }
}

/** isForum says whether a channel has only posts, which are threads with a first message. */
export function isForum({ type }) {
  return type === 15 || type === 16;
}

/** titleOf returns the title of a channel: "#general", a group's name, or the other person's. */
export function titleOf(channel) {
  if (channel.type === DM) return nameOf(channel.recipient);
  return channel.guild && !channel.thread ? `#${channel.name}` : channel.name;
}

/** stateOf says of a thread whether it is archived and locked; null for an active one. */
export function stateOf({ thread }) {
  const words = [thread?.archived && "archived", thread?.locked && "locked"].filter(Boolean);
  return words.length > 0 && h("span", { class: "muted-tag",
    data: { testid: "thread-state" } }, words.join(", "));
}

// aside is only for screen readers.
function aside(word) {
  return h("span", { class: "unseen" }, word);
}

function presence(online) {
  return h("span", { class: `presence ${online ? "online" : "offline"}` });
}

function nameIn(channel) {
  return channel.type === DM ? channel.recipient?.username : channel.name;
}
