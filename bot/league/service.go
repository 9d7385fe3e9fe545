package league

import (
	"cmp"
	"context"
	"errors"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/season"
	"madbot/rules"
	"madbot/rules/match"
)

// How long a season takes.
const (
	week = 7 * 24 * time.Hour

	joinPeriod = week     // for players to enter before a season starts
	Length     = 8 * week // for its matches to be played
	Grace      = 2 * week // after Length; matches that are still open at its end count as they stand
)

// Terms returns the terms of league matches. The challenger is Red.
func Terms() match.Terms {
	const day = 24 * time.Hour
	return match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed, Hints: match.NoHints, NoTakebacks: true,
		Rated: true, Pace: match.Pace{PerTurn: day, Bank: 5 * day}}
}

var (
	// ErrNone is returned where there is no league to join, close or continue.
	ErrNone = errors.New("no league here")
	// ErrEntered is returned by Join for a player who is already in the season that can be entered.
	ErrEntered = errors.New("in the league already")
	// ErrPeople is returned by Close, unless the manager has confirmed, if players have entered.
	ErrPeople = errors.New("people are in the league")
	// ErrNotEntered is returned by Leave for a player who is in no season.
	ErrNotEntered = errors.New("not in the league")
)

// Service is what people do with leagues. All fields but Analyst are required.
type Service struct {
	Store   play.Store
	Now     func() time.Time
	Wake    func()          // called when a job became due
	NewID   func() match.ID // for the matches of a season
	Analyst play.Analyst    // proves how open matches count at the end of a season; nil: nothing is proven
}

// change changes the league of a's server in a unit of work and schedules the league's job.
func (s *Service) change(ctx context.Context, a play.Actor, f func(play.Tx, *season.League) error) error {
	err := s.Store.Do(ctx, func(tx play.Tx) error {
		l, err := tx.League(ctx, a.Guild)
		if err == nil {
			err = f(tx, &l)
		}
		if err == nil {
			err = tx.SaveLeague(ctx, l)
		}
		if err != nil {
			return err
		}
		return tx.Schedule(ctx, play.JobLeague, play.Subject(play.JobLeague, a.Guild), tx.Now())
	})
	if err == nil {
		s.Wake()
	}
	return err
}

// Open opens a league on a's server and shows it at v. A league that is already open moves to v.
func (s *Service) Open(ctx context.Context, a play.Actor, v play.Venue) error {
	return s.change(ctx, a, func(tx play.Tx, l *season.League) error {
		if err := movePosts(ctx, tx, l, v.Channel); err != nil {
			return err
		}
		here, err := tx.Server(ctx, a.Guild)
		if err != nil {
			return err
		}
		l.Channel, l.Locale, l.Shut = v.Channel, cmp.Or(here.Settings.Language, v.Locale), false
		if l.Phase == season.None || l.Phase == season.Over {
			l.Phase, l.Last, l.Season, l.Until = season.Joining, false, max(l.Season, 1), tx.Now().Add(joinPeriod)
		}
		l.Touch(l.Season, 0)
		return play.MarkServerPresent(ctx, tx, v, &here)
	})
}

// movePosts makes the posts of l due again. Those in other channels are posted again and their old messages removed.
func movePosts(ctx context.Context, tx play.Tx, l *season.League, channel string) error {
	for i := range l.Posts {
		p := &l.Posts[i]
		if p.News++; p.Channel == channel {
			continue
		}
		old := play.Post{Channel: p.Channel, Message: p.Message}
		*p = season.Post{Season: p.Season, Group: p.Group, Place: p.Place, News: p.News, Told: p.Told}
		if old.Message == "" {
			continue
		}
		if err := play.RetirePost(ctx, tx, old, tx.Now()); err != nil {
			return err
		}
	}
	return nil
}

// Close makes the running season the last one, or closes a league whose season has not started. It returns ErrNone, and
// ErrPeople unless confirmed is set.
func (s *Service) Close(ctx context.Context, a play.Actor, confirmed bool) error {
	return s.change(ctx, a, func(tx play.Tx, l *season.League) error {
		if l.Phase != season.Joining && l.Phase != season.Running {
			return ErrNone
		}
		if l.Phase == season.Joining && !confirmed {
			if entries, err := tx.Entries(ctx, l.Server, l.Season); err != nil || len(entries) > 0 {
				return cmp.Or(err, ErrPeople)
			}
		}
		l.Last = true
		l.Touch(l.Season, 0)
		if l.Phase == season.Joining {
			return closeLeague(ctx, tx, l)
		}
		return nil
	})
}

// Continue lets seasons follow the running one after Close. It returns ErrNone if no season is running.
func (s *Service) Continue(ctx context.Context, a play.Actor) error {
	return s.change(ctx, a, func(_ play.Tx, l *season.League) error {
		if l.Phase != season.Running {
			return ErrNone
		}
		l.Last = false
		l.Touch(l.Season, 0)
		return nil
	})
}

// Join enters a into the next season. It returns ErrNone if none follows, and ErrEntered.
func (s *Service) Join(ctx context.Context, a play.Actor) error {
	return s.change(ctx, a, func(tx play.Tx, l *season.League) error {
		next := l.Season
		switch {
		case !l.CanJoin():
			return ErrNone
		case l.Phase == season.Running:
			next++
		}
		is, err := entriesOf(ctx, tx, l, a.ID)
		switch {
		case err != nil:
			return err
		case is.next != nil || is.now != nil && !is.now.Left:
			return ErrEntered
		}
		l.Touch(l.Season, 0)
		if err := tx.SaveEntry(ctx, season.Entry{Server: l.Server, Season: next, Player: a.ID}); err != nil {
			return err
		}
		return play.Meet(ctx, tx, a)
	})
}

// Leave takes a out of the running season and of the next one. Their matches continue. It returns ErrNotEntered.
func (s *Service) Leave(ctx context.Context, a play.Actor) error {
	return s.change(ctx, a, func(tx play.Tx, l *season.League) error {
		left, err := leave(ctx, tx, l, a.ID)
		if err == nil && !left {
			err = ErrNotEntered
		}
		return err
	})
}

// leave takes a player out of the seasons of l, and reports whether they were in one.
func leave(ctx context.Context, tx play.Tx, l *season.League, p match.PlayerID) (left bool, err error) {
	is, err := entriesOf(ctx, tx, l, p)
	for _, e := range []*season.Entry{is.now, is.next} {
		if e == nil || e.Left || err != nil {
			continue
		}
		left, err = true, season.Leave(ctx, tx, l, *e)
	}
	return left, err
}

// entries are a player's entries in the running and the next season, or nil.
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

// View is a league as one person sees it.
type View struct {
	season.League
	Reader  match.PlayerID
	Entered []season.Entry // in the next season
	Shown   int            // the running season, or the last one
	Groups  []season.Group // of that season
	Own     int            // the reader's group among them, from 1; 0: none
	InNow   bool           // the reader is in the running season and has not left it
	InNext  bool           // the reader is in the next season, if there is one
	Busy    int            // the reader's open matches on the server, if they have reached its limit; otherwise 0
}

// Look returns the league of a's server as a sees it.
func (s *Service) Look(ctx context.Context, a play.Actor) (v View, err error) {
	if v.League, err = s.Store.League(ctx, a.Guild); err != nil {
		return v, err
	}
	v.Reader, v.Shown = a.ID, v.Season
	next := v.Season
	if v.Phase == season.Running {
		next++
	} else {
		v.Shown--
	}
	if v.Groups, err = season.GroupsOf(ctx, s.Store, a.Guild, v.Shown); err != nil {
		return v, err
	}
	if v.Entered, err = s.Store.Entries(ctx, a.Guild, next); err != nil {
		return v, err
	}
	is, err := entriesOf(ctx, s.Store, &v.League, a.ID)
	v.InNow = is.now != nil && !is.now.Left
	v.InNext = v.CanJoin() && (is.next != nil || v.InNow)
	for i := range v.Groups {
		if v.Groups[i].Seat(a.ID) >= 0 {
			v.Own = i + 1
		}
	}
	if err == nil {
		v.Busy, err = s.busy(ctx, a)
	}
	return v, err
}

// busy returns View.Busy.
func (s *Service) busy(ctx context.Context, a play.Actor) (n int, err error) {
	server, err := s.Store.Server(ctx, a.Guild)
	if err != nil || server.Settings.MaxOpen == 0 {
		return 0, err
	}
	open, err := s.Store.Open(ctx, a.ID)
	for _, m := range open {
		if m.Venue.Guild == a.Guild && (m.Status == match.Playing || m.Challenger == a.ID) {
			n++
		}
	}
	if n < server.Settings.MaxOpen {
		n = 0
	}
	return n, err
}
