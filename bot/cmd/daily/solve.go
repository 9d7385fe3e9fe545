package daily

import (
	"context"
	"errors"
	"fmt"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel"
	"madbot/bot/panel/live"
	"madbot/bot/panel/tap"
	"madbot/bot/play"
	"madbot/bot/play/daily"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/puzzle"
)

// Solving the puzzle of the day, in private: what is said of a turn that was tried, and of a puzzle that is over.
var (
	msgWrong  = i18n.Message{ID: "daily.wrong", Other: "Not {{.Turn}}. Try again."}
	msgNext   = i18n.Message{ID: "daily.next", Other: "Right! The answer is {{.Turn}}."}
	msgRight  = i18n.Message{ID: "daily.right", Other: "**Solved!**"}
	msgStreak = i18n.Message{ID: "daily.streak", One: "{{.N}} day in a row.", Other: "{{.N}} days in a row."}
	msgOver   = i18n.Message{ID: "daily.over", Other: "That was the puzzle of {{.Date}}."}
)

// state is how far somebody is with a puzzle: of which day, and how many turns they have found.
type state struct {
	day   play.Day
	found int
}

// String returns the text that readState reads.
func (s state) String() string { return fmt.Sprintf("%d %d", s.day, s.found) }

// readState reads what String wrote; anything else is the puzzle of no day.
func readState(text string) (s state) {
	if _, err := fmt.Sscanf(text, "%d %d", &s.day, &s.found); err != nil || s.found < 0 {
		return state{}
	}
	return s
}

// game is p after the turns that were found, and their answers.
func (s state) game(p *puzzle.Puzzle) rules.Game {
	g := p.Game()
	for _, t := range p.Solution[:2*s.found] {
		_ = g.Play(t) // it is legal
	}
	return g
}

// tap is the id of a control by which something is tapped.
func (s state) tap(tapped string) ui.ID {
	return ui.NoMatch(ui.Daily, ui.TryArg{State: s.String(), Tap: tapped}.String())
}

// sought is a puzzle that somebody looks for the solution of.
type sought struct {
	*dispatch.Call
	state
	daily  play.Daily
	puzzle puzzle.Puzzle
}

// solve lets somebody look for the solution on the panel.
func (h *Handlers) solve(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	arg := ui.ReadTry(c.Argument())
	s := sought{Call: c, state: readState(arg.State)}
	var own play.Solver
	var err error
	s.daily, s.puzzle, own, err = h.Service.Find(ctx, c.Actor, s.day)
	switch {
	case errors.Is(err, play.ErrNotFound):
		return said(c, c.T.Text(msgOver, i18n.Args{"Date": text.Date(daily.Date(s.day))})), nil
	case err != nil:
		return dispatch.Reply{}, err
	case own.HasSolved():
		return said(c, solved(c.T, own)), nil
	case s.daily.Closed:
		return s.over(), nil
	}
	s.found = min(s.found, len(s.puzzle.Solution)/2)
	game, choice, shown := s.game(&s.puzzle), ui.ReadTap(arg.Tap), panel.Panel{}
	position := game.Position()
	turn, err := position.ParseTurn(choice.Turn)
	if err != nil { // nothing is tried yet
		shown.Selection, _ = tap.Parse(&position, choice.Selection)
		return h.show(ctx, s, shown), nil
	}
	return h.try(ctx, s, turn)
}

// try tries a turn.
func (h *Handlers) try(ctx context.Context, s sought, turn rules.Turn) (dispatch.Reply, error) {
	game, left := s.game(&s.puzzle), s.puzzle.Solution[2*s.found:]
	if turn == left[0] && len(left) > 1 {
		s.found++
		return h.show(ctx, s, panel.Panel{Says: s.T.Text(msgNext, i18n.Args{"Turn": left[1]})}), nil
	}
	right, err := h.View.Service.IsRight(ctx, &game, left[0], turn)
	if err != nil {
		return dispatch.Reply{}, err
	}
	own, err := h.Service.Try(ctx, s.Actor, s.day, right)
	switch {
	case errors.Is(err, daily.ErrOver):
		return s.over(), nil
	case err != nil:
		return dispatch.Reply{}, err
	case own.HasSolved():
		return said(s.Call, solved(s.T, own)), nil
	}
	return h.show(ctx, s, panel.Panel{Says: s.T.Text(msgWrong, i18n.Args{"Turn": turn})}), nil
}

// show is the panel on which a turn of the side to move is looked for.
func (h *Handlers) show(ctx context.Context, s sought, shown panel.Panel) dispatch.Reply {
	shown.Reader, shown.Settings, shown.Emojis = s.Actor.ID, h.View.Settings(ctx, s.Call), h.View.Emojis.Now()
	shown.Lesson = &panel.Lesson{Game: s.game(&s.puzzle), Exile: true, Tap: s.tap,
		Title: s.T.Text(msgPost, i18n.Args{"Side": turns.Side(s.T, s.puzzle.Position.Side())})}
	return live.Show(s.Call, shown)
}

// over tells the solution of a puzzle of another day.
func (s *sought) over() dispatch.Reply {
	return said(s.Call, s.T.Text(msgOver, i18n.Args{"Date": text.Date(s.daily.Begun)})+"\n"+solution(s.T, &s.puzzle))
}

// said answers with words in place of the panel, or beside the post.
func said(c *dispatch.Call, words string) dispatch.Reply {
	r := dispatch.Reply{Message: ui.Message{Block: true, Text: words}}
	if c.Block {
		r.Kind = dispatch.Update
	}
	return r
}

// solved tells somebody that they did, and how many days in a row.
func solved(t i18n.Printer, own play.Solver) string {
	words := t.Text(msgRight, nil)
	if own.Streak > 1 {
		words += " " + t.Text(msgStreak, i18n.Args{"N": own.Streak})
	}
	return words
}
