package dispatch

import (
	"log/slog"
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/discord"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules/match"
)

// Call is an interaction as handlers see it: who used which command or control, where, with what input.
type Call struct {
	T              i18n.Printer        // in the person's language
	Log            *slog.Logger        // with the interaction's id
	Actor          play.Actor          // the person
	Robot          match.PlayerID      // the bot itself, as a player
	Venue          play.Venue          // the channel; its locale is the guild's, or the person's outside a guild
	Thread         bool                // the channel is a thread
	Parent         string              // the channel of that thread; empty if it is none or Discord does not say
	OwnThread      bool                // the bot created that thread
	BotRights      discord.Permissions // in the channel; meaningless in a direct message
	UserRights     discord.Permissions // in the channel; 0 outside a guild
	HasManagerRole bool                // the role whose members may manage the server's games
	ID             ui.ID               // of the control; zero for commands
	Values         []string            // selected in a menu
	Forums         []string            // the selected forums, also in Values
	Input          string              // filled in a form
	Submitted      bool                // a form was submitted, perhaps empty
	Target         string              // the id of the person or message that a context menu command was used on

	Sub            string               // the subcommand; empty for none
	Options        []discord.Option     // of the command or subcommand; see Text, Number and Bool
	Users          map[string]NamedUser // whom options name, by id
	InGroupDM      bool                 // in a group conversation, where every message notifies everybody
	OnPrivate      bool                 // the control is on a private message
	OnOwnPanel     bool                 // that message is a recent reply to the person
	OnBlock        bool                 // the control is on a block
	TargetControls []ui.ID              // the controls of the message that the command was used on
}

// NamedUser is a person in an option.
type NamedUser struct {
	discord.User
	IsMember bool // of the guild
	CanView  bool // the channel
	Known    bool // Discord sent the user's data
}

// readCall returns the Call of the interaction in, without T and Log. language is that of the person who made it.
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
		Forums:         forumsIn(in.Data),
		Input:          in.Data.Input(),
		Submitted:      in.Type == discordgo.InteractionModalSubmit,
		Target:         in.Data.TargetID,
		TargetControls: controlsOf(in.Data.Resolved.Messages[in.Data.TargetID]),
		Sub:            sub,
		Options:        options,
		Users:          namedUsers(in),
		OnPrivate:      in.Message.Flags&discordgo.MessageFlagsEphemeral != 0,
		OnOwnPanel:     isOwnPanel(in, u.ID),
		OnBlock:        in.Message.Flags&discordgo.MessageFlagsIsComponentsV2 != 0,
	}
}

// panelTrust is how long a private panel proves that its reader was allowed to open it. Discord checks the permissions
// for a command, but not for the buttons on its reply.
const panelTrust = 15 * time.Minute

// isOwnPanel reports whether in comes from a private message with which the bot replied to the person with the id less
// than panelTrust ago.
func isOwnPanel(in *discord.Interaction, id string) bool {
	m := in.Message
	opened, err := discordgo.SnowflakeTimestamp(m.ID)
	pressed, odd := discordgo.SnowflakeTimestamp(in.ID)
	isPrivate := m.Flags&discordgo.MessageFlagsEphemeral != 0
	return err == nil && odd == nil && isPrivate && id != "" && m.Origin.User.ID == id && pressed.Sub(opened) < panelTrust
}

// parentOf returns the channel of a thread; "" if c is not a thread.
func parentOf(c discord.Channel) string {
	if !c.IsThread() { // the parent of a channel is its category
		return ""
	}
	return c.ParentID
}

// optionsOf returns the name and the options of the subcommand that was used, or the options of the command if it
// has no subcommands.
func optionsOf(in *discord.Interaction) (sub string, options []discord.Option) {
	options = in.Data.Options
	if len(options) == 1 && options[0].Type == discordgo.ApplicationCommandOptionSubCommand {
		return options[0].Name, options[0].Options
	}
	return "", options
}

// forumsIn returns the forums that were selected in a menu of channels.
func forumsIn(data discord.InteractionData) (ids []string) {
	for _, id := range data.Values {
		if data.Resolved.Channels[id].Type == discordgo.ChannelTypeGuildForum {
			ids = append(ids, id)
		}
	}
	return ids
}

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

// InGuild reports whether c comes from a server instead of a direct message.
func (c *Call) InGuild() bool { return c.Venue.Guild != "" }

// ManagesServer reports whether the person may manage the server in Discord. It is false in a direct message.
func (c *Call) ManagesServer() bool {
	return c.InGuild() && c.UserRights.Has(discordgo.PermissionManageGuild)
}

// Manages reports whether the person may manage the server's games: they may manage the server, or have the role that
// it chose for that. It is false in a direct message.
func (c *Call) Manages() bool { return c.ManagesServer() || c.InGuild() && c.HasManagerRole }

// Home returns where to show a match that starts here. In a thread of the bot, which shows another match, that is
// the channel of the thread.
func (c *Call) Home() play.Venue {
	v := c.Venue
	if c.OwnThread && c.Parent != "" {
		v.Channel = c.Parent
	}
	return v
}

// IsIn reports whether c comes from one of channels, or from a thread of one.
func (c *Call) IsIn(channels []string) bool {
	return slices.Contains(channels, c.Venue.Channel) || slices.Contains(channels, c.Parent)
}

// Argument returns the first item that was selected in a menu, or the argument of the control.
func (c *Call) Argument() string {
	if len(c.Values) > 0 {
		return c.Values[0]
	}
	return c.ID.Arg
}

// IsStale reports whether the control was made when fewer turns of m had been played.
func (c *Call) IsStale(m *play.Match) bool {
	return c.ID.Match != "" && c.ID.Ply != play.AnyPly && c.ID.Ply != m.Moment()
}

// Text returns the value of an option, or "" if it was not given.
func (c *Call) Text(name string) string {
	for _, o := range c.Options {
		if o.Name == name {
			return o.Text()
		}
	}
	return ""
}

// Number returns the value of an option, or otherwise if it was not given.
func (c *Call) Number(name string, otherwise int) int {
	if n, err := strconv.Atoi(c.Text(name)); err == nil {
		return n
	}
	return otherwise
}

// Bool returns the value of an option, or otherwise if it was not given.
func (c *Call) Bool(name string, otherwise bool) bool {
	if b, err := strconv.ParseBool(c.Text(name)); err == nil {
		return b
	}
	return otherwise
}

// Focused returns the name and the value so far of the option that is being typed, or "" if none is.
func (c *Call) Focused() (name, text string) {
	for _, o := range c.Options {
		if o.Focused {
			return o.Name, o.Text()
		}
	}
	return "", ""
}

// NothingTyped is the value of a suggestion while nothing is typed. It is not a turn, so sending it plays nothing.
const NothingTyped = "?"

// AsTyped returns the value of a suggestion that only repeats what was typed.
func AsTyped(typed string) string {
	if typed = turns.Typed(typed); typed == "" {
		return NothingTyped
	}
	return discord.Truncate(typed, discord.MaxChoiceValue)
}
