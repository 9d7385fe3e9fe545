package storage_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/gate"
	"madbot/bot/play/worker"
	"madbot/rules"
	"madbot/rules/match"
)

// listeners are the people whom the worker notifies. They remember everything, and refuse some of it.
type listeners struct {
	heard []string
}

// hear records what was sent. Whether it refuses depends only on the text, so it is the same in each world.
func (l *listeners) hear(format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	l.heard = append(l.heard, text)
	sum := 0
	for _, b := range []byte(text) {
		sum += int(b)
	}
	switch sum % 23 {
	case 0:
		return play.ErrGone
	case 1:
		return play.ErrClosed
	case 2:
		return errors.ErrUnsupported
	}
	return nil
}

func (l *listeners) Announce(_ context.Context, a play.Announcement) (play.Post, error) {
	err := l.hear("announce %s to %v: %v", a.Match.Key(), a.Ping, a.News)
	return play.Post{Channel: a.Match.Venue.Channel, Message: a.Match.Key()}, err
}

func (l *listeners) Retire(_ context.Context, p play.Post) error { return l.hear("retire %s", p) }

func (l *listeners) OpenThread(_ context.Context, m play.Match) (string, error) {
	return "t" + string(m.ID), l.hear("open thread of %s", m.Key())
}

func (l *listeners) CloseThread(_ context.Context, m play.Match) error {
	return l.hear("close thread %s", m.Thread)
}

func (l *listeners) Notify(_ context.Context, n play.Notice) (play.Post, error) {
	return play.Post{Channel: "dm", Message: n.Key}, l.hear("notify %s %s %d", n.To.ID, n.Key, n.Kind)
}

func (l *listeners) Digest(_ context.Context, one play.Digest) error {
	return l.hear("digest %s %d %d", one.Key, len(one.Waiting), one.Others)
}

// nobodyWins is an analysis that proves nothing.
func nobodyWins(context.Context, match.ID) (play.Verdict, error) { return play.Verdict{}, nil }

// firstTurn is a worker.Chooser that plays the first legal turn.
type firstTurn struct{}

func (firstTurn) Choose(_ context.Context, q gate.Question) (play.Candidate, error) {
	p := q.Game().Position()
	return play.Candidate{Turn: p.AppendTurns(nil)[0]}, nil
}

// fate is what happens to claimed jobs.
type fate int

const (
	finished fate = iota
	given         // returned
	dropped       // lost because the process dies
)

// work claims jobs of a kind and does them, as the worker does.
func (w *world) work(ctx context.Context, kind, limit int, end fate) (any, error) {
	k := w.kinds[kind]
	type begun struct {
		play.Job
		task worker.Task
	}
	var all []begun
	var claimed []play.Job
	err := w.store.Do(ctx, func(tx play.Tx) error {
		all, claimed = nil, nil
		jobs, err := tx.Claim(ctx, play.Claim{Kind: k.Name, Now: *w.clock, Until: w.clock.Add(2 * time.Minute), Limit: limit})
		if err != nil {
			return err
		}
		for _, j := range jobs {
			var task worker.Task
			err := tx.Part(ctx, func() (err error) {
				task, err = k.Begin(ctx, tx, j)
				return err
			})
			if err != nil {
				return err
			}
			claimed = append(claimed, j)
			if task != nil {
				all = append(all, begun{j, task})
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, j := range all {
		if err := w.end(ctx, j.Job, j.task, end); err != nil {
			return nil, err
		}
	}
	return claimed, nil
}

// end ends a job with a fate.
func (w *world) end(ctx context.Context, j play.Job, task worker.Task, end fate) error {
	switch end {
	case dropped:
		w.held = append(w.held, j)
		return nil
	case given:
		j.Due, j.Attempts = w.clock.Add(time.Minute), j.Attempts+1
		return w.store.Do(ctx, func(tx play.Tx) error { return tx.Return(ctx, j) })
	}
	record := task(ctx)
	return w.store.Do(ctx, func(tx play.Tx) error { return record(ctx, tx) })
}

// late ends or renews a job of a process that seemed to have died.
func (w *world) late(ctx context.Context, which int, how int) (any, error) {
	if len(w.held) == 0 {
		return nil, nil
	}
	j := w.held[which%len(w.held)]
	return j, w.store.Do(ctx, func(tx play.Tx) error {
		switch how {
		case 0:
			return tx.Renew(ctx, j, w.clock.Add(time.Hour))
		case 1:
			return tx.Done(ctx, j)
		}
		j.Due = *w.clock
		return tx.Return(ctx, j)
	})
}

// next returns, for each kind of job, only what NextJob promises: that one is due now, or that none is scheduled.
func (w *world) next(ctx context.Context) (any, error) {
	var all []string
	for _, k := range w.kinds {
		_, ready, err := w.store.NextJob(ctx, []play.JobKind{k.Name}, *w.clock)
		if err != nil {
			return nil, err
		}
		all = append(all, fmt.Sprintf("%s now %t", k.Name, len(ready) > 0))
	}
	return all, nil
}

// events returns the events of all matches, and their current states.
func (w *world) events(ctx context.Context) (any, error) {
	type story struct {
		match  play.Match
		events []match.Event
		seats  [2]play.Seat
	}
	var all []story
	for i := range w.ids {
		id := match.ID(fmt.Sprintf("m%03d", (i+1)*7919%1000+(i+1)/10))
		var s story
		err := w.store.Do(ctx, func(tx play.Tx) (err error) {
			if s.match, err = tx.Match(ctx, id); err != nil {
				return err
			}
			for i, p := range []match.PlayerID{s.match.Challenger, s.match.Opponent} {
				if s.seats[i], err = tx.Seat(ctx, id, p); err != nil {
					return err
				}
			}
			s.events, err = tx.Events(ctx, id, 0, s.match.Seq)
			return err
		})
		if err != nil && !errors.Is(err, play.ErrNotFound) {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// endings returns how a player's matches ended, sorted.
func (w *world) endings(ctx context.Context, p match.PlayerID) (any, error) {
	all, err := w.store.Endings(ctx, p, "")
	slices.SortFunc(all, func(a, b play.Ending) int {
		return cmp.Or(cmp.Compare(a.Side, b.Side), cmp.Compare(a.Outcome.Winner, b.Outcome.Winner),
			cmp.Compare(a.Outcome.Reason, b.Outcome.Reason), cmp.Compare(a.Match, b.Match))
	})
	return all, err
}

// turnText returns a turn for m, usually a legal one.
func (d *differential) turnText(m *play.Match) play.Typed {
	p := m.Game.Position()
	turns := p.AppendTurns(nil)
	if len(turns) == 0 || d.random.IntN(20) == 0 {
		return play.Typed{Text: "nonsense"}
	}
	turn := turns[d.random.IntN(len(turns))]
	if d.random.IntN(2) == 0 {
		turn = rules.ShiftTurn(rules.Swap111x222) // makes games longer
	}
	return play.Typed{Text: turn.String(), Sure: d.random.IntN(10) == 0}
}
