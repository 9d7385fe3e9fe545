package bot

import (
	"log/slog"
	"strconv"

	"madbot/bot/discord"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/rules/match"
)

// Call is what a person did, ready for a handler.
type Call struct {
	T      i18n.Printer        // in the person's language
	Log    *slog.Logger        // knows the interaction
	Actor  play.Actor          // who did it
	Robot  match.PlayerID      // the bot itself, as a player
	Venue  play.Venue          // where; its locale is the guild's
	Thread bool                // the channel is a thread
	Rights discord.Permissions // of the bot there; they say nothing in a direct message
	ID     customID            // of the control; zero for commands
	Values []string            // picked in a menu

	options []discord.Option
	named   map[string]namedUser // named in the options
	private bool                 // the control is on a private message
}

// namedUser is a person who is named in an option.
type namedUser struct {
	discord.User
	here  bool // is a member of the guild
	sees  bool // and may view the channel
	known bool // Discord told who it is
}

// newCall reads in; t prints in the language of the person.
func newCall(in *discord.Interaction, t i18n.Printer, log *slog.Logger) *Call {
	u, _ := in.Actor()
	rights, _ := discord.ParsePermissions(in.AppPermissions)
	locale := in.GuildLocale
	if locale == "" {
		locale = in.Locale
	}
	return &Call{
		T: t, Log: log, Robot: match.PlayerID(in.ApplicationID),
		Actor:   play.Actor{ID: match.PlayerID(u.ID), Guild: in.GuildID, Locale: in.Locale},
		Rights:  rights,
		Venue:   play.Venue{Guild: in.GuildID, Channel: in.ChannelID, Locale: locale},
		Thread:  in.Channel.IsThread(),
		Values:  in.Data.Values,
		options: in.Data.Options,
		named:   namedUsers(in),
		private: in.Message.Flags&discord.Ephemeral != 0,
	}
}

func namedUsers(in *discord.Interaction) map[string]namedUser {
	list := map[string]namedUser{}
	for id, u := range in.Data.Resolved.Users {
		member, here := in.Data.Resolved.Members[id]
		rights, told := discord.ParsePermissions(member.Permissions)
		list[id] = namedUser{User: u, here: here, known: true,
			sees: !told || rights.Has(discord.ViewChannel)}
	}
	return list
}

// InGuild reports whether it happened in a server, not in a direct message.
func (c *Call) InGuild() bool { return c.Venue.Guild != "" }

// settle returns how to answer: what was picked in a menu in place of the menu, unless that is to
// stay, and everything else with a message of its own.
func (c *Call) settle() ReplyKind {
	if len(c.Values) > 0 && c.ID.Arg != menuStays {
		return Update
	}
	return Private
}

// menuStays is the argument of a menu that is not replaced by what it leads to.
const menuStays = "stays"

// isBehind reports whether the control was made when fewer turns of m had been played.
func (c *Call) isBehind(m *play.Match) bool {
	return c.ID.Match != "" && c.ID.Ply != play.AnyPly && c.ID.Ply != m.Game.Ply()
}

// Text returns the value of an option, "" when it was not given.
func (c *Call) Text(name string) string {
	for _, o := range c.options {
		if o.Name == name {
			return o.Text()
		}
	}
	return ""
}

// Number returns the value of an option, or otherwise when it was not given.
func (c *Call) Number(name string, otherwise int) int {
	if n, err := strconv.Atoi(c.Text(name)); err == nil {
		return n
	}
	return otherwise
}

// Bool returns the value of an option, or otherwise when it was not given.
func (c *Call) Bool(name string, otherwise bool) bool {
	if b, err := strconv.ParseBool(c.Text(name)); err == nil {
		return b
	}
	return otherwise
}

// Focused returns the option that is being typed; zero when none is.
func (c *Call) Focused() (name, text string) {
	for _, o := range c.options {
		if o.Focused {
			return o.Name, o.Text()
		}
	}
	return "", ""
}
