package wire

import (
	"slices"

	"github.com/bwmarrin/discordgo"
)

// OfGuild returns how an app that belongs to a guild is installed: only there.
func OfGuild() []discordgo.ApplicationIntegrationType {
	return []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}
}

// Owners is Discord's authorizing_integration_owners: for whom the app is installed where the interaction happened,
// by the digits of the discordgo.ApplicationIntegrationType.
type Owners map[string]string

// OwnersIn returns the installations through which a person can use the app in a channel: the guild's where the bot
// is ("0" in direct messages with it), and that of the person's account anywhere.
func OwnersIn(c *Channel, person Snowflake, ways []discordgo.ApplicationIntegrationType) Owners {
	out := Owners{}
	if c.WithBot() && slices.Contains(ways, discordgo.ApplicationIntegrationGuildInstall) {
		out["0"] = c.GuildID.String()
	}
	if slices.Contains(ways, discordgo.ApplicationIntegrationUserInstall) {
		out["1"] = person.String()
	}
	return out
}

// UserOnly reports whether the app is only installed on the person's account.
func (o Owners) UserOnly() bool { return o["0"] == "" }
