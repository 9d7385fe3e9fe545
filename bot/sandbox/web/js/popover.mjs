// Lists and menus that open over the page, next to what opened them.

import { h } from "./dom.mjs";

const GAP = 4;

/**
 * openPopover shows an element next to a rectangle (of an element or of a point) and closes it on
 * Escape, on a press outside, and when the page scrolls. closed() is called once.
 */
export function openPopover(element, anchor, closed) {
  const opener = anchor instanceof Element ? anchor : document.activeElement;
  const host = opener?.closest?.("dialog") ?? document.body;
  const back = document.activeElement;
  element.setAttribute("popover", "auto");
  host.append(element);
  element.showPopover();
  place(element, anchor instanceof Element ? anchor.getBoundingClientRect() : anchor);
  const leave = (event) => !element.contains(event.target) && element.hidePopover();
  // A scroll that came before is told of a frame later and must not close what just opened.
  requestAnimationFrame(() => requestAnimationFrame(() => {
    if (element.isConnected) document.addEventListener("scroll", leave, true);
  }));
  element.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    document.removeEventListener("scroll", leave, true);
    const focused = element.contains(document.activeElement) ||
      document.activeElement === document.body;
    element.remove();
    if (focused && back?.isConnected) back.focus({ preventScroll: true });
    closed?.();
  });
}

// place puts the element below the rectangle, above it where there is more room.
function place(element, rect) {
  const { innerWidth: width, innerHeight: height } = window;
  const below = height - rect.bottom;
  const size = element.getBoundingClientRect();
  const up = size.height + GAP > below && rect.top > below;
  const room = Math.max(120, (up ? rect.top : below) - 2 * GAP);
  const shown = Math.min(size.height, room);
  element.style.maxHeight = `${room}px`;
  element.style.top = `${Math.max(GAP, up ? rect.top - shown - GAP : rect.bottom + GAP)}px`;
  const left = Math.min(rect.left, width - size.width - GAP);
  element.style.left = `${Math.max(GAP, left)}px`;
}

/** pointRect is the rectangle of a press, for openPopover. */
export function pointRect(event) {
  const { clientX: x, clientY: y } = event.touches?.[0] ?? event;
  if (x || y) return new DOMRect(x, y, 0, 0);
  return event.target.getBoundingClientRect();
}

/** toast says something for a few seconds. */
export function toast(text) {
  const host = document.getElementById("toasts");
  const element = h("div", { class: "toast", data: { testid: "toast" } }, text);
  host.append(element);
  setTimeout(() => element.remove(), 6000);
}
