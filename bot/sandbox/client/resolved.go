package client

import (
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// resolved is an interaction's data about the users, roles, channels and messages that it refers to.
type resolved struct {
	Users    map[wire.Snowflake]wire.User    `json:"users,omitempty"`
	Members  map[wire.Snowflake]wire.Member  `json:"members,omitempty"`
	Roles    map[wire.Snowflake]wire.Role    `json:"roles,omitempty"`
	Channels map[wire.Snowflake]wire.Channel `json:"channels,omitempty"`
	Messages map[wire.Snowflake]wire.Message `json:"messages,omitempty"`
	state    *world.State
	person   wire.Snowflake
	in       *wire.Channel
}

func newResolved(v *visit) *resolved {
	return &resolved{
		Users:    map[wire.Snowflake]wire.User{},
		Members:  map[wire.Snowflake]wire.Member{},
		Roles:    map[wire.Snowflake]wire.Role{},
		Channels: map[wire.Snowflake]wire.Channel{},
		Messages: map[wire.Snowflake]wire.Message{},
		state:    v.State,
		person:   v.person,
		in:       v.channel,
	}
}

// user adds a user. It returns false if there is no such user.
func (r *resolved) user(id wire.Snowflake) bool {
	u, ok := r.state.People.User(id)
	if !ok {
		return false
	}
	r.Users[id] = u
	if r.in.GuildID != 0 && (id != wire.BotID || r.in.WithBot()) && r.state.People.IsIn(id, r.in) {
		r.Members[id] = r.state.Roles.Member(id, r.in)
	}
	return true
}

// role adds a role of the guild. It returns false if there is no such role.
func (r *resolved) role(id wire.Snowflake) bool {
	role, ok := r.state.Roles.Get(r.in.GuildID, id)
	if ok {
		r.Roles[id] = role
	}
	return ok
}

// channel adds a channel of the guild. It returns false if there is no such channel, or the conversation is not in
// the bot's guild.
func (r *resolved) channel(id wire.Snowflake) bool {
	c, guild := r.state.Channels.Get(id), r.in.GuildID
	if guild == 0 {
		guild = wire.GuildID
	}
	if c == nil || c.GuildID != guild {
		return false
	}
	out := *c
	out.Permissions = wire.PermissionsIn(c, r.person)
	r.Channels[id] = out
	return true
}

func (r *resolved) add(data map[string]any) {
	if len(r.Users)+len(r.Roles)+len(r.Channels)+len(r.Messages) > 0 {
		data["resolved"] = r
	}
}
