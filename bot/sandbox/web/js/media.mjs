// Pictures and files: attachments, galleries, and the enlarged view.

import { h } from "./dom.mjs";
import { icon } from "./icon.mjs";

const WIDEST = 550, HIGHEST = 380; // px of a picture in a message
const PICTURE = /\.(png|jpe?g|gif|webp)(\?|$)/i;

/** attachments draws what was sent with a message. */
export function attachments(list) {
  if (!list?.length) return null;
  const pictures = list.filter(isPicture);
  const files = list.filter((a) => !isPicture(a));
  return h(
    "div",
    { class: "attachments" },
    pictures.length > 0 && gallery(pictures.map(pictureOf)),
    files.map((a) => file(a)),
  );
}

/** gallery lays pictures {url, width, height, alt, spoiler} out beside each other. */
export function gallery(pictures) {
  const size = Math.min(pictures.length, 5);
  return h("div", { class: `gallery gallery-${size}`, data: { testid: "gallery" } },
    pictures.map((p) => picture(p)));
}

/** picture draws one picture that can be enlarged, its alt text marked with ALT. */
export function picture({ url, width, height, alt, spoiler }) {
  const image = h("img", {
    src: url, alt: alt ?? "", width, height, data: { testid: "picture" },
  });
  if (width && height) {
    image.style.setProperty("--width", `${fit(width, height)}px`);
    image.style.setProperty("--natural", `${width}px`); // in a gallery of components
  }
  const open = (event) => {
    if (event.currentTarget.classList.replace("veiled", "unveiled")) return;
    enlarge({ url, alt });
  };
  const label = alt ? `Enlarge picture: ${alt}` : "Enlarge picture";
  return h(
    "figure",
    { class: "picture" },
    h("button", { type: "button", class: `picture-open${spoiler ? " veiled" : ""}`,
      "aria-label": label, onclick: open }, image),
    alt && altBadge(alt),
  );
}

// fit is the width at which a picture is shown, so that its place is kept while it loads.
function fit(width, height) {
  return Math.round(Math.min(width, WIDEST, (HIGHEST * width) / height));
}

function altBadge(alt) {
  const show = (event) => {
    const open = event.currentTarget.getAttribute("aria-expanded") !== "true";
    event.currentTarget.setAttribute("aria-expanded", open);
  };
  return [
    h("button", { type: "button", class: "alt", "aria-expanded": "false", onclick: show,
      title: alt, data: { testid: "alt" } }, "ALT"),
    h("figcaption", { class: "alt-text" }, alt),
  ];
}

/** file draws a file to download. */
export function file({ url, filename, size }) {
  return h(
    "div",
    { class: "file", data: { testid: "file" } },
    icon("file"),
    h("div", null,
      h("a", { href: url, download: filename, target: "_blank", rel: "noopener" },
        filename ?? nameIn(url)),
      size !== undefined && h("small", null, bytes(size))),
  );
}

/** enlarge shows a picture over the page until it is closed. */
export function enlarge({ url, alt }) {
  const view = h(
    "dialog",
    { class: "lightbox", data: { testid: "lightbox" }, "aria-label": "Picture" },
    h("button", { type: "button", class: "lightbox-close", "aria-label": "Close",
      onclick: () => view.close() }, icon("close")),
    h("img", { src: url, alt: alt ?? "" }),
    h("p", null, alt, " ",
      h("a", { href: url, target: "_blank", rel: "noopener" }, "Open in browser")),
  );
  view.addEventListener("click", (event) => event.target === view && view.close());
  view.addEventListener("close", () => view.remove());
  document.body.append(view);
  view.showModal();
}

/** mediaOf reads an unfurled media item of a component. */
export function mediaOf(media, description, spoiler) {
  return {
    url: media?.proxy_url || media?.url, width: media?.width, height: media?.height,
    alt: description, spoiler,
  };
}

function pictureOf(a) {
  return {
    url: a.proxy_url || a.url, width: a.width, height: a.height, alt: a.description,
    spoiler: a.filename?.startsWith("SPOILER_"),
  };
}

function isPicture(a) {
  return a.content_type?.startsWith("image/") || PICTURE.test(a.filename ?? "");
}

function nameIn(url) {
  return decodeURIComponent(url?.split("/").pop()?.split("?")[0] ?? "file");
}

function bytes(size) {
  if (size < 1024) return `${size} bytes`;
  if (size < 1048576) return `${(size / 1024).toFixed(1)} KB`;
  return `${(size / 1048576).toFixed(2)} MB`;
}
