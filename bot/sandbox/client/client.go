// Package client does what a Discord client does for a person: it refuses what the client refuses,
// tells the bot the rest, and waits for the first answer.
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

// ErrNoAnswer is returned by what a person does when the bot is away or has not answered in time:
// Discord shows "The application did not respond".
//
//lint:ignore ST1005 these are Discord's own words, which the page shows
var ErrNoAnswer = errors.New("The application did not respond")

// Client is what the clients of all people share. All fields are required.
type Client struct {
	World *world.World
	// Dispatch tells the bot an interaction in a guild, 0 for none; false when there is nobody to tell. It is called in
	// World.Do.
	Dispatch func(guild wire.Snowflake, interaction any) bool
	Deadline time.Duration // for a first answer
}

// Input is what a person puts into one field of a modal: Value for texts, Values for menus.
type Input struct {
	CustomID string   `json:"custom_id"`
	Value    string   `json:"value,omitempty"`
	Values   []string `json:"values,omitempty"`
}

// Request is what a person does; which fields count depends on Type. The channel may be left out
// where a message or an interaction tells it.
type Request struct {
	Type          discordgo.InteractionType `json:"type"`
	ChannelID     wire.Snowflake            `json:"channel_id"`
	CommandID     wire.Snowflake            `json:"command_id"`
	Options       []Option                  `json:"options"`
	TargetID      wire.Snowflake            `json:"target_id"`
	MessageID     wire.Snowflake            `json:"message_id"`
	CustomID      string                    `json:"custom_id"`
	Values        []string                  `json:"values"`
	InteractionID wire.Snowflake            `json:"interaction_id"` // that opened the modal
	Components    []Input                   `json:"components"`
	Locale        string                    `json:"locale"` // the client's language from now on; or ""
}

// visit is a request: the person who makes it, where, and the world that it is made in.
type visit struct {
	Request
	*world.State
	person  wire.Snowflake
	channel *wire.Channel
}

// Interact does what a person asks and waits for the bot's first answer. A Refusal means the client
// itself refused.
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

// start checks a request as the client does and tells the bot.
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

// begin makes the interaction and its data.
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

// interaction makes an interaction, for whom the application is installed as owners say.
func (v *visit) interaction(owners wire.Owners) *world.Interaction {
	return v.Interactions.New(v.Type, v.person, v.channel, owners)
}

// event is an interaction as the gateway tells it.
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
		m := wire.MemberOf(i.Person, c)
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
