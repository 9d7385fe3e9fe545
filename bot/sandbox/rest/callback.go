package rest

import (
	"net/http"
	"net/url"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// postCallback is the first answer: within the deadline, and only one.
func (a *API) postCallback(c *call) (int, any, *check.Refusal) {
	i := c.InteractionOf(c.PathValue("token"))
	switch {
	case i == nil || i.ID != c.id("interaction"):
		return 0, nil, check.UnknownInteraction
	case c.Channel(i.ChannelID) == nil:
		return 0, nil, check.UnknownChannel
	case i.Answered != 0:
		return 0, nil, check.Acknowledged
	case i.Expired || c.Now().Sub(i.Created) > a.Deadline:
		return 0, nil, check.UnknownInteraction
	}
	kind, data, err := check.Callback(c.form(), callbacks(i))
	if err == nil && kind <= wire.CallbackUpdate && kind != wire.CallbackDeferredUpdate {
		err = lockedFor(c, i)
	}
	if err != nil {
		return 0, nil, err
	}
	answer, err := callback(c, i, kind, data)
	if err == nil {
		err = data.Err()
	}
	if err != nil {
		return 0, nil, err
	}
	c.SetAnswered(i, kind, answer)
	if c.URL.Query().Get("with_response") != "true" {
		return http.StatusNoContent, nil, nil
	}
	return http.StatusOK, callbackResponse(c, i, kind), nil
}

// Answer takes the first answer that the response to an interaction is, when that was sent over HTTP: it is
// what a call of the callback would be.
func (a *API) Answer(i *world.Interaction, h http.Header, body []byte) (refusal *check.Refusal) {
	r := &http.Request{Method: http.MethodPost, URL: &url.URL{}, Header: h}
	r.SetPathValue("interaction", i.ID.String())
	r.SetPathValue("token", i.Token)
	c := &call{Request: r, version: 10, raw: body}
	if refusal = c.readBody(); refusal != nil {
		return refusal
	}
	a.World.Do(func(s *world.State) {
		c.State = s
		_, _, refusal = a.postCallback(c)
	})
	return refusal
}

// lockedFor refuses a message where an interaction comes from, when that is a locked thread: commands
// can be used there, and the bot cannot answer them.
func lockedFor(c *call, i *world.Interaction) *check.Refusal {
	in := c.Channel(i.ChannelID)
	return check.Locked(in, c.BotPermissions(in))
}

// callbacks are the types that fit: 6 and 7 need a message with components, 8 is only for
// autocomplete and 8 alone, 9 is not for a modal.
func callbacks(i *world.Interaction) []wire.CallbackType {
	out := []wire.CallbackType{wire.CallbackMessage, wire.CallbackDeferred}
	if i.Type == wire.InteractionAutocomplete {
		return []wire.CallbackType{wire.CallbackChoices}
	}
	if i.MessageID != 0 {
		out = append(out, wire.CallbackDeferredUpdate, wire.CallbackUpdate)
	}
	if i.Type != wire.InteractionModal {
		out = append(out, wire.CallbackModal)
	}
	return out
}

// callback does what the answer says. The caller sees what the form complains of.
func callback(c *call, i *world.Interaction, kind wire.CallbackType,
	data check.Form) (world.Answer, *check.Refusal) {
	switch kind {
	case wire.CallbackMessage:
		d := check.Message(data, c.files, newMessage(c, check.CallbackFlags))
		if data.Err() != nil {
			return world.Answer{}, nil
		}
		p := c.NewAnswer(i, d.Flags)
		err := c.Send(p, d, check.InteractionMentions())
		return shown(i, p, err)
	case wire.CallbackDeferred:
		flags := check.Deferral(data)
		if data.Err() != nil {
			return world.Answer{}, nil
		}
		p := c.NewAnswer(i, flags)
		p.Flags |= wire.FlagLoading
		c.Put(p)
		return shown(i, p, nil)
	case wire.CallbackDeferredUpdate:
		i.Original = i.MessageID
		return world.Answer{}, nil
	case wire.CallbackUpdate:
		return callbackUpdate(c, i, data)
	case wire.CallbackChoices:
		return world.Answer{Choices: check.Choices(data, i.Completes)}, nil
	default:
		i.Modal = check.Modal(data, c.EmojiIDs())
		return world.Answer{Modal: i.Modal}, nil
	}
}

// shown is the answer that shows a message, unless that was refused.
func shown(i *world.Interaction, p *world.Post, err *check.Refusal) (world.Answer, *check.Refusal) {
	if err != nil {
		return world.Answer{}, err
	}
	i.Original = p.ID
	return world.Answer{Message: &p.Message}, nil
}

// callbackUpdate edits the message of the component.
func callbackUpdate(c *call, i *world.Interaction, data check.Form) (world.Answer, *check.Refusal) {
	old := c.Post(i.MessageID)
	if old == nil {
		return world.Answer{}, check.UnknownMessage
	}
	d := check.Message(data, c.files, editOf(c, old))
	if data.Err() != nil {
		return world.Answer{}, nil
	}
	p, err := c.Edit(old, d, check.InteractionMentions())
	return shown(i, p, err)
}

// callbackResponse is the answer's answer, when with_response asks for one.
func callbackResponse(c *call, i *world.Interaction, kind wire.CallbackType) map[string]any {
	inner := map[string]any{"id": i.ID, "type": i.Type}
	resource := map[string]any{"type": kind}
	if p := c.Post(i.Original); p != nil {
		inner["response_message_id"] = p.ID
		inner["response_message_loading"] = p.Flags&wire.FlagLoading != 0
		inner["response_message_ephemeral"] = p.Flags&wire.FlagEphemeral != 0
		resource["message"] = c.ForBot(p)
	}
	return map[string]any{"interaction": inner, "resource": resource}
}
