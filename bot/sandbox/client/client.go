// Package client does what a Discord client does for a person: it refuses invalid input, sends interactions to the
// bot, and waits for the first response.
package client

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// ErrNoAnswer is returned if the bot is offline or has not responded in time. Discord then shows "The application
// did not respond".
//
//lint:ignore ST1005 these are Discord's own words, which the page shows
var ErrNoAnswer = errors.New("The application did not respond")

// Client is the state shared by the clients of all people. All fields are required.
type Client struct {
	World *world.World
	// Dispatch sends an interaction in a guild (0: in none) to the bot. It returns false if the bot is offline. It
	// is called within World.Do.
	Dispatch func(guild wire.Snowflake, interaction any) bool
	Deadline time.Duration // for a first response
}

// Input is a person's input for one field of a modal: Value for texts, Values for menus.
type Input struct {
	CustomID string   `json:"custom_id"`
	Value    string   `json:"value,omitempty"`
	Values   []string `json:"values,omitempty"`
}

// Request is an action of a person. Type determines which fields are used. The channel may be omitted if a message
// or an interaction determines it.
type Request struct {
	Type          discordgo.InteractionType `json:"type"`
	ChannelID     wire.Snowflake            `json:"channel_id"`
	CommandID     wire.Snowflake            `json:"command_id"`
	Options       []Option                  `json:"options"`
	TargetID      wire.Snowflake            `json:"target_id"`
	MessageID     wire.Snowflake            `json:"message_id"`
	CustomID      string                    `json:"custom_id"`
	Values        []string                  `json:"values"`
	InteractionID wire.Snowflake            `json:"interaction_id"` // the interaction that opened the modal
	Components    []Input                   `json:"components"`
	Locale        string                    `json:"locale"` // the client's language from now on; may be ""
}

// visit is a request with its person, channel and world.
type visit struct {
	Request
	*world.State
	person  wire.Snowflake
	channel *wire.Channel
}

// Interact performs a request and waits for the bot's first response. The error is a Refusal if the client refused
// it.
func (c *Client) Interact(ctx context.Context, person wire.Snowflake,
	r Request) (answer world.Answer, err error) {
	var i *world.Interaction
	c.World.Do(func(s *world.State) { i, err = c.start(s, person, r) })
	if err != nil {
		return world.Answer{}, err
	}
	timer := time.NewTimer(c.Deadline)
	defer timer.Stop()
	select {
	case <-i.Done:
	case <-timer.C:
	case <-c.World.Done():
		return world.Answer{}, world.ErrClosed
	case <-ctx.Done():
		return world.Answer{}, ctx.Err()
	}
	c.World.Do(func(*world.State) {
		if i.Answered == 0 {
			i.Expired = true
			answer, err = world.Answer{InteractionID: i.ID}, ErrNoAnswer
			return
		}
		answer, i.Answer = i.Answer, world.Answer{}
	})
	return answer, err
}

// start checks a request as Discord's client would, and sends it to the bot.
func (c *Client) start(s *world.State, person wire.Snowflake,
	r Request) (*world.Interaction, error) {
	if slices.Contains(wire.Locales(), r.Locale) {
		s.People.SetLocale(person, r.Locale)
	}
	if p := s.Messages.Get(r.MessageID); r.ChannelID == 0 && p != nil {
		r.ChannelID = p.ChannelID
	}
	if opened := s.Interactions.Get(r.InteractionID); r.ChannelID == 0 && opened != nil {
		r.ChannelID = opened.ChannelID
	}
	channel := s.Channels.SeenBy(person, r.ChannelID)
	if channel == nil {
		return nil, refusal("There is no such channel.")
	}
	i, data, err := (&visit{r, s, person, channel}).begin()
	if err != nil {
		return nil, err
	}
	if !c.Dispatch(channel.GuildID, event(s, i, channel, data)) {
		i.Expired = true
		return nil, ErrNoAnswer
	}
	return i, nil
}

func (v *visit) begin() (*world.Interaction, map[string]any, error) {
	switch v.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		return v.command()
	case discordgo.InteractionMessageComponent:
		return v.component()
	case discordgo.InteractionModalSubmit:
		return v.modal()
	}
	return nil, nil, refusal("There is no interaction of type %d.", v.Type)
}

// interaction returns an interaction for an app installed for owners.
func (v *visit) interaction(owners wire.Owners) *world.Interaction {
	return v.Interactions.New(v.Type, v.person, v.channel, owners)
}

// event returns the interaction as the bot receives it.
func event(s *world.State, i *world.Interaction, c *wire.Channel,
	data map[string]any) map[string]any {
	channel := s.Channels.For(i.Person, c)
	channel.Permissions = wire.PermissionsIn(c, i.Person)
	e := map[string]any{
		"id": i.ID, "application_id": wire.BotID, "type": i.Type, "token": i.Token, "version": 1,
		"data": data, "channel_id": c.ID, "channel": channel, "context": c.Context(),
		"app_permissions": s.Channels.BotPermissions(c), "locale": s.People.Locale(i.Person),
		"entitlements": []any{}, "entitlement_sku_ids": []any{},
		"authorizing_integration_owners": i.Origin.Owners,
		"attachment_size_limit":          wire.MaxFile,
	}
	if c.GuildID == 0 {
		e["user"] = i.Origin.User
	} else {
		m := s.Roles.Member(i.Person, c)
		m.User = &i.Origin.User
		e["member"] = m
		e["guild_id"], e["guild_locale"] = c.GuildID, s.People.Locale(c.GuildID)
		e["guild"] = map[string]any{"id": c.GuildID, "locale": s.People.Locale(c.GuildID),
			"features": []string{}}
	}
	if p := s.Messages.Get(i.MessageID); p != nil {
		e["message"] = s.Messages.ForBot(p)
	}
	return e
}
