// Modals: the forms a bot opens.

import { h } from "./dom.mjs";
import { avatar } from "./avatar.mjs";
import { icon } from "./icon.mjs";
import { Select, isSelect } from "./select.mjs";
import { nameOf } from "./state.mjs";

const ROW = 1, INPUT = 4, TEXT = 10, LABEL = 18, RADIO = 21, CHECKS = 22, CHECK = 23;

let serial = 0;

/** openModal shows a modal {title, custom_id, components, interaction_id} until it is sent. */
export function openModal(app, modal, channel) {
  const form = new ModalForm(app, modal, channel);
  document.body.append(form.dialog);
  form.dialog.showModal();
  form.dialog.querySelector("input, textarea, .select")?.focus();
}

class ModalForm {
  constructor(app, modal, channel) {
    Object.assign(this, { app, modal, channel, fields: [], from: app.timeline.focusOf() });
    this.error = h("p", { class: "modal-error", role: "alert", data: { testid: "modal-error" } });
    this.send = h("button", { type: "submit", class: "button primary",
      data: { testid: "modal-submit" } }, "Submit");
    this.dialog = this.build();
  }

  build() {
    const close = () => dialog.close();
    const { bot } = this.app.state;
    const dialog = h(
      "dialog",
      { class: "modal", "aria-labelledby": "modal-title",
        data: { testid: "modal", customId: this.modal.custom_id } },
      h("form", { novalidate: true, onsubmit: (event) => this.submit(event) },
        h("header", null,
          avatar(bot.user, 28),
          h("h2", { id: "modal-title" }, this.modal.title),
          h("button", { type: "button", class: "icon-button", "aria-label": "Close",
            onclick: close, data: { testid: "modal-close" } }, icon("close"))),
        h("div", { class: "modal-fields" },
          this.modal.components.map((c) => this.part(c)),
          h("p", { class: "modal-note" },
            `This form will be submitted to ${nameOf(bot.user)}. Do not share passwords or other ` +
            "sensitive information.")),
        this.error,
        h("footer", null,
          h("button", { type: "button", class: "button plain", onclick: close,
            data: { testid: "modal-cancel" } }, "Cancel"),
          this.send)),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      setTimeout(() => this.leave(), 0);
    });
    return dialog;
  }

  // leave returns the focus to the element that opened the modal, or to the message box.
  leave() {
    const { timeline, composer } = this.app;
    if (!this.from) return composer.refocus();
    document.activeElement?.blur(); // Chromium gives the focus back, but lets no key through
    timeline.refocus(this.from);
  }

  part(c) {
    if (c.type === ROW) return (c.components ?? []).map((inner) => this.field(inner, inner.label));
    if (c.type === LABEL) return this.field(c.component, c.label, c.description);
    if (c.type === TEXT) return this.app.markup.text(c.content);
    return h("div", { class: "unknown" }, `Component of unknown type ${c.type}`);
  }

  field(c, label, description) {
    const id = `field-${++serial}`;
    const needed = c.required !== false && c.type !== CHECK;
    const error = h("span", { class: "field-error", id: `${id}-e` });
    const field = { component: c, needed, error };
    const control = this.control(field, id);
    this.fields.push(field);
    return h(
      "div",
      { class: "field", data: { testid: "modal-field", customId: c.custom_id } },
      h("label", { for: id, id: `${id}-l` }, label,
        needed && h("span", { class: "needed", "aria-label": "required" }, " *")),
      description && h("p", { class: "field-description" }, description),
      control,
      field.error,
    );
  }

  control(field, id) {
    const c = field.component;
    if (c.type === INPUT) return textInput(field, id);
    if (isSelect(c.type)) return this.select(field, id);
    if ([RADIO, CHECKS, CHECK].includes(c.type)) return ticks(field, id);
    field.read = () => ({});
    return h("div", { class: "unknown" }, `Component of unknown type ${c.type}`);
  }

  select(field, id) {
    const select = new Select(field.component, this.app.state, () => {});
    select.element.id = id;
    field.read = () => ({ values: select.values });
    field.least = field.needed ? field.component.min_values ?? 1 : 0;
    return select.element;
  }

  async submit(event) {
    event.preventDefault();
    const wrong = this.fields.filter((f) => !check(f));
    if (wrong.length > 0) {
      const first = this.dialog.querySelector("[aria-invalid=true]") ??
        this.dialog.querySelector(".select");
      return first?.focus();
    }
    if (this.sending) return;
    this.sending = true;
    this.send.setAttribute("aria-busy", "true");
    this.error.textContent = "";
    const components = this.fields.map((f) => ({ custom_id: f.component.custom_id, ...f.read() }));
    const error = await this.app.interactions.submit(this.modal, this.channel, components);
    this.sending = false;
    this.send.removeAttribute("aria-busy");
    if (error === "") return this.dialog.close();
    this.error.textContent = error;
  }
}

function textInput(field, id) {
  const c = field.component;
  const input = h(c.style === 2 ? "textarea" : "input", {
    id, type: c.style === 2 ? null : "text", rows: c.style === 2 ? 4 : null,
    placeholder: c.placeholder, maxlength: c.max_length ?? 4000, autocomplete: "off",
    "aria-describedby": field.error.id, "aria-required": field.needed,
    data: { testid: "modal-input", customId: c.custom_id },
  });
  input.value = c.value ?? "";
  input.addEventListener("input", () => mark(field, ""));
  field.input = input;
  field.read = () => ({ value: input.value });
  return input;
}

function ticks(field, id) {
  const c = field.component;
  const kind = c.type === RADIO ? "radio" : "checkbox";
  const yes = { value: "true", label: "Yes", default: c.default };
  const options = c.type === CHECK ? [yes] : c.options;
  const boxes = (options ?? []).map((o) =>
    h("input", { type: kind, name: id, value: o.value, checked: o.default }));
  const ticked = () => boxes.filter((b) => b.checked).map((b) => b.value);
  field.read = () => {
    if (c.type === CHECK) return { value: ticked().length > 0 };
    return c.type === RADIO ? { value: ticked()[0] ?? null } : { values: ticked() };
  };
  field.least = field.needed ? c.min_values ?? 1 : 0;
  field.count = () => ticked().length;
  return h("div", { id, role: "group", "aria-labelledby": `${id}-l`, class: "ticks" },
    boxes.map((box, i) => h("label", null, box, h("span", null, options[i].label,
      options[i].description && h("small", null, options[i].description)))));
}

// check returns whether a field is valid, and shows an error if not.
function check(field) {
  const text = field.input ? textError(field) : countError(field);
  mark(field, text);
  return text === "";
}

function textError({ component: c, needed, input }) {
  const { length } = input.value;
  if (needed && input.value.trim() === "") return "This field is required";
  const short = length > 0 && length < (c.min_length ?? 0);
  return short ? `Must be at least ${c.min_length} characters` : "";
}

function countError(field) {
  if (!field.least) return "";
  const count = field.count?.() ?? field.read().values?.length ?? 1;
  return count < field.least ? "This field is required" : "";
}

function mark(field, text) {
  field.error.textContent = text;
  field.input?.setAttribute("aria-invalid", text === "" ? "false" : "true");
}
