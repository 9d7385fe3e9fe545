package dispatch

import (
	"log/slog"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// Call is what a person did, ready for a handler.
type Call struct {
	T          i18n.Printer        // in the person's language
	Log        *slog.Logger        // knows the interaction
	Actor      play.Actor          // who did it
	Robot      match.PlayerID      // the bot itself, as a player
	Venue      play.Venue          // where; its locale is the guild's, or outside a guild the person's
	Thread     bool                // the channel is a thread
	Parent     string              // the channel of that thread; empty: it is none, or Discord does not tell
	OwnThread  bool                // it is a thread that the bot began
	BotRights  discord.Permissions // of the bot there; they say nothing in a direct message
	UserRights discord.Permissions // of the person there, in a guild
	ID         ui.ID               // of the control; zero for commands
	Values     []string            // picked in a menu
	Input      string              // filled in a form
	Submitted  bool                // a form was sent, perhaps with nothing in it
	Target     string              // the person or message that a command of a context menu is about

	Sub            string               // the command within the command that is used; empty: there is none
	Options        []discord.Option     // of the command; Text and its like read them
	Users          map[string]NamedUser // in the options, by id
	InGroupDM      bool                 // it is used in a group conversation, where every message notifies everybody
	OnPrivate      bool                 // the control is on a private message
	OnBlock        bool                 // and that is a block
	TargetControls []ui.ID              // the controls of the message that Target is
}

// NamedUser is a person who is named in an option.
type NamedUser struct {
	discord.User
	IsMember bool // is a member of the guild
	CanView  bool // and may view the channel
	Known    bool // Discord told who it is
}

// readCall reads in, from a person who reads in language. It leaves out T and Log.
func readCall(in *discord.Interaction, language string) *Call {
	u, _ := in.Actor()
	rights, _ := discord.ParsePermissions(in.AppPermissions)
	var theirs discord.Permissions
	if in.Member != nil {
		theirs, _ = discord.ParsePermissions(in.Member.Permissions)
	}
	locale := in.GuildLocale
	if locale == "" {
		locale = language
	}
	sub, options := optionsOf(in)
	return &Call{
		Robot:          match.PlayerID(in.ApplicationID),
		Actor:          play.Actor{ID: match.PlayerID(u.ID), Guild: in.GuildID, Locale: in.Locale},
		BotRights:      rights,
		UserRights:     theirs,
		Venue:          play.Venue{Guild: in.GuildID, Channel: in.ChannelID, Locale: locale, Away: !in.IsInstalled()},
		InGroupDM:      in.Channel.Type == discordgo.ChannelTypeGroupDM,
		Thread:         in.Channel.IsThread(),
		Parent:         parentOf(in.Channel),
		OwnThread:      in.Channel.IsThread() && in.Channel.OwnerID == in.ApplicationID,
		Values:         in.Data.Values,
		Input:          in.Data.Input(),
		Submitted:      in.Type == discordgo.InteractionModalSubmit,
		Target:         in.Data.TargetID,
		TargetControls: controlsOf(in.Data.Resolved.Messages[in.Data.TargetID]),
		Sub:            sub,
		Options:        options,
		Users:          namedUsers(in),
		OnPrivate:      in.Message.Flags&discordgo.MessageFlagsEphemeral != 0,
		OnBlock:        in.Message.Flags&discordgo.MessageFlagsIsComponentsV2 != 0,
	}
}

// parentOf returns the channel of a thread; "" when c is none.
func parentOf(c discord.Channel) string {
	if !c.IsThread() { // of others it is a category
		return ""
	}
	return c.ParentID
}

// optionsOf returns the options of the command within the command that is used, and its name; or those of
// the command itself.
func optionsOf(in *discord.Interaction) (sub string, options []discord.Option) {
	options = in.Data.Options
	if len(options) == 1 && options[0].Type == discordgo.ApplicationCommandOptionSubCommand {
		return options[0].Name, options[0].Options
	}
	return "", options
}

// controlsOf returns the controls of a message that are ours.
func controlsOf(m discord.ReceivedMessage) (ids []ui.ID) {
	for _, text := range m.CustomIDs() {
		if id, err := ui.ParseID(text); err == nil {
			ids = append(ids, id)
		}
	}
	return ids
}

func namedUsers(in *discord.Interaction) map[string]NamedUser {
	list := map[string]NamedUser{}
	for id, u := range in.Data.Resolved.Users {
		member, here := in.Data.Resolved.Members[id]
		rights, told := discord.ParsePermissions(member.Permissions)
		list[id] = NamedUser{User: u, IsMember: here, Known: true,
			CanView: !told || rights.Has(discordgo.PermissionViewChannel)}
	}
	return list
}

// InGuild reports whether it happened in a server, not in a direct message.
func (c *Call) InGuild() bool { return c.Venue.Guild != "" }

// Manages reports whether the person may change the settings of the server it happened in; nobody may
// in a direct message.
func (c *Call) Manages() bool {
	return c.InGuild() && c.UserRights.Has(discordgo.PermissionManageGuild)
}

// Home returns where a match that begins here is shown: a thread that the bot began is for another match.
func (c *Call) Home() play.Venue {
	v := c.Venue
	if c.OwnThread && c.Parent != "" {
		v.Channel = c.Parent
	}
	return v
}

// IsIn reports whether it happened in one of channels, or in a thread of one.
func (c *Call) IsIn(channels []string) bool {
	return slices.Contains(channels, c.Venue.Channel) || slices.Contains(channels, c.Parent)
}

// Argument returns what the control says: the item that was picked, or the argument of the control itself.
func (c *Call) Argument() string {
	if len(c.Values) > 0 {
		return c.Values[0]
	}
	return c.ID.Arg
}

// IsBehind reports whether the control was made when fewer turns of m had been played.
func (c *Call) IsStale(m *play.Match) bool {
	return c.ID.Match != "" && c.ID.Ply != play.AnyPly && c.ID.Ply != m.Moment()
}

// Text returns the value of an option, "" when it was not given.
func (c *Call) Text(name string) string {
	for _, o := range c.Options {
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
	for _, o := range c.Options {
		if o.Focused {
			return o.Name, o.Text()
		}
	}
	return "", ""
}

// NothingTyped is the value of a suggestion when nothing is typed. It is no turn, so that sending it plays none.
const NothingTyped = "?"

// AsTyped returns the value of the suggestion that stands for what is typed.
func AsTyped(typed string) string {
	if typed = turns.Typed(typed); typed == "" {
		return NothingTyped
	}
	return discord.Truncate(typed, discord.MaxChoiceValue)
}
