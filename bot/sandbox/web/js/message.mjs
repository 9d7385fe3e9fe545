// One message.

import { avatar } from "./avatar.mjs";
import { stateOf } from "./channels.mjs";
import { Components, dots } from "./component.mjs";
import { h } from "./dom.mjs";
import { icon } from "./icon.mjs";
import { attachments } from "./media.mjs";
import { messageMenu, onMenu, userMenu } from "./menu.mjs";
import { nameOf } from "./state.mjs";
import { format, stamp } from "./time.mjs";

const LOADING = 128;
const MENU_ANSWER = 23; // type of the answer to a user or message command
const TOGETHER = 7 * 60 * 1000; // ms within which messages of one author stand together

/**
 * Look is how a message is shown: {compact, busy, failed, thread}; thread is the one that
 * starts with it.
 */
export function drawMessage(app, message, look) {
  const mentioned = mentions(app.state, message);
  const element = h(
    "article",
    { class: classes(message, look, mentioned), data: {
      testid: "message", id: message.id, authorId: message.author?.id,
      author: message.author?.username, ephemeral: message.ephemeral, mentioned,
      thinking: isThinking(message), local: message.local, busy: Boolean(look.busy),
    } },
    above(app, message),
    look.compact ? hour(message) : face(app, message),
    h("div", { class: "message-body" },
      !look.compact && head(app, message),
      body(app, message, look),
      look.thread && threadLink(app, look.thread),
      message.ephemeral && onlyYou(app, message)),
    !message.local && more(app, message),
  );
  if (!message.local) onMenu(element, (event) => menuOf(app, message, event));
  return element;
}

/** isCompact returns whether a message follows the previous one without a header. */
export function isCompact(message, before) {
  return Boolean(before) && before.author?.id === message.author?.id && !usedOf(message) &&
    !message.referenced_message && !message.ephemeral && !before.ephemeral &&
    new Date(message.timestamp) - new Date(before.timestamp) < TOGETHER;
}

/** mentions returns whether a message mentions the person. */
export function mentions(state, message) {
  return Boolean(message.mention_everyone) ||
    (message.mentions ?? []).some((u) => u.id === state.me?.id);
}

function classes(message, look, mentioned) {
  return ["message", look.compact && "compact", mentioned && "mentioned",
    message.ephemeral && "ephemeral"].filter(Boolean).join(" ");
}

function isThinking(message) {
  return Boolean(message.thinking || (message.flags ?? 0) & LOADING);
}

// menuOf leaves pictures and links to the browser's own context menu.
function menuOf(app, message, event) {
  const user = event.target.closest?.("[data-user]")?.dataset.user;
  if (user && app.state.user(user)) return userMenu(app, app.state.user(user), event);
  messageMenu(app, message, event);
}

function above(app, message) {
  const used = usedOf(message);
  if (used) {
    const bare = used.name.startsWith("/") || message.type === MENU_ANSWER || message.local;
    const name = bare ? used.name : `/${used.name}`;
    return h("div", { class: "message-above", data: { testid: "used" } },
      used.user && avatar(used.user, 16), h("strong", null, nameOf(used.user)), " used ",
      h("span", { class: "used-name" }, name));
  }
  if (!message.message_reference && !message.referenced_message) return null;
  const to = message.referenced_message;
  return h("div", { class: "message-above reply", data: { testid: "reply" } },
    to ? [avatar(to.author, 16), h("strong", null, nameOf(to.author)), " ",
      h("span", { class: "reply-text" }, app.markup.line(firstLine(to)))]
      : h("em", null, "Original message was deleted"));
}

// usedOf returns the command of a response: {name, user}. A follow-up shows what it replies to.
function usedOf(message) {
  if (message.used) return message.used;
  if (message.referenced_message && message.type !== MENU_ANSWER) return null;
  const used = message.interaction_metadata;
  return used?.name && (used.type ?? 2) === 2 ? used : null;
}

function firstLine(message) {
  const text = message.content || firstText(message.components) || "Click to see attachment";
  return text.split("\n")[0].replace(/^#+ /, "").slice(0, 120);
}

// firstText is the first text among components of version 2.
function firstText(components) {
  for (const c of components ?? []) {
    const text = c.content || firstText(c.components);
    if (text) return text;
  }
  return "";
}

function face(app, message) {
  const open = (event) => userMenu(app, message.author, event);
  return h("button", { type: "button", class: "message-face", tabindex: "-1", onclick: open,
    "aria-label": nameOf(message.author) }, avatar(message.author, 40));
}

function hour(message) {
  const unix = new Date(message.timestamp) / 1000;
  return h("time", { class: "message-hour", datetime: message.timestamp, title: format(unix, "F") },
    format(unix, "t"));
}

function head(app, message) {
  const { author } = message;
  const name = h("button", { type: "button", class: "message-author", data: { testid: "author",
    user: author.id }, onclick: (event) => userMenu(app, author, event) }, nameOf(author));
  onMenu(name, (event) => userMenu(app, author, event));
  const { timestamp } = message;
  const title = format(new Date(timestamp) / 1000, "F");
  return h("div", { class: "message-head" }, name,
    author.bot && h("span", { class: "bot-tag" }, "BOT"),
    h("time", { datetime: timestamp, title }, stamp(timestamp)),
    !message.content && editedMark(message));
}

function body(app, message, look) {
  if (message.pending) return h("p", { class: "pending" }, dots(), "Sending command…");
  if (message.error) return failure(message.error);
  if (isThinking(message)) {
    return h("p", { class: "pending", data: { testid: "thinking" } }, dots(),
      `${nameOf(message.author)} is thinking…`);
  }
  return [...content(app, message, look), components(app, message, look),
    look.failed && failure(look.failed)];
}

function failure(text) {
  return h("p", { class: "failed", role: "alert", data: { testid: "failed" } }, text);
}

// editedMark marks an edited message, after its text, or else in its header, where it moves
// nothing.
function editedMark(message) {
  return message.edited_timestamp &&
    h("span", { class: "edited", title: stamp(message.edited_timestamp) }, "(edited)");
}

function content(app, message, look) {
  const edited = editedMark(message);
  const text = message.content ? app.markup.text(message.content) : null;
  if (text) text.dataset.testid = "content";
  const end = text?.lastElementChild;
  if (edited) (end?.tagName === "P" ? end : text)?.append(" ", edited);
  return [text, attachments(message.attachments), !text && look.compact && edited];
}

function components(app, message, { busy }) {
  const { state, markup, interactions } = app;
  const press = (customId, values) => interactions.press(message, customId, values);
  const picked = state.picked.get(message.id);
  return new Components({ state, markup, press, busy, picked }).render(message.components);
}

function threadLink(app, thread) {
  return h("button", { type: "button", class: "thread-link", onclick: () => app.enter(thread.id),
    data: { testid: "thread-link" } },
    h("strong", null, thread.name), " ", stateOf(thread) || h("span", null, "Open the thread"));
}

function onlyYou(app, message) {
  return h("p", { class: "only-you", data: { testid: "only-you" } }, icon("eye"),
    "Only you can see this • ",
    h("button", { type: "button", class: "link", onclick: () => app.dismiss(message),
      data: { testid: "dismiss" } }, "Dismiss message"));
}

function more(app, message) {
  return h("button", { type: "button", class: "icon-button message-more", "aria-label": "More",
    onclick: (event) => messageMenu(app, message, event) }, icon("more"));
}
