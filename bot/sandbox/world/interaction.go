package world

import (
	"crypto/rand"
	"time"

	"madbot/bot/sandbox/wire"
)

// tokenLife is how long an interaction's webhook may be used: interactions/receiving-and-responding
// of Discord's documentation.
const tokenLife = 15 * time.Minute

// How long interactions are kept. The hour after their tokens have run out keeps refusals exact for
// late calls; the number bounds the memory.
const (
	keepInteraction  = tokenLife + time.Hour
	keepInteractions = 100_000
)

// maxFollowUps is how many follow-ups there may be where the application is on a person's account
// alone.
const maxFollowUps = 5

// Interaction is one thing a person did and how it was answered.
type Interaction struct {
	ID        wire.Snowflake       `json:"id"`
	Token     string               `json:"token"`
	Type      wire.InteractionType `json:"type"`
	Person    wire.Snowflake       `json:"person"`
	ChannelID wire.Snowflake       `json:"channel"`
	Created   time.Time            `json:"created"`
	Menu      bool                 `json:"menu,omitempty"`     // a user or message command
	MessageID wire.Snowflake       `json:"message,omitempty"`  // clicked, or opened the modal
	Original  wire.Snowflake       `json:"original,omitempty"` // what "@original" means
	Answered  wire.CallbackType    `json:"answered,omitempty"`
	Origin    *wire.Origin         `json:"origin"`
	Modal     *wire.Modal          `json:"modal,omitempty"` // the modal it was answered with
	FollowUps int                  `json:"follow_ups,omitempty"`

	Completes wire.OptionType `json:"-"` // the type of the option being completed
	Expired   bool            `json:"-"` // nobody answered in time
	Answer    Answer          `json:"-"` // valid once Done is closed, until the person has got it
	Done      chan struct{}   `json:"-"` // closed at the first answer
}

// Answer is how an interaction was answered first.
type Answer struct {
	Kind          wire.CallbackType
	InteractionID wire.Snowflake
	Message       *wire.Message // as it was shown or updated by this answer; nil when none was
	Choices       []wire.Choice // of autocomplete
	Modal         *wire.Modal   // that opened; nil when none did
}

// interactions are those of the last time, by token and id, and oldest first.
type interactions struct {
	byToken map[string]*Interaction
	byID    map[wire.Snowflake]*Interaction
	queue   []*Interaction
}

func newInteractions() interactions {
	return interactions{byToken: map[string]*Interaction{}, byID: map[wire.Snowflake]*Interaction{}}
}

// add keeps an interaction, and forgets those that are too old or too many.
func (in *interactions) add(i *Interaction, now time.Time) {
	if in.byID[i.ID] == nil {
		in.queue = append(in.queue, i)
	}
	in.byToken[i.Token], in.byID[i.ID] = i, i
	for len(in.queue) > 0 && (len(in.queue) > keepInteractions ||
		now.Sub(in.queue[0].Created) > keepInteraction) {
		oldest := in.queue[0]
		delete(in.byToken, oldest.Token)
		delete(in.byID, oldest.ID)
		in.queue[0], in.queue = nil, in.queue[1:]
	}
}

// NewInteraction makes and keeps an interaction of a person in a channel, for whom the application
// is installed as owners say.
func (s *State) NewInteraction(kind wire.InteractionType, person wire.Snowflake, c *wire.Channel,
	owners wire.Owners) *Interaction {
	user, _ := wire.UserOf(person)
	i := &Interaction{
		ID:        s.newID(),
		Token:     rand.Text() + rand.Text() + rand.Text(),
		Type:      kind,
		Person:    person,
		ChannelID: c.ID,
		Created:   s.Now().UTC(),
		Done:      make(chan struct{}),
	}
	i.Origin = &wire.Origin{ID: i.ID, Type: kind, User: user, Owners: owners}
	s.interactions.add(i, i.Created)
	return i
}

// Interaction finds an interaction by its id, or nil.
func (s *State) Interaction(id wire.Snowflake) *Interaction { return s.interactions.byID[id] }

// InteractionOf finds an interaction by its token, or nil.
func (s *State) InteractionOf(token string) *Interaction { return s.interactions.byToken[token] }

// TokenDead reports whether the token of an interaction has run out.
func (s *State) TokenDead(i *Interaction) bool { return s.since(i.Created) > tokenLife }

// SetAnswered notes the first answer and wakes whoever waits for it.
func (s *State) SetAnswered(i *Interaction, kind wire.CallbackType, a Answer) {
	a.Kind, a.InteractionID = kind, i.ID
	i.Answered, i.Answer = kind, a
	s.write(entry{Interaction: i})
	close(i.Done)
}

// Fail notes that no first answer will come any more, unless one came, and wakes whoever waits for it.
func (s *State) Fail(i *Interaction) {
	if i.Answered == 0 && !i.Expired {
		i.Expired = true
		close(i.Done)
	}
}

// MayFollowUp reports whether an interaction may have one more follow-up: where the application is
// on a person's account alone, there are few.
func (s *State) MayFollowUp(i *Interaction) bool {
	return !i.Origin.Owners.UserOnly() || i.FollowUps < maxFollowUps
}

// CountFollowUp notes one more follow-up.
func (s *State) CountFollowUp(i *Interaction) {
	i.FollowUps++
	s.write(entry{Interaction: i})
}

// revive completes an interaction read from the journal: it has been answered, or never will be.
func (i *Interaction) revive() {
	i.Done = make(chan struct{})
	close(i.Done)
	i.Expired = i.Answered == 0
}

// hushed reports whether only the person sees the answers: in a guild where the application is on
// their account alone, and members may not show others what it answers.
func (s *State) hushed(i *Interaction) bool {
	c := s.Channel(i.ChannelID)
	return i.Origin.Owners.UserOnly() && c.GuildID != 0 &&
		!wire.PermissionsIn(c, i.Person).Has(wire.PermissionExternalApps)
}

// NewAnswer is an empty message that answers an interaction. It is not kept yet.
func (s *State) NewAnswer(i *Interaction, flags int) *Post {
	p := s.NewPost(s.Channel(i.ChannelID))
	p.Answers, p.ApplicationID, p.WebhookID = i.ID, wire.BotID, wire.BotID
	p.Origin = new(*i.Origin)
	switch {
	case i.Type == wire.InteractionCommand:
		p.Type = wire.TypeCommand
		if i.Menu {
			p.Type = wire.TypeMenu
		}
		if to := i.Origin.TargetMessageID; to != 0 {
			p.Reference = &wire.Reference{MessageID: to, ChannelID: p.ChannelID}
		}
	case s.Post(i.MessageID) != nil:
		p.Type = wire.TypeReply
		p.Reference = &wire.Reference{MessageID: i.MessageID, ChannelID: p.ChannelID}
	}
	if flags&wire.FlagEphemeral != 0 || s.hushed(i) {
		p.Flags, p.To = wire.FlagEphemeral, i.Person
	}
	return p
}
