// What opens on a right-click, a long press, or a click on a name.

import { ApiError } from "./api.mjs";
import { avatar } from "./avatar.mjs";
import { localized } from "./command.mjs";
import { h } from "./dom.mjs";
import { openPopover, pointRect, toast } from "./popover.mjs";
import { nameOf } from "./state.mjs";
import { clock, format } from "./time.mjs";

const USER_COMMAND = 2, MESSAGE_COMMAND = 3;
const LONG = 500; // ms of a long press

/** onMenu calls open(event) on a right-click, the menu key, or a long press. */
export function onMenu(element, open) {
  let timer = 0;
  let opened = false; // by the finger that presses
  const cancel = () => clearTimeout(timer);
  element.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    event.stopPropagation();
    cancel();
    if (opened && event.pointerType === "touch") return;
    // Where the event comes with the press, the release would close what opens before it.
    if (!event.buttons) return open(event);
    addEventListener("pointerup", () => setTimeout(() => open(event)), { once: true });
  });
  element.addEventListener("touchstart", (event) => {
    event.stopPropagation();
    cancel();
    opened = false;
    timer = setTimeout(() => {
      opened = true;
      open(event);
    }, LONG);
  }, { passive: true });
  for (const name of ["touchend", "touchmove", "touchcancel"]) {
    element.addEventListener(name, cancel, { passive: true });
  }
}

/** userMenu offers what can be done with a person. */
export function userMenu(app, user, event) {
  const bot = user.id === app.state.bot.user?.id;
  const direct = app.state.channels.find((c) => c.recipient?.id === user.id);
  const items = [
    { label: "Mention", run: () => app.composer.mention(user) },
    (bot || direct) && { label: "Message",
      run: () => direct ? app.enter(direct.id) : app.openDM(user.id) },
    { label: "Copy user ID", run: () => copy(user.id) },
    ...appItems(app, USER_COMMAND, user.id),
  ];
  const head = h("div", { class: "menu-head" }, avatar(user, 40),
    h("div", null, h("strong", null, nameOf(user)), h("small", null, user.username)));
  openMenu(items.filter(Boolean), event, head);
}

/** threadMenu offers what those who manage threads can do with one. */
export function threadMenu(app, channel, event) {
  const { archived, locked } = channel.thread;
  const set = (change) => app.setThread(channel, { archived, locked, ...change });
  openMenu([
    { label: archived ? "Reopen thread" : "Archive thread",
      run: () => set({ archived: !archived }) },
    { label: locked ? "Unlock thread" : "Lock thread", run: () => set({ locked: !locked }) },
  ], event);
}

/** clockMenu offers to set the sandbox's clock ahead. */
export function clockMenu(app, event) {
  const jump = async (hours) => {
    toast("The clock jumps, and the bot restarts…");
    try {
      await app.api.jump(hours);
      location.reload();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(`The clock did not jump: ${error.message}`);
    }
  };
  openMenu([
    { label: "Jump 1 hour ahead", run: () => jump(1) },
    { label: "Jump 1 day ahead", run: () => jump(24) },
    { label: "Jump 1 week ahead", run: () => jump(7 * 24) },
  ], event, h("div", { class: "menu-title" }, `It is ${format(clock() / 1000, "F")}`));
}

/** messageMenu offers what can be done with a message. */
export function messageMenu(app, message, event) {
  const apps = message.ephemeral ? [] : appItems(app, MESSAGE_COMMAND, message.id);
  openMenu([
    { label: "Copy text", run: () => copy(message.content ?? "") },
    { label: "Copy message ID", run: () => copy(message.id) },
    ...apps,
  ], event);
}

function appItems(app, type, target) {
  return app.state.offered.filter((c) => c.type === type).map((c) => ({
    label: localized(c, app.state.locale).name, run: () => app.interactions.apply(c, target), command: c.name,
    icon: avatar(app.state.bot.user, 24),
  }));
}

function openMenu(items, event, head) {
  const draw = (list) => list.map((item) => entry(item, () => menu.hidePopover()));
  const apps = items.filter((item) => item.command);
  const menu = h("div", { class: "panel menu", role: "menu", data: { testid: "menu" } }, head,
    draw(items.filter((item) => !item.command)),
    apps.length > 0 && h("div", { class: "menu-apps", role: "group", "aria-label": "Apps",
      data: { testid: "menu-apps" } },
      h("div", { class: "menu-title", "aria-hidden": "true" }, "Apps"), draw(apps)));
  menu.addEventListener("keydown", (key) => walk(menu, key));
  const held = event.type === "touchstart" || event.pointerType === "touch" &&
    event.type === "contextmenu";
  openPopover(menu, pointRect(event), null, held);
  menu.querySelector("[role=menuitem]")?.focus();
}

function entry({ label, run, command, icon }, close) {
  const choose = () => {
    close();
    run();
  };
  return h("button", { type: "button", role: "menuitem", onclick: choose,
    data: { testid: "menu-item", name: command ?? label } }, icon,
    h("span", { class: "menu-label" }, label));
}

function walk(menu, event) {
  const items = [...menu.querySelectorAll("[role=menuitem]")];
  const at = items.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  items.at(to % items.length).focus();
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast("Copied.");
  } catch {
    toast(text);
  }
}
