// The event stream: Server-Sent Events that reconnect automatically.

const NAMES = [
  "message_create", "message_update", "message_delete", "channel_update", "channel_delete",
  "commands", "bot", "dms", "typing", "unhandled", "ping",
];
const FIRST_WAIT = 500;
const LONGEST_WAIT = 5000;
const SILENCE = 50000; // two pings and a half: the line is dead though nobody said so

export class Stream {
  /**
   * hooks.event(name, data) is called for each event, hooks.open() after connecting (earlier events
   * are lost), hooks.broken() when the connection broke.
   */
  constructor(address, hooks) {
    this.address = address;
    this.hooks = hooks;
    this.wait = FIRST_WAIT;
    this.connect();
  }

  connect() {
    this.source = new EventSource(this.address);
    this.source.onopen = () => {
      this.wait = FIRST_WAIT;
      this.heard();
      this.hooks.open();
    };
    this.source.onerror = () => this.retry();
    for (const name of NAMES) {
      this.source.addEventListener(name, (event) => this.receive(name, event.data));
    }
  }

  receive(name, text) {
    this.heard();
    if (name !== "ping") this.hooks.event(name, JSON.parse(text));
  }

  heard() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.retry(), SILENCE);
  }

  retry() {
    this.close();
    this.hooks.broken();
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  close() {
    clearTimeout(this.silence);
    clearTimeout(this.timer);
    this.source.close();
  }
}
