package client

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// component starts a click on a button or a selection in a menu.
func (v *visit) component() (*world.Interaction, map[string]any, error) {
	p := v.Messages.SeenBy(v.person, v.channel.ID, v.MessageID)
	if p == nil {
		return nil, nil, refusal("There is no such message.")
	}
	part := wire.Find(p.Components, v.CustomID)
	switch {
	case part == nil:
		return nil, nil, refusal("There is no such button or menu.")
	case part.Disabled:
		return nil, nil, refusal("This button or menu is disabled.")
	case p.Author.ID != wire.BotID:
		return nil, nil, refusal("This message is not the bot's.")
	}
	data := map[string]any{"custom_id": part.CustomID, "component_type": part.Type, "id": part.ID}
	if wire.IsSelect(part.Type) {
		to := newResolved(v)
		if err := pick(part, v.Values, to); err != nil {
			return nil, nil, err
		}
		data["values"] = append([]string{}, v.Values...)
		to.add(data)
	} else if len(v.Values) > 0 {
		return nil, nil, refusal("A button takes no values.")
	}
	owners := wire.OwnersIn(v.channel, v.person, wire.OfGuild())
	if p.Origin != nil { // the message stays addressed to its first person
		owners = p.Origin.Owners
	}
	i := v.interaction(owners)
	i.MessageID, i.Origin.InteractedMessageID = p.ID, p.ID
	return i, data, nil
}

// pick checks the selected values of a menu.
func pick(part *wire.Component, values []string, to *resolved) error {
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
		id, _ := wire.ParseSnowflake(value)
		ok := !slices.Contains(values[:i], value)
		switch part.Type {
		case discordgo.SelectMenuComponent:
			ok = ok && part.Offers(value)
		case discordgo.RoleSelectMenuComponent:
			ok = ok && to.role(id)
		case discordgo.UserSelectMenuComponent, discordgo.MentionableSelectMenuComponent:
			ok = ok && to.user(id)
		case discordgo.ChannelSelectMenuComponent:
			ok = ok && to.channel(id) && part.OffersChannel(to.state.Channels.Get(id))
		default:
			ok = false
		}
		if !ok {
			return refusal("%q cannot be chosen here.", value)
		}
	}
	return nil
}
