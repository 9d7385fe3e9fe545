package client

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// command starts a command, or the autocompletion of one of its options.
func (v *visit) command() (*world.Interaction, map[string]any, error) {
	list := v.Commands.All()
	k := slices.IndexFunc(list, func(o *wire.Command) bool { return o.ID == v.CommandID })
	if k < 0 || !list[k].Offered(v.person, v.channel) {
		return nil, nil, refusal("There is no such command here.")
	}
	command := list[k]
	to := newResolved(v)
	reader := &optionReader{partial: v.Type == discordgo.InteractionApplicationCommandAutocomplete, resolved: to}
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
	if command.Type != discordgo.ChatApplicationCommand {
		if err := v.target(command, to); err != nil {
			return nil, nil, err
		}
		data["target_id"] = v.TargetID
	}
	to.add(data)
	i := v.use(command, to)
	if reader.focused != nil {
		i.Completes = reader.focused.Type
	}
	return i, data, nil
}

func (v *visit) use(command *wire.Command, to *resolved) *world.Interaction {
	i := v.interaction(wire.OwnersIn(v.channel, v.person, command.IntegrationTypes))
	i.Origin.Name, i.Menu = fullName(command, v.Options), command.Type != discordgo.ChatApplicationCommand
	switch command.Type {
	case discordgo.UserApplicationCommand:
		i.Origin.TargetUser = new(to.Users[v.TargetID])
	case discordgo.MessageApplicationCommand:
		i.Origin.TargetMessageID = v.TargetID
	}
	return i
}

// fullName returns the command's name with its group and subcommand.
func fullName(c *wire.Command, options []Option) string {
	name, defs := c.Name, c.Options
	for len(options) == 1 {
		k := slices.IndexFunc(defs,
			func(d wire.CommandOption) bool { return d.Name == options[0].Name })
		if k < 0 || !wire.HoldsOptions(defs[k].Type) {
			break
		}
		name, defs, options = name+" "+options[0].Name, defs[k].Options, options[0].Options
	}
	return name
}

// target resolves the user or message of a context menu.
func (v *visit) target(command *wire.Command, to *resolved) error {
	if command.Type == discordgo.UserApplicationCommand {
		if !to.user(v.TargetID) {
			return refusal("There is no such person.")
		}
		return nil
	}
	p := v.Messages.SeenBy(v.person, v.channel.ID, v.TargetID)
	if p == nil || p.To != 0 { // private messages have no commands in their context menu
		return refusal("There is no such message.")
	}
	to.Messages[p.ID] = v.Messages.ForBot(p)
	return nil
}
