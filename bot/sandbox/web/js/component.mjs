// Message components, classic and version 2.

import { walk } from "./controls.mjs";
import { h, safeURL } from "./dom.mjs";
import { emojiOf } from "./emoji.mjs";
import { icon } from "./icon.mjs";
import { file, gallery, mediaOf, picture } from "./media.mjs";
import { Select, isSelect } from "./select.mjs";

const ROW = 1, BUTTON = 2, SECTION = 9, TEXT = 10, THUMBNAIL = 11, GALLERY = 12, FILE = 13,
  SEPARATOR = 14, CONTAINER = 17;
const SHORT = 4; // characters of a label that fits into a grid
const STYLES = ["", "primary", "secondary", "success", "danger", "link", "primary"];

export class Components {
  /**
   * press(customId, values) is called when a control is used. busy is the control that waits,
   * picked the selection of the menus.
   */
  constructor({ state, markup, press, busy, picked }) {
    Object.assign(this, { state, markup, press, busy, picked });
  }

  /** render draws a message's components. */
  render(list) {
    if (!list?.length) return null;
    return h("div", { class: "components", onkeydown: walk }, this.all(list));
  }

  one(c) {
    if (isSelect(c.type)) return this.select(c);
    switch (c.type) {
      case ROW: return h("div", { class: "row", data: { testid: "row" } }, this.all(c.components));
      case BUTTON: return this.button(c);
      case SECTION: return this.section(c);
      case TEXT: return this.markup.text(c.content, "text-display");
      case THUMBNAIL: return picture(mediaOf(c.media, c.description, c.spoiler));
      case GALLERY: return this.gallery(c);
      case FILE: return this.file(c);
      case SEPARATOR: return separator(c);
      case CONTAINER: return this.container(c);
      default: return h("div", { class: "unknown" }, `Component of unknown type ${c.type}`);
    }
  }

  // all draws a list. Consecutive rows with the same number of short buttons form a grid.
  all(list) {
    const runs = [];
    for (const c of list ?? []) {
      if (isShort(c) && isAlike(c, runs.at(-1)?.[0])) runs.at(-1).push(c);
      else runs.push([c]);
    }
    return runs.map((run) => {
      const columns = run[0].components?.length ?? 0;
      const parts = run.map((c) => this.one(c));
      return run.length > 1 && columns > 2 ? grid(columns, parts) : parts;
    });
  }

  button(c) {
    const content = [emojiOf(c.emoji), c.label && h("span", null, c.label)];
    const style = `button ${STYLES[c.style] ?? "secondary"}`;
    if (c.style === 5) return linkButton(c, style, content);
    const waits = this.busy === c.custom_id;
    return h(
      "button",
      { type: "button", class: waits ? `${style} waits` : style, disabled: Boolean(c.disabled),
        "aria-label": c.label ? null : c.emoji?.name, "aria-busy": waits || null,
        onclick: ({ detail, currentTarget }) => {
          const byKey = detail === 0;
          if (!(byKey && currentTarget.dataset.fresh)) this.press(c.custom_id);
        },
        data: { testid: "button", customId: c.custom_id, label: c.label ?? "",
          style: STYLES[c.style] } },
      h("span", { class: "button-content" }, content),
      waits && dots(),
    );
  }

  select(c) {
    const chosen = (values) => this.press(c.custom_id, values);
    const select = new Select(c, this.state, chosen);
    if (this.busy) select.element.ariaDisabled = "true"; // not disabled, to keep the focus
    if (this.picked?.[c.custom_id]) select.set(this.picked[c.custom_id]);
    return select.element;
  }

  section(c) {
    return h(
      "div",
      { class: "section", data: { testid: "section" } },
      h("div", { class: "section-text" }, this.all(c.components)),
      c.accessory && h("div", { class: "section-accessory" }, this.one(c.accessory)),
    );
  }

  gallery(c) {
    return gallery(c.items.map((i) => mediaOf(i.media, i.description, i.spoiler)));
  }

  file(c) {
    return file({ url: c.file?.proxy_url || c.file?.url, filename: c.name, size: c.size });
  }

  container(c) {
    const box = h(
      "div",
      { class: `container${c.spoiler ? " veiled" : ""}`, data: { testid: "container" },
        onclick: (event) => event.currentTarget.classList.remove("veiled") },
      this.all(c.components),
    );
    if (c.accent_color || c.accent_color === 0) {
      box.style.setProperty("--accent", colour(c.accent_color));
      box.classList.add("accented");
    }
    return box;
  }
}

// isShort returns whether a row only has buttons with short labels or an emoji.
function isShort(row) {
  return row?.type === ROW && row.components.every(
    (c) => c.type === BUTTON && c.style !== 5 && [...(c.label ?? "")].length <= SHORT);
}

// isAlike returns whether another row of short buttons has the same number of them.
function isAlike(row, other) {
  return isShort(other) && row.components.length === other.components.length;
}

function grid(columns, rows) {
  const element = h("div", { class: "grid", data: { testid: "grid" } }, rows);
  element.style.setProperty("--columns", columns);
  return element;
}

/** dots are the animated dots of the typing indicator. */
export function dots() {
  return h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
}

function linkButton(c, style, content) {
  if (c.disabled) return h("button", { type: "button", class: style, disabled: true }, content);
  return h(
    "a",
    { class: style, href: safeURL(c.url), target: "_blank", rel: "noopener noreferrer",
      data: { testid: "link-button" } },
    h("span", { class: "button-content" }, content), icon("external"),
  );
}

function separator(c) {
  const size = c.spacing === 2 ? "large" : "small";
  const line = c.divider === false ? "" : " line";
  return h("div", { class: `separator ${size}${line}`, role: "separator" });
}

/** colour writes a Discord colour number for CSS. */
function colour(number) {
  return `#${(number & 0xffffff).toString(16).padStart(6, "0")}`;
}
