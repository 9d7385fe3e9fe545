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

// shipsInRow is how many ships stand in a row of the buttons under a board.
const shipsInRow = 4

// ships returns a button for each ship of the player on turn in m, which opens their panel with that ship chosen, in
// the order in which they stand on a board with bottom at the bottom, those in exile last; none for the bot and when m
// is over. A corvette that is attacked is red, as on the panel.
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

// standing returns the ships of the side to move, as they are read on a board with bottom at the bottom.
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
