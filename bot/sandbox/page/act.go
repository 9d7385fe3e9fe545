package page

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/client"
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// Restart restarts the bot and waits until it is online again.
type Restart func(context.Context) error

// Jump sets the clock ahead by a time, and waits until the bot is online again.
type Jump func(context.Context, time.Duration) error

func (p *page) postMessage(r *http.Request, person wire.Snowflake) (any, error) {
	var body struct {
		Content string `json:"content"`
	}
	if err := read(r, &body); err != nil {
		return nil, err
	}
	id, _ := wire.ParseSnowflake(r.PathValue("channel"))
	return p.Client.Actor(person).Say(id, body.Content)
}

func (p *page) postRead(r *http.Request, person wire.Snowflake) (any, error) {
	return struct{}{}, p.do(func(s *world.State) error {
		c, err := channelOf(s, r, person)
		if err == nil {
			s.Reads.Mark(person, c)
		}
		return err
	})
}

func (p *page) postDM(r *http.Request, person wire.Snowflake) (out any, err error) {
	var body struct {
		Recipient wire.Snowflake `json:"recipient_id"`
	}
	if err := read(r, &body); err != nil {
		return nil, err
	}
	if body.Recipient != wire.BotID {
		return nil, client.Refusal("In the sandbox you can only write to the bot directly.")
	}
	err = p.do(func(s *world.State) error {
		out = channelFor(s, person, s.Channels.OpenDM(person))
		return nil
	})
	return out, err
}

// postClosed sets whether a person accepts direct messages from the bot.
func (p *page) postClosed(r *http.Request, person wire.Snowflake) (any, error) {
	var body struct {
		Closed bool `json:"closed"`
	}
	if err := read(r, &body); err != nil {
		return nil, err
	}
	p.Client.Actor(person).CloseDMs(body.Closed)
	return struct{}{}, nil
}

// postLocale sets the language of a person's client, or of the guild.
func (p *page) postLocale(r *http.Request, person wire.Snowflake) (any, error) {
	var body struct {
		Locale string `json:"locale"`
		Guild  bool   `json:"guild"`
	}
	if err := read(r, &body); err != nil {
		return nil, err
	}
	if body.Guild {
		return struct{}{}, p.Client.Actor(person).SetGuildLocale(body.Locale)
	}
	return struct{}{}, p.Client.Actor(person).SetLocale(body.Locale)
}

// postThread archives and locks a thread, or the opposite.
func (p *page) postThread(r *http.Request, person wire.Snowflake) (any, error) {
	var body struct {
		Archived bool `json:"archived"`
		Locked   bool `json:"locked"`
	}
	if err := read(r, &body); err != nil {
		return nil, err
	}
	id, _ := wire.ParseSnowflake(r.PathValue("channel"))
	return struct{}{}, p.Client.Actor(person).SetThread(id, body.Archived, body.Locked)
}

func (p *page) postDismiss(r *http.Request, person wire.Snowflake) (any, error) {
	id, _ := wire.ParseSnowflake(r.PathValue("message"))
	return struct{}{}, p.Client.Actor(person).Dismiss(id)
}

// postInteraction performs a request and returns the bot's response.
func (p *page) postInteraction(r *http.Request, person wire.Snowflake) (any, error) {
	var ask client.Request
	if err := read(r, &ask); err != nil {
		return nil, err
	}
	answer, err := p.Client.Interact(r.Context(), person, ask)
	if errors.Is(err, client.ErrNoAnswer) {
		return map[string]any{"status": "failed", "error": err.Error()}, nil
	}
	if err != nil {
		return nil, err
	}
	out := map[string]any{"status": "answered", "interaction_id": answer.InteractionID}
	if answer.Kind == discordgo.InteractionApplicationCommandAutocompleteResult {
		out["choices"] = append([]wire.Choice{}, answer.Choices...)
	}
	if answer.Message != nil {
		out["message_id"] = answer.Message.ID
	}
	if answer.Modal != nil {
		out["modal"] = struct {
			*wire.Modal
			InteractionID wire.Snowflake `json:"interaction_id"`
		}{answer.Modal, answer.InteractionID}
	}
	return out, nil
}

func (p *page) postRestart(r *http.Request, _ wire.Snowflake) (any, error) {
	restart := p.Restart()
	if restart == nil {
		return nil, client.Refusal("The bot cannot be restarted here.")
	}
	if err := restart(r.Context()); err != nil {
		return nil, err
	}
	return map[string]bool{"ok": true}, nil
}

// maxJump is the most hours that the clock jumps at a time.
const maxJump = 7 * 24

func (p *page) postJump(r *http.Request, _ wire.Snowflake) (any, error) {
	var body struct {
		Hours int `json:"hours"`
	}
	if err := read(r, &body); err != nil {
		return nil, err
	}
	jump := p.Jump()
	if jump == nil || body.Hours < 1 || body.Hours > maxJump {
		return nil, client.Refusal("The clock cannot jump so here.")
	}
	if err := jump(r.Context(), time.Duration(body.Hours)*time.Hour); err != nil {
		return nil, err
	}
	return map[string]bool{"ok": true}, nil
}
