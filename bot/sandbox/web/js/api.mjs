// Calls to the sandbox, each made as one person.

/** ApiError has a message for the person and the HTTP status, 0 without a response. */
export class ApiError extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

export class Api {
  /** as is the id of the acting person; "" is the first one. */
  constructor(as = "") {
    this.as = as;
  }

  state() {
    return this.call("GET", "/sandbox/state");
  }

  /** waiting returns the unread counts of each person: id → {unread, mentions}. */
  waiting() {
    return this.call("GET", "/sandbox/waiting");
  }

  messages(channel, before) {
    const query = before ? { before, limit: 50 } : { limit: 50 };
    return this.call("GET", `/sandbox/channels/${channel}/messages`, { query });
  }

  say(channel, content) {
    return this.call("POST", `/sandbox/channels/${channel}/messages`, { body: { content } });
  }

  read(channel) {
    return this.call("POST", `/sandbox/channels/${channel}/read`, { body: {} });
  }

  openDM(recipient) {
    return this.call("POST", "/sandbox/dms", { body: { recipient_id: recipient } });
  }

  closeDMs(closed) {
    return this.call("POST", "/sandbox/dms/closed", { body: { closed } });
  }

  setLocale(locale, guild) {
    return this.call("POST", "/sandbox/locale", { body: { locale, guild } });
  }

  setThread(channel, thread) {
    return this.call("POST", `/sandbox/channels/${channel}/thread`, { body: thread });
  }

  dismiss(message) {
    return this.call("POST", `/sandbox/messages/${message}/dismiss`, { body: {} });
  }

  interact(interaction, signal) {
    return this.call("POST", "/sandbox/interactions", { body: interaction, signal });
  }

  jump(hours) {
    return this.call("POST", "/sandbox/jump", { body: { hours } });
  }

  restart() {
    return this.call("POST", "/sandbox/restart", { body: {} });
  }

  /** address returns the path with the acting person and other query parameters. */
  address(path, query = {}) {
    const parameters = new URLSearchParams(query);
    if (this.as) parameters.set("as", this.as);
    return `${path}?${parameters}`;
  }

  async call(method, path, { query, body, signal } = {}) {
    const response = await this.send(method, this.address(path, query), body, signal);
    const answer = await response.json().catch(() => null);
    if (!response.ok) {
      throw new ApiError(response.status, answer?.error ?? `The sandbox said ${response.status}.`);
    }
    return answer ?? {};
  }

  async send(method, address, body, signal) {
    const headers = body ? { "Content-Type": "application/json" } : {};
    try {
      return await fetch(address, { method, headers, body: JSON.stringify(body), signal });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new ApiError(0, "The sandbox cannot be reached. Is it still running?");
    }
  }
}
