package world

import (
	"crypto/rand"
	"time"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/wire"
)

// tokenLife is how long an interaction's token is valid, from Discord's documentation.
const tokenLife = 15 * time.Minute

// How long interactions are kept. They stay for an hour after their tokens have expired, so that late calls get the
// right refusal. The number limits memory.
const (
	keepInteraction  = tokenLife + time.Hour
	keepInteractions = 100_000
)

// maxFollowUps is the limit of follow-ups if the app is only installed on the person's account.
const maxFollowUps = 5

// Interaction is an interaction and its response.
type Interaction struct {
	ID        wire.Snowflake                    `json:"id"`
	Token     string                            `json:"token"`
	Type      discordgo.InteractionType         `json:"type"`
	Person    wire.Snowflake                    `json:"person"`
	ChannelID wire.Snowflake                    `json:"channel"`
	Created   time.Time                         `json:"created"`
	Menu      bool                              `json:"menu,omitempty"`     // a user or message command
	MessageID wire.Snowflake                    `json:"message,omitempty"`  // clicked, or opened the modal
	Original  wire.Snowflake                    `json:"original,omitempty"` // the message that "@original" refers to
	Answered  discordgo.InteractionResponseType `json:"answered,omitempty"`
	Origin    *wire.Origin                      `json:"origin"`
	Modal     *wire.Modal                       `json:"modal,omitempty"` // the modal of the response
	FollowUps int                               `json:"follow_ups,omitempty"`

	Completes discordgo.ApplicationCommandOptionType `json:"-"` // the type of the option being autocompleted
	Expired   bool                                   `json:"-"` // the response did not come in time
	Answer    Answer                                 `json:"-"` // valid once Done is closed, until it is read
	Done      chan struct{}                          `json:"-"` // closed at the first response
}

// Answer is the first response to an interaction.
type Answer struct {
	Kind          discordgo.InteractionResponseType
	InteractionID wire.Snowflake
	Message       *wire.Message // the message it created or updated; nil if none
	Choices       []wire.Choice // autocomplete suggestions
	Modal         *wire.Modal   // the modal it opened; nil if none
}

// Interactions are the recent interactions, by token, by id, and oldest first.
type Interactions struct {
	s       *State
	most    int
	byToken map[string]*Interaction
	byID    map[wire.Snowflake]*Interaction
	queue   []*Interaction
}

func (in *Interactions) add(i *Interaction) {
	if in.byID[i.ID] == nil {
		in.queue = append(in.queue, i)
	}
	in.byToken[i.Token], in.byID[i.ID] = i, i
	for len(in.queue) > 0 && (len(in.queue) > in.most ||
		in.s.since(in.queue[0].Created) > keepInteraction) {
		oldest := in.queue[0]
		delete(in.byToken, oldest.Token)
		delete(in.byID, oldest.ID)
		in.queue[0], in.queue = nil, in.queue[1:]
	}
}

// New adds an interaction of a person in a channel, for an app installed for owners.
func (in *Interactions) New(kind discordgo.InteractionType, person wire.Snowflake, c *wire.Channel,
	owners wire.Owners) *Interaction {
	user, _ := wire.UserOf(person)
	i := &Interaction{
		ID:        in.s.newID(),
		Token:     rand.Text() + rand.Text() + rand.Text(),
		Type:      kind,
		Person:    person,
		ChannelID: c.ID,
		Created:   in.s.Now().UTC(),
		Done:      make(chan struct{}),
	}
	i.Origin = &wire.Origin{ID: i.ID, Type: kind, User: user, Owners: owners}
	in.add(i)
	return i
}

// Get returns an interaction by id, or nil.
func (in *Interactions) Get(id wire.Snowflake) *Interaction { return in.byID[id] }

// ByToken returns an interaction by token, or nil.
func (in *Interactions) ByToken(token string) *Interaction { return in.byToken[token] }

// TokenDead reports whether the token of an interaction has expired.
func (in *Interactions) TokenDead(i *Interaction) bool { return in.s.since(i.Created) > tokenLife }

// SetAnswered records the first response and wakes the goroutines that wait for it.
func (in *Interactions) SetAnswered(i *Interaction, kind discordgo.InteractionResponseType, a Answer) {
	a.Kind, a.InteractionID = kind, i.ID
	i.Answered, i.Answer = kind, a
	in.s.write(entry{Interaction: i})
	close(i.Done)
}

// Fail records that no first response will come, unless one has, and wakes the goroutines that wait for it.
func (in *Interactions) Fail(i *Interaction) {
	if i.Answered == 0 && !i.Expired {
		i.Expired = true
		close(i.Done)
	}
}

// MayFollowUp reports whether the bot may send another follow-up. Their number is limited if the app is only
// installed on the person's account.
func (in *Interactions) MayFollowUp(i *Interaction) bool {
	return !i.Origin.Owners.UserOnly() || i.FollowUps < maxFollowUps
}

// CountFollowUp counts a follow-up.
func (in *Interactions) CountFollowUp(i *Interaction) {
	i.FollowUps++
	in.s.write(entry{Interaction: i})
}

// revive completes an interaction that was read from the journal. Nobody waits for it any more.
func (i *Interaction) revive() {
	i.Done = make(chan struct{})
	close(i.Done)
	i.Expired = i.Answered == 0
}

// hushed reports whether only the person sees the responses: in a guild where the app is only installed on their
// account and members may not use external apps publicly.
func (in *Interactions) hushed(i *Interaction) bool {
	c := in.s.Channels.Get(i.ChannelID)
	return i.Origin.Owners.UserOnly() && c.GuildID != 0 &&
		!wire.PermissionsIn(c, i.Person).Has(discordgo.PermissionUseExternalApps)
}

// NewAnswer returns an empty message that responds to an interaction. It is not stored yet.
func (in *Interactions) NewAnswer(i *Interaction, flags discordgo.MessageFlags) *Post {
	p := in.s.Messages.New(in.s.Channels.Get(i.ChannelID))
	p.Answers, p.ApplicationID, p.WebhookID = i.ID, wire.BotID, wire.BotID
	p.Origin = new(*i.Origin)
	switch {
	case i.Type == discordgo.InteractionApplicationCommand:
		p.Type = discordgo.MessageTypeChatInputCommand
		if i.Menu {
			p.Type = discordgo.MessageTypeContextMenuCommand
		}
		if to := i.Origin.TargetMessageID; to != 0 {
			p.Reference = &wire.Reference{MessageID: to, ChannelID: p.ChannelID}
		}
	case in.s.Messages.Get(i.MessageID) != nil:
		p.Type = discordgo.MessageTypeReply
		p.Reference = &wire.Reference{MessageID: i.MessageID, ChannelID: p.ChannelID}
	}
	if flags&discordgo.MessageFlagsEphemeral != 0 || in.hushed(i) {
		p.Flags, p.To = discordgo.MessageFlagsEphemeral, i.Person
	}
	return p
}
