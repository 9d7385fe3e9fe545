// The state of the page, and the listeners of its changes.
//
// Topics: "people", "channels" (and whether direct messages are closed), "commands", "bot",
// "unhandled", "active" (another channel or person), "messages" (of the active channel), "line" (the event stream
// connected or broke).

import { after, compare } from "./snowflake.mjs";
import { clock, setClock } from "./time.mjs";

export class State {
  constructor() {
    this.bus = new EventTarget();
    this.held = null; // topics that wait for the release, null when none has to
    this.me = null;
    this.people = [];
    this.bot = { user: null, online: false };
    this.guild = { id: "", name: "" };
    this.channels = [];
    this.commands = [];
    this.unhandled = [];
    this.canRestart = false;
    this.dmsClosed = false; // to the bot, by the person one is
    this.locale = "en-US"; // of the client of the person one is
    this.guildLocale = "en-US";
    this.locales = []; // that Discord has
    this.manager = ""; // id of the person who manages the server
    this.connected = false;
    this.active = ""; // id of the channel on show
    this.lists = new Map(); // channel id → messages, oldest first
    this.journals = new Set(); // what happens to messages while some are being loaded
    this.older = new Map(); // channel id → may have older messages
    this.newFrom = ""; // id of the last message read when the channel was opened
    this.busy = new Map(); // message id → custom id of the control that waits for an answer
    this.failed = new Map(); // message id → why its last interaction failed
    this.picked = new Map(); // message id → {custom id: values}, what its menus show as chosen
    this.elsewhere = new Map(); // person id → {unread, mentions} of the people one is not
  }

  on(topic, listener) {
    this.bus.addEventListener(topic, () => listener());
  }

  tell(topic) {
    if (this.held) this.held.add(topic);
    else this.bus.dispatchEvent(new Event(topic));
  }

  /** hold stops drawing until release, because what is redrawn cannot be clicked. */
  hold() {
    this.held ??= new Set();
  }

  release() {
    const topics = this.held ?? [];
    this.held = null;
    for (const topic of topics) this.tell(topic);
  }

  /** botOnline returns whether the bot is known to be online. */
  get botOnline() {
    return Boolean(this.connected && this.bot.online);
  }

  /** load stores the response of GET /sandbox/state. */
  load(answer) {
    this.me = answer.me;
    this.people = answer.people ?? [];
    this.bot = answer.bot ?? this.bot;
    this.guild = answer.guild ?? this.guild;
    this.channels = answer.channels ?? [];
    this.commands = answer.commands ?? [];
    this.unhandled = answer.unhandled ?? [];
    this.canRestart = Boolean(answer.can_restart);
    this.canJump = Boolean(answer.can_jump);
    this.tour = answer.tour;
    if (answer.now) setClock(Date.parse(answer.now));
    this.dmsClosed = Boolean(answer.dms_closed);
    this.manager = answer.manager ?? "";
    this.locale = answer.locale ?? "en-US";
    this.guildLocale = answer.guild_locale ?? "en-US";
    this.locales = answer.locales ?? [];
    for (const topic of ["people", "channels", "commands", "bot", "unhandled"]) this.tell(topic);
  }

  /** forget drops what only concerns the current person. */
  forget() {
    for (const map of [this.lists, this.busy, this.failed, this.picked]) map.clear();
  }

  /** keepOnly drops the messages of all channels but one. */
  keepOnly(channel) {
    for (const id of this.lists.keys()) if (id !== channel) this.lists.delete(id);
  }

  /** offered lists the commands that the channel on show offers. */
  get offered() {
    const ids = this.channel(this.active)?.commands ?? [];
    return this.commands.filter((c) => ids.includes(c.id));
  }

  /** guildChannels lists the channels of the guild on show; in conversations of the bot's guild. */
  get guildChannels() {
    const guild = (this.channel(this.active)?.guild ?? this.guild).id;
    return this.channels.filter((c) => c.guild?.id === guild);
  }

  channel(id) {
    return this.channels.find((c) => c.id === id);
  }

  /** user finds a person or the bot by id; undefined when unknown. */
  user(id) {
    return [this.bot.user, ...this.people].find((u) => u?.id === id);
  }

  /** offers returns whether a message has a control, as far as the page knows. */
  offers(message, customId) {
    const known = this.messages(message.channel_id).find((m) => m.id === message.id);
    return controls(known?.components).includes(customId);
  }

  /** everyone lists the people and the bot. */
  everyone() {
    return [...this.people, this.bot.user].filter(Boolean);
  }

  messages(channel = this.active) {
    return this.lists.get(channel) ?? [];
  }

  setMessages(channel, messages) {
    this.lists.set(channel, messages);
    this.changed(channel);
  }

  /**
   * loading records what happens to messages from now on. It returns a function that stores the newest
   * messages of the channel when they have arrived, updated by what happened since they were
   * requested; undefined: they did not arrive. Older ones that are contiguous with them stay.
   */
  loading(channel) {
    const journal = [];
    this.journals.add(journal);
    return (messages) => {
      this.journals.delete(journal);
      if (!messages) return;
      const known = this.messages(channel);
      const older = known.slice(0, Math.max(0, known.findIndex((m) => m.id === messages[0]?.id)));
      const list = [...older, ...messages];
      for (const m of known.slice(older.length)) if (m.local) insert(list, m);
      this.lists.set(channel, list);
      for (const again of journal) again();
    };
  }

  // happens records a change for those who load messages.
  happens(again) {
    for (const journal of this.journals) journal.push(again);
  }

  /** put adds or replaces a message. One older than what is loaded is dropped. */
  put(message) {
    this.happens(() => this.put(message));
    const list = this.lists.get(message.channel_id);
    if (!list) return;
    const at = list.findIndex((m) => m.id === message.id);
    this.picked.delete(message.id);
    this.busy.delete(message.id); // the answer may be told sooner than that it was given
    if (at >= 0) list[at] = message;
    else if (!this.tooOld(list, message)) insert(list, message);
    this.changed(message.channel_id);
  }

  /** pick records the selection of a menu. As in Discord it stays until the message changes. */
  pick(message, customId, values) {
    this.picked.set(message, { ...this.picked.get(message), [customId]: values });
  }

  remove(channel, id) {
    this.happens(() => this.remove(channel, id));
    const list = this.lists.get(channel);
    if (!list) return;
    this.lists.set(channel, list.filter((m) => m.id !== id));
    this.changed(channel);
  }

  /** placeholder adds a message that only this page has: a command that waits or failed. */
  placeholder(channel, content) {
    const last = this.messages(channel).at(-1);
    const id = after(last?.id, Math.floor(clock()));
    const author = this.bot.user;
    this.put({
      id, channel_id: channel, author, local: true, content: "",
      timestamp: new Date(clock()).toISOString(), ...content,
    });
    return id;
  }

  putChannel(channel) {
    const at = this.channels.findIndex((c) => c.id === channel.id);
    if (at < 0) this.channels.push(channel);
    else this.channels[at] = { ...this.channels[at], ...channel };
    this.tell("channels");
  }

  removeChannel(id) {
    this.channels = this.channels.filter((c) => c.id !== id);
    this.lists.delete(id);
    this.tell("channels");
  }

  changed(channel) {
    if (channel === this.active) this.tell("messages");
  }

  tooOld(list, message) {
    return this.older.get(message.channel_id) && list.length > 0 &&
      compare(message.id, list[0].id) < 0;
  }
}

// controls lists the custom ids of what can be used in a tree of components.
function controls(list) {
  return (list ?? []).flatMap((c) => [c.custom_id, ...controls(c.components),
    ...controls(c.accessory && [c.accessory])]);
}

function insert(list, message) {
  let at = list.length;
  while (at > 0 && compare(list[at - 1].id, message.id) > 0) at--;
  list.splice(at, 0, message);
}

/** nameOf is what a person is called on the page. */
export function nameOf(user) {
  return user?.global_name || user?.username || "Unknown";
}

/** roleName is what a role is called in menus. */
export function roleName(role) {
  return role.name.startsWith("@") ? role.name : `@${role.name}`;
}
