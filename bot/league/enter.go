package league

import (
	"cmp"
	"context"
	"slices"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/rules/match"
)

// Join enters a into the next season. It returns ErrNone if none follows, ErrEntered, ErrTooOften, ErrExcluded,
// ErrBarred, or ErrDecided.
func (s *Service) Join(ctx context.Context, a play.Actor) error {
	return s.change(ctx, a, func(tx play.Tx, l *season.League) error {
		if !l.CanJoin() {
			return ErrNone
		}
		is, err := entriesOf(ctx, tx, l, a.ID)
		names, lost := rated.Names(ctx, tx, a.ID, tx.Now())
		switch {
		case err != nil || lost != nil:
			return cmp.Or(err, lost)
		case is.next != nil || is.now != nil && !is.now.HasLeft():
			return ErrEntered
		case l.BarOf(names) != nil:
			return ErrBarred
		}
		here, err := tx.Server(ctx, a.Guild)
		if err != nil {
			return err
		}
		switch _, excluded, err := play.ExclusionFrom(ctx, tx, &here, a.ID, tx.Now()); {
		case err != nil:
			return err
		case excluded:
			return ErrExcluded
		case here.DecisionBy(l, names) != nil:
			return ErrDecided
		case !l.NoteChange(names, tx.Now()):
			return ErrTooOften
		}
		l.Touch(l.Season, 0)
		if err := tx.SaveEntry(ctx, season.Entry{Server: l.Server, Season: l.Next(), Player: a.ID}); err != nil {
			return err
		}
		return play.Meet(ctx, tx, a)
	})
}

// Leave takes a out of the running season and of the next one. Their matches continue. It returns ErrNotEntered.
func (s *Service) Leave(ctx context.Context, a play.Actor) error {
	return s.change(ctx, a, func(tx play.Tx, l *season.League) error {
		left, err := leave(ctx, tx, l, a.ID, season.LeftByChoice)
		if err == nil && !left {
			err = ErrNotEntered
		}
		names, lost := rated.Names(ctx, tx, a.ID, tx.Now())
		l.NoteChange(names, tx.Now())
		return cmp.Or(err, lost)
	})
}

// leave takes a player out of the seasons of l, and reports whether they were in one.
func leave(ctx context.Context, tx play.Tx, l *season.League, p match.PlayerID,
	why season.Exit) (left bool, err error) {
	is, err := entriesOf(ctx, tx, l, p)
	for _, e := range []*season.Entry{is.now, is.next} {
		if e == nil || e.HasLeft() || err != nil {
			continue
		}
		left, err = true, season.Leave(ctx, tx, l, *e, why)
	}
	return left, err
}

// entries are a player's entries in the running and the next season, or nil if there is none.
type entries struct{ now, next *season.Entry }

// entriesOf returns the entries of a player in l.
func entriesOf(ctx context.Context, r season.Reader, l *season.League, p match.PlayerID) (is entries, err error) {
	all, err := r.EnteredBy(ctx, p)
	for i, e := range all {
		switch {
		case e.Server != l.Server || e.Season < l.Season:
		case e.Group > 0:
			is.now = &all[i]
		default:
			is.next = &all[i]
		}
	}
	return is, err
}

// CheckDecide returns play.ErrTakesPart if Remove and Admit would.
func (s *Service) CheckDecide(ctx context.Context, a play.Actor) error {
	l, err := s.Store.League(ctx, a.Guild)
	if err != nil {
		return err
	}
	return play.CheckDecide(ctx, s.Store, &l, a.ID, s.Now())
}

// Remove takes p out of the league for a, who manages the server, and bars them from joining again. p gets a message
// with the reason. It returns play.ErrTakesPart if a is in the league, and ErrNotEntered.
func (s *Service) Remove(ctx context.Context, a play.Actor, p match.PlayerID, reason string) error {
	return s.change(ctx, a, func(tx play.Tx, l *season.League) error {
		if err := play.CheckDecide(ctx, tx, l, a.ID, tx.Now()); err != nil {
			return err
		}
		removed, err := leave(ctx, tx, l, p, season.WasRemoved)
		if err == nil && !removed {
			err = ErrNotEntered
		}
		who, missing := tx.Player(ctx, p)
		if err != nil || missing != nil {
			return cmp.Or(err, missing)
		}
		l.Bars = append(l.Bars, season.Bar{Player: p, By: a.ID, Reason: reason, At: tx.Now()})
		l.Tells = append(l.Tells, season.Tell{Player: p, Kind: season.TellRemoved, Season: l.Season, Other: a.ID,
			Reason: reason, Due: later(who.QuietUntil(tx.Now()), tx.Now())})
		return nil
	})
}

// Admit lets a player join again whom a manager removed; p is Bar.Player. It returns play.ErrTakesPart as Remove does,
// and play.ErrRival if p is a.
func (s *Service) Admit(ctx context.Context, a play.Actor, p match.PlayerID) error {
	return s.change(ctx, a, func(tx play.Tx, l *season.League) error {
		names, err := rated.Names(ctx, tx, a.ID, tx.Now())
		if err == nil && slices.Contains(names, p) {
			err = play.ErrRival
		}
		if err == nil {
			err = play.CheckDecide(ctx, tx, l, a.ID, tx.Now())
		}
		if b := l.BarOf([]match.PlayerID{p}); b != nil && err == nil {
			b.Undo = l.NewUndo(a.ID, tx.Now())
		}
		return err
	})
}
