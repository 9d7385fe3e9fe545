// Faces, drawn here so that nothing is loaded: one for each person, a ship for the bot.

import { svg } from "./dom.mjs";

const FACES = [
  { sky: "#f7a072", skin: "#ffe0c7", hair: "#8f2f1e", shirt: "#c8443a", style: "long" },
  { sky: "#6fb7e9", skin: "#e8b88f", hair: "#33241c", shirt: "#1f5fa8", style: "beard" },
  { sky: "#8fd3a5", skin: "#a86f4a", hair: "#1c1517", shirt: "#2f7d4f", style: "bun" },
  { sky: "#d5a6ee", skin: "#f3cfb3", hair: "#d8a53a", shirt: "#7a3fa6", style: "long" },
];
const HAIR = {
  long: "M17 38V25C17 13 24 9 32 9s15 4 15 16v13c-3-3-4-8-4-15-6 1-12-1-15-5-1 5-4 6-7 7 0 7-1 10-4 13z",
  beard: "M19 26c-1-9 4-16 13-16s14 6 13 15c-2-4-4-6-6-7-6 2-13 1-16 0-2 2-3 4-4 8zM20 31c1 12 6 16 12 16s11-4 12-16c-3 5-6 5-8 5h-8c-2 0-5 0-8-5z",
  bun: "M32 3a6 6 0 1 1 0 12 6 6 0 1 1 0-12zM18 28c-1-10 5-17 14-17s15 7 14 17c-2-6-6-9-14-9s-12 3-14 9z",
};

/** avatar draws the face of a user, whose name stands beside it; size is in pixels. */
export function avatar(user, size = 40) {
  const drawing = user?.bot ? ship() : face(FACES[faceOf(user)]);
  return svg(
    "svg",
    { viewBox: "0 0 64 64", width: size, height: size, class: "avatar",
      "aria-hidden": "true" },
    ...drawing,
  );
}

// faceOf gives Alice, Bob and Carol their own, and anyone else one that stays the same.
function faceOf(user) {
  const known = ["alice", "bob", "carol"].indexOf(user?.username);
  return known >= 0 ? known : Number(BigInt(user?.id ?? 0) % BigInt(FACES.length));
}

function face({ sky, skin, hair, shirt, style }) {
  return [
    svg("rect", { width: 64, height: 64, fill: sky }),
    svg("path", { d: "M8 64c2-13 12-18 24-18s22 5 24 18z", fill: shirt }),
    svg("path", { d: "M27 40h10v9a5 5 0 0 1-10 0z", fill: skin }),
    svg("ellipse", { cx: 32, cy: 28, rx: 12, ry: 15, fill: skin }),
    svg("path", { d: HAIR[style], fill: hair }),
    svg("circle", { cx: 27.5, cy: 28, r: 1.7, fill: "#26201d" }),
    svg("circle", { cx: 36.5, cy: 28, r: 1.7, fill: "#26201d" }),
    svg("path", {
      d: "M28 35.500q4 3.500 8 0", fill: "none", stroke: style === "beard" ? skin : "#7a2e28",
      "stroke-width": 1.8, "stroke-linecap": "round",
    }),
  ];
}

function ship() {
  return [
    svg("rect", { width: 64, height: 64, fill: "#1b2145" }),
    ...[[12, 14, 1.6], [50, 11, 1.2], [54, 40, 1.6], [9, 44, 1.1], [40, 55, 1.2], [20, 28, 0.9]]
      .map(([cx, cy, r]) => svg("circle", { cx, cy, r, fill: "#cfd6ff" })),
    svg("path", { d: "M32 8 41 27 56 44 41 43 32 56 23 43 8 44 23 27z", fill: "#ef5350" }),
    svg("path", { d: "M32 8 41 27 56 44 41 43 32 56z", fill: "#3f7fe0" }),
    svg("circle", { cx: 32, cy: 32, r: 6, fill: "#1b2145" }),
    svg("circle", { cx: 32, cy: 32, r: 3, fill: "#ffd54f" }),
  ];
}
