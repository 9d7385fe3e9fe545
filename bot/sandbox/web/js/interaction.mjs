// Interactions with the bot: commands, buttons, menus, modals.

import { ApiError } from "./api.mjs";
import { build } from "./command.mjs";
import { openModal } from "./modal.mjs";
import { toast } from "./popover.mjs";

const NO_ANSWER = "The application did not respond";
const LOOKS = 10; // at a control that was refused
const LOOK = 50; // ms between them
const PATIENCE = 400; // ms before the page says that a command is on its way

export class Interactions {
  constructor(app) {
    this.app = app;
  }

  /** command runs a slash command with values [{name, value}]. */
  command(leaf, values) {
    const options = build(leaf.path, values);
    return this.run({ type: 2, command_id: leaf.id, options }, `/${leaf.name}`);
  }

  /** apply runs a context-menu command on a user or a message. */
  apply(command, target) {
    const { id, name } = command;
    return this.run({ type: 2, command_id: id, options: [], target_id: target }, name);
  }

  /** press uses a button or a select menu of a message. */
  async press(message, customId, values) {
    const { state, api } = this.app;
    if (state.busy.has(message.id) || !state.offers(message, customId)) return;
    state.failed.delete(message.id);
    if (values) state.pick(message.id, customId, values);
    state.busy.set(message.id, customId);
    state.changed(message.channel_id);
    const answer = await this.send({
      type: 3, channel_id: message.channel_id, message_id: message.id, custom_id: customId, values,
    });
    if (!this.still(api)) return;
    if (state.busy.get(message.id) === customId) state.busy.delete(message.id);
    if (answer.status === "failed" && !(answer.refused && await this.gone(message, customId))) {
      state.failed.set(message.id, "This interaction failed");
      if (answer.refused) toast(answer.error);
    }
    state.changed(message.channel_id);
    this.follow(answer, message.channel_id);
  }

  // gone returns whether a control that was refused has been removed. The event may arrive after the
  // refusal.
  async gone(message, customId) {
    for (let looks = 0; looks < LOOKS; looks++) {
      if (!this.app.state.offers(message, customId)) return true;
      await new Promise((done) => setTimeout(done, LOOK));
    }
    return false;
  }

  /** submit sends a modal and returns "" or an error message. */
  async submit(modal, channel, components) {
    const answer = await this.send({
      type: 5, channel_id: channel, custom_id: modal.custom_id,
      interaction_id: modal.interaction_id, components,
    });
    if (answer.refused) return answer.error;
    return answer.status === "failed" ? "Something went wrong. Try again." : "";
  }

  async run(interaction, used) {
    const { state, api } = this.app;
    const channel = state.active;
    const user = state.me;
    this.app.timeline.goOn();
    let pending = "";
    const timer = setTimeout(() => {
      if (!this.still(api)) return;
      pending = state.placeholder(channel, { pending: true, used: { name: used, user } });
    }, PATIENCE);
    const answer = await this.send({ ...interaction, channel_id: channel });
    clearTimeout(timer);
    if (!this.still(api)) return;
    if (pending) state.remove(channel, pending);
    if (answer.status === "failed") {
      const error = answer.error || NO_ANSWER;
      state.placeholder(channel, { error, ephemeral: true, used: { name: used, user } });
    }
    this.follow(answer, channel);
  }

  // still returns whether the page still belongs to the person who asked.
  still(api) {
    return this.app.api === api;
  }

  // send never throws: an error is a result too.
  async send(interaction) {
    try {
      return await this.app.api.interact(interaction);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { status: "failed", error: error.message, refused: true };
    }
  }

  follow(answer, channel) {
    if (answer.modal) openModal(this.app, answer.modal, channel);
  }
}
