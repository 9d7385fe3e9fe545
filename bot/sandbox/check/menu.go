package check

import (
	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/wire"
)

func (t *tally) menu(f Form, kind discordgo.ComponentType) {
	t.customID(f)
	f.text("placeholder", 0, 150)
	f.truth("disabled")
	least, given := f.integer("min_values", 0, 25)
	if !given {
		least = 1
	}
	most, given := f.integer("max_values", 1, 25)
	if !given {
		most = 1
	}
	if least > most {
		f.complain("min_values", "SELECT_COMPONENT_INVALID_RANGE",
			"min_values must not exceed max_values")
	}
	if kind == discordgo.SelectMenuComponent {
		t.options(f, most)
		return
	}
	if kind == discordgo.ChannelSelectMenuComponent {
		f.choices("channel_types", 0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16)
	}
	defaults(f, kind, least, most)
}

// defaults checks the initial selection of a menu without options of its own.
func defaults(f Form, kind discordgo.ComponentType, least, most int) {
	list := f.forms("default_values", 25)
	if len(list) == 0 {
		return
	}
	wanted := map[discordgo.ComponentType]string{discordgo.ChannelSelectMenuComponent: "channel",
		discordgo.RoleSelectMenuComponent: "role"}[kind]
	if wanted == "" {
		f.unknown("default values of a menu of people")
		return
	}
	seen := map[wire.Snowflake]bool{}
	for _, one := range list {
		one.need("id", "type")
		if kind := one.text("type", 1, 20); kind != "" && kind != wanted {
			one.complain("type", "BASE_TYPE_CHOICES", "Value must be one of {'%s'}.", wanted)
		}
		id := one.id("id")
		if seen[id] {
			one.repeated()
		}
		seen[id] = true
	}
	if len(list) < least || len(list) > most {
		f.badLength("default_values", least, most)
	}
}

func (t *tally) options(f Form, most int) {
	list := f.forms("options", 25)
	if len(list) == 0 {
		f.badLength("options", 1, 25)
	}
	values, defaults := map[string]bool{}, 0
	for _, one := range list {
		one.need("label", "value")
		one.text("label", 1, 100)
		one.text("description", 0, 100)
		value := one.text("value", 1, 100)
		if values[value] {
			one.complain("value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
				"The specified option value is already used")
		}
		values[value] = true
		if one.truth("default") {
			defaults++
		}
		t.emoji(one)
	}
	if most > len(list) {
		f.complain("max_values", "SELECT_COMPONENT_TOO_FEW_OPTIONS",
			"max_values must not exceed the number of options")
	}
	if defaults > most {
		f.complain("options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Too many default values")
	}
}
