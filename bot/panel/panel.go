// Package panel is the private message in which a turn is chosen: the board as buttons, or menus in
// its place. All that it must remember is in the ids of its controls.
package panel

import (
	"cmp"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/i18n"
	"madbot/bot/panel/tap"
	"madbot/bot/play"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// Panel is what a panel shows.
type Panel struct {
	Match  *match.Match // nil: a lesson
	Lesson *Lesson      // nil: a match
	Reader match.PlayerID
	Side   rules.Color // from which somebody who does not play looks; players see their own
	// Opponent names the other player, and the match when there are several, for a reader who plays others; it is called
	// only when that is said. nil: the reader plays no other.
	Opponent  func() string
	Selection tap.Selection
	Settings  play.Settings                       // of the reader
	Emojis    map[string]discordgo.ComponentEmoji // those that there are, by the names of ShipEmoji and render.Icon
	Says      string                              // what happened, above everything else; empty: nothing
	Notes     []string                            // what else is said while no ship is chosen, a line each
	Offers    []rules.Turn                        // what may have been meant by what was typed; nil: nothing was
	Kept      []string                            // what the reader kept for themselves, said where Notes are
	Planned   int                                 // the lines that the reader has planned
	Planning  *Planning                           // a line that is being planned; nil: none
}

// Lesson is a game to learn from, which a panel shows in place of a match.
type Lesson struct {
	State string      // how far it is, the ids of its controls keep it
	Game  rules.Game  // of the reader, who has the side that begins
	Both  rules.Color // that of the reader, who tries turns of both sides: each is played at once; NoColor: they do not
	Exile bool        // ships in exile are offered
	Title string      // said first
	Task  string      // said at every stage, after Says
	Asks  string      // said while no ship is chosen
	Ways  []ui.Button // where else to go while no ship is chosen; at most four
	// Tap returns the id of a control; nil: of a ui.Try.
	Tap func(tapped string) ui.ID
}

// Message returns p as a message without any upload.
func Message(t i18n.Printer, p Panel) ui.Message {
	m := newMaker(t, p)
	asks, shown := speaker{m}.says(), controls{m}
	msg := ui.Message{Block: true, Text: lines(p.Says, asks), Rows: append(shown.board(), shown.actions()...)}
	if p.Lesson != nil {
		msg.Text = lines(p.Lesson.Title, p.Says, p.Lesson.Task, asks)
	}
	switch {
	case !p.Settings.Menus: // the buttons show the board
	case p.Settings.NoPictures:
		msg.Text = lines(msg.Text, turns.Rows(t, m.view.Board, m.bottom))
	default:
		msg.Text = lines(msg.Text, turns.Grid(m.view.Board, m.bottom))
	}
	return msg
}

// maker knows what a panel is to show.
type maker struct {
	Panel
	t      i18n.Printer
	game   *rules.Game
	own    rules.Color // the reader's; NoColor for somebody who does not play
	side   rules.Color // the same, or from which they look
	bottom rules.Color // of the board, which the reader may have turned
	mover  rules.Color // of the ships that can be chosen
	before rules.Position
	view   tap.View
}

func newMaker(t i18n.Printer, p Panel) *maker {
	m := &maker{Panel: p, t: t}
	onTurn := false
	switch {
	case p.Lesson != nil:
		start := p.Lesson.Game.Start()
		m.game, m.own, m.before = &p.Lesson.Game, cmp.Or(p.Lesson.Both, start.Side()), p.Lesson.Game.Position()
		onTurn = m.before.Side() == m.own || m.tries() && !m.game.Outcome().Over()
	case p.Planning != nil:
		m.game, m.own, m.before = &p.Planning.Game, p.Match.ColorOf(p.Reader), p.Planning.Game.Position()
		onTurn = true
	default:
		m.game, m.own, m.before = &p.Match.Game, p.Match.ColorOf(p.Reader), p.Match.Game.Position()
		onTurn = p.Match.As(p.Reader).OnTurn() == nil
	}
	m.side, m.mover = cmp.Or(m.own, p.Side), m.before.Side()
	m.bottom = cmp.Or(p.Settings.Bottom(m.own), p.Side)
	if onTurn {
		m.view = m.choosing(p.Selection)
	} else {
		m.view = tap.Watch(m.before, m.bottom)
	}
	return m
}

// choosing returns what can be chosen after s.
func (m *maker) choosing(s tap.Selection) tap.View { return tap.From(m.before, s, m.bottom) }

// tries reports whether turns of both sides are tried: nothing is said of what they risk.
func (m *maker) tries() bool { return m.Lesson != nil && m.Lesson.Both != rules.NoColor }

// takesPart reports whether the reader is one of the two players.
func (m *maker) takesPart() bool { return m.own != rules.NoColor }

// id returns the id of a control.
func (m *maker) id(v ui.Verb, arg string) ui.ID { return ui.OnMatch(v, m.Match, arg) }

// taps returns the id of a ui.Tap, of a ui.Try in a lesson, of a ui.Plan in a plan.
func (m *maker) taps(arg string) ui.ID {
	if m.Lesson != nil && m.Lesson.Tap != nil {
		return m.Lesson.Tap(arg)
	}
	if m.Lesson != nil {
		return ui.NoMatch(ui.Try, ui.TryArg{State: m.Lesson.State, Tap: arg}.String())
	}
	if m.Planning != nil {
		return m.id(ui.Plan, m.Planning.arg(arg))
	}
	return m.id(ui.Tap, arg)
}

// to returns the id of the control key, which leads to the selection next.
func (m *maker) to(key string, next tap.Selection) ui.ID {
	done := next.Turn != rules.NoTurn && !next.Open
	if done && m.tries() || done && m.Settings.Quick && m.Planning == nil && !m.before.LosesAtOnce(next.Turn) &&
		!m.before.Exposes(next.Turn, m.game.Limit()) {
		return m.plays(next.Turn)
	}
	return m.taps(ui.TapArg{Key: key, Selection: next.String()}.String())
}

// plays returns the id of the control that plays a turn.
func (m *maker) plays(turn rules.Turn) ui.ID { return m.taps(ui.TapArg{Turn: turn.String()}.String()) }
