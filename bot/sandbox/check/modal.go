package check

import "madbot/bot/sandbox/wire"

const maxModalParts = 5

// Modal checks an answer that opens a modal: action rows with one text input each (the old form),
// labels, and texts. Buttons and options may show the emojis. The result counts only if data has no
// complaints.
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
		kind := one.choice("type", int(wire.ComponentRow), int(wire.ComponentText), int(wire.ComponentLabel))
		switch wire.ComponentType(kind) {
		case wire.ComponentRow:
			if n := len(t.inputs(one)); n != 1 {
				one.complain("components", "BASE_TYPE_BAD_LENGTH", "Must be 1 in length.")
			}
		case wire.ComponentLabel:
			t.label(one)
		case wire.ComponentText:
			t.display(one, wire.ComponentText)
		}
	}
}

// inputs checks the text input of an action row.
func (t *tally) inputs(f Form) []Form {
	list := f.forms("components", 1)
	for _, one := range list {
		one.need("type", "label")
		one.choice("type", int(wire.ComponentInput))
		one.text("label", 1, 45)
		t.input(one)
	}
	return list
}

// label checks a label with the one thing it labels.
func (t *tally) label(f Form) {
	f.need("label", "component")
	f.text("label", 1, 45)
	f.text("description", 1, 100)
	one, ok := f.form("component")
	if !ok {
		return
	}
	if one.foreign("type", "components of type %d in a modal", 19, 21, 22, 23) {
		return // files, radio buttons and check boxes
	}
	one.need("type")
	kind := wire.ComponentType(one.choice("type", int(wire.ComponentInput), int(wire.ComponentSelect),
		int(wire.ComponentUserSelect), int(wire.ComponentRoleSelect), int(wire.ComponentMentionable),
		int(wire.ComponentChannels)))
	if kind == wire.ComponentInput {
		t.input(one)
	} else if kind != 0 {
		one.truth("required")
		t.menu(one, kind)
	}
}

// input checks a text input.
func (t *tally) input(f Form) {
	t.customID(f)
	f.need("style")
	f.choice("style", 1, 2)
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
