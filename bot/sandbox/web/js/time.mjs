// Times as Discord writes them: <t:unix:style>, message times, day lines.

const UNITS = [
  ["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60],
  ["second", 1],
];
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
const HOME = "en-GB"; // the language of the page itself
let ahead = 0; // how many milliseconds the sandbox's clock is ahead of the browser's

/** setClock makes clock follow the sandbox's, whose time is now in milliseconds. */
export function setClock(now) {
  ahead = now - Date.now();
}

/** clock returns the sandbox's time in milliseconds. */
export function clock() {
  return Date.now() + ahead;
}

/** format writes a moment (unix seconds) in one of Discord's styles; now is in milliseconds. */
export function format(unix, style = "f", locale = HOME, now = clock(), zone = undefined) {
  if (style === "R") return relative(unix, now, locale);
  const options = { ...(STYLES[style] ?? STYLES.f), timeZone: zone };
  return new Intl.DateTimeFormat(locale, options).format(unix * 1000);
}

/** relative writes the distance of a moment from now in its largest unit, rounded. */
export function relative(unix, now, locale = HOME) {
  const seconds = Math.round(unix - now / 1000);
  const far = Math.abs(seconds);
  let [unit, size] = UNITS.find(([, s]) => far >= s) ?? UNITS.at(-1);
  const larger = UNITS[UNITS.findIndex(([u]) => u === unit) - 1];
  if (larger && Math.round(far / size) * size >= larger[1]) [unit, size] = larger;
  const words = new Intl.RelativeTimeFormat(locale, { numeric: "always" });
  return words.format(Math.sign(seconds) * Math.round(far / size), unit);
}

/** stamp writes when a message was sent: the hour today, the day with it before. */
export function stamp(iso, now = new Date(clock())) {
  const date = new Date(iso);
  const hour = format(date / 1000, "t");
  if (sameDay(date, now)) return hour;
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (sameDay(date, yesterday)) return `Yesterday at ${hour}`;
  return format(date / 1000, "s");
}

export function sameDay(a, b) {
  return new Date(a).toDateString() === new Date(b).toDateString();
}
