package settings

import (
	"slices"
	"strconv"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
)

// Terms on `/server`: the line that says which hold.
var (
	msgTermsAre = i18n.Message{ID: "server.terms",
		Other: "**Default terms**: {{.Preset}}"}
)

// argPreset begins the argument of the button of a preset.
const argPreset = "preset "

// presets are the sets of terms to choose from, as they are kept; the usual one is empty.
func presets() []string { return []string{"", "coffee", "serious"} }

// showTerms says which terms a challenge has that names none, with the buttons of all; those that hold cannot be
// chosen.
func showTerms(t i18n.Printer, now string) (line string, row []ui.Button) {
	for _, p := range presets() {
		b := ui.Button{ID: ui.NoMatch(ui.Server, argPreset+p), Label: text.PresetName(t, p)}
		if p == now {
			line = t.Text(msgTermsAre, i18n.Args{"Preset": b.Label})
			b.Style, b.Disabled = ui.Strong, true
		}
		row = append(row, b)
	}
	return line, row
}

// limit is how many matches can be open at once; 0: there is none.
type limit struct {
	arg     string // of its menu
	of      func(*play.ServerSettings) *int
	offered []int
	name    i18n.Message
}

// Limits on `/server`, of one person and of the same two people: menus, whose picked item says which
// Setting has which Value. Open matches are challenges, too.
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

// choose sets the limit in s to what was picked, if it was offered.
func (l limit) choose(picked string, s *play.ServerSettings) {
	if n, err := strconv.Atoi(picked); err == nil && slices.Contains(l.offered, n) {
		*l.of(s) = n
	}
}

func (l limit) menu(t i18n.Printer, now int) ui.Row {
	name := t.Text(l.name, nil)
	menu := &ui.Menu{ID: ui.NoMatch(ui.Server, l.arg), Prompt: name}
	for _, n := range l.offered {
		label := strconv.Itoa(n)
		if n == 0 {
			label = t.Text(msgNoLimit, nil)
		}
		if n == now {
			label = t.Text(msgLimitIs, i18n.Args{"Setting": name, "Value": label})
		}
		menu.Items = append(menu.Items, ui.Item{Label: label, Value: strconv.Itoa(n), Selected: n == now})
	}
	return ui.Row{Menu: menu}
}
