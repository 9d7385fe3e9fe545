package settings

import (
	"slices"
	"strconv"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
)

// The line of `/server` about default terms.
var (
	msgTermsAre = i18n.Message{ID: "server.terms",
		Other: "**Default terms**: {{.Preset}}"}
)

// presetTerms say what the presets are, in the words of /challenge.
var presetTerms = map[string]i18n.Message{
	"":       i18n.Message{ID: "option.preset.choice.club", Other: "Club: days per turn, 3 hints each"},
	"coffee": i18n.Message{ID: "option.preset.choice.coffee", Other: "Coffee: minutes per turn, 3 hints each"},
	"serious": i18n.Message{ID: "option.preset.choice.serious",
		Other: "Serious: days per turn, no hints, no takebacks"},
}

const argPreset = "preset "

// presets returns the presets to choose from, as they are stored: "" is the default one.
func presets() []string { return []string{"", "coffee", "serious"} }

// showTerms returns the line about the current preset, and a button for each preset. The current one's is disabled.
func showTerms(t i18n.Printer, current string) (line string, row []ui.Button) {
	for _, p := range presets() {
		b := ui.Button{ID: ui.NoMatch(ui.Server, argPreset+p), Label: text.PresetName(t, p)}
		if p == current {
			line = t.Text(msgTermsAre, i18n.Args{"Preset": t.Text(presetTerms[p], nil)})
			b.Style, b.Disabled = ui.Strong, true
		}
		row = append(row, b)
	}
	return line, row
}

type limit struct {
	arg     string // of its menu
	of      func(*play.ServerSettings) *int
	offered []int
	name    i18n.Message
}

// Limits on `/server`, for one person and for the same two people: menus, whose selected item says which Setting has
// which Value. Open matches include challenges.
var (
	limits = []limit{
		{"open", func(s *play.ServerSettings) *int { return &s.MaxOpen }, []int{0, 3, 5, 10, 20, 50},
			i18n.Message{ID: "server.menu.open", Other: "Open games per member"}},
		{"pair", func(s *play.ServerSettings) *int { return &s.MaxPair }, []int{0, 1, 2, 3, 5, 10},
			i18n.Message{ID: "server.menu.pair", Other: "Open games per pair"}},
	}
	msgLimitIs = i18n.Message{ID: "server.item.limit", Other: "{{.Setting}}: {{.Value}}"}
	msgNoLimit = i18n.Message{ID: "server.item.nolimit", Other: "no limit"}
)

// choose sets the limit in s to a value of the menu. It ignores values that were not offered.
func (l limit) choose(value string, s *play.ServerSettings) {
	if n, err := strconv.Atoi(value); err == nil && slices.Contains(l.offered, n) {
		*l.of(s) = n
	}
}

func (l limit) menu(t i18n.Printer, current int) ui.Row {
	name := t.Text(l.name, nil)
	menu := &ui.Menu{ID: ui.NoMatch(ui.Server, l.arg), Prompt: name}
	for _, n := range l.offered {
		label := strconv.Itoa(n)
		if n == 0 {
			label = t.Text(msgNoLimit, nil)
		}
		if n == current {
			label = t.Text(msgLimitIs, i18n.Args{"Setting": name, "Value": label})
		}
		menu.Items = append(menu.Items, ui.Item{Label: label, Value: strconv.Itoa(n), Selected: n == current})
	}
	return ui.Row{Menu: menu}
}
