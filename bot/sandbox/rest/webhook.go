package rest

import (
	"net/http"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// inWebhook finds the interaction by its token: answered once, and not older than a quarter of an
// hour.
func inWebhook(h func(*call, *world.Interaction) (int, any, *check.Refusal)) handler {
	return func(c *call) (int, any, *check.Refusal) {
		i := c.InteractionOf(c.PathValue("token"))
		switch {
		case c.id("app") != wire.BotID:
			return 0, nil, check.UnknownWebhook
		case i == nil:
			return 0, nil, check.WebhookToken
		case c.Channel(i.ChannelID) == nil:
			return 0, nil, check.UnknownChannel
		case i.Answered == 0:
			return 0, nil, check.UnknownWebhook
		case c.TokenDead(i):
			return 0, nil, check.WebhookToken
		}
		if err := lockedFor(c, i); err != nil && c.Method != http.MethodGet {
			return 0, nil, err
		}
		return h(c, i)
	}
}

// postFollowUp makes another message. The first one after a deferral takes the place of the
// thinking message, and is as private as that was.
func postFollowUp(c *call, i *world.Interaction) (int, any, *check.Refusal) {
	f := c.form()
	d := check.Message(f, c.files, newMessage(c, check.CallbackFlags))
	if err := f.Err(); err != nil {
		return 0, nil, err
	}
	original := c.Post(i.Original)
	if original != nil && original.Flags&wire.FlagLoading != 0 {
		d.Flags &^= wire.FlagEphemeral
		return edited(c, original, d, check.InteractionMentions())
	}
	if !c.MayFollowUp(i) {
		return 0, nil, check.TooManyFollowUps
	}
	p := c.NewAnswer(i, d.Flags)
	p.Origin.OriginalMessageID = i.Original
	if original != nil {
		p.Type = wire.TypeReply
		p.Reference = &wire.Reference{MessageID: i.Original, ChannelID: p.ChannelID}
	}
	if err := c.Send(p, d, check.InteractionMentions()); err != nil {
		return 0, nil, err
	}
	c.CountFollowUp(i)
	return http.StatusOK, c.ForBot(p), nil
}

// answerAt finds the message the address names: "@original", or one this interaction made.
func answerAt(c *call, i *world.Interaction) (*world.Post, *check.Refusal) {
	id := c.id("message")
	if c.PathValue("message") == "@original" {
		id = i.Original
	}
	p := c.Post(id)
	if p == nil || p.Answers != i.ID && p.ID != i.Original {
		return nil, check.UnknownMessage
	}
	return p, nil
}

func getAnswer(c *call, i *world.Interaction) (int, any, *check.Refusal) {
	p, err := answerAt(c, i)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, c.ForBot(p), nil
}

func patchAnswer(c *call, i *world.Interaction) (int, any, *check.Refusal) {
	p, err := answerAt(c, i)
	if err != nil {
		return 0, nil, err
	}
	f := c.form()
	d := check.Message(f, c.files, editOf(c, p))
	if err := f.Err(); err != nil {
		return 0, nil, err
	}
	return edited(c, p, d, check.InteractionMentions())
}

func deleteAnswer(c *call, i *world.Interaction) (int, any, *check.Refusal) {
	p, err := answerAt(c, i)
	if err != nil {
		return 0, nil, err
	}
	c.Remove(p)
	return http.StatusNoContent, nil, nil
}
