// The people, channels and roles that options and mentions can name.

import { avatar } from "./avatar.mjs";
import { nameOf, roleName } from "./state.mjs";

/** directory lists what options can be picked from: {users, channels, roles}. */
export function directory(state) {
  return {
    users: state.everyone().map(userItem),
    channels: state.guildChannels.map((c) => (
      { name: c.name, label: `# ${c.name}`, value: c.id, kind: c.type })),
    roles: (state.guild.roles ?? []).map((r) => (
      { name: r.name, label: roleName(r), value: r.id })),
  };
}

function userItem(user) {
  return {
    name: nameOf(user), key: user.username, value: user.id, icon: avatar(user, 24),
    tag: user.bot ? "BOT" : user.username,
  };
}

/** withMentions turns @name and #channel in plain chat into Discord's mentions. */
export function withMentions(text, { users, channels }) {
  return text
    .replace(/(^|[^\w<])@([\w.-]+)/g, (all, before, name) => {
      const user = find(users, name);
      return user ? `${before}<@${user.value}>` : all;
    })
    .replace(/(^|[^\w<&])#([\w-]+)/g, (all, before, name) => {
      const channel = find(channels, name);
      return channel ? `${before}<#${channel.value}>` : all;
    });
}

function find(list, name) {
  const wanted = name.toLowerCase();
  return list.find((c) => [c.name, c.key].some((n) => n?.toLowerCase() === wanted));
}
