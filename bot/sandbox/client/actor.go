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

// Actor is one of the sandbox's people. Its methods do what a Discord client lets a person do, and return a Refusal
// for what the client refuses. It is safe for concurrent use.
type Actor struct {
	c  *Client
	id wire.Snowflake
}

// Actor returns the Actor of a person.
func (c *Client) Actor(person wire.Snowflake) *Actor { return &Actor{c, person} }

// ID returns the person's user id.
func (a *Actor) ID() wire.Snowflake { return a.id }

// Name returns the person's display name.
func (a *Actor) Name() string {
	u, _ := wire.UserOf(a.id)
	return *u.GlobalName
}

// DM returns the channel of the person's direct messages with the bot, which it creates if necessary.
func (a *Actor) DM() (id wire.Snowflake) {
	a.c.World.Do(func(s *world.State) { id = s.Channels.OpenDM(a.id).ID })
	return id
}

// CloseDMs sets whether the bot's direct messages are refused with 50007.
func (a *Actor) CloseDMs(closed bool) {
	dms := world.DMsOpen
	if closed {
		dms = world.DMsClosed
	}
	a.setDMs(dms)
}

// ShareNoServer sets whether the bot's direct messages are refused with 50278, because the person shares no server
// with it. It changes nothing else.
func (a *Actor) ShareNoServer(none bool) {
	dms := world.DMsOpen
	if none {
		dms = world.DMsNowhere
	}
	a.setDMs(dms)
}

// Leave sets whether the person has left the guild and no longer sees its channels.
func (a *Actor) Leave(left bool) {
	a.c.World.Do(func(s *world.State) { s.People.SetLeft(a.id, left) })
}

// SetNick sets the person's nickname in the n-th guild with the bot, from 0; empty: none.
func (a *Actor) SetNick(n int, nick string) {
	a.c.World.Do(func(s *world.State) { s.People.SetNick(a.id, wire.GuildAt(n), nick) })
}

// GiveRole gives the person the role of the n-th guild with the bot, from 0, or takes it away.
func (a *Actor) GiveRole(n int, has bool) {
	a.c.World.Do(func(s *world.State) { s.Roles.Give(a.id, wire.RoleAt(n), has) })
}

func (a *Actor) setDMs(dms world.DMs) {
	a.c.World.Do(func(s *world.State) { s.People.SetDMs(a.id, dms) })
}

// SetThread sets whether a thread is archived and locked. The person needs the permission to manage threads.
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

// SetLocale sets the language of the person's client to one of wire.Locales.
func (a *Actor) SetLocale(locale string) error { return a.setLocale(a.id, locale) }

// SetGuildLocale sets the language of the guild to one of wire.Locales. The person needs the permission to manage
// the guild.
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

// Command uses a chat command and waits for the first response.
func (a *Actor) Command(ctx context.Context, channel wire.Snowflake, name string,
	options ...Option) (world.Answer, error) {
	return a.use(ctx, discordgo.ChatApplicationCommand, name,
		Request{Type: discordgo.InteractionApplicationCommand, ChannelID: channel, Options: options})
}

// UserCommand uses a command of a user's context menu and waits for the first response.
func (a *Actor) UserCommand(ctx context.Context, channel wire.Snowflake, name string,
	user wire.Snowflake) (world.Answer, error) {
	return a.use(ctx, discordgo.UserApplicationCommand, name,
		Request{Type: discordgo.InteractionApplicationCommand, ChannelID: channel, TargetID: user})
}

// MessageCommand uses a command of a message's context menu and waits for the first response.
func (a *Actor) MessageCommand(ctx context.Context, channel wire.Snowflake, name string,
	message wire.Snowflake) (world.Answer, error) {
	return a.use(ctx, discordgo.MessageApplicationCommand, name,
		Request{Type: discordgo.InteractionApplicationCommand, ChannelID: channel, TargetID: message})
}

// Autocomplete types into the option named focused and returns the suggestions. The text typed so far is the value
// of that option in options; without one, nothing is typed yet.
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

// focus marks the option named name, also in subcommands.
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

// Click clicks a button and waits for the first response.
func (a *Actor) Click(ctx context.Context, message wire.Snowflake,
	customID string) (world.Answer, error) {
	return a.Select(ctx, message, customID)
}

// Select selects values of a menu and waits for the first response.
func (a *Actor) Select(ctx context.Context, message wire.Snowflake, customID string,
	values ...string) (world.Answer, error) {
	return a.c.Interact(ctx, a.id, Request{Type: discordgo.InteractionMessageComponent, MessageID: message,
		CustomID: customID, Values: values})
}

// Submit submits the modal that a response opened, with the given fields; the others keep their initial values.
func (a *Actor) Submit(ctx context.Context, opened world.Answer,
	fields ...Input) (world.Answer, error) {
	return a.c.Interact(ctx, a.id, Request{Type: discordgo.InteractionModalSubmit,
		InteractionID: opened.InteractionID, Components: fields})
}

// Say posts a text message.
func (a *Actor) Say(channel wire.Snowflake, content string) (m wire.Message, err error) {
	content = strings.TrimSpace(content)
	a.c.World.Do(func(s *world.State) {
		switch c := s.Channels.SeenBy(a.id, channel); {
		case c == nil:
			err = refusal("There is no such channel.")
		case c.IsForum():
			err = refusal("A forum has only posts.")
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

// Begin creates a post in a forum with a first message, and returns the post.
func (a *Actor) Begin(forum wire.Snowflake, title, content string) (post wire.Channel, err error) {
	a.c.World.Do(func(s *world.State) {
		in := s.Channels.SeenBy(a.id, forum)
		if in == nil || !in.IsForum() {
			err = refusal("There is no such forum.")
			return
		}
		begin := check.NewThread{Name: title, AutoArchive: 4320, Owner: a.id}
		c, full := s.Threads.Begin(in, begin, func(first *world.Post) *check.Refusal {
			s.Messages.Write(a.id, first, content)
			return nil
		})
		if full != nil {
			err = refusal("There are too many active threads.")
			return
		}
		post = *c
	})
	return post, err
}

// Messages returns what the person sees in a channel, their ephemeral messages included, oldest first.
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

// AwaitMessages waits until what the person sees in a channel satisfies want, and returns it.
func (a *Actor) AwaitMessages(ctx context.Context, channel wire.Snowflake,
	wanted func([]wire.Message) bool) ([]wire.Message, error) {
	var list []wire.Message
	err := a.c.World.Await(ctx, func(s *world.State) bool {
		list = a.seen(s, channel)
		return wanted(list)
	})
	return list, err
}

// AwaitMessage waits until the person sees a matching message, and returns the newest one.
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

// Dismiss dismisses an ephemeral message.
func (a *Actor) Dismiss(message wire.Snowflake) error {
	dismissed := false
	a.c.World.Do(func(s *world.State) { dismissed = s.Messages.Dismiss(a.id, message) })
	if !dismissed {
		return refusal("There is no such message to dismiss.")
	}
	return nil
}

// Unread returns the number of unread messages in a channel, and of those that ping the person.
func (a *Actor) Unread(channel wire.Snowflake) (messages, pings int) {
	a.c.World.Do(func(s *world.State) { messages, pings = s.Reads.Unread(a.id, channel) })
	return messages, pings
}

// Read marks a channel as read.
func (a *Actor) Read(channel wire.Snowflake) {
	a.c.World.Do(func(s *world.State) {
		if c := s.Channels.SeenBy(a.id, channel); c != nil {
			s.Reads.Mark(a.id, c)
		}
	})
}
