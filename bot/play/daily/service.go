package daily

import (
	"context"
	"errors"
	"time"

	"madbot/bot/play"
	"madbot/rules/match"
	"madbot/rules/puzzle"
)

// ErrOver is returned by Solve for a puzzle that is not the one of the day any more.
var ErrOver = errors.New("not the puzzle of the day any more")

// Service is what people do about the puzzle of the day. All fields are required.
type Service struct {
	Store play.Store
	Deck  *Deck
	Now   func() time.Time
}

// Open returns the puzzle of a day on a server, and whether it can be solved; play.ErrNotFound when nothing is kept of
// it.
func (s *Service) Open(ctx context.Context, server string, day play.Day) (p puzzle.Puzzle, open bool, err error) {
	d, err := find(ctx, s.Store, server, day)
	if err != nil {
		return p, false, err
	}
	p, known := s.Deck.Puzzle(d.Puzzle)
	if !known {
		return p, false, play.ErrNotFound
	}
	return p, !d.Closed, nil
}

// Solve keeps that somebody solved the puzzle of a day on their server, in so many tries, 0 for with a hint, and
// returns how many days in a row they have done so. What is kept already stays as it is. It returns ErrOver.
func (s *Service) Solve(ctx context.Context, a play.Actor, day play.Day, tries int) (days int, err error) {
	err = s.Store.Do(ctx, func(tx play.Tx) error {
		d, err := find(ctx, tx, a.Guild, day)
		switch {
		case err != nil:
			return err
		case d.Day != day || d.Closed:
			return ErrOver
		}
		last, now, err := lately(ctx, tx, a.ID, a.Guild)
		if err != nil {
			return err
		}
		if days = now.days; last == day {
			return nil
		}
		now = now.solved(day)
		days = now.days
		return tx.SaveSolver(ctx, play.Solver{Server: a.Guild, Day: day, Player: a.ID, Tries: tries,
			At: s.Now().UTC().Truncate(time.Millisecond), Streak: now.days, Free: now.free})
	})
	return days, err
}

// Streak returns how many days in a row somebody has solved the puzzle of the day on a server; 0: they have not, or it
// is broken.
func (s *Service) Streak(ctx context.Context, p match.PlayerID, server string) (int, error) {
	_, now, err := lately(ctx, s.Store, p, server)
	return now.days, err
}

// reader is the part of a store that tells how a streak stands.
type reader interface {
	play.DailyReader
	Player(context.Context, match.PlayerID) (play.Player, error)
	Server(ctx context.Context, id string) (play.Server, error)
}

// lately returns the last day on which somebody solved the puzzle of a server, and what is left of their streak.
func lately(ctx context.Context, r reader, id match.PlayerID, server string) (last play.Day, now streak, err error) {
	all, err := r.SolvedBy(ctx, id)
	if err != nil {
		return 0, now, err
	}
	for _, one := range all {
		if one.Server == server {
			last, now = one.Day, streak{days: one.Streak, last: one.Day, free: one.Free}
			break
		}
	}
	p, err := r.Player(ctx, id)
	if err != nil && !errors.Is(err, play.ErrNotFound) {
		return 0, now, err
	}
	s, err := r.Server(ctx, server)
	if err != nil {
		return 0, now, err
	}
	list, err := r.Dailies(ctx, server)
	if err != nil {
		return 0, now, err
	}
	return last, now.over(missed(list, last, p.Vacation, s.Location())), nil
}

// missed returns the days after last on which there was a puzzle that is over, but for those of a vacation.
func missed(list []play.Daily, last play.Day, v play.Vacation, zone *time.Location) (days []play.Day) {
	from, until := DayOf(v.From, zone), DayOf(v.Until, zone)
	for _, d := range list {
		if d.Day > last && d.IsPosted() && d.Closed && (d.Day < from || d.Day > until) {
			days = append(days, d.Day)
		}
	}
	return days
}
