package show

import (
	"cmp"
	"math"
	"slices"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

const shipsInRow = 4

// ships returns a button for each ship of the player on turn, which opens their panel with that ship selected. The
// ships are in the order of the board seen from bottom, those in exile last. An attacked corvette is red, as on the
// panel. There are no buttons if the bot is on turn or m is over.
func (v *View) ships(m *match.Match, bottom rules.Color) []ui.Row {
	if m.Status != match.Playing || m.ToMove() == m.Robot() {
		return nil
	}
	p, emojis := m.Game.Position(), v.Emojis.Now()
	turns := p.AppendTurns(nil)
	var rows []ui.Row
	for i, ship := range shipOrder(&p, bottom) {
		if i%shipsInRow == 0 {
			rows = append(rows, ui.Row{})
		}
		possible := slices.ContainsFunc(turns, func(t rules.Turn) bool {
			return t.IsMove() && t.Ship() == ship || !t.IsMove() && t.Shift().Includes(ship)
		})
		b := ui.Button{ID: ui.OnMatch(ui.OpenPanel, m, ship.String()), Disabled: !possible,
			Emoji: emojis[ShipEmoji(rules.Piece{Color: p.Side(), Ship: ship})]}
		if ship == rules.Ship111 && p.CorvetteAttacked(p.Side()) {
			b.Style = ui.Danger
		}
		if b.Emoji == (discordgo.ComponentEmoji{}) {
			b.Label = ship.String()
		}
		last := &rows[len(rows)-1]
		last.Buttons = append(last.Buttons, b)
	}
	return rows
}

// shipOrder returns the ships of the side to move in the order of the board seen from bottom, those in exile last.
func shipOrder(p *rules.Position, bottom rules.Color) []rules.Ship {
	ships := rules.Ships()
	place := func(ship rules.Ship) int {
		square := p.SquareOf(p.Side(), ship)
		if square == rules.NoSquare {
			return math.MaxInt
		}
		at := square.Column() - p.Board().Columns()*square.Row()
		if bottom == rules.Blue {
			return -at
		}
		return at
	}
	return slices.SortedStableFunc(slices.Values(ships[:]), func(a, b rules.Ship) int {
		return cmp.Compare(place(a), place(b))
	})
}
