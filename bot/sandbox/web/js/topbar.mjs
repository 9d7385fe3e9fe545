// The bar above the messages: the channel, the bot's state and its restart, the theme; and the
// red bars that say what is wrong.

import { ApiError } from "./api.mjs";
import { h, replace } from "./dom.mjs";
import { icon } from "./icon.mjs";
import { isForum, stateOf } from "./channels.mjs";
import { openLanguages } from "./language.mjs";
import { clockMenu, threadMenu } from "./menu.mjs";
import { toast } from "./popover.mjs";
import { nameOf } from "./state.mjs";
import { own } from "./people.mjs";

export class Topbar {
  constructor(app) {
    this.app = app;
    this.title = h("h1", { class: "topbar-title", data: { testid: "channel-title" } });
    this.bot = h("span", { class: "bot-state", role: "status", data: { testid: "bot-state" } });
    this.restart = h("button", { type: "button", class: "restart", "aria-label": "Restart bot",
      title: "Restart bot", onclick: () => this.restartBot(), data: { testid: "restart" } },
      icon("restart"), h("span", null, "Restart bot"));
    this.dot = h("span", { class: "badge menu-badge", hidden: true });
    this.menu = h("button", { type: "button", class: "icon-button menu-button",
      "aria-label": "Channels", "aria-controls": "sidebar", "aria-expanded": "false",
      onclick: () => app.drawer(true), data: { testid: "menu-button" } }, icon("menu"), this.dot);
    this.languages = iconButton("globe", "Languages", "languages-toggle",
      () => openLanguages(app, this.languages));
    this.languages.setAttribute("aria-haspopup", "dialog");
    this.languages.setAttribute("aria-expanded", "false");
    this.thread = iconButton("more", "Thread", "thread-menu",
      (event) => threadMenu(app, app.state.channel(app.state.active), event));
    this.clock = iconButton("clock", "Clock", "clock", (event) => clockMenu(app, event));
    this.element = h(
      "header",
      { class: "topbar" },
      this.menu, this.title, this.thread, h("span", { class: "topbar-space" }), this.bot, this.restart,
      this.clock,
      iconButton("people", "Members", "members-toggle", () => toggleMembers()),
      this.languages,
      iconButton("sun", "Light or dark", "theme", () => app.theme()),
    );
    for (const topic of ["active", "channels", "bot", "people", "line"]) {
      app.state.on(topic, () => this.draw());
    }
  }

  draw() {
    const { state } = this.app;
    const channel = state.channel(state.active);
    replace(this.title, channel && [
      h("span", { class: "hash", "aria-hidden": "true" },
        isForum(channel) ? "❏" : channel.thread ? "└" : channel.guild ? "#" : "@"),
      h("span", { class: "topbar-name" },
        channel.type === 1 ? nameOf(channel.recipient) : channel.name),
      stateOf(channel),
    ]);
    this.thread.hidden = !channel?.thread?.manages;
    const { user } = state.bot;
    this.bot.dataset.online = String(state.botOnline);
    const how = state.botOnline ? "online" : "offline";
    replace(this.bot, h("span", { class: `presence ${how}` }),
      h("span", { class: "bot-state-text" }, `${nameOf(user)} is ${how}`));
    this.bot.title = this.bot.textContent;
    this.restart.hidden = !state.canRestart;
    this.clock.hidden = !state.canJump;
    const { mentions } = own(state);
    const elsewhere = mentions - (channel?.mentions ?? 0);
    replace(this.dot, String(elsewhere));
    this.dot.hidden = elsewhere <= 0;
    const waits = mentions > 0 ? `(${mentions}) ` : "";
    const guild = channel?.guild ?? state.guild;
    document.title = `${waits}${this.title.textContent || "MAD"} · ${guild.name}`;
  }

  // restartBot leaves the button enabled while it waits, so that it keeps the focus.
  async restartBot() {
    if (this.restart.ariaBusy === "true") return;
    this.restart.ariaBusy = "true";
    try {
      await this.app.api.restart();
      toast("The bot was restarted.");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(`The bot could not be restarted: ${error.message}`);
    } finally {
      this.restart.ariaBusy = "false";
    }
  }
}

/** Banner shows what must not be missed: calls the stand-in does not know, and a broken line. */
export class Banner {
  constructor(app) {
    this.state = app.state;
    this.element = h("div", { class: "banners" });
    this.hiddenCount = 0;
    for (const topic of ["unhandled", "line"]) app.state.on(topic, () => this.draw());
  }

  draw() {
    const { unhandled, connected } = this.state;
    const calls = [...new Set(unhandled)];
    replace(this.element,
      calls.length > this.hiddenCount && this.unhandled(calls),
      !connected && h("div", { class: "banner waiting", role: "status",
        data: { testid: "offline" } }, "No connection to the sandbox. Trying again…"));
  }

  unhandled(calls) {
    const close = () => {
      this.hiddenCount = calls.length;
      this.draw();
    };
    return h("div", { class: "banner wrong", role: "alert", data: { testid: "unhandled" } },
      h("div", { class: "banner-text" },
        h("strong", null, "The bot called what this sandbox does not know: "),
        calls.map((c) => h("code", null, c))),
      h("button", { type: "button", class: "icon-button", "aria-label": "Hide", onclick: close },
        icon("close")));
  }
}

function iconButton(name, label, testid, onclick) {
  return h("button", { type: "button", class: `icon-button ${testid}`, "aria-label": label,
    title: label, onclick, data: { testid } }, icon(name));
}

function toggleMembers() {
  document.querySelector(".app").classList.toggle("members-shown");
}
