package panel

import (
	"unicode/utf8"

	"madbot/bot/discord"
	"madbot/bot/i18n"
	"madbot/bot/panel/tap"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules"
)

// Menus of the panel, in place of a board of buttons. The notes below stand under an
// item, which is a ship or a square, and say what choosing it does.
var (
	msgShip    = i18n.Message{ID: "panel.menu.ship", Other: "Which ship?"}
	msgTo      = i18n.Message{ID: "panel.menu.target", Other: "Where to, or with which ship?"}
	msgMoves   = i18n.Message{ID: "panel.menu.moves", Other: "it sails there"}
	msgExpels  = i18n.Message{ID: "panel.menu.expels", Other: "it expels {{.Side}} {{.Ship}}"}
	msgSwaps   = i18n.Message{ID: "panel.menu.swaps", Other: "they swap places"}
	msgRotates = i18n.Message{ID: "panel.menu.rotates", Other: "their group rotates, it takes the place of {{.Ship}}"}
)

type option struct {
	ui.Button
	note string
}

// menus returns the board as two menus: the ships, and where the selected one can go.
func (m controls) menus() []ui.Row {
	var rows []ui.Row
	switch m.view.Stage {
	case tap.ChooseShip:
		if len(m.Offers) == 0 {
			rows = m.menu("ships", m.t.Text(msgShip, nil), m.ships(m.view))
		}
	case tap.ChooseTarget:
		first := m.choosing(tap.Selection{})
		rows = append(m.menu("ships", m.view.Selection.Ship.String(), m.ships(first)),
			m.menu("targets", m.t.Text(msgTo, nil), m.targets())...)
	}
	return rows
}

func (m controls) menu(name, prompt string, options []option) []ui.Row {
	if len(options) == 0 {
		return nil
	}
	return []ui.Row{{Menu: m.menuOf(name, prompt, options)}}
}

// ships returns the ships that can be chosen in v, on the board and in exile.
func (m controls) ships(v tap.View) []option {
	var list []option
	for _, cells := range v.Rows {
		for _, c := range cells {
			if c.Mark == tap.CanMove {
				b := m.square(c)
				b.Label = turns.ShipOn(m.t, c.Piece.Ship.String(), c.Square)
				list = append(list, option{Button: b})
			}
		}
	}
	for _, o := range v.Options {
		if o.Ship != rules.NoShip && m.offersExile() {
			list = append(list, option{Button: m.exile(o)})
		}
	}
	return list
}

// targets returns what the selected ship can do.
func (m controls) targets() []option {
	var list []option
	for _, cells := range m.view.Rows {
		for _, c := range cells {
			if c.Mark == tap.NoMark || c.Mark == tap.Chosen || c.Mark == tap.CanMove {
				continue
			}
			b := m.square(c)
			b.Label = m.words(c)
			list = append(list, option{b, m.note(c.Mark, c.Piece)})
		}
	}
	for _, o := range m.view.Options {
		if (o.Mark == tap.Swap || o.Mark == tap.Rotate) && m.offersExile() {
			list = append(list, option{m.exile(o), m.note(o.Mark, rules.Piece{Color: m.mover, Ship: o.Ship})})
		}
	}
	return list
}

// note says what choosing a target does.
func (m controls) note(mark tap.Mark, there rules.Piece) string {
	switch mark {
	case tap.Expel:
		return m.t.Text(msgExpels, i18n.Args{"Side": turns.Side(m.t, there.Color), "Ship": there.Ship})
	case tap.Target:
		return m.t.Text(msgMoves, nil)
	case tap.Swap:
		return m.t.Text(msgSwaps, nil)
	case tap.Rotate:
		return m.t.Text(msgRotates, i18n.Args{"Ship": there.Ship})
	}
	return ""
}

// menuOf returns a menu of options, whose values are the arguments of their ids. Discord's limit suffices: a fleet has
// eight ships, and a ship has at most fifteen targets.
func (m controls) menuOf(name, prompt string, options []option) *ui.Menu {
	menu := &ui.Menu{ID: m.taps(name), Prompt: prompt}
	for _, o := range options {
		menu.Items = append(menu.Items, ui.Item{Label: o.Label, Note: short(o.note), Value: o.ID.Arg, Emoji: o.Emoji})
	}
	return menu
}

// short returns a note for an item of a menu, or "" if it is too long for one.
func short(note string) string {
	if utf8.RuneCountInString(note) > discord.MaxSelectText {
		return ""
	}
	return note
}
