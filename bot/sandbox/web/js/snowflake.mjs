// Discord's ids: numbers too large for JavaScript, ordered by time.

const EPOCH = 1420070400000n;

/** compare orders two ids by age, oldest first. */
export function compare(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/** after makes an id that follows both the given one ("" for none) and the present moment. */
export function after(last, now = Date.now()) {
  const present = (BigInt(now) - EPOCH) << 22n;
  const next = last ? BigInt(last) + 1n : 0n;
  return String(present > next ? present : next);
}
