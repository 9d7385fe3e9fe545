package wire

import (
	"slices"

	"github.com/bwmarrin/discordgo"
)

// OfGuild is how what belongs to a guild is installed: there, and on nobody's account.
func OfGuild() []discordgo.ApplicationIntegrationType {
	return []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}
}

// Owners says for whom the application is installed where an interaction comes from: Discord's
// authorizing_integration_owners, by discordgo.ApplicationIntegrationType in digits.
type Owners map[string]string

// OwnersIn are all that a person can use the application through in a channel: the guild ("0" in a
// conversation with the bot) where the bot is, and the person's own account anywhere.
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

// UserOnly reports whether the application is here on a person's account alone.
func (o Owners) UserOnly() bool { return o["0"] == "" }
