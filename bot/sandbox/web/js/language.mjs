// The languages of one's client and of the server, which the bot is told with all that one does.

import { h } from "./dom.mjs";
import { openPopover } from "./popover.mjs";
import { nameOf } from "./state.mjs";

const FIRST = ["en-US", "en-GB", "fr", "de"]; // before the rest of those that Discord has

/** openLanguages lets the person choose, next to the button that opened it. */
export function openLanguages(app, button) {
  const { state } = app;
  const manager = state.user(state.manager);
  const manages = state.me.id === manager?.id;
  const panel = h("div", { class: "panel languages", role: "dialog", "aria-label": "Languages",
    data: { testid: "languages" } },
    field(state, `${nameOf(state.me)} speaks`, "locale", state.locale,
      (locale) => app.setLocale(locale, false)),
    field(state, "The server speaks", "guild-locale", state.guildLocale,
      manages && ((locale) => app.setLocale(locale, true))),
    !manages && h("small", null, `${nameOf(manager)} manages the server and can change this.`));
  button.setAttribute("aria-expanded", "true");
  openPopover(panel, button, () => button.setAttribute("aria-expanded", "false"));
  panel.querySelector("select").focus();
}

function field(state, label, testid, now, choose) {
  const codes = [...FIRST, ...state.locales.filter((l) => !FIRST.includes(l))];
  return h("label", null, h("span", null, label),
    h("select", { disabled: !choose, onchange: (event) => choose(event.target.value),
      data: { testid } },
      codes.map((code) => h("option", { value: code, selected: code === now }, nameIn(code)))));
}

// nameIn is what a language is called in itself, with a capital as in Discord's menus, and its code.
function nameIn(code) {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code);
  return `${name[0].toLocaleUpperCase(code)}${name.slice(1)} (${code})`;
}
