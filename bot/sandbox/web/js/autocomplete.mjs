// Suggestions of the bot while the person types.

const PAUSE = 200; // ms without a key before the bot is asked

/** Autocomplete loads one option's suggestions. Only the newest request's result is reported. */
export class Autocomplete {
  constructor(app) {
    this.app = app;
    this.serial = 0;
  }

  /**
   * ask sends the interaction after a pause and calls told({choices}) or told({failed}), unless
   * another ask or stop came first. It calls told({loading}) immediately.
   */
  ask(interaction, told) {
    this.stop();
    const mine = this.serial;
    told({ loading: true });
    this.timer = setTimeout(async () => {
      const answer = await this.fetch(interaction);
      if (mine === this.serial) told(answer);
    }, PAUSE);
  }

  /** stop cancels the pending request. */
  stop() {
    this.serial++;
    clearTimeout(this.timer);
    this.abort?.abort();
  }

  async fetch(interaction) {
    this.abort = new AbortController();
    try {
      const answer = await this.app.api.interact({ ...interaction, type: 4 }, this.abort.signal);
      return answer.status === "failed" ? { failed: true } : { choices: answer.choices ?? [] };
    } catch {
      return { failed: true };
    }
  }
}
