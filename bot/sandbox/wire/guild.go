package wire

import "fmt"

// MaxGuilds is how many guilds the bot can be in.
const MaxGuilds = 1000

// The names of the guilds: the bot's first one, and one that it is not in.
const (
	GuildName     = "Sandbox"
	ElsewhereName = "Elsewhere"
)

// apart is how far the ids of two guilds are from each other: events of each go to the next shard.
const apart Snowflake = 1 << 22

// GuildAt is the n-th guild that the bot is in, from 0. Those after the first have one channel, and everybody in them.
func GuildAt(n int) Snowflake { return GuildID + Snowflake(n)*apart }

// MadAt is the channel for games of the n-th guild.
func MadAt(n int) Snowflake { return MadID + Snowflake(n)*apart }

// GuildNumber is which of the bot's guilds has an id; false for any other id.
func GuildNumber(id Snowflake) (n int, ok bool) {
	n = int((id - GuildID) / apart)
	return n, id >= GuildID && n < MaxGuilds && GuildAt(n) == id
}

// GuildNameOf is the name of a guild.
func GuildNameOf(id Snowflake) string {
	switch n, ok := GuildNumber(id); {
	case id == ElsewhereID:
		return ElsewhereName
	case ok && n > 0:
		return fmt.Sprint(GuildName, " ", n+1)
	}
	return GuildName
}

// MoreChannels are those of the bot's guilds after the first, of n in all.
func MoreChannels(n int) (list []*Channel) {
	for i := 1; i < n; i++ {
		list = append(list, &Channel{ID: MadAt(i), GuildID: GuildAt(i), Name: fmt.Sprintf("mad-%d", i+1)})
	}
	return list
}
