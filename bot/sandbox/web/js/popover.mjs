// Lists and menus that open over the page, next to what opened them.

import { h } from "./dom.mjs";

const GAP = 4;

/**
 * openPopover shows an element next to an anchor: another element, or the rectangle of a point. It
 * follows its anchor when that moves. It closes on Escape, on a press or the wheel outside, and
 * when the anchor is out of sight. closed() is called once. If it was opened by a finger that is
 * still down (held), lifting the finger does not close it.
 */
export function openPopover(element, anchor, closed, held = false) {
  const opener = anchor instanceof Element ? anchor : document.activeElement;
  const host = opener?.closest?.("dialog") ?? document.querySelector("main"); // a landmark
  const back = document.activeElement;
  element.setAttribute("popover", held ? "manual" : "auto");
  host.append(element);
  element.showPopover();
  const follow = () => {
    const rect = anchor instanceof Element ? anchor.getBoundingClientRect() : anchor;
    if (anchor.isConnected === false || rect.bottom < 0 || rect.top > window.innerHeight) {
      return element.hidePopover();
    }
    place(element, rect);
  };
  follow();
  const ends = new AbortController();
  const outside = (name, act) => document.addEventListener(name, (event) =>
    !element.contains(event.target) && act(),
    { capture: true, passive: true, signal: ends.signal });
  outside("wheel", () => element.hidePopover());
  outside("scroll", follow);
  if (held) {
    outside("pointerdown", () => element.hidePopover());
    element.addEventListener("keydown", ({ key }) => key === "Escape" && element.hidePopover());
  }
  element.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    ends.abort();
    const focused = element.contains(document.activeElement) ||
      document.activeElement === document.body;
    element.remove();
    if (focused && back?.isConnected) {
      document.activeElement.blur(); // Chromium gives the focus back, but lets no key through
      back.focus({ preventScroll: true });
    }
    closed?.();
  });
}

// place puts the element below the rectangle, or above it if there is more room.
function place(element, rect) {
  const { innerWidth: width, innerHeight: height } = window;
  const below = height - rect.bottom;
  const size = element.getBoundingClientRect();
  const up = size.height + GAP > below && rect.top > below;
  const room = Math.max(120, (up ? rect.top : below) - 2 * GAP);
  element.style.maxHeight = `${room}px`; // not lifted to measure: that would undo its scroll
  element.style.top = up ? "auto" : `${Math.max(GAP, rect.bottom + GAP)}px`;
  element.style.bottom = up ? `${Math.max(GAP, height - rect.top + GAP)}px` : "auto";
  const left = Math.min(rect.left, width - size.width - GAP);
  element.style.left = `${Math.max(GAP, left)}px`;
}

/** pointRect is the rectangle of a press, for openPopover. */
export function pointRect(event) {
  const { clientX: x, clientY: y } = event.touches?.[0] ?? event;
  if (x || y) return new DOMRect(x, y, 0, 0);
  return event.target.getBoundingClientRect();
}

/** toast shows a text for a few seconds. */
export function toast(text) {
  const host = document.getElementById("toasts");
  const element = h("div", { class: "toast", data: { testid: "toast" } }, text);
  host.append(element);
  setTimeout(() => element.remove(), 6000);
}
