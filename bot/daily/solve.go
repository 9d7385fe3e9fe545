package daily

import (
	"context"
	"errors"
	"time"

	"madbot/bot/dispatch"
	"madbot/bot/i18n"
	"madbot/bot/panel/solve"
	"madbot/bot/play"
	"madbot/bot/text"
	"madbot/bot/text/turns"
	"madbot/bot/ui"
)

// Private replies about a puzzle of the day that is over.
var (
	msgRight  = i18n.Message{ID: "daily.right", Other: "**Solved!**"}
	msgStreak = i18n.Message{ID: "daily.streak", One: "{{.N}} day in a row.", Other: "{{.N}} days in a row."}
	msgOver   = i18n.Message{ID: "daily.over", Other: "That was the puzzle of {{.Date}}."}
)

// solve handles a step of solving the puzzle of the day on the panel.
func (h *Handlers) solve(ctx context.Context, c *dispatch.Call) (dispatch.Reply, error) {
	task := solve.Task{Call: c, State: solve.Of(c), Verb: ui.Daily}
	number, _ := ui.ReadNumber(task.Subject)
	day := play.Day(number)
	d, p, own, err := h.Service.Find(ctx, c.Actor, day)
	switch {
	case errors.Is(err, play.ErrNotFound):
		return solve.Said(c, ui.Message{Text: itWas(c.T, Date(day))}), nil
	case err != nil:
		return dispatch.Reply{}, err
	}
	late, err := h.canFinish(ctx, c, &d)
	if err != nil {
		return dispatch.Reply{}, err
	}
	task.Puzzle, task.Title = p, c.T.Text(msgPost, i18n.Args{"Side": turns.Side(c.T, p.Position.Side())})
	task.Counts, task.Done = own.Tries == 0, own.HasSolved()
	switch {
	case ui.ReadTry(c.Argument()).Tap == askShare && task.Done:
		return h.share(ctx, task, d)
	case task.Done && !own.Shared:
		task.Ways = shareButton(c.T, day)
	}
	switch {
	case d.Closed && !late:
		return h.Panel.Watch(ctx, task, itWas(c.T, d.Begun)), nil
	case task.Done:
		return h.Panel.Watch(ctx, task, turns.Joined(" ", c.T.Text(msgRight, nil), inARow(c.T, own))), nil
	}
	return h.take(ctx, task, d)
}

// canFinish reports whether c comes from a panel on which d can still be finished, although it is over: one that was
// opened before.
func (h *Handlers) canFinish(ctx context.Context, c *dispatch.Call, d *play.Daily) (bool, error) {
	if !d.Closed || !c.OnPrivate || !solve.IsTrying(c) {
		return false, nil
	}
	return h.Service.CanFinish(ctx, c.Venue.Guild, d.Day)
}

func (h *Handlers) take(ctx context.Context, task solve.Task, d play.Daily) (dispatch.Reply, error) {
	step, err := h.Panel.Take(ctx, task)
	if err != nil {
		return dispatch.Reply{}, err
	}
	if !step.Deed.Settles() {
		return h.Panel.Show(ctx, step), nil
	}
	if err := h.rate(ctx, d.Puzzle, &step); err != nil {
		return dispatch.Reply{}, err
	}
	own, err := h.Service.Try(ctx, step.Actor, d.Day, step.Deed == solve.Solves) // a hint counts as a wrong try
	switch {
	case errors.Is(err, ErrOver):
		return h.Panel.Watch(ctx, task, itWas(step.T, d.Begun)), nil
	case err != nil:
		return dispatch.Reply{}, err
	case own.HasSolved():
		return h.Panel.Solved(ctx, step, inARow(step.T, own), shareButton(step.T, d.Day)...), nil
	}
	return h.Panel.Show(ctx, step), nil
}

// rate records the result of a first attempt for the puzzle rating, as /puzzle does.
func (h *Handlers) rate(ctx context.Context, id string, s *solve.Step) error {
	f, err := h.Puzzles.Find(ctx, s.Actor, id)
	if err == nil {
		_, err = h.Puzzles.Try(ctx, s.Actor, f, s.Deed == solve.Solves, s.Deed.IsHelp())
	}
	if errors.Is(err, play.ErrNotFound) { // it has left the Deck
		return nil
	}
	return err
}

func itWas(t i18n.Printer, day time.Time) string {
	return t.Text(msgOver, i18n.Args{"Date": text.Date(day)})
}

// inARow returns the text about a streak; "" if it is shorter than two days.
func inARow(t i18n.Printer, own play.Solver) string {
	if own.Streak < 2 {
		return ""
	}
	return t.Text(msgStreak, i18n.Args{"N": own.Streak})
}
