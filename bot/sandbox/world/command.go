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
	of map[wire.Snowflake][]*wire.Command // by guild; 0: global
}

// All returns the guild's and the global commands.
func (c *Commands) All() []*wire.Command { return slices.Concat(c.of[wire.GuildID], c.of[0]) }

// Of returns the commands of a guild, or the global ones if guild is 0.
func (c *Commands) Of(guild wire.Snowflake) []*wire.Command { return c.of[guild] }

// Remove removes a command of a guild, or a global one. It reports whether there was one.
func (c *Commands) Remove(guild, id wire.Snowflake) bool {
	is := func(one *wire.Command) bool { return one.ID == id }
	if !slices.ContainsFunc(c.of[guild], is) {
		return false
	}
	c.Set(guild, slices.DeleteFunc(slices.Clone(c.of[guild]), is))
	return true
}

// Set replaces the commands of a guild, or the global ones if guild is 0, and fills in their defaults. A command
// that keeps its name keeps its id.
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
		case one.IntegrationTypes == nil: // every way in which the application can be installed
			one.IntegrationTypes = append(wire.OfGuild(), discordgo.ApplicationIntegrationUserInstall)
		}
	}
	c.of[guild] = list
	c.s.write(entry{Commands: &commandEntry{guild, list}})
	c.s.tell(func(l Listener) { l.Commands(c.s) })
}
