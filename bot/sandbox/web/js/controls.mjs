// The buttons and menus of a message as rows and columns, for moving the focus.

const CONTROLS = ".components .button, .components .select";
const ROW = 100; // the next row is farther than any place in this one

// rowsOf lists the rows of an element's buttons and menus.
function rowsOf(element) {
  const rows = new Map();
  for (const control of element.querySelectorAll(CONTROLS)) {
    const row = control.closest(".row, .section") ?? control;
    rows.set(row, [...(rows.get(row) ?? []), control]);
  }
  return [...rows.values()];
}

/** markOf returns the position of an element in its message, for find. */
export function markOf(message, element) {
  const rows = rowsOf(message);
  const row = rows.findIndex((r) => r.includes(element));
  return {
    customId: element.dataset.customId, label: element.textContent,
    row, column: rows[row]?.indexOf(element) ?? -1,
    selector: selectorOf(element), place: alike(message, element).indexOf(element),
  };
}

/**
 * find returns the element that gets the focus of a mark after the message was redrawn: the same control, by its
 * id, or by its label at the same position; otherwise in the nearest row the nearest square or the first
 * button, which is what most people want; undefined if there is nothing similar.
 */
export function find(message, mark) {
  if (mark.row < 0) return message.querySelectorAll(mark.selector)[mark.place];
  const usable = rowsOf(message)
    .flatMap((row, y) => row.map((control, x) => ({ control, x, y })))
    .filter(({ control }) => !control.disabled);
  const same = usable.find(({ control }) => control.dataset.customId === mark.customId) ??
    usable.find(({ control, x, y }) => y === mark.row && x === mark.column &&
      control.textContent === mark.label);
  const far = ({ control, x, y }) => ROW * Math.abs(y - mark.row) +
    (control.closest(".grid") ? Math.abs(x - mark.column) : x);
  return (same ?? usable.sort((a, b) => far(a) - far(b))[0])?.control;
}

/** walk moves the focus with the arrow keys among the buttons of a message. */
export function walk(event) {
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  const [down, right] = step[event.key] ?? [];
  if (down === undefined || !event.target.matches(".button")) return;
  const rows = rowsOf(event.currentTarget);
  const y = rows.findIndex((row) => row.includes(event.target));
  const to = down ? vertical(rows, y, down, rows[y].indexOf(event.target))
    : horizontal(rows.flat(), rows.flat().indexOf(event.target), right);
  event.preventDefault();
  to?.focus();
}

function horizontal(all, at, step) {
  for (let i = at + step; i >= 0 && i < all.length; i += step) if (!all[i].disabled) return all[i];
  return undefined;
}

function vertical(rows, at, step, column) {
  for (let y = at + step; y >= 0 && y < rows.length; y += step) {
    const far = (control) => Math.abs(rows[y].indexOf(control) - column);
    const [nearest] = rows[y].filter((c) => !c.disabled).sort((a, b) => far(a) - far(b));
    if (nearest) return nearest;
  }
  return undefined;
}

function selectorOf(element) {
  const { testid } = element.dataset;
  return testid ? `[data-testid="${testid}"]` : `${element.localName}.${element.classList[0]}`;
}

function alike(message, element) {
  return [...message.querySelectorAll(selectorOf(element))];
}
