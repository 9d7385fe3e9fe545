package world

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
)

// Commands are the application's commands.
type Commands struct {
	s  *State
	of map[wire.Snowflake][]*wire.Command // a guild, 0 for global
}

// All are the guild's and the global ones.
func (c *Commands) All() []*wire.Command { return slices.Concat(c.of[wire.GuildID], c.of[0]) }

// Set replaces the commands of the guild, or the global ones for 0, and completes them. A command that keeps its
// name keeps its id.
func (c *Commands) Set(guild wire.Snowflake, list []*wire.Command) {
	for _, one := range list {
		if old := check.SameCommand(c.of[guild], one); old != nil {
			one.ID = old.ID
		} else {
			one.ID = c.s.newID()
		}
		one.ApplicationID, one.GuildID, one.Version = wire.BotID, guild, c.s.newID()
		switch {
		case guild != 0:
			one.IntegrationTypes = wire.OfGuild()
		case one.IntegrationTypes == nil: // all that the application is set up for
			one.IntegrationTypes = append(wire.OfGuild(), discordgo.ApplicationIntegrationUserInstall)
		}
	}
	c.of[guild] = list
	c.s.write(entry{Commands: &commandEntry{guild, list}})
	c.s.tell(func(l Listener) { l.Commands(c.s) })
}
