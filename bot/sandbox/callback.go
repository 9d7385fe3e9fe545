package sandbox

import "net/http"

// CallbackType is how a bot answers an interaction first.
type CallbackType int

// The callback types.
const (
	CallbackMessage        CallbackType = 4
	CallbackDeferred       CallbackType = 5
	CallbackDeferredUpdate CallbackType = 6
	CallbackUpdate         CallbackType = 7
	CallbackChoices        CallbackType = 8
	CallbackModal          CallbackType = 9
)

// interactionRoutes registers what answers interactions.
func (s *Server) interactionRoutes(add func(string, handler)) {
	add("POST /interactions/{interaction}/{token}/callback", s.postCallback)
	const at = "/webhooks/{app}/{token}"
	add("POST "+at, s.inWebhook(s.postFollowUp))
	add("GET "+at+"/messages/{message}", s.inWebhook(s.getAnswer))
	add("PATCH "+at+"/messages/{message}", s.inWebhook(s.patchAnswer))
	add("DELETE "+at+"/messages/{message}", s.inWebhook(s.deleteAnswer))
}

// postCallback is the first answer: within the deadline, and only one.
func (s *Server) postCallback(c *call) (int, any, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.interactions[c.PathValue("token")]
	switch {
	case i == nil || i.ID != c.id("interaction"):
		return 0, nil, errUnknownInteraction()
	case i.Answered != 0:
		return 0, nil, errAcknowledged()
	case i.expired || s.now().Sub(i.Created) > s.deadline():
		return 0, nil, errUnknownInteraction()
	}
	f := c.form()
	f.need("type")
	if f.foreign("type", "callbacks of type %d", 10, 12) {
		return 0, nil, f.err()
	}
	kind := CallbackType(f.choice("type", i.callbacks()...))
	if err := f.err(); err != nil {
		return 0, nil, err
	}
	if kind == CallbackChoices {
		f.need("data")
	}
	data, _ := f.form("data")
	answer, err := s.callback(c, i, kind, data)
	if err == nil {
		err = f.err()
	}
	if err != nil {
		return 0, nil, err
	}
	s.answered(i, kind, answer)
	if c.URL.Query().Get("with_response") != "true" {
		return http.StatusNoContent, nil, nil
	}
	return http.StatusOK, s.callbackResponse(i, kind), nil
}

// callbacks are the types that fit: 6 and 7 need a message with components, 8 is only for
// autocomplete and 8 alone, 9 is not for a modal.
func (i *interaction) callbacks() []int {
	out := []int{int(CallbackMessage), int(CallbackDeferred)}
	if i.Type == InteractionAutocomplete {
		return []int{int(CallbackChoices)}
	}
	if i.MessageID != 0 {
		out = append(out, int(CallbackDeferredUpdate), int(CallbackUpdate))
	}
	if i.Type != InteractionModal {
		out = append(out, int(CallbackModal))
	}
	return out
}

// callback does what the answer says. What the form complains of is for the caller to see. mu must
// be held.
func (s *Server) callback(c *call, i *interaction, kind CallbackType,
	data form) (Answer, *apiError) {
	switch kind {
	case CallbackMessage:
		return s.callbackMessage(c, i, data)
	case CallbackDeferred:
		return s.callbackDeferred(i, data)
	case CallbackDeferredUpdate:
		i.Original = i.MessageID
		return Answer{}, nil
	case CallbackUpdate:
		return s.callbackUpdate(c, i, data)
	case CallbackChoices:
		checkChoices(data, i.kind)
		var body struct {
			Choices []Choice `json:"choices"`
		}
		if data.err() == nil {
			data.into(&body)
		}
		return Answer{Choices: body.Choices}, nil
	default:
		data.checkModal(s.emojiIDs())
		modal := &Modal{}
		if data.err() == nil {
			data.into(modal)
			number(modal.Components)
			i.Modal = modal
		}
		return Answer{Modal: ref(copied(*modal))}, nil
	}
}

// newAnswer is an empty message that answers an interaction. mu must be held.
func (s *Server) newAnswer(i *interaction, flags int) *post {
	p := s.newPost(s.channel(i.ChannelID))
	p.Answers, p.ApplicationID, p.WebhookID = i.ID, BotID, BotID
	origin := *i.Origin
	p.Origin = &origin
	switch {
	case i.Type == InteractionCommand:
		p.Type = typeCommand
		if i.Menu {
			p.Type = typeMenu
		}
		p.Interaction = &OldInteraction{
			ID:   i.ID,
			Type: i.Type,
			Name: origin.Name,
			User: origin.User,
		}
	case i.MessageID != 0 && s.post(i.MessageID) != nil:
		p.Type = typeReply
		p.Reference = &Reference{MessageID: i.MessageID, ChannelID: p.ChannelID}
	}
	if flags&FlagEphemeral != 0 {
		p.Flags, p.To = FlagEphemeral, i.Person
	}
	return p
}

func (s *Server) callbackMessage(c *call, i *interaction, data form) (Answer, *apiError) {
	d := readDraft(data, c.files,
		draftRule{flags: flagsOfCallback, version: c.version, emojis: s.emojiIDs()})
	if data.err() != nil {
		return Answer{}, nil
	}
	p := s.newAnswer(i, d.flags)
	if err := s.send(p, d, mentionsOfInteraction()); err != nil {
		return Answer{}, err
	}
	i.Original = p.ID
	return Answer{Message: ref(p.clone())}, nil
}

// callbackDeferred shows that the bot is thinking. Of the flags only EPHEMERAL counts, and it is
// fixed from here on.
func (s *Server) callbackDeferred(i *interaction, data form) (Answer, *apiError) {
	flags, _ := data.integer("flags", 0, 1<<31-1)
	if flags&^FlagEphemeral != 0 {
		data.complain("flags", "BASE_TYPE_CHOICES", "Only EPHEMERAL can be set when deferring.")
		return Answer{}, nil
	}
	p := s.newAnswer(i, flags)
	p.Flags |= FlagLoading
	s.put(p)
	i.Original = p.ID
	return Answer{Message: ref(p.clone())}, nil
}

// callbackUpdate edits the message of the component.
func (s *Server) callbackUpdate(c *call, i *interaction, data form) (Answer, *apiError) {
	old := s.post(i.MessageID)
	if old == nil {
		return Answer{}, errUnknownMessage()
	}
	d := readDraft(data, c.files, s.editRule(old, c.version))
	if data.err() != nil {
		return Answer{}, nil
	}
	p, err := s.edit(old, d, mentionsOfInteraction())
	if err != nil {
		return Answer{}, err
	}
	i.Original = p.ID
	return Answer{Message: ref(p.clone())}, nil
}

// callbackResponse is the answer's answer, when with_response asks for one. mu must be held.
func (s *Server) callbackResponse(i *interaction, kind CallbackType) map[string]any {
	inner := map[string]any{"id": i.ID, "type": i.Type}
	resource := map[string]any{"type": kind}
	if p := s.post(i.Original); p != nil {
		inner["response_message_id"] = p.ID
		inner["response_message_loading"] = p.Flags&FlagLoading != 0
		inner["response_message_ephemeral"] = p.Flags&FlagEphemeral != 0
		resource["message"] = s.forBot(p)
	}
	return map[string]any{"interaction": inner, "resource": resource}
}

// ref gives a pointer to a copy.
func ref[T any](v T) *T { return &v }
