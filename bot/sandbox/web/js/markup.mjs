// The tree of a text as elements.

import { h } from "./dom.mjs";
import { customEmoji, onlyEmoji } from "./emoji.mjs";
import { inline } from "./inline.mjs";
import { parse } from "./markdown.mjs";
import { nameOf } from "./state.mjs";
import { format } from "./time.mjs";

/** Markup turns texts into elements; it looks names up in the state. */
export class Markup {
  constructor(state) {
    this.state = state;
  }

  /** text renders a whole text with blocks. */
  text(source, className = "") {
    const blocks = parse(source ?? "");
    const jumbo = onlyEmoji(blocks) ? " jumbo" : "";
    return h("div", { class: `markup ${className}${jumbo}` }, blocks.map((b) => this.block(b)));
  }

  /** line renders a text that has no blocks, such as the first line of a message. */
  line(source) {
    return this.nodes(inline(source ?? ""));
  }

  block(node) {
    switch (node.type) {
      case "header":
        return h(`h${node.level}`, null, this.nodes(node.children));
      case "subtext":
        return h("small", { class: "subtext" }, this.nodes(node.children));
      case "quote":
        return h("blockquote", null, node.children.map((b) => this.block(b)));
      case "list":
        return this.list(node);
      case "fence":
        return h("pre", { tabindex: "0" },
          h("code", { data: { language: node.language } }, node.text));
      default:
        return h("p", null, this.nodes(node.children));
    }
  }

  list(node) {
    const items = node.items.map((item) => h("li", null, this.nodes(item)));
    return h(node.ordered ? "ol" : "ul", { start: node.ordered ? node.start : null }, items);
  }

  nodes(nodes) {
    return nodes.map((node) => this.node(node));
  }

  node(node) {
    switch (node.type) {
      case "text": return node.text;
      case "bold": return h("strong", null, this.nodes(node.children));
      case "italic": return h("em", null, this.nodes(node.children));
      case "underline": return h("u", null, this.nodes(node.children));
      case "strike": return h("s", null, this.nodes(node.children));
      case "code": return h("code", null, node.text);
      case "spoiler": return this.spoiler(node);
      case "link": return this.link(node);
      case "time": return moment(node, this.state.locale);
      case "emoji": return customEmoji(node);
      case "list": return this.list(node);
      default: return this.mention(node);
    }
  }

  link(node) {
    const props = { href: node.url, target: "_blank", rel: "noopener noreferrer", title: node.url };
    return h("a", props, this.nodes(node.children));
  }

  spoiler(node) {
    const reveal = (event) => {
      if (event.key && event.key !== "Enter" && event.key !== " ") return;
      const element = event.currentTarget;
      element.classList.add("open");
      element.removeAttribute("role");
      element.removeAttribute("aria-label");
    };
    return h(
      "span",
      { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Spoiler, press to show",
        onclick: reveal, onkeydown: reveal },
      h("span", null, this.nodes(node.children)),
    );
  }

  mention(node) {
    switch (node.type) {
      case "user": return this.userMention(node.id);
      case "role": return pill(this.roleName(node.id), { role: node.id });
      case "channel": return this.channelMention(node.id);
      case "command": return pressable(`/${node.name}`, { command: node.name });
      default: return pill(node.text, { everyone: true });
    }
  }

  userMention(id) {
    const user = this.state.user(id);
    return user ? pressable(`@${nameOf(user)}`, { user: id }) : pill(`<@${id}>`, { user: id });
  }

  roleName(id) {
    const role = this.state.guild.roles?.find((r) => r.id === id);
    return role ? `@${role.name}` : "@unknown-role";
  }

  channelMention(id) {
    const channel = this.state.channel(id);
    if (!channel) return pill("#unknown", { channel: id });
    return pressable(`#${channel.name}`, { channel: id });
  }
}

function pill(text, data) {
  return h("span", { class: "pill", data: { mention: true, ...data } }, text);
}

// pressable returns a mention that can be clicked; the page listens for clicks on all of them. It is not a
// button element, because a line could break between a button and the full stop after it.
function pressable(text, data) {
  return h("span", { class: "pill", role: "button", tabindex: "0",
    data: { mention: true, ...data } }, text);
}

// moment returns a time in the client's language, whatever the language of the text.
function moment({ unix, style }, locale) {
  const valid = Math.abs(unix) < 8.64e12;
  if (!valid) return `<t:${unix}>`;
  return h(
    "time",
    { class: "moment", datetime: new Date(unix * 1000).toISOString(), title: format(unix, "F", locale),
      lang: locale, data: { unix, style } },
    format(unix, style, locale),
  );
}

/** keepTime updates the times below root, and follows the language of state. It returns a function that stops it. */
export function keepTime(root, state) {
  const timer = setInterval(() => {
    for (const element of root.querySelectorAll("time.moment")) {
      const { unix, style } = element.dataset;
      const now = moment({ unix: Number(unix), style }, state.locale);
      if (element.textContent !== now.textContent) element.replaceWith(now);
    }
  }, 1000);
  return () => clearInterval(timer);
}
