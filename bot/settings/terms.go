package settings

import (
	"slices"
	"strconv"

	"madbot/bot/i18n"
	"madbot/bot/play"
	"madbot/bot/ui"
)

// Terms on `/server`: the line that says which hold, and buttons. A preset is a set of terms with a name: Club for
// days per turn, Coffee for minutes, Serious without hints and takebacks.
var (
	msgTermsAre = i18n.Message{ID: "server.terms",
		Other: "**Default terms**: {{.Preset}}"}
	msgCoffee  = i18n.Message{ID: "server.preset.coffee", Other: "Coffee"}
	msgClub    = i18n.Message{ID: "server.preset.club", Other: "Club"}
	msgSerious = i18n.Message{ID: "server.preset.serious", Other: "Serious"}
)

// argPreset begins the argument of the button of a preset.
const argPreset = "preset "

// preset is a choice of terms, by the name that is kept; the usual one has none.
type preset struct {
	value string
	name  i18n.Message
}

func presets() []preset {
	return []preset{{"", msgClub}, {"coffee", msgCoffee}, {"serious", msgSerious}}
}

// showTerms says which terms a challenge has that names none, with the buttons of all; those that hold cannot be
// chosen.
func showTerms(t i18n.Printer, now string) (line string, row []ui.Button) {
	for _, p := range presets() {
		b := button(t, ui.Server, argPreset+p.value, p.name)
		if p.value == now {
			line = t.Text(msgTermsAre, i18n.Args{"Preset": b.Label})
			b.Style, b.Off = ui.Strong, true
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
		menu.Items = append(menu.Items, ui.Item{Label: label, Value: strconv.Itoa(n), Picked: n == now})
	}
	return ui.Row{Menu: menu}
}
