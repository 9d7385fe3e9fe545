package sandbox

import (
	"context"
	"errors"
	"slices"
	"time"
)

// ErrNoAnswer is returned by what a person does when the bot is away or has not answered in time:
// Discord shows "The application did not respond".
//
//lint:ignore ST1005 these are Discord's own words, which the page shows
var ErrNoAnswer = errors.New("The application did not respond")

// Answer is how an interaction was answered first.
type Answer struct {
	Kind          CallbackType
	InteractionID Snowflake
	Message       *Message // as it was shown or updated by this answer; nil when none was
	Choices       []Choice // of autocomplete
	Modal         *Modal   // that opened; nil when none did
}

// Input is what a person puts into one field of a modal: Value for texts, Values for menus.
type Input struct {
	CustomID string   `json:"custom_id"`
	Value    string   `json:"value,omitempty"`
	Values   []string `json:"values,omitempty"`
}

// request is what a person's client asks for; which fields count depends on Type.
type request struct {
	Type          InteractionType `json:"type"`
	ChannelID     Snowflake       `json:"channel_id"`
	CommandID     Snowflake       `json:"command_id"`
	Options       []Option        `json:"options"`
	TargetID      Snowflake       `json:"target_id"`
	MessageID     Snowflake       `json:"message_id"`
	CustomID      string          `json:"custom_id"`
	Values        []string        `json:"values"`
	InteractionID Snowflake       `json:"interaction_id"`
	Components    []Input         `json:"components"`
	Locale        string          `json:"locale"`
}

// visit is a request with who makes it and where.
type visit struct {
	request
	person  Snowflake
	channel *Channel
}

// interact does what a person asks and waits for the bot's first answer. A Refusal means the client
// itself refused.
func (s *Server) interact(ctx context.Context, person Snowflake, r request) (Answer, error) {
	s.ready()
	i, err := s.start(person, r)
	if err != nil {
		return Answer{}, err
	}
	timer := time.NewTimer(s.deadline())
	defer timer.Stop()
	select {
	case <-i.done:
	case <-timer.C:
	case <-s.done:
		return Answer{}, ErrClosed
	case <-ctx.Done():
		return Answer{}, ctx.Err()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if i.Answered == 0 {
		i.expired = true
		return Answer{InteractionID: i.ID}, ErrNoAnswer
	}
	return i.answer, nil
}

// start checks a request as the client does and tells the bot.
func (s *Server) start(person Snowflake, r request) (*interaction, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if slices.Contains(locales(), r.Locale) {
		s.locales[person] = r.Locale
	}
	c := s.channel(r.ChannelID)
	if p := s.post(r.MessageID); c == nil && p != nil {
		c = s.channel(p.ChannelID)
	}
	if opened := s.interactionByID(r.InteractionID); c == nil && opened != nil {
		c = s.channel(opened.ChannelID)
	}
	if c == nil || !c.seenBy(person) {
		return nil, refusal("There is no such channel.")
	}
	var i *interaction
	var data map[string]any
	var err error
	switch v := (visit{r, person, c}); r.Type {
	case InteractionCommand, InteractionAutocomplete:
		i, data, err = s.startCommand(v)
	case InteractionComponent:
		i, data, err = s.startComponent(v)
	case InteractionModal:
		i, data, err = s.startModal(v)
	default:
		err = refusal("There is no interaction of type %d.", r.Type)
	}
	if err != nil {
		return nil, err
	}
	if !s.dispatch(0, "INTERACTION_CREATE", s.event(i, c, data)) {
		i.expired = true
		return nil, ErrNoAnswer
	}
	return i, nil
}

// interactionByID finds an interaction, or nil. mu must be held.
func (s *Server) interactionByID(id Snowflake) *interaction {
	for _, i := range s.interactions {
		if i.ID == id {
			return i
		}
	}
	return nil
}

// startCommand begins a command, or the completion of one of its options.
func (s *Server) startCommand(v visit) (*interaction, map[string]any, error) {
	list := s.allCommands()
	k := slices.IndexFunc(list, func(o *Command) bool { return o.ID == v.CommandID })
	if k < 0 || !list[k].offered(v.person, v.channel) {
		return nil, nil, refusal("There is no such command here.")
	}
	command := list[k]
	to := newResolved(v.channel)
	reader := &optionReader{s: s, partial: v.Type == InteractionAutocomplete, resolved: to}
	options, err := reader.read(command.Options, v.Options)
	if err == nil && reader.partial && (reader.focused == nil || !reader.focused.Autocomplete) {
		err = refusal("Nothing to complete here.")
	}
	if err != nil {
		return nil, nil, err
	}
	data := map[string]any{"id": command.ID, "name": command.Name, "type": command.Type}
	if command.GuildID != 0 {
		data["guild_id"] = command.GuildID
	}
	if len(options) > 0 {
		data["options"] = options
	}
	if command.Type != CommandChat {
		if err := s.target(v, command, to); err != nil {
			return nil, nil, err
		}
		data["target_id"] = v.TargetID
	}
	to.add(data)
	i := s.newInteraction(v, fullName(command, v.Options))
	i.Menu = command.Type != CommandChat
	if reader.focused != nil {
		i.kind = reader.focused.Type
	}
	return i, data, nil
}

// fullName is a command's name with its group and sub-command.
func fullName(c *Command, options []Option) string {
	name, defs := c.Name, c.Options
	for len(options) == 1 {
		k := slices.IndexFunc(defs, func(d CommandOption) bool { return d.Name == options[0].Name })
		if k < 0 || defs[k].Type > OptionGroup {
			break
		}
		name, defs, options = name+" "+options[0].Name, defs[k].Options, options[0].Options
	}
	return name
}

// target resolves the person or message a context menu was opened on. mu must be held.
func (s *Server) target(v visit, command *Command, to *resolved) error {
	if command.Type == CommandUser {
		if !to.user(s, v.TargetID) {
			return refusal("There is no such person.")
		}
		return nil
	}
	p := s.visible(v, v.TargetID)
	if p == nil {
		return refusal("There is no such message.")
	}
	to.Messages[p.ID] = s.forBot(p)
	return nil
}

// visible finds a message that the person sees in the channel, or nil. mu must be held.
func (s *Server) visible(v visit, id Snowflake) *post {
	p := s.post(id)
	if p == nil || p.ChannelID != v.channel.ID || !p.seenBy(v.person) {
		return nil
	}
	return p
}

// startComponent begins a click on a button or a choice in a menu.
func (s *Server) startComponent(v visit) (*interaction, map[string]any, error) {
	p := s.visible(v, v.MessageID)
	if p == nil {
		return nil, nil, refusal("There is no such message.")
	}
	part := find(p.Components, v.CustomID)
	switch {
	case part == nil:
		return nil, nil, refusal("There is no such button or menu.")
	case part.Disabled:
		return nil, nil, refusal("This button or menu is disabled.")
	case p.Author.ID != BotID:
		return nil, nil, refusal("This message is not the bot's.")
	}
	data := map[string]any{"custom_id": part.CustomID, "component_type": part.Type, "id": part.ID}
	if part.Type.isSelect() {
		to := newResolved(v.channel)
		if err := s.pick(part, v.Values, to); err != nil {
			return nil, nil, err
		}
		data["values"] = append([]string{}, v.Values...)
		to.add(data)
	} else if len(v.Values) > 0 {
		return nil, nil, refusal("A button takes no values.")
	}
	i := s.newInteraction(v, "")
	i.MessageID, i.Origin.InteractedMessageID = p.ID, p.ID
	return i, data, nil
}

// pick checks the values chosen in a menu. mu must be held.
func (s *Server) pick(part *Component, values []string, to *resolved) error {
	least, most := 1, 1
	if part.MinValues != nil {
		least = *part.MinValues
	}
	if part.MaxValues != nil {
		most = *part.MaxValues
	}
	if len(values) < least || len(values) > most {
		return refusal("Choose %d to %d.", least, most)
	}
	for i, value := range values {
		id, _ := ParseSnowflake(value)
		ok := !slices.Contains(values[:i], value)
		switch part.Type {
		case ComponentSelect:
			ok = ok && part.offers(value)
		case ComponentUserSelect, ComponentMentionable:
			ok = ok && to.user(s, id)
		case ComponentChannels:
			ok = ok && to.channel(s, id)
		default:
			ok = false
		}
		if !ok {
			return refusal("%q cannot be chosen here.", value)
		}
	}
	return nil
}
