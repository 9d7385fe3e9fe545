// Embeds: the framed cards below a message.

import { h, safeURL } from "./dom.mjs";
import { picture } from "./media.mjs";
import { stamp } from "./time.mjs";

/** embeds draws all embeds of a message. */
export function embeds(list, markup) {
  return (list ?? []).map((e) => embed(e, markup));
}

function embed(e, markup) {
  const card = h(
    "article",
    { class: "embed", data: { testid: "embed" } },
    h("div", { class: "embed-main" },
      author(e.author),
      e.title && h("h3", { class: "embed-title" }, linked(e.url, markup.line(e.title))),
      e.description && markup.text(e.description, "embed-text"),
      fields(e.fields, markup)),
    e.thumbnail && h("div", { class: "embed-thumbnail" }, picture(shown(e.thumbnail))),
    e.image && h("div", { class: "embed-image" }, picture(shown(e.image))),
    footer(e),
  );
  if (e.color) card.style.setProperty("--accent", colour(e.color));
  return card;
}

/** colour writes a Discord colour number for CSS. */
export function colour(number) {
  return `#${(number & 0xffffff).toString(16).padStart(6, "0")}`;
}

function author(a) {
  if (!a?.name) return null;
  return h(
    "div",
    { class: "embed-author" },
    a.icon_url && h("img", { src: a.proxy_icon_url || a.icon_url, alt: "" }),
    linked(a.url, a.name),
  );
}

function linked(url, content) {
  if (!url || !safeURL(url)) return h("span", null, content);
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, content);
}

function fields(list, markup) {
  if (!list?.length) return null;
  return h("dl", { class: "embed-fields" }, list.map((f) =>
    h("div", { class: f.inline ? "inline" : "" },
      h("dt", null, markup.line(f.name)),
      h("dd", null, markup.text(f.value)))));
}

function footer(e) {
  const parts = [e.footer?.text, e.timestamp && stamp(e.timestamp)].filter(Boolean);
  if (parts.length === 0) return null;
  const icon = e.footer?.proxy_icon_url || e.footer?.icon_url;
  return h("footer", { class: "embed-footer" }, icon && h("img", { src: icon, alt: "" }),
    parts.join(" • "));
}

function shown(media) {
  return {
    url: media.proxy_url || media.url, width: media.width, height: media.height,
    alt: media.description,
  };
}
