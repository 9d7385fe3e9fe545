// Emoji: Unicode ones are text, an app's own ones are pictures from the CDN.

import { h } from "./dom.mjs";

/** emojiOf draws a Discord emoji object {id, name}; null for none. */
export function emojiOf(emoji) {
  if (!emoji) return null;
  if (emoji.id) return customEmoji(emoji);
  return h("span", { class: "emoji", role: "img", "aria-label": emoji.name }, emoji.name);
}

/** customEmoji draws an app's emoji. */
export function customEmoji({ id, name, animated }) {
  const kind = animated ? "gif" : "png";
  return h("img", {
    class: "emoji", src: `/cdn/emojis/${id}.${kind}`, alt: `:${name}:`, title: `:${name}:`,
    draggable: "false", data: { emoji: name },
  });
}

const PICTURE = /\p{Extended_Pictographic}/u;
const PICTURES = /^(?:\p{Extended_Pictographic}|\p{Emoji_Component}|\s)+$/u;

/** onlyEmoji says whether a parsed text is nothing but a few emoji, which are shown large. */
export function onlyEmoji(blocks) {
  if (blocks.length !== 1 || blocks[0].type !== "paragraph") return false;
  const nodes = blocks[0].children;
  const shown = nodes.filter((n) => n.type === "emoji" || n.text?.trim());
  return shown.length > 0 && shown.length <= 30 && shown.every(
    (n) => n.type === "emoji" || (PICTURES.test(n.text) && PICTURE.test(n.text)),
  );
}
