package server

import (
	"net/http"
	"net/url"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/world"
)

// postCallback takes the first response to an interaction, which must be the only one and in time.
func (a *api) postCallback(c *call) (any, *check.Refusal) {
	i := c.Interactions.ByToken(c.PathValue("token"))
	switch {
	case i == nil || i.ID != c.id("interaction"):
		return nil, check.UnknownInteraction
	case c.Channels.Get(i.ChannelID) == nil:
		return nil, check.UnknownChannel
	case i.Answered != 0:
		return nil, check.Acknowledged
	case i.Expired || c.Now().Sub(i.Created) > a.Deadline:
		return nil, check.UnknownInteraction
	}
	kind, data, err := check.Callback(c.form(), callbacks(i))
	if err == nil && kind <= discordgo.InteractionResponseUpdateMessage &&
		kind != discordgo.InteractionResponseDeferredMessageUpdate {
		err = lockedFor(c, i)
	}
	if err != nil {
		return nil, err
	}
	answer, err := callback(c, i, kind, data)
	if err == nil {
		err = data.Err()
	}
	if err != nil {
		return nil, err
	}
	c.Interactions.SetAnswered(i, kind, answer)
	if c.URL.Query().Get("with_response") != "true" {
		return nil, nil
	}
	return callbackResponse(c, i, kind), nil
}

// take treats the HTTP response to an interaction as if it were a call of the callback.
func (a *api) take(i *world.Interaction, h http.Header, body []byte) (refusal *check.Refusal) {
	r := &http.Request{Method: http.MethodPost, URL: &url.URL{}, Header: h}
	r.SetPathValue("interaction", i.ID.String())
	r.SetPathValue("token", i.Token)
	c := &call{Request: r, version: 10, raw: body}
	if refusal = c.readBody(); refusal != nil {
		return refusal
	}
	a.World.Do(func(s *world.State) {
		c.State = s
		_, refusal = a.postCallback(c)
	})
	return refusal
}

// lockedFor refuses a message in a locked thread, where commands can be used but the bot cannot respond.
func lockedFor(c *call, i *world.Interaction) *check.Refusal {
	in := c.Channels.Get(i.ChannelID)
	return check.Locked(in, c.Channels.BotPermissions(in))
}

// callbacks returns the response types that an interaction allows: 6 and 7 need a message with components, 8 is the
// only one for autocompletion, and 9 is not allowed for a modal.
func callbacks(i *world.Interaction) []discordgo.InteractionResponseType {
	out := []discordgo.InteractionResponseType{discordgo.InteractionResponseChannelMessageWithSource,
		discordgo.InteractionResponseDeferredChannelMessageWithSource}
	if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
		return []discordgo.InteractionResponseType{discordgo.InteractionApplicationCommandAutocompleteResult}
	}
	if i.MessageID != 0 {
		out = append(out, discordgo.InteractionResponseDeferredMessageUpdate, discordgo.InteractionResponseUpdateMessage)
	}
	if i.Type != discordgo.InteractionModalSubmit {
		out = append(out, discordgo.InteractionResponseModal)
	}
	return out
}

// callback carries out a response. The caller checks the form's complaints.
func callback(c *call, i *world.Interaction, kind discordgo.InteractionResponseType,
	data check.Form) (world.Answer, *check.Refusal) {
	switch kind {
	case discordgo.InteractionResponseChannelMessageWithSource:
		d := check.Message(data, c.files, newMessage(c, check.CallbackFlags))
		if data.Err() != nil {
			return world.Answer{}, nil
		}
		p := c.Interactions.NewAnswer(i, d.Flags)
		err := c.Messages.Send(p, d, check.InteractionMentions())
		return shown(i, p, err)
	case discordgo.InteractionResponseDeferredChannelMessageWithSource:
		flags := check.Deferral(data)
		if data.Err() != nil {
			return world.Answer{}, nil
		}
		p := c.Interactions.NewAnswer(i, flags)
		p.Flags |= discordgo.MessageFlagsLoading
		c.Messages.Put(p)
		return shown(i, p, nil)
	case discordgo.InteractionResponseDeferredMessageUpdate:
		i.Original = i.MessageID
		return world.Answer{}, nil
	case discordgo.InteractionResponseUpdateMessage:
		return callbackUpdate(c, i, data)
	case discordgo.InteractionApplicationCommandAutocompleteResult:
		return world.Answer{Choices: check.Choices(data, i.Completes)}, nil
	default:
		i.Modal = check.Modal(data, c.Emojis.IDs())
		return world.Answer{Modal: i.Modal}, nil
	}
}

// shown returns the answer that shows a message, unless it was refused.
func shown(i *world.Interaction, p *world.Post, err *check.Refusal) (world.Answer, *check.Refusal) {
	if err != nil {
		return world.Answer{}, err
	}
	i.Original = p.ID
	return world.Answer{Message: &p.Message}, nil
}

// callbackUpdate edits the message of the component.
func callbackUpdate(c *call, i *world.Interaction, data check.Form) (world.Answer, *check.Refusal) {
	old := c.Messages.Get(i.MessageID)
	if old == nil {
		return world.Answer{}, check.UnknownMessage
	}
	d := check.Message(data, c.files, editOf(c, old))
	if data.Err() != nil {
		return world.Answer{}, nil
	}
	p, err := c.Messages.Edit(old, d, check.InteractionMentions())
	return shown(i, p, err)
}

// callbackResponse returns the response to the callback itself, if with_response asks for one.
func callbackResponse(c *call, i *world.Interaction, kind discordgo.InteractionResponseType) map[string]any {
	inner := map[string]any{"id": i.ID, "type": i.Type}
	resource := map[string]any{"type": kind}
	if p := c.Messages.Get(i.Original); p != nil {
		inner["response_message_id"] = p.ID
		inner["response_message_loading"] = p.Flags&discordgo.MessageFlagsLoading != 0
		inner["response_message_ephemeral"] = p.Flags&discordgo.MessageFlagsEphemeral != 0
		resource["message"] = c.Messages.ForBot(p)
	}
	return map[string]any{"interaction": inner, "resource": resource}
}
