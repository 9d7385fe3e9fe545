package solve

import (
	"context"
	"strconv"
	"strings"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel"
	"madbot/bot/panel/tap"
	"madbot/bot/play"
	"madbot/bot/show"
	said "madbot/bot/text/hints"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
	"madbot/rules"
	"madbot/rules/explain"
	"madbot/rules/puzzle"
)

// Private texts for solving a puzzle: the question, and the verdict on a turn.
var (
	msgWin       = i18n.Message{ID: "solve.win", Other: "Find the turn that wins by force."}
	msgGain      = i18n.Message{ID: "solve.gain", Other: "Find the turn that gains the upper hand."}
	msgNext      = i18n.Message{ID: "solve.next", Other: "Right! {{.Side}} answers `{{.Turn}}`. What now?"}
	msgSolved    = i18n.Message{ID: "solve.solved", Other: "**Solved:** `{{.Turn}}`."}
	msgAnswer    = i18n.Message{ID: "solve.solution", Other: "Solution: {{.Turns}}"}
	msgToVictory = i18n.Message{ID: "solve.tovictory", One: "{{.N}} turn to the victory: *Next* shows it.",
		Other: "{{.N}} turns to the victory: *Next* shows them."}
	msgHint     = i18n.Message{ID: "solve.button.hint", Other: "Hint"}
	msgSolution = i18n.Message{ID: "solve.button.solution", Other: "Solution"}
	msgHelp     = i18n.Message{ID: "puzzle.miss", Other: "With help, it counts as unsolved."}
)

// Show returns the panel after a step, or the solution to somebody who gave up. After the puzzle is solved, use
// Solved.
func (p *Panel) Show(ctx context.Context, s Step) dispatch.Reply {
	switch s.Deed {
	case GivesUp:
		return p.solution(ctx, s)
	case Watches:
		return p.Watch(ctx, s.Task, "")
	}
	game, arg := s.game(), ui.ReadTry(s.Argument())
	position := game.Position()
	shown := panel.Panel{Reader: s.Actor.ID, Settings: p.View.Settings(ctx, s.Call), Emojis: p.View.Emojis.Now()}
	switch s.Deed {
	case Looks:
		shown.Selection, _ = tap.Parse(&position, ui.ReadTap(arg.Tap).Selection)
	case Fails:
		shown.Says = p.refutation(ctx, &s)
	case GoesOn:
		_, answer := game.Last()
		shown.Says = s.T.Text(msgNext, i18n.Args{"Side": turns.Side(s.T, position.Side().Other()), "Turn": answer})
	}
	shown.Says = turns.Joined("\n", shown.Says, s.Note)
	shown.Lesson = &panel.Lesson{Game: game, Exile: true, Title: s.Title, Task: s.hint(ctx, &game),
		Asks: s.asks(), Ways: s.ways(),
		Tap: func(tapped string) ui.ID { return s.id(s.Verb, tapped) }}
	return panel.Show(s.Call, shown)
}

// asks returns what is asked for.
func (s *Step) asks() string {
	asked := s.T.Text(i18n.Either(s.Puzzle.Kind == puzzle.Victory, msgWin, msgGain), nil)
	if s.Counts && !s.Deed.Settles() {
		asked += " " + s.T.Text(msgHelp, nil)
	}
	return asked
}

// refutation says why the turn that was tried is wrong. If the other side does not win by force, the search of Take
// found its answer.
func (p *Panel) refutation(ctx context.Context, s *Step) string {
	return said.Wrong(s.T, &s.before, s.tried.Candidate, explain.Refute(ctx, &s.before, s.tried.Turn))
}

// hint returns the requested step of the hint.
func (s *Step) hint(ctx context.Context, g *rules.Game) string {
	if s.hinted == 0 {
		return ""
	}
	next := s.candidate(ctx, s.left()[0])
	hint := play.Hint{Candidates: []play.Candidate{next}}
	return [...]string{1: said.Nudge(s.T, g, hint), 2: said.Idea(s.T, g, hint), hints: said.Best(s.T, g, next)}[s.hinted]
}

func (s *Step) ways() (list []ui.Button) {
	if s.hinted < hints {
		list = append(list, ui.Button{ID: s.id(s.Verb, askHint), Label: s.T.Text(msgHint, nil)})
	}
	if s.Open {
		list = append(list, ui.Button{ID: s.id(s.Verb, askSolution), Label: s.T.Text(msgSolution, nil)})
	}
	return append(list, s.Ways...)
}

// Solved returns the answer to the turn that solved the puzzle, with the board after it, the reasons for it, then words
// and buttons.
func (p *Panel) Solved(ctx context.Context, s Step, words string, ways ...ui.Button) dispatch.Reply {
	solved := ""
	if s.Deed == Solves {
		solved = turns.Joined(" ", s.T.Text(msgSolved, i18n.Args{"Turn": s.tried.Turn}), s.why(ctx, s.tried.Turn))
	}
	s.Ways = ways
	game := s.before
	_ = game.Play(s.tried.Turn) // it is legal
	return p.watch(ctx, s, game, turns.Joined("\n", solved, words))
}

// why gives the reasons for a turn that may be played next.
func (t *Task) why(ctx context.Context, turn rules.Turn) string {
	g := t.game()
	p := g.Position()
	return said.Reasons(t.T, p.Side(), t.candidate(ctx, turn))
}

// solution shows the first turn of the solution, with the reasons for it, and the others in words.
func (p *Panel) solution(ctx context.Context, s Step) dispatch.Reply {
	s.found = 0
	text := turns.Joined("\n", solution(s.T, &s.Puzzle, "`"), s.why(ctx, s.Puzzle.Solution[0]), s.Note)
	return p.watch(ctx, s, s.gameAt(s.at), text)
}

// Watch shows the board after the turn of the solution that was asked for, with words. Unless the caller is done, it
// begins before the first one, and the solution is a spoiler.
func (p *Panel) Watch(ctx context.Context, t Task, words string) dispatch.Reply {
	s, mark := Step{Task: t}, "||"
	if t.Done {
		s.at, mark = len(t.Puzzle.Solution), "`"
	}
	if at, asked := readWatch(ui.ReadTry(t.Argument()).Tap); asked {
		s.at = min(at, len(t.Puzzle.Line()))
	}
	return p.watch(ctx, s, s.gameAt(s.at), turns.Joined("\n", words, solution(s.T, &s.Puzzle, mark)))
}

// watch shows a game, with words and with buttons to the turns of the solution and the rest.
func (p *Panel) watch(ctx context.Context, s Step, g rules.Game, words string) dispatch.Reply {
	scene := show.Scene{Game: g, Side: s.Puzzle.Position.Side(), Theme: p.View.Theme(ctx, s.Call)}
	last := len(s.Puzzle.Line())
	if n := last - s.at; n > 0 && s.at >= len(s.Puzzle.Solution) {
		words = turns.Joined("\n", words, s.T.Text(msgToVictory, i18n.Args{"N": n}))
	}
	steps := show.PagesBy(s.T, show.Page{At: s.at, Last: last},
		func(at int) ui.ID { return s.id(s.Verb, askTurn+strconv.Itoa(at)) })
	return Said(s.Call, ui.Message{Text: turns.Joined("\n", s.Title, words), Picture: p.View.Picture(s.T, scene),
		Rows: ui.Buttons(append(steps, s.Ways...)...)})
}

// Solution returns the solution of p as a spoiler.
func Solution(t i18n.Printer, p *puzzle.Puzzle) string { return solution(t, p, "||") }

func solution(t i18n.Printer, p *puzzle.Puzzle, mark string) string {
	var all []string
	for _, turn := range p.Solution {
		all = append(all, turn.String())
	}
	return t.Text(msgAnswer, i18n.Args{"Turns": mark + strings.Join(all, " ") + mark})
}

// Said replies with m. It replaces the panel, or is a new message if the control was not on a panel.
func Said(c *dispatch.Call, m ui.Message) dispatch.Reply {
	m.Block = true
	r := dispatch.Reply{Message: m}
	if c.OnBlock {
		r.Kind = dispatch.Update
	}
	return r
}
