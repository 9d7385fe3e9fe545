package gateway

import "madbot/bot/sandbox/wire"

// shard is one part of the guilds of a bot: events/gateway, "Sharding", of Discord's documentation.
type shard struct{ id, count int }

// has reports whether the events of a guild go to s, 0 for direct messages.
func (s shard) has(guild wire.Snowflake) bool {
	return int(uint64(guild)>>22%uint64(s.count)) == s.id
}

// shard is the shard that the session is for: the only one, unless it says otherwise.
func (id *identity) shard() shard {
	switch {
	case id.Shard == nil:
		return shard{0, 1}
	case len(id.Shard) != 2:
		return shard{}
	}
	return shard{id.Shard[0], id.Shard[1]}
}

// exists reports whether there can be such a shard.
func (s shard) exists() bool { return 0 <= s.id && s.id < s.count }
