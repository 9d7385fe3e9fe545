package wire

import "slices"

// Install is how an application came to where it is used: resources/application of Discord's
// documentation.
type Install int

// The ways to install an application.
const (
	GuildInstall Install = 0 // in a guild, for everybody there
	UserInstall  Install = 1 // on a person's account, for them everywhere
)

// Owners says for whom the application is installed where an interaction comes from: Discord's
// authorizing_integration_owners, by Install in digits.
type Owners map[string]string

// OwnersIn are all that a person can use the application through in a channel: the guild ("0" in a
// conversation with the bot) where the bot is, and the person's own account anywhere.
func OwnersIn(c *Channel, person Snowflake, ways []Install) Owners {
	out := Owners{}
	if c.WithBot() && slices.Contains(ways, GuildInstall) {
		out["0"] = c.GuildID.String()
	}
	if slices.Contains(ways, UserInstall) {
		out["1"] = person.String()
	}
	return out
}

// UserOnly reports whether the application is here on a person's account alone.
func (o Owners) UserOnly() bool { return o["0"] == "" }
