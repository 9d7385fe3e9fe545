package wire

import "fmt"

// MaxGuilds is the maximum number of guilds with the bot.
const MaxGuilds = 1000

// The names of the bot's first guild, and of a guild without it.
const (
	GuildName     = "Sandbox"
	ElsewhereName = "Elsewhere"
)

// apart is the distance between the ids of two guilds, so that consecutive guilds belong to consecutive shards.
const apart Snowflake = 1 << 22

// GuildAt returns the n-th guild with the bot, from 0. Those after the first have one channel and all people.
func GuildAt(n int) Snowflake { return GuildID + Snowflake(n)*apart }

// MadAt returns the channel for games of the n-th guild.
func MadAt(n int) Snowflake { return MadID + Snowflake(n)*apart }

// GuildNumber returns the number of a guild with the bot, or false.
func GuildNumber(id Snowflake) (n int, ok bool) {
	n = int((id - GuildID) / apart)
	return n, id >= GuildID && n < MaxGuilds && GuildAt(n) == id
}

// GuildNameOf returns the name of a guild.
func GuildNameOf(id Snowflake) string {
	switch n, ok := GuildNumber(id); {
	case id == ElsewhereID:
		return ElsewhereName
	case ok && n > 0:
		return fmt.Sprint(GuildName, " ", n+1)
	}
	return GuildName
}

// MoreChannels returns the channels of the guilds after the first; n counts all guilds.
func MoreChannels(n int) (list []*Channel) {
	for i := 1; i < n; i++ {
		list = append(list, &Channel{ID: MadAt(i), GuildID: GuildAt(i), Name: fmt.Sprintf("mad-%d", i+1)})
	}
	return list
}
