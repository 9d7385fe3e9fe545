import assert from "node:assert/strict";
import test from "node:test";

import { after, compare } from "../../web/js/snowflake.mjs";
import { format, relative, stamp } from "../../web/js/time.mjs";

test("relative times take the largest unit", () => {
  const now = 1_000_000_000_000;
  const cases = [
    [0, "in 0 seconds"], [59, "in 59 seconds"], [60, "in 1 minute"], [3599, "in 1 hour"],
    [-7200, "2 hours ago"], [86400 * 3 - 60, "in 3 days"], [-86400 * 400, "1 year ago"],
  ];
  for (const [seconds, want] of cases) assert.equal(relative(now / 1000 + seconds, now), want);
  assert.equal(relative(now / 1000 + 86400 * 3, now, "fr"), "dans 3 jours");
  assert.equal(relative(now / 1000 - 7200, now, "de"), "vor 2 Stunden");
});

test("each of Discord's styles", () => {
  const styles = Object.fromEntries([..."tTdDfFsS"].map((s) => [s, format(1e9, s, undefined, 0, "UTC")]));
  assert.equal(styles.t, "01:46");
  assert.equal(styles.T, "01:46:40");
  assert.equal(styles.d, "09/09/2001");
  assert.equal(styles.D, "9 September 2001");
  assert.match(styles.f, /^9 September 2001.*01:46$/);
  assert.match(styles.F, /^Sunday,? 9 September 2001.*01:46$/);
  assert.match(styles.S, /^09\/09\/2001.*01:46:40$/);
  assert.equal(format(1e9, "D", "fr", 0, "UTC"), "9 septembre 2001");
  assert.equal(format(1e9, "d", "de", 0, "UTC"), "09.09.01");
});

test("message times: today, yesterday, before", () => {
  const now = new Date(2026, 10, 20, 12);
  assert.equal(stamp(new Date(2026, 10, 20, 8, 5).toISOString(), now), "08:05");
  assert.equal(stamp(new Date(2026, 10, 19, 8, 5).toISOString(), now), "Yesterday at 08:05");
  assert.match(stamp(new Date(2026, 10, 1, 8, 5).toISOString(), now), /^01\/11\/2026/);
});

test("ids are ordered by age, and a new one follows the last and the moment", () => {
  assert.ok(compare("9", "10") < 0 && compare("11", "10") > 0 && compare("5", "5") === 0);
  assert.equal(after("99999999999999999999", 1420070400001), "100000000000000000000");
  assert.equal(after("5", 1420070400001), String(1n << 22n));
});
