package settings

import (
	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/ui"
)

// toggle is a setting with two options. Its message shows a line for the current option and a button for the other.
type toggle struct {
	field   func(*play.Settings) *bool
	off, on option
}

// option is one of the two values of a toggle.
type option struct {
	arg    string // of the button that chooses it
	button i18n.Message
	line   i18n.Message // shown while it is chosen; the zero Message where the button alone is enough
}

// toggles are the settings of one message, in the order of their lines and buttons.
type toggles []toggle

// change returns the change that the button with an argument makes, or nil if there is no such button.
func (list toggles) change(arg string) func(*play.Settings) {
	for _, one := range list {
		if arg == one.on.arg || arg == one.off.arg {
			return func(s *play.Settings) { *one.field(s) = arg == one.on.arg }
		}
	}
	return nil
}

// show returns the lines for the current options in s, and the buttons that change them.
func (list toggles) show(t i18n.Printer, verb ui.Verb, s play.Settings) (lines []string, buttons []ui.Button) {
	for _, one := range list {
		current, other := one.off, one.on
		if *one.field(&s) {
			current, other = one.on, one.off
		}
		if current.line.ID != "" {
			lines = append(lines, t.Text(current.line, nil))
		}
		buttons = append(buttons, button(t, verb, other.arg, other.button))
	}
	return lines, buttons
}

func button(t i18n.Printer, verb ui.Verb, arg string, label i18n.Message) ui.Button {
	return ui.Button{ID: ui.NoMatch(verb, arg), Label: t.Text(label, nil)}
}

func selected(c *dispatch.Call) string {
	if len(c.Values) == 0 {
		return ""
	}
	return c.Values[0]
}
