// Package settings has the commands by which people choose how the bot works: Personal is what people choose for
// themselves, Notices when and where the bot writes to them, Server what the managers of a server choose for it.
package settings

import (
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/ui"
)

// toggle is a setting with two options. A message has a line that says which of them holds, and a button for the
// other.
type toggle struct {
	place   string // of the line in the text of the message
	field   func(*play.Settings) *bool
	off, on option
}

// option is one way a toggle can be.
type option struct {
	arg    string // of the button that chooses it
	button i18n.Message
	line   i18n.Message // says that it holds
}

type toggles []toggle

// Lines of `/settings`, and short buttons that change them: a label in bold, and what holds.
var personalToggles = toggles{
	{"Confirm", func(s *play.Settings) *bool { return &s.Quick },
		option{"confirm", i18n.Message{ID: "settings.button.confirm", Other: "Ask me to confirm"},
			i18n.Message{ID: "settings.confirm.on", Other: "**Confirm turns**: on"}},
		option{"quick", i18n.Message{ID: "settings.button.quick", Other: "Play at once"},
			i18n.Message{ID: "settings.confirm.off",
				Other: "**Confirm turns**: only one that could lose"}}},
	{"Board", func(s *play.Settings) *bool { return &s.Menus },
		option{"buttons", i18n.Message{ID: "settings.button.buttons", Other: "Board of buttons"},
			i18n.Message{ID: "settings.board.buttons", Other: "**Board**: buttons"}},
		option{"menus", i18n.Message{ID: "settings.button.menus", Other: "Two menus"},
			i18n.Message{ID: "settings.board.menus", Other: "**Board**: two menus, the ship and then where it goes"}}},
	{"Labels", func(s *play.Settings) *bool { return &s.Words },
		option{"short", i18n.Message{ID: "settings.button.short", Other: "Short labels"},
			i18n.Message{ID: "settings.labels.short", Other: "**Labels**: short"}},
		option{"words", i18n.Message{ID: "settings.button.words", Other: "Labels in words"},
			i18n.Message{ID: "settings.labels.words",
				Other: "**Labels**: in words, such as “c2, your 211”, for screen readers"}}},
	{"Marks", func(s *play.Settings) *bool { return &s.Plain },
		option{"marks", i18n.Message{ID: "settings.button.marks", Other: "Show moves"},
			i18n.Message{ID: "settings.marks.on",
				Other: "**Moves**: shown under *More*"}},
		option{"plain", i18n.Message{ID: "settings.button.plain", Other: "Hide moves"},
			i18n.Message{ID: "settings.marks.off", Other: "**Moves**: not shown"}}},
	{"Hints", func(s *play.Settings) *bool { return &s.Gentle },
		option{"whole", i18n.Message{ID: "settings.button.whole", Other: "Full hints"},
			i18n.Message{ID: "settings.hints.whole", Other: "**Hints**: full"}},
		option{"gentle", i18n.Message{ID: "settings.button.gentle", Other: "Gentle hints"},
			i18n.Message{ID: "settings.hints.gentle",
				Other: "**Hints**: gentle; first a ship, then the idea, then the turn"}}},
}

// change returns the change that the button with an argument makes; nil when there is no such button.
func (list toggles) change(arg string) func(*play.Settings) {
	for _, one := range list {
		if arg == one.on.arg || arg == one.off.arg {
			return func(s *play.Settings) { *one.field(s) = arg == one.on.arg }
		}
	}
	return nil
}

// show returns the lines that say what holds in s, by their places, and the buttons that change it.
func (list toggles) show(t i18n.Printer, verb ui.Verb, s play.Settings) (lines i18n.Args, buttons []ui.Button) {
	lines = i18n.Args{}
	for _, one := range list {
		holds, other := one.off, one.on
		if *one.field(&s) {
			holds, other = one.on, one.off
		}
		lines[one.place] = t.Text(holds.line, nil)
		buttons = append(buttons, button(t, verb, other.arg, other.button))
	}
	return lines, buttons
}

// button returns a button that is about no match.
func button(t i18n.Printer, verb ui.Verb, arg string, label i18n.Message) ui.Button {
	return ui.Button{ID: ui.NoMatch(verb, arg), Label: t.Text(label, nil)}
}

// picked returns the first of what was picked in a menu; "" when nothing was.
func picked(c *dispatch.Call) string {
	if len(c.Values) == 0 {
		return ""
	}
	return c.Values[0]
}
