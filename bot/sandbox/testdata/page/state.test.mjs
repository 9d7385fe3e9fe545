import assert from "node:assert/strict";
import test from "node:test";

import { State } from "../../web/js/state.mjs";

const message = (id, content = "") => ({ id: String(id), channel_id: "7", content });
const shown = (state) => state.messages("7").map((m) => `${m.id}${m.content}`).join(" ");

test("what happens while messages are loaded is not lost", () => {
  const state = new State();
  const first = state.loading("7");
  state.put(message(3));
  first([message(1), message(2)]);
  assert.equal(shown(state), "1 2 3");

  const second = state.loading("7");
  state.put(message(4));
  state.put(message(2, "edited"));
  state.remove("7", "1");
  second([message(1), message(2), message(3)]);
  assert.equal(shown(state), "2edited 3 4");
});

test("an answer that comes late, or not at all, spoils nothing", () => {
  const state = new State();
  const [late, never] = [state.loading("7"), state.loading("7")];
  state.put(message(2));
  never(undefined);
  late([message(1)]);
  assert.equal(shown(state), "1 2");
  assert.equal(state.journals.size, 0);
});
