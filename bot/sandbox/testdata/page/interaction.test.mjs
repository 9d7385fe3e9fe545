import assert from "node:assert/strict";
import test from "node:test";

import { Interactions } from "../../web/js/interaction.mjs";
import { State } from "../../web/js/state.mjs";

const panel = (custom_id) => ({
  id: "3", channel_id: "7", content: "", components: [{ type: 1, components: [{ type: 2, custom_id }] }],
});

// opened is a page that shows a panel, and the answers that its calls wait for.
function opened() {
  const state = new State(), answers = [], asked = [];
  state.setMessages("7", [panel("a")]);
  const interact = ({ custom_id }) => {
    asked.push(custom_id);
    return new Promise((answer) => answers.push(answer));
  };
  return { state, answers, asked, interactions: new Interactions({ state, api: { interact } }) };
}

test("a control that waits is not pressed again", () => {
  const { asked, interactions } = opened();
  interactions.press(panel("a"), "a");
  interactions.press(panel("a"), "a");
  assert.deepEqual(asked, ["a"]);
});

test("what took the place of a panel can be pressed before the call has returned", async () => {
  const { state, answers, asked, interactions } = opened();
  const first = interactions.press(panel("a"), "a");
  state.put(panel("b"));
  interactions.press(panel("b"), "b");
  assert.deepEqual(asked, ["a", "b"]);
  answers[0]({ status: "answered" });
  await first;
  assert.equal(state.busy.get("3"), "b", "the second one waits still");
});
