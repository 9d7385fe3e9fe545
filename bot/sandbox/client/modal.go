package client

import (
	"slices"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// modal starts the submission of a modal.
func (v *visit) modal() (*world.Interaction, map[string]any, error) {
	opener := v.Interactions.Get(v.InteractionID)
	switch {
	case opener == nil || opener.Modal == nil:
		return nil, nil, refusal("There is no such form.")
	case opener.Person != v.person || opener.ChannelID != v.channel.ID:
		return nil, nil, refusal("There is no such form.")
	case v.CustomID != "" && v.CustomID != opener.Modal.CustomID:
		return nil, nil, refusal("There is no such form.")
	}
	to := newResolved(v)
	filled := []map[string]any{}
	for _, part := range opener.Modal.Components {
		one, err := fill(&part, v.Components, to)
		if err != nil {
			return nil, nil, err
		}
		filled = append(filled, one)
	}
	data := map[string]any{"custom_id": opener.Modal.CustomID, "components": filled}
	to.add(data)
	i := v.interaction(opener.Origin.Owners)
	i.MessageID = opener.MessageID
	i.Origin.TriggeringMetadata = opener.Origin
	return i, data, nil
}

// fill returns a component of a modal with the person's input.
func fill(part *wire.Component, inputs []Input, to *resolved) (map[string]any, error) {
	out := map[string]any{"type": part.Type, "id": part.ID}
	switch {
	case part.Type == discordgo.ActionsRowComponent:
		inner := []map[string]any{}
		for _, one := range part.Components {
			filled, err := fill(&one, inputs, to)
			if err != nil {
				return nil, err
			}
			inner = append(inner, filled)
		}
		out["components"] = inner
	case part.Type == wire.LabelComponent:
		one := *part.Component
		one.Label = part.Label // for messages about it
		inner, err := fill(&one, inputs, to)
		if err != nil {
			return nil, err
		}
		out["component"] = inner
	case part.CustomID != "":
		k := slices.IndexFunc(inputs, func(in Input) bool { return in.CustomID == part.CustomID })
		in := Input{CustomID: part.CustomID, Value: part.Value}
		if k >= 0 {
			in = inputs[k]
		}
		return out, fillIn(out, part, in, to)
	}
	return out, nil
}

// fillIn checks one text or menu of a modal and adds it to out.
func fillIn(out map[string]any, part *wire.Component, in Input, to *resolved) error {
	out["custom_id"] = part.CustomID
	required := part.Required == nil || *part.Required
	if wire.IsSelect(part.Type) {
		out["values"] = append([]string{}, in.Values...)
		if len(in.Values) == 0 && !required {
			return nil
		}
		return pick(part, in.Values, to)
	}
	out["value"] = in.Value
	n, most := utf8.RuneCountInString(in.Value), 4000
	if part.MaxLength != nil {
		most = *part.MaxLength
	}
	switch {
	case n == 0 && required:
		return refusal("%s: this is required.", part.Label)
	case n > most:
		return refusal("%s: at most %d characters.", part.Label, most)
	case n > 0 && part.MinLength != nil && n < *part.MinLength:
		return refusal("%s: at least %d characters.", part.Label, *part.MinLength)
	}
	return nil
}
