package panel

import (
	"github.com/bwmarrin/discordgo"

	"madbot/bot/i18n"
	"madbot/bot/panel/tap"
	"madbot/bot/show"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules"
)

// Buttons of the panel, one for each square, in words: a square, and the ship that stands
// there.
var (
	msgOwn   = i18n.Message{ID: "panel.own", Other: "{{.Square}}, your {{.Ship}}"}
	msgEnemy = i18n.Message{ID: "panel.enemy", Other: "{{.Square}}, their {{.Ship}}"}
	msgExpel = i18n.Message{ID: "panel.expel", Other: "{{.Square}}, expel their {{.Ship}}"}
	msgSwap  = i18n.Message{ID: "panel.swap", Other: "{{.Square}}, swap with {{.Ship}}"}
	msgTurns = i18n.Message{ID: "panel.rotateto", Other: "{{.Square}}, rotate to {{.Ship}}"}
	msgOther = i18n.Message{ID: "panel.side", Other: "{{.Square}}, {{.Side}} {{.Ship}}"}
)

type controls struct{ *maker }

// board returns a row of buttons for each row of squares, or menus instead.
func (m controls) board() []ui.Row {
	if m.Settings.Menus {
		return m.menus()
	}
	var rows []ui.Row
	for _, cells := range m.view.Rows {
		var row ui.Row
		for _, cell := range cells {
			row.Buttons = append(row.Buttons, m.square(cell))
		}
		rows = append(rows, row)
	}
	return rows
}

// square returns the button of a square: a ship, or the name of an empty square. In a row of five, there is no room for
// both on a phone.
func (m controls) square(c tap.Cell) ui.Button {
	b := ui.Button{ID: m.to(c.Square.String(), c.Next), Emoji: m.Emojis[show.ShipEmoji(c.Piece)], Label: sign(c.Mark),
		Style: m.style(c), Disabled: c.Mark == tap.NoMark}
	if m.Settings.Words || b.Emoji == (discordgo.ComponentEmoji{}) {
		b.Label = m.words(c)
	}
	return b
}

// sign returns the sign of the notation for a ship that can change places with the selected one.
func sign(m tap.Mark) string {
	switch m {
	case tap.Swap:
		return "="
	case tap.Rotate:
		return ">"
	}
	return ""
}

func (m controls) words(c tap.Cell) string {
	form := msgEnemy
	switch {
	case c.Piece == rules.Piece{}:
		return c.Square.String()
	case c.Mark == tap.Expel && c.Piece.Color != m.own:
		form = msgExpel // sighted people see a red button
	case c.Mark == tap.Swap:
		form = msgSwap
	case c.Mark == tap.Rotate:
		form = msgTurns
	case !m.takesPart():
		form = msgOther
	case c.Piece.Color == m.side:
		form = msgOwn
	}
	return m.t.Text(form, i18n.Args{"Square": c.Square, "Ship": c.Piece.Ship,
		"Side": turns.Side(m.t, c.Piece.Color)})
}

// style returns the colour of a square, which shows what tapping it does, or that something changed there.
func (m controls) style(c tap.Cell) ui.ButtonStyle {
	switch c.Mark {
	case tap.Expel:
		return ui.Danger
	case tap.Chosen:
		return ui.Strong
	case tap.Target, tap.Swap, tap.Rotate:
		return ui.Good
	}
	switch m.view.Stage {
	case tap.Confirm, tap.ChooseBonus:
		if m.before.At(c.Square) != c.Piece {
			return ui.Good
		}
	case tap.ChooseShip, tap.Watching:
		switch {
		case m.isAttacked(c):
			return ui.Danger
		case m.changed(c):
			return ui.Strong
		}
	}
	return ui.Quiet
}

// changed reports whether the last turn moved a ship to the square.
func (m controls) changed(c tap.Cell) bool {
	before, turn := m.game.Last()
	return turn != rules.NoTurn && c.Piece != (rules.Piece{}) && before.At(c.Square) != c.Piece
}

func (m controls) isAttacked(c tap.Cell) bool {
	return c.Piece == rules.Piece{Color: m.own, Ship: rules.Ship111} && m.corvette() != ""
}

// Icons returns the icons that a panel shows as emojis.
func Icons() []render.Icon {
	return []render.Icon{render.IconSwap, render.IconRotate, render.IconPass}
}
