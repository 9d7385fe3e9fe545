// The line below the box that says that the bot writes.

import { h } from "./dom.mjs";

const LASTS = 10000; // ms after which the sign goes by itself, as in Discord

export class Typing {
  constructor(app) {
    this.app = app;
    this.until = new Map(); // channel id → the timer that ends its sign
    this.element = h("p", { class: "typing", role: "status", data: { testid: "typing" } });
    for (const topic of ["active", "bot"]) app.state.on(topic, () => this.draw());
  }

  /** begin shows that the bot writes in a channel. */
  begin(channel) {
    clearTimeout(this.until.get(channel));
    this.until.set(channel, setTimeout(() => this.stop(channel), LASTS));
    this.draw();
  }

  /** end takes the sign away because the bot has sent a message. */
  end({ channel_id: channel, author }) {
    if (author.id === this.app.state.bot.user?.id) this.stop(channel);
  }

  stop(channel) {
    clearTimeout(this.until.get(channel));
    this.until.delete(channel);
    this.draw();
  }

  draw() {
    const { active, bot } = this.app.state;
    const name = bot.user?.global_name ?? bot.user?.username;
    this.element.textContent = this.until.has(active) ? `${name} is typing…` : "";
  }
}
