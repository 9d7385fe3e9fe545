package daily

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"madbot/bot/play"
	"madbot/rules/match"
	"madbot/rules/puzzle"
)

// ErrOver is returned by Try when the puzzle is no longer the puzzle of the day.
var ErrOver = errors.New("not the puzzle of the day any more")

// Service is the use cases of the puzzle of the day. All fields are required.
type Service struct {
	Store play.Store
	Deck  *Deck
	Now   func() time.Time
	Wake  func() // called when a job became due earlier
}

// finishTime is how long a puzzle can be finished after its day by somebody who opened it before.
const finishTime = 15 * time.Minute

// CanFinish reports whether the puzzle of a day on a server, which may be closed, can still be finished.
func (s *Service) CanFinish(ctx context.Context, server string, day play.Day) (bool, error) {
	return canFinish(ctx, s.Store, server, day, s.Now())
}

func canFinish(ctx context.Context, r reader, server string, day play.Day, now time.Time) (bool, error) {
	s, err := r.Server(ctx, server)
	return err == nil && now.Before(At(day+1, s.Settings.Daily.Hour, s.Location()).Add(finishTime)), err
}

// Find returns the puzzle of a day on a's server, and a's tries at it. It returns play.ErrNotFound if it is no longer
// stored.
func (s *Service) Find(ctx context.Context, a play.Actor, day play.Day) (d play.Daily, p puzzle.Puzzle, own play.Solver,
	err error) {
	if d, err = find(ctx, s.Store, a.Guild, day); err != nil {
		return d, p, own, err
	}
	p, known := s.Deck.Puzzle(d.Puzzle)
	if !known {
		return d, p, own, play.ErrNotFound
	}
	own, _, err = lately(ctx, s.Store, a, day)
	return d, p, own, err
}

// Withheld returns the IDs of the puzzles that a must not get from /puzzle: the puzzles of the day, open or closed, of
// a's server and of the servers on which a tried one recently.
func (s *Service) Withheld(ctx context.Context, a play.Actor) (map[string]bool, error) {
	tried, err := s.Store.SolvedBy(ctx, a.ID)
	servers, all := map[string]bool{a.Guild: true}, map[string]bool{}
	for _, one := range tried {
		servers[one.Server] = true
	}
	for id := range servers {
		err = cmp.Or(err, s.withhold(ctx, id, all))
	}
	return all, err
}

// withhold adds the puzzles of the day of a server to all, including today's before it is posted.
func (s *Service) withhold(ctx context.Context, server string, all map[string]bool) error {
	list, err := s.Store.Dailies(ctx, server)
	if err != nil {
		return err
	}
	for _, d := range list {
		all[d.Puzzle] = true
	}
	kept, err := s.Store.Server(ctx, server)
	if today := play.DayOf(s.Now(), kept.Location()); isOn(kept.Settings.Daily, today) {
		all[s.Deck.Draw(server, today)] = true
	}
	return err
}

// Try records a's attempt at the puzzle of a day on a's server and returns all of a's attempts. It does nothing after a
// right one. It returns ErrOver.
func (s *Service) Try(ctx context.Context, a play.Actor, day play.Day, right bool) (own play.Solver, err error) {
	err = s.Store.Do(ctx, func(tx play.Tx) error {
		d, err := find(ctx, tx, a.Guild, day)
		if err != nil {
			return err
		}
		late, err := canFinish(ctx, tx, a.Guild, day, s.Now())
		if err != nil || d.Day != day || d.Closed && !late {
			return cmp.Or(err, ErrOver)
		}
		var now streak
		if own, now, err = lately(ctx, tx, a, day); err != nil || own.HasSolved() {
			return err
		}
		if now.last > day { // the next puzzle is solved already
			return ErrOver
		}
		if own.Tries++; right {
			now = now.solved(day)
			own.At, own.Streak, own.Free = play.Stamp(s.Now()), now.days, now.free
			if err := recount(ctx, tx, d); err != nil {
				return err
			}
		}
		return tx.SaveSolver(ctx, own)
	})
	if err == nil && right {
		s.Wake()
	}
	return own, err
}

// recountAfter is how long the post of an open puzzle waits for more solvers before it shows how many there are.
const recountAfter = 10 * time.Minute

// recount schedules that the post of d shows how many have solved it, unless that is scheduled or d ends before.
func recount(ctx context.Context, tx play.Tx, d play.Daily) error {
	kept, err := tx.Server(ctx, d.Server)
	at := play.Stamp(tx.Now().Add(recountAfter))
	if err != nil || d.Recount.After(tx.Now()) || !at.Before(At(d.Day+1, kept.Settings.Daily.Hour, kept.Location())) {
		return err
	}
	d.Recount = at
	return cmp.Or(tx.SaveDaily(ctx, d), tx.Schedule(ctx, play.JobDaily, play.Subject(play.JobDaily, d.Server), at))
}

// Streak returns on how many consecutive days p has solved the puzzle on a's server. It returns 0 if a may not see it:
// only p can, unless p agreed to be named. A nil Service returns 0.
func (s *Service) Streak(ctx context.Context, a play.Actor, p match.PlayerID) (int, error) {
	if s == nil {
		return 0, nil
	}
	if p != a.ID {
		kept, err := s.Store.Player(ctx, p)
		switch {
		case err != nil && !errors.Is(err, play.ErrNotFound):
			return 0, err
		case !kept.Settings.Named:
			return 0, nil
		}
	}
	_, now, err := lately(ctx, s.Store, play.Actor{ID: p, Guild: a.Guild}, 0)
	return now.days, err
}

type reader interface {
	play.DailyReader
	Player(context.Context, match.PlayerID) (play.Player, error)
	Server(ctx context.Context, id string) (play.Server, error)
}

// lately returns a's tries at the puzzle of a day on a's server, and a's streak there.
func lately(ctx context.Context, r reader, a play.Actor, day play.Day) (own play.Solver, now streak, err error) {
	own = play.Solver{Server: a.Guild, Day: day, Player: a.ID}
	all, err := r.SolvedBy(ctx, a.ID)
	if err != nil {
		return own, now, err
	}
	for _, one := range all {
		if one.Server == own.Server && one.Day == day {
			own = one
		}
		if one.Server == own.Server && one.HasSolved() && now.days == 0 {
			now = streak{days: one.Streak, last: one.Day, free: one.Free}
		}
	}
	p, err := r.Player(ctx, a.ID)
	if err != nil && !errors.Is(err, play.ErrNotFound) {
		return own, now, err
	}
	s, err := r.Server(ctx, a.Guild)
	if err != nil {
		return own, now, err
	}
	list, err := r.Dailies(ctx, a.Guild)
	if err != nil {
		return own, now, err
	}
	list = slices.DeleteFunc(list, func(d play.Daily) bool { return d.Day == day }) // not missed while it can be solved
	return own, now.over(missed(list, now.last, p.Vacation, s.Location())), nil
}

// missed returns the days after last that had a puzzle, now closed, except days of vacations.
func missed(list []play.Daily, last play.Day, v play.Vacation, zone *time.Location) (days []play.Day) {
	spans := v.Spans()
	for _, d := range list {
		free := slices.ContainsFunc(spans, func(s play.Span) bool {
			return d.Day >= play.DayOf(s.From, zone) && d.Day <= play.DayOf(s.Until, zone)
		})
		if d.Day > last && d.IsPosted() && d.Closed && !free {
			days = append(days, d.Day)
		}
	}
	return days
}
