// Building elements. Text always becomes text nodes, so nothing that a person or a bot wrote is
// parsed as HTML. URLs are only allowed if they lead to a web page or a file of the sandbox.

const SVG = "http://www.w3.org/2000/svg";

/** h makes an HTML element. Properties that are null, undefined or false are left out. */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** svg makes an SVG element. */
export function svg(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** replace empties an element and gives it new children. */
export function replace(element, ...children) {
  element.replaceChildren(...wanted(children));
  return element;
}

/** safeURL returns the address if it is http(s) or relative, else "". */
export function safeURL(text) {
  try {
    const url = new URL(text, location.href);
    return ["http:", "https:"].includes(url.protocol) ? url.href : "";
  } catch {
    return "";
  }
}

function fill(element, props, children) {
  for (const [key, value] of Object.entries(props ?? {})) assign(element, key, value);
  element.append(...wanted(children));
  return element;
}

function wanted(children) {
  return children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false);
}

function assign(element, key, value) {
  if (value === null || value === undefined || value === false) return;
  if (typeof value === "function") return element.addEventListener(key.slice(2), value);
  if (key === "data") return Object.assign(element.dataset, present(value));
  if (key === "href" || key === "src") value = safeURL(value);
  element.setAttribute(key, value === true ? "" : String(value));
}

function present(data) {
  return Object.fromEntries(
    Object.entries(data).filter(([, v]) => v !== null && v !== undefined && v !== false),
  );
}
