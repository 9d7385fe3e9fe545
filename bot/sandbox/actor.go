package sandbox

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"
)

// Actor is one of the ready-made people. It does what a Discord client lets a person do, and
// refuses, with a Refusal, what the client refuses. It may be used by several goroutines.
type Actor struct {
	s  *Server
	id Snowflake
}

// Actor gives a person by name, in any case: "alice", "bob", "carol". It panics for any other, a
// defect of the test.
func (s *Server) Actor(name string) *Actor {
	s.ready()
	for _, id := range people() {
		if s.users[id].Username == strings.ToLower(name) {
			return &Actor{s, id}
		}
	}
	panic("sandbox: no such person: " + name)
}

// ID is the person's user id.
func (a *Actor) ID() Snowflake { return a.id }

// Name is the person's display name.
func (a *Actor) Name() string { return *a.s.users[a.id].GlobalName }

// DM gives the channel of the person's conversation with the bot, opening it if need be.
func (a *Actor) DM() Snowflake {
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	return a.s.openDM(a.id).ID
}

// CloseDMs says whether the bot's direct messages are refused (50007) from now on.
func (a *Actor) CloseDMs(closed bool) {
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	a.s.closedDMs[a.id] = closed
}

// SetLocale sets the language of the person's client; "" is the guild's.
func (a *Actor) SetLocale(locale string) {
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	a.s.locales[a.id] = locale
}

// Command uses a chat command by its name and waits for the first answer.
func (a *Actor) Command(ctx context.Context, channel Snowflake, name string,
	options ...Option) (Answer, error) {
	return a.use(ctx, name, request{Type: InteractionCommand, ChannelID: channel, Options: options})
}

// Menu uses a user or message command by its name on a person or message, and waits for the first
// answer.
func (a *Actor) Menu(ctx context.Context, channel Snowflake, name string,
	target Snowflake) (Answer, error) {
	return a.use(ctx, name, request{Type: InteractionCommand, ChannelID: channel, TargetID: target})
}

// Autocomplete types into the option named focused, with the other options as given, and gives what
// is offered. The text typed so far is the focused option's own value among options; without one
// nothing is typed yet.
func (a *Actor) Autocomplete(ctx context.Context, channel Snowflake, name, focused string,
	options ...Option) ([]Choice, error) {
	options = slices.Clone(options)
	if !focus(options, focused) {
		options = append(options, Option{Name: focused, Value: "", Focused: true})
	}
	answer, err := a.use(ctx, name,
		request{Type: InteractionAutocomplete, ChannelID: channel, Options: options})
	return answer.Choices, err
}

// use asks for the command of a name.
func (a *Actor) use(ctx context.Context, name string, r request) (Answer, error) {
	id, err := a.command(r.ChannelID, name)
	if err != nil {
		return Answer{}, err
	}
	r.CommandID = id
	return a.s.interact(ctx, a.id, r)
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

// command finds a command that is offered to the person in a channel, by name.
func (a *Actor) command(channel Snowflake, name string) (Snowflake, error) {
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	c := a.s.channel(channel)
	if c == nil || !c.seenBy(a.id) {
		return 0, refusal("There is no such channel.")
	}
	for _, command := range a.s.allCommands() {
		if command.Name == name && command.offered(a.id, c) {
			return command.ID, nil
		}
	}
	return 0, refusal("There is no command %q here.", name)
}

// Click presses a button by its custom id and waits for the first answer.
func (a *Actor) Click(ctx context.Context, message Snowflake, customID string) (Answer, error) {
	return a.s.interact(ctx, a.id,
		request{Type: InteractionComponent, MessageID: message, CustomID: customID})
}

// Select chooses values in a menu by its custom id and waits for the first answer.
func (a *Actor) Select(ctx context.Context, message Snowflake, customID string,
	values ...string) (Answer, error) {
	return a.s.interact(ctx, a.id,
		request{Type: InteractionComponent, MessageID: message, CustomID: customID, Values: values})
}

// Submit sends the modal that the answer opened, with the fields given and the others as they were.
func (a *Actor) Submit(ctx context.Context, opened Answer, fields ...Input) (Answer, error) {
	return a.s.interact(ctx, a.id,
		request{Type: InteractionModal, InteractionID: opened.InteractionID, Components: fields})
}

// Say posts plain text.
func (a *Actor) Say(channel Snowflake, content string) (Message, error) {
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	c := a.s.channel(channel)
	content = strings.TrimSpace(content)
	switch {
	case c == nil || !c.seenBy(a.id):
		return Message{}, refusal("There is no such channel.")
	case content == "":
		return Message{}, refusal("The message is empty.")
	case utf8.RuneCountInString(content) > maxContent:
		return Message{}, refusal("The message is longer than %d characters.", maxContent)
	}
	p := a.s.newPost(c)
	p.Author, p.Content = *a.s.users[a.id], content
	p.Mentions = a.s.mentioned(content, mentionsOfChannel())
	for _, u := range p.Mentions {
		p.Pings = append(p.Pings, u.ID)
	}
	a.s.put(p)
	a.s.markAllRead(a.id, c)
	return p.clone(), nil
}

// Messages is what the person sees in a channel: public messages and ephemeral ones for them,
// oldest first.
func (a *Actor) Messages(channel Snowflake) []Message {
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	return a.s.seen(a.id, channel)
}

// seen are copies of the messages a person sees in a channel. mu must be held.
func (s *Server) seen(person, channel Snowflake) []Message {
	var out []Message
	c := s.channel(channel)
	if c == nil || !c.seenBy(person) {
		return nil
	}
	for _, p := range s.posts {
		if p.ChannelID == channel && p.seenBy(person) {
			out = append(out, p.clone())
		}
	}
	return out
}

// AwaitMessages waits until what the person sees in a channel is as wanted, and gives it.
func (a *Actor) AwaitMessages(ctx context.Context, channel Snowflake,
	wanted func([]Message) bool) ([]Message, error) {
	var list []Message
	err := a.s.await(ctx, func() bool {
		list = a.s.seen(a.id, channel)
		return wanted(list)
	})
	return list, err
}

// AwaitMessage waits until the person sees a message that matches, and gives the newest of them.
func (a *Actor) AwaitMessage(ctx context.Context, channel Snowflake,
	match func(Message) bool) (Message, error) {
	var found Message
	_, err := a.AwaitMessages(ctx, channel, func(list []Message) bool {
		for _, m := range slices.Backward(list) {
			if match(m) {
				found = m
				return true
			}
		}
		return false
	})
	return found, err
}

// Dismiss takes an ephemeral message off the person's screen.
func (a *Actor) Dismiss(message Snowflake) error {
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	p := a.s.post(message)
	if p == nil || p.To != a.id || p.Dismissed {
		return refusal("There is no such message to dismiss.")
	}
	p.Dismissed = true
	a.s.write(entry{Post: p})
	a.s.tellDeleted(p)
	return nil
}

// Unread counts what the person has not read in a channel: messages, and those that ping them.
func (a *Actor) Unread(channel Snowflake) (messages, pings int) {
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	return a.s.unread(a.id, channel)
}

// Read marks everything in a channel as read.
func (a *Actor) Read(channel Snowflake) {
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	if c := a.s.channel(channel); c != nil {
		a.s.markAllRead(a.id, c)
	}
}
