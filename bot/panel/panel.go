// Package panel is the private message in which a turn is chosen: the board as buttons, or menus in
// its place. All that it must remember is in the ids of its controls.
package panel

import (
	"strconv"
	"strings"

	"madbot/bot/discord"
	"madbot/bot/i18n"
	"madbot/bot/panel/tap"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// The verbs of its controls.
const (
	Open = "panel" // shows a panel anew; the argument may be the side from which to look
	Tap  = "tap"   // chooses, or plays what was chosen; the argument is that of Read
	Type = "type"  // opens a form in which a turn is typed
)

// Panel is what a panel shows.
type Panel struct {
	Match     *match.Match
	Reader    match.PlayerID
	Side      rules.Color // from which somebody who does not play looks; players see their own
	Selection tap.Selection
	Settings  play.Settings            // of the reader
	Emojis    map[string]discord.Emoji // those that there are, by the names of ShipEmoji and render.Icon
	Says      string                   // what happened, above everything else; empty: nothing
	Offers    []rules.Turn             // what may have been meant by what was typed; nil: nothing was
	Page      int                      // of a menu that has several, from 0
}

// Message returns p as a message without any upload.
func Message(t i18n.Printer, p Panel) ui.Message {
	m := newMaker(t, p)
	said := m.says()
	if p.Says != "" {
		said = p.Says + "\n" + said
	}
	if p.Settings.Menus { // which do not show the board
		said += "\n" + text.Grid(m.view.Board, m.side)
	}
	msg := ui.Message{Block: true, Text: said, Rows: m.board()}
	msg.Rows = append(msg.Rows, m.actions()...)
	return msg
}

// maker makes the message of a panel.
type maker struct {
	Panel
	t      i18n.Printer
	side   rules.Color // at the bottom
	before rules.Position
	view   tap.View
}

func newMaker(t i18n.Printer, p Panel) *maker {
	m := &maker{Panel: p, t: t, side: p.Match.ColorOf(p.Reader), before: p.Match.Game.Position()}
	if m.side == rules.NoColor {
		m.side = p.Side
	}
	if p.Match.OnTurn(p.Reader) == nil {
		m.view = tap.New(m.before, p.Selection)
	} else {
		m.view = tap.Watch(m.before, m.side)
	}
	return m
}

// takesPart reports whether the reader is one of the two players.
func (m *maker) takesPart() bool { return m.Match.ColorOf(m.Reader) != rules.NoColor }

// id returns the id of a control.
func (m *maker) id(verb, arg string) ui.ID {
	return ui.ID{Verb: verb, Match: m.Match.ID, Ply: m.Match.Game.Ply(), Arg: arg}
}

// to returns the id of the control key, which leads to the selection next.
func (m *maker) to(key string, next tap.Selection) ui.ID {
	done := next.Turn != rules.NoTurn && !next.Open
	if done && m.Settings.Quick && !m.before.LosesAtOnce(next.Turn) {
		return m.plays(next.Turn)
	}
	return m.id(Tap, key+" "+next.String())
}

// plays returns the id of the control that plays a turn.
func (m *maker) plays(turn rules.Turn) ui.ID { return m.id(Tap, playMark+" "+turn.String()) }

// The words with which the argument of a Tap begins when it is not the name of a control.
const (
	playMark = "play" // a turn is played
	sureMark = "sure" // so is one that loses at once, and that was asked twice
	pageMark = "page" // another page of a menu is shown, whose number follows
)

// Choice is what a Tap says. Its zero value is a panel in which nothing is chosen.
type Choice struct {
	Selection string // for tap.Parse; empty when a turn is played
	Page      int    // of a menu
	Turn      string // to be played, as it is written; empty: none
	Sure      bool   // the player was asked twice whether they mean to lose
}

// Read reads the argument of a Tap.
func Read(arg string) Choice {
	key, chosen, _ := strings.Cut(arg, " ")
	if key == playMark || key == sureMark {
		return Choice{Turn: chosen, Sure: key == sureMark}
	}
	c := Choice{Selection: chosen}
	if n, isPage := strings.CutPrefix(key, pageMark); isPage {
		page, _ := strconv.Atoi(n)
		c.Page = max(page, 0)
	}
	return c
}
