// Package panel makes the private message in which a player chooses a turn: the board as buttons, or as menus. The
// panel keeps no state except the ids of its controls.
package panel

import (
	"cmp"

	"github.com/bwmarrin/discordgo"

	"madbot/bot/i18n"
	"madbot/bot/panel/tap"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/match"
)

// Panel is the content of a panel.
type Panel struct {
	Match  *match.Match // nil: a lesson
	Lesson *Lesson      // nil: a match
	Reader match.PlayerID
	Side   rules.Color // from which a spectator looks; players look from their own
	// Opponent names the other player, and the match if there are several, to a reader who plays other matches. It is
	// called only if the text needs it. nil: the reader plays no other match.
	Opponent  func() string
	Selection tap.Selection
	Settings  play.Settings                       // of the reader
	Emojis    map[string]discordgo.ComponentEmoji // by the names of ships and render.Icon; nil: none
	// Picture returns the picture on top of the panel; nil: there is none.
	Picture  func(show.Scene) *ui.Picture
	Says     string       // what happened, above everything else
	Notes    []string     // further lines while no ship is selected
	Offers   []rules.Turn // turns that may have been meant by what was typed
	Kept     []string     // the reader's own note and plan, above Notes
	Planned  int          // how many lines the reader has planned
	Planning *Planning    // the line that is being planned; nil: none
	Returns  bool         // the reader's next turn ends their vacation
}

// Lesson is a game to learn from, which a panel can show instead of a match.
type Lesson struct {
	State string      // progress, kept in the ids of the controls
	Game  rules.Game  // the reader has the side that begins
	Both  rules.Color // side of a reader who tries turns of both sides, played without confirmation; NoColor: they do not
	Exile bool        // ships in exile can be chosen
	Moves bool        // no swap, rotation or bonus can be chosen
	Title string      // first line
	Task  string      // shown at every stage, after Says
	Asks  string      // shown while no ship is selected
	Ways  []ui.Button // further buttons while no ship is selected; at most 4
	// Tap returns the id of a control; nil: the id of a ui.Try.
	Tap func(tapped string) ui.ID
}

// Message returns p as a message.
func Message(t i18n.Printer, p Panel) ui.Message {
	m := newMaker(t, p)
	asks, shown := speaker{m}.says(), controls{m}
	msg := ui.Message{Block: true, Text: lines(p.Says, asks), Picture: m.picture(),
		Rows: append(shown.board(), shown.actions()...)}
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

// picture returns the picture on top of the panel; nil if there is none.
func (m *maker) picture() *ui.Picture {
	if m.Picture == nil {
		return nil
	}
	return m.Picture(show.Scene{Game: *m.game, Reader: m.own, Side: m.bottom})
}

// maker is what all parts of a panel need.
type maker struct {
	Panel
	t      i18n.Printer
	game   *rules.Game
	own    rules.Color // the reader's; NoColor for a spectator
	side   rules.Color // from which the reader looks
	bottom rules.Color // the side at the bottom, which the reader may have changed
	mover  rules.Color // the side whose ships can be chosen
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

// choosing returns the view in which s is selected.
func (m *maker) choosing(s tap.Selection) tap.View {
	if m.Lesson != nil && m.Lesson.Moves {
		return tap.Unshifted(m.before, s, m.bottom)
	}
	return tap.From(m.before, s, m.bottom)
}

// tries reports whether the reader tries turns of both sides. Then the panel does not warn of risks.
func (m *maker) tries() bool { return m.Lesson != nil && m.Lesson.Both != rules.NoColor }

// takesPart reports whether the reader is one of the two players.
func (m *maker) takesPart() bool { return m.own != rules.NoColor }

// id returns the id of a control on the match.
func (m *maker) id(v ui.Verb, arg string) ui.ID { return ui.OnMatch(v, m.Match, arg) }

// taps returns the id of a tap: a ui.Tap; in a lesson a ui.Try, in a plan a ui.Plan.
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

// to returns the id of the control key, which selects next. If that completes a turn and the reader wants no
// confirmation of one without risks, the control plays it.
func (m *maker) to(key string, next tap.Selection) ui.ID {
	done := next.Turn != rules.NoTurn && !next.Open
	if done && m.tries() || done && m.Settings.Quick && m.Planning == nil && !m.Returns &&
		!m.before.LosesAtOnce(next.Turn) && !m.before.Exposes(next.Turn, m.game.Limit()) {
		return m.plays(next.Turn)
	}
	return m.taps(ui.TapArg{Key: key, Selection: next.String()}.String())
}

func (m *maker) plays(turn rules.Turn) ui.ID { return m.taps(ui.TapArg{Turn: turn.String()}.String()) }
