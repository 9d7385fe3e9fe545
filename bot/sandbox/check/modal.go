package check

import (
	"github.com/bwmarrin/discordgo"

	"madbot/bot/sandbox/wire"
)

const maxModalParts = 5

// Modal checks a response that opens a modal: texts, labels, and action rows with one text input each, the older
// form. Buttons and options may show emojis. The result is valid only if data has no complaints.
func Modal(data Form, emojis map[wire.Snowflake]bool) *wire.Modal {
	checkModal(data, emojis)
	m := &wire.Modal{}
	if data.Err() == nil {
		data.into(m)
		wire.Number(m.Components)
	}
	return m
}

func checkModal(f Form, emojis map[wire.Snowflake]bool) {
	f.need("custom_id", "title", "components")
	f.text("custom_id", 1, 100)
	f.text("title", 1, 45)
	t := newTally(emojis)
	list := f.forms("components", maxModalParts)
	if len(list) == 0 && f.has("components") {
		f.badLength("components", 1, maxModalParts)
	}
	for _, one := range list {
		one.need("type")
		kind := choice(one, "type", discordgo.ActionsRowComponent, discordgo.TextDisplayComponent, wire.LabelComponent)
		switch kind {
		case discordgo.ActionsRowComponent:
			if n := len(t.inputs(one)); n != 1 {
				one.complain("components", "BASE_TYPE_BAD_LENGTH", "Must be 1 in length.")
			}
		case wire.LabelComponent:
			t.label(one)
		case discordgo.TextDisplayComponent:
			t.display(one, discordgo.TextDisplayComponent)
		}
	}
}

// inputs checks an action row with one text input.
func (t *tally) inputs(f Form) []Form {
	list := f.forms("components", 1)
	for _, one := range list {
		one.need("type", "label")
		choice(one, "type", discordgo.TextInputComponent)
		one.text("label", 1, 45)
		t.input(one)
	}
	return list
}

// label checks a label and its component.
func (t *tally) label(f Form) {
	f.need("label", "component")
	f.text("label", 1, 45)
	f.text("description", 1, 100)
	one, ok := f.form("component")
	if !ok {
		return
	}
	if one.foreign("type", "components of type %d in a modal", 19, 21, 22, 23) {
		return // file uploads, radio buttons and check boxes
	}
	one.need("type")
	kind := choice(one, "type", append(wire.Selects(), discordgo.TextInputComponent)...)
	if kind == discordgo.TextInputComponent {
		t.input(one)
	} else if kind != 0 {
		t.menuOfModal(one, kind)
	}
}

// menuOfModal checks a menu, which is required by default and cannot be disabled.
func (t *tally) menuOfModal(f Form, kind discordgo.ComponentType) {
	t.menu(f, kind)
	if f.truth("disabled") {
		f.complain("disabled", "COMPONENT_DISABLED_IN_MODAL", "Components cannot be disabled in modals")
	}
	required := !f.has("required") || f.truth("required")
	if least, given := f.integer("min_values", 0, 25); given && least == 0 && required {
		f.complain("min_values", "NUMBER_TYPE_MIN", "Value should be greater than or equal to 1.")
	}
}

func (t *tally) input(f Form) {
	t.customID(f)
	f.need("style")
	choice(f, "style", 1, 2)
	f.truth("required")
	f.text("placeholder", 0, 100)
	f.text("value", 0, 4000)
	least, hasLeast := f.integer("min_length", 0, 4000)
	most, hasMost := f.integer("max_length", 1, 4000)
	if hasLeast && hasMost && least > most {
		f.complain("min_length", "TEXT_INPUT_LENGTH_INVALID",
			"min_length must not exceed max_length")
	}
}
