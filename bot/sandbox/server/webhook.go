package server

import (
	"net/http"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// inWebhook looks up the interaction by its token. It must have a first response and a valid token.
func inWebhook(h func(*call, *world.Interaction) (any, *check.Refusal)) handler {
	return func(c *call) (any, *check.Refusal) {
		i := c.Interactions.ByToken(c.PathValue("token"))
		switch {
		case c.id("app") != wire.BotID:
			return nil, check.UnknownWebhook
		case i == nil:
			return nil, check.WebhookToken
		case c.Channels.Get(i.ChannelID) == nil:
			return nil, check.UnknownChannel
		case i.Answered == 0:
			return nil, check.UnknownWebhook
		case c.Interactions.TokenDead(i):
			return nil, check.WebhookToken
		}
		if err := lockedFor(c, i); err != nil && c.Method != http.MethodGet {
			return nil, err
		}
		return h(c, i)
	}
}

// postFollowUp creates another message. The first one after a deferral replaces the "thinking" message, and is
// ephemeral if that was.
func postFollowUp(c *call, i *world.Interaction) (any, *check.Refusal) {
	f := c.form()
	d := check.Message(f, c.files, newMessage(c, check.CallbackFlags))
	if err := f.Err(); err != nil {
		return nil, err
	}
	original := c.Messages.Get(i.Original)
	if original != nil && original.Flags&discordgo.MessageFlagsLoading != 0 {
		d.Flags &^= discordgo.MessageFlagsEphemeral
		return edited(c, original, d, check.InteractionMentions())
	}
	if !c.Interactions.MayFollowUp(i) {
		return nil, check.TooManyFollowUps
	}
	p := c.Interactions.NewAnswer(i, d.Flags)
	p.Origin.OriginalMessageID = i.Original
	if original != nil {
		p.Type = discordgo.MessageTypeReply
		p.Reference = &wire.Reference{MessageID: i.Original, ChannelID: p.ChannelID}
	}
	if err := c.Messages.Send(p, d, check.InteractionMentions()); err != nil {
		return nil, err
	}
	c.Interactions.CountFollowUp(i)
	return c.Messages.ForBot(p), nil
}

// answerAt returns the message in the path: "@original", or one that this interaction created.
func answerAt(c *call, i *world.Interaction) (*world.Post, *check.Refusal) {
	id := c.id("message")
	if c.PathValue("message") == "@original" {
		id = i.Original
	}
	p := c.Messages.Get(id)
	if p == nil || p.Answers != i.ID && p.ID != i.Original {
		return nil, check.UnknownMessage
	}
	return p, nil
}

func getAnswer(c *call, i *world.Interaction) (any, *check.Refusal) {
	p, err := answerAt(c, i)
	if err != nil {
		return nil, err
	}
	return c.Messages.ForBot(p), nil
}

func patchAnswer(c *call, i *world.Interaction) (any, *check.Refusal) {
	p, err := answerAt(c, i)
	if err != nil {
		return nil, err
	}
	f := c.form()
	d := check.Message(f, c.files, editOf(c, p))
	if err := f.Err(); err != nil {
		return nil, err
	}
	return edited(c, p, d, check.InteractionMentions())
}

func deleteAnswer(c *call, i *world.Interaction) (any, *check.Refusal) {
	p, err := answerAt(c, i)
	if err != nil {
		return nil, err
	}
	c.Messages.Remove(p)
	return nil, nil
}
