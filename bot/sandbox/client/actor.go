package client

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// Actor is one of the ready-made people. It does what a Discord client lets a person do, and
// refuses, with a Refusal, what the client refuses. It may be used by several goroutines.
type Actor struct {
	c  *Client
	id wire.Snowflake
}

// Actor is a person by id.
func (c *Client) Actor(person wire.Snowflake) *Actor { return &Actor{c, person} }

// ID is the person's user id.
func (a *Actor) ID() wire.Snowflake { return a.id }

// Name is the person's display name.
func (a *Actor) Name() string {
	u, _ := wire.UserOf(a.id)
	return *u.GlobalName
}

// DM is the channel of the person's conversation with the bot, which it opens if need be.
func (a *Actor) DM() (id wire.Snowflake) {
	a.c.World.Do(func(s *world.State) { id = s.Channels.OpenDM(a.id).ID })
	return id
}

// CloseDMs says whether the bot's direct messages are refused (50007) from now on.
func (a *Actor) CloseDMs(closed bool) {
	dms := world.DMsOpen
	if closed {
		dms = world.DMsClosed
	}
	a.setDMs(dms)
}

// ShareNoServer says whether the bot's direct messages are refused (50278) from now on because the
// person is in no server with it. Nothing else changes for them.
func (a *Actor) ShareNoServer(none bool) {
	dms := world.DMsOpen
	if none {
		dms = world.DMsNowhere
	}
	a.setDMs(dms)
}

// Leave says whether the person has left the guild. Its channels are gone for them then.
func (a *Actor) Leave(left bool) {
	a.c.World.Do(func(s *world.State) { s.People.SetLeft(a.id, left) })
}

func (a *Actor) setDMs(dms world.DMs) {
	a.c.World.Do(func(s *world.State) { s.People.SetDMs(a.id, dms) })
}

// SetThread archives and locks a thread, or undoes it. Only those who may manage threads do so.
func (a *Actor) SetThread(thread wire.Snowflake, archived, locked bool) (err error) {
	a.c.World.Do(func(s *world.State) {
		switch c := s.Channels.SeenBy(a.id, thread); {
		case c == nil || !c.IsThread():
			err = refusal("There is no such thread.")
		case !wire.PermissionsIn(c, a.id).Has(discordgo.PermissionManageThreads):
			err = refusal("You may not manage threads here.")
		case s.Threads.Set(c, archived, locked) != nil:
			err = refusal("There are too many active threads.")
		}
	})
	return err
}

// SetLocale sets the language of the person's client, one of wire.Locales.
func (a *Actor) SetLocale(locale string) error { return a.setLocale(a.id, locale) }

// SetGuildLocale sets the language of the guild, one of wire.Locales. Only who manages the guild does so.
func (a *Actor) SetGuildLocale(locale string) error {
	if a.id != wire.AliceID {
		return refusal("You may not manage this server.")
	}
	return a.setLocale(wire.GuildID, locale)
}

func (a *Actor) setLocale(of wire.Snowflake, locale string) error {
	if !slices.Contains(wire.Locales(), locale) {
		return refusal("There is no language %q.", locale)
	}
	a.c.World.Do(func(s *world.State) { s.People.SetLocale(of, locale) })
	return nil
}

// Command uses a chat command by its name and waits for the first answer.
func (a *Actor) Command(ctx context.Context, channel wire.Snowflake, name string,
	options ...Option) (world.Answer, error) {
	return a.use(ctx, discordgo.ChatApplicationCommand, name,
		Request{Type: discordgo.InteractionApplicationCommand, ChannelID: channel, Options: options})
}

// UserCommand uses a command of the menu of a user, by its name, and waits for the first answer.
func (a *Actor) UserCommand(ctx context.Context, channel wire.Snowflake, name string,
	user wire.Snowflake) (world.Answer, error) {
	return a.use(ctx, discordgo.UserApplicationCommand, name,
		Request{Type: discordgo.InteractionApplicationCommand, ChannelID: channel, TargetID: user})
}

// MessageCommand uses a command of the menu of a message, by its name, and waits for the first
// answer.
func (a *Actor) MessageCommand(ctx context.Context, channel wire.Snowflake, name string,
	message wire.Snowflake) (world.Answer, error) {
	return a.use(ctx, discordgo.MessageApplicationCommand, name,
		Request{Type: discordgo.InteractionApplicationCommand, ChannelID: channel, TargetID: message})
}

// Autocomplete types into the option named focused, with the other options as given, and returns
// what is offered. The text typed so far is the focused option's own value among options; without
// one nothing is typed yet.
func (a *Actor) Autocomplete(ctx context.Context, channel wire.Snowflake, name, focused string,
	options ...Option) ([]wire.Choice, error) {
	options = slices.Clone(options)
	if !focus(options, focused) {
		options = append(options, Option{Name: focused, Value: "", Focused: true})
	}
	answer, err := a.use(ctx, discordgo.ChatApplicationCommand, name,
		Request{Type: discordgo.InteractionApplicationCommandAutocomplete, ChannelID: channel, Options: options})
	return answer.Choices, err
}

// use asks for the command of a type and name.
func (a *Actor) use(ctx context.Context, kind discordgo.ApplicationCommandType, name string,
	r Request) (world.Answer, error) {
	err := refusal("There is no such channel.")
	a.c.World.Do(func(s *world.State) {
		c := s.Channels.SeenBy(a.id, r.ChannelID)
		if c == nil {
			return
		}
		err = refusal("There is no command %q here.", name)
		for _, command := range s.Commands.All() {
			if command.Type == kind && command.Name == name && command.Offered(a.id, c) {
				r.CommandID, err = command.ID, nil
				return
			}
		}
	})
	if err != nil {
		return world.Answer{}, err
	}
	return a.c.Interact(ctx, a.id, r)
}

// focus marks the option of a name, in sub-commands too.
func focus(options []Option, name string) bool {
	for i := range options {
		if options[i].Name == name && len(options[i].Options) == 0 {
			options[i].Focused = true
			return true
		}
		options[i].Options = slices.Clone(options[i].Options)
		if focus(options[i].Options, name) {
			return true
		}
	}
	return false
}

// Click presses a button by its custom id and waits for the first answer.
func (a *Actor) Click(ctx context.Context, message wire.Snowflake,
	customID string) (world.Answer, error) {
	return a.Select(ctx, message, customID)
}

// Select chooses values in a menu by its custom id and waits for the first answer.
func (a *Actor) Select(ctx context.Context, message wire.Snowflake, customID string,
	values ...string) (world.Answer, error) {
	return a.c.Interact(ctx, a.id, Request{Type: discordgo.InteractionMessageComponent, MessageID: message,
		CustomID: customID, Values: values})
}

// Submit sends the modal that the answer opened, with the fields given and the others as they were.
func (a *Actor) Submit(ctx context.Context, opened world.Answer,
	fields ...Input) (world.Answer, error) {
	return a.c.Interact(ctx, a.id, Request{Type: discordgo.InteractionModalSubmit,
		InteractionID: opened.InteractionID, Components: fields})
}

// Say posts plain text.
func (a *Actor) Say(channel wire.Snowflake, content string) (m wire.Message, err error) {
	content = strings.TrimSpace(content)
	a.c.World.Do(func(s *world.State) {
		switch c := s.Channels.SeenBy(a.id, channel); {
		case c == nil:
			err = refusal("There is no such channel.")
		case content == "":
			err = refusal("The message is empty.")
		case utf8.RuneCountInString(content) > check.MaxContent:
			err = refusal("The message is longer than %d characters.", check.MaxContent)
		case check.Locked(c, wire.PermissionsIn(c, a.id)) != nil:
			err = refusal("This thread is locked.")
		default:
			m = s.Messages.Say(a.id, c, content).Message
		}
	})
	return m, err
}

// Messages is what the person sees in a channel: public messages and ephemeral ones for them,
// oldest first.
func (a *Actor) Messages(channel wire.Snowflake) (list []wire.Message) {
	a.c.World.Do(func(s *world.State) { list = a.seen(s, channel) })
	return list
}

func (a *Actor) seen(s *world.State, channel wire.Snowflake) []wire.Message {
	var out []wire.Message
	for p := range s.Messages.Backward(a.id, channel, 0) {
		out = append(out, p.Message)
	}
	slices.Reverse(out)
	return out
}

// AwaitMessages waits until what the person sees in a channel is as wanted, and returns it.
func (a *Actor) AwaitMessages(ctx context.Context, channel wire.Snowflake,
	wanted func([]wire.Message) bool) ([]wire.Message, error) {
	var list []wire.Message
	err := a.c.World.Await(ctx, func(s *world.State) bool {
		list = a.seen(s, channel)
		return wanted(list)
	})
	return list, err
}

// AwaitMessage waits until the person sees a message that matches, and returns the newest of them.
func (a *Actor) AwaitMessage(ctx context.Context, channel wire.Snowflake,
	match func(wire.Message) bool) (wire.Message, error) {
	var found wire.Message
	err := a.c.World.Await(ctx, func(s *world.State) bool {
		for p := range s.Messages.Backward(a.id, channel, 0) {
			if match(p.Message) {
				found = p.Message
				return true
			}
		}
		return false
	})
	return found, err
}

// Dismiss takes an ephemeral message off the person's screen.
func (a *Actor) Dismiss(message wire.Snowflake) error {
	dismissed := false
	a.c.World.Do(func(s *world.State) { dismissed = s.Messages.Dismiss(a.id, message) })
	if !dismissed {
		return refusal("There is no such message to dismiss.")
	}
	return nil
}

// Unread counts what the person has not read in a channel: messages, and those that ping them.
func (a *Actor) Unread(channel wire.Snowflake) (messages, pings int) {
	a.c.World.Do(func(s *world.State) { messages, pings = s.Reads.Unread(a.id, channel) })
	return messages, pings
}

// Read marks everything in a channel as read.
func (a *Actor) Read(channel wire.Snowflake) {
	a.c.World.Do(func(s *world.State) {
		if c := s.Channels.SeenBy(a.id, channel); c != nil {
			s.Reads.Mark(a.id, c)
		}
	})
}
