// The page's few line icons, 24 by 24, drawn in the colour of the text.

import { svg } from "./dom.mjs";

const PATHS = {
  menu: "M4 6h16M4 12h16M4 18h16",
  restart: "M20 5v5h-5M19.5 10A8 8 0 1 0 20 13.5",
  sun: "M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8",
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c3 2.500 4 5.500 4 9s-1 6.500-4 9c-3-2.500-4-5.500-4-9s1-6.500 4-9",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3.500 2",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20c0-4 3-6 6.500-6s6.500 2 6.500 6M16 4.500a3.500 3.500 0 0 1 0 6.500M17.500 14.500c2.500.7 4 2.500 4 5.500",
  send: "M4 12 20 4l-5 16-3.500-6.500zM11.500 13.500 20 4",
  close: "M6 6l12 12M18 6 6 18",
  down: "M6 9l6 6 6-6",
  external: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  check: "M5 12.500 10 17 19 7",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
};

/** icon draws one of them; it says nothing to screen readers. */
export function icon(name) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: `icon icon-${name}`, "aria-hidden": "true" },
    svg("path", { d: PATHS[name] }),
  );
}
