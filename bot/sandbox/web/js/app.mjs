// The page: connects state, API, stream and views, and holds the actions that concern all of them.

import { Api, ApiError } from "./api.mjs";
import { Channels } from "./channels.mjs";
import { leaves } from "./command.mjs";
import { Composer } from "./composer.mjs";
import { h } from "./dom.mjs";
import { Interactions } from "./interaction.mjs";
import { Markup, keepTime } from "./markup.mjs";
import { userMenu } from "./menu.mjs";
import { Accounts, Members } from "./people.mjs";
import { toast } from "./popover.mjs";
import { State } from "./state.mjs";
import { Stream } from "./stream.mjs";
import { Timeline } from "./timeline.mjs";
import { Banner, Topbar } from "./topbar.mjs";
import { Typing } from "./typing.mjs";

const PAGE = 50; // messages loaded at a time
const GLANCE = 10000; // ms between looks at what waits for the other people
const MENTION = "[role=button][data-mention]"; // that can be pressed
const TAP = 100; // ms after a finger's lift within which its click comes

class App {
  constructor(as) {
    this.state = new State();
    this.api = new Api(as);
    this.markup = new Markup(this.state);
    this.interactions = new Interactions(this);
    this.composer = new Composer(this);
    this.typing = new Typing(this);
    this.timeline = new Timeline(this);
  }

  /** start draws the page and keeps it alive. */
  async start() {
    const content = h("main", { class: "content" }, this.timeline.element, this.composer.element,
      this.typing.element);
    const views = [new Banner(this), new Channels(this), new Topbar(this), { element: content },
      new Accounts(this), new Members(this)];
    const scrim = h("div", { class: "scrim", onclick: () => this.drawer(false) });
    document.querySelector(".app").append(...views.map((v) => v.element), scrim);
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.drawer(false));
    document.addEventListener("visibilitychange", () => this.readActive());
    document.addEventListener("click", (event) => this.follow(event));
    document.addEventListener("keydown", (event) => this.followKey(event));
    this.keepStill();
    keepTime(document.body, this.state);
    setInterval(() => this.glance(), GLANCE);
    await this.try(() => this.whoever()); // settles who one is
    this.listen();
  }

  // keepStill stops drawing while the mouse or a finger is down, so that the click hits what was pressed.
  keepStill() {
    const { state } = this;
    let timer = 0;
    const press = ({ button }) => {
      if (button !== 0) return;
      clearTimeout(timer);
      state.hold();
    };
    const lift = ({ pointerType }) => {
      clearTimeout(timer);
      timer = setTimeout(() => state.release(), pointerType === "touch" ? TAP : 0);
    };
    document.addEventListener("pointerdown", press, { capture: true });
    for (const end of ["pointerup", "pointercancel", "contextmenu", "dragstart"]) {
      document.addEventListener(end, lift, { capture: true });
    }
    addEventListener("blur", () => state.release());
  }

  // follow opens a mention that was clicked.
  follow(event) {
    const { dataset } = event.target.closest?.(MENTION) ?? {};
    if (!dataset) return;
    const user = this.state.user(dataset.user);
    const leaf = leaves(this.state.offered, this.state.locale)
      .find((l) => l.path.join(" ") === dataset.command);
    if (user) userMenu(this, user, event);
    if (leaf) this.composer.start(leaf);
    if (dataset.channel) this.enter(dataset.channel);
  }

  // followKey does the same for keys.
  followKey(event) {
    const presses = event.key === "Enter" || event.key === " ";
    if (!presses || !event.target.matches?.(MENTION)) return;
    event.preventDefault();
    event.target.click();
  }

  /** become switches to another person. */
  become(id) {
    this.api = new Api(id);
    this.stream?.close();
    document.documentElement.dataset.ready = "false";
    this.state.forget();
    this.listen();
  }

  /** enter shows a channel. The one on show stays as it is. */
  async enter(id) {
    const { state } = this;
    if (id === state.active && state.lists.has(id)) return this.drawer(false);
    await this.show(id);
  }

  async show(id) {
    const { state } = this;
    const channel = state.channel(id);
    if (!channel) return;
    const unread = channel.unread ?? 0;
    state.active = id;
    state.newFrom = "";
    remember(state.me.id, id);
    this.drawer(false);
    this.composer.enter(channel);
    if (!await this.load(id, unread)) return;
    state.tell("active");
    this.readActive();
  }

  // load loads the newest messages of a channel, and returns whether they are still wanted.
  async load(id, unread) {
    const { state, stream } = this;
    const arrived = state.loading(id);
    const loaded = await this.try(() => this.api.messages(id));
    if (stream !== this.stream) return arrived(undefined); // one is somebody else by now
    arrived(loaded);
    if (loaded) state.older.set(id, loaded.length >= PAGE);
    if (id !== state.active) return false;
    if (loaded && unread > 0) state.newFrom = lastRead(loaded, unread, state.me.id);
    return true;
  }

  async loadOlder() {
    const { state, stream } = this;
    const id = state.active;
    const first = state.messages(id)[0]?.id;
    const older = await this.try(() => this.api.messages(id, first));
    const same = stream === this.stream && state.messages(id)[0]?.id === first;
    if (!older || !same) return; // the list may be another by now
    state.older.set(id, older.length >= PAGE);
    state.setMessages(id, [...older, ...state.messages(id)]);
  }

  async openDM(recipient) {
    const { api } = this;
    const channel = await this.try(() => api.openDM(recipient));
    if (!channel || api !== this.api) return; // one is somebody else by now
    this.state.putChannel(channel);
    await this.enter(channel.id);
  }

  /** closeDMs sets whether the person refuses the bot's direct messages. */
  async closeDMs(closed) {
    await this.try(() => this.api.closeDMs(closed));
  }

  /** setLocale sets the language of the person's client, or of the server. */
  async setLocale(locale, guild) {
    const { api, state } = this;
    const done = await this.try(() => api.setLocale(locale, guild));
    if (!done || api !== this.api) return;
    if (guild) state.guildLocale = locale;
    else state.locale = locale;
    state.tell("commands");
  }

  /** setThread archives and locks a thread, or the opposite. */
  async setThread(channel, thread) {
    await this.try(() => this.api.setThread(channel.id, thread));
  }

  async dismiss(message) {
    if (!message.local) await this.try(() => this.api.dismiss(message.id));
    this.state.remove(message.channel_id, message.id);
  }

  /** drawer opens and closes the channel list on narrow pages. */
  drawer(open) {
    const page = document.querySelector(".app");
    if (page.classList.contains("drawer-open") === open) return;
    page.classList.toggle("drawer-open", open);
    const button = page.querySelector(".menu-button");
    button.setAttribute("aria-expanded", String(open));
    if (open) page.querySelector(".sidebar [aria-current], .sidebar .channel")?.focus();
    else if (button.offsetParent) button.focus();
  }

  theme() {
    const root = document.documentElement;
    root.dataset.theme = root.dataset.theme === "light" ? "dark" : "light";
    localStorage.setItem("theme", root.dataset.theme);
  }

  // reload loads the whole state, once the stream reports later changes.
  async reload() {
    const { state, stream } = this;
    const answer = await this.try(() => this.whoever());
    if (stream !== this.stream) return;
    if (!answer) return this.line(false);
    this.api.as = answer.me.id;
    state.keepOnly(state.active);
    state.load(answer);
    const channel = state.channel(state.active || wished()) ??
      state.channels[0];
    await this.show(channel.id);
    if (stream !== this.stream) return;
    this.line(true);
    this.glance();
  }

  // whoever loads the state as the person last chosen, or as the first one if that one is gone.
  async whoever() {
    try {
      return await this.api.state();
    } catch (error) {
      if (!this.api.as || !(error.status >= 400 && error.status < 500)) throw error;
      this.api = new Api();
      return this.api.state();
    }
  }

  listen() {
    this.stream?.close();
    this.stream = new Stream(this.api.address("/sandbox/events"), {
      open: () => this.reload(),
      broken: () => this.line(false),
      event: (name, data) => this.heard(name, data),
    });
  }

  line(stands) {
    this.state.connected = stands;
    document.documentElement.dataset.ready = String(stands);
    this.state.tell("line");
  }

  heard(name, data) {
    const { state } = this;
    switch (name) {
      case "typing": return this.typing.begin(data.channel_id);
      case "message_create":
      case "message_update":
        if (name === "message_create") this.typing.end(data.message);
        state.put(data.message);
        return this.glanceSoon();
      case "message_delete": return state.remove(data.channel_id, data.id);
      case "channel_update": return this.channelChanged(data.channel);
      case "channel_delete": return this.channelGone(data.id);
      case "dms":
        state.dmsClosed = data.closed;
        return state.tell("channels");
      case "commands":
        state.commands = data.commands;
        for (const channel of data.channels) state.putChannel(channel);
        return state.tell("commands");
      case "bot":
        state.bot = { ...state.bot, ...data };
        return state.tell("bot");
      case "unhandled":
        state.unhandled.push(data.text);
        return state.tell("unhandled");
    }
  }

  // channelChanged updates a channel. The one on show is marked as read.
  channelChanged(channel) {
    this.state.putChannel(channel);
    if (channel.id === this.state.active) this.readActive();
  }

  // channelGone leaves a channel that was deleted.
  channelGone(id) {
    const { state } = this;
    state.removeChannel(id);
    if (id === state.active) this.show(state.channels[0].id);
  }

  // readActive marks the channel on show as read, if it is visible.
  readActive() {
    const { state, api } = this;
    const { id, unread } = state.channel(state.active) ?? {};
    if (document.hidden || !unread) return;
    state.putChannel({ id, unread: 0, mentions: 0 });
    this.try(() => api.read(id));
  }

  glanceSoon() {
    clearTimeout(this.glanceTimer);
    this.glanceTimer = setTimeout(() => this.glance(), 300);
  }

  // glance loads the unread counts of the other people, for the account switch.
  async glance() {
    const { state } = this;
    if (document.hidden || !state.connected) return;
    state.elsewhere = new Map(Object.entries(await this.api.waiting().catch(() => ({}))));
    state.tell("elsewhere");
  }

  // try shows the error of a refused call and returns undefined.
  async try(call) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 0) toast(error.message);
      return undefined;
    }
  }
}

// lastRead returns the message before the unread ones, "0" if all are unread. Only public messages of others
// count.
function lastRead(messages, unread, me) {
  const counted = messages.filter((m) => !m.ephemeral && m.author.id !== me);
  const first = counted.at(-unread);
  return messages[messages.indexOf(first) - 1]?.id ?? "0";
}

// The person and channel are in the address, so that each tab can be another person.
function remember(as, channel) {
  history.replaceState(null, "", `?${new URLSearchParams({ as, channel })}`);
  localStorage.setItem("as", as);
}

function wished() {
  return new URLSearchParams(location.search).get("channel") ?? "";
}

const as = new URLSearchParams(location.search).get("as") ?? localStorage.getItem("as") ?? "";
document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "dark";
new App(as).start();
