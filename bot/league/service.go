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

	joins  = week     // for which people can enter before a season begins
	Length = 8 * week // within which its matches are to be played
	Grace  = 2 * week // after it, at the end of which a match counts as it stands
)

// Terms are those of the matches, the challenger being Red.
func Terms() match.Terms {
	const day = 24 * time.Hour
	return match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed, Hints: match.NoHints, NoTakebacks: true,
		Rated: true, Pace: match.Pace{PerTurn: day, Bank: 5 * day}}
}

var (
	// ErrNone is returned where there is no league that goes on.
	ErrNone = errors.New("no league here")
	// ErrEntered is returned by Join for somebody who is in the season, or in the one that can be entered.
	ErrEntered = errors.New("in the league already")
	// ErrPeople is returned by Close for a league that people have entered.
	ErrPeople = errors.New("people are in the league")
	// ErrNotEntered is returned by Leave for somebody who is in none.
	ErrNotEntered = errors.New("not in the league")
)

// Service is what people do about leagues. All fields are required.
type Service struct {
	Store play.Store
	Now   func() time.Time
	Wake  func() // called when a job became due
}

// change changes the league of the server of a, and has its job follow.
func (s *Service) change(ctx context.Context, a play.Actor, f func(play.Tx, *season.League, time.Time) error) error {
	err := s.Store.Do(ctx, func(tx play.Tx) error {
		now := play.Stamp(s.Now())
		l, err := tx.League(ctx, a.Guild)
		if err == nil {
			err = f(tx, &l, now)
		}
		if err == nil {
			err = tx.SaveLeague(ctx, l)
		}
		if err != nil {
			return err
		}
		return tx.Schedule(ctx, play.JobLeague, play.Subject(play.JobLeague, a.Guild), now)
	})
	if err == nil {
		s.Wake()
	}
	return err
}

// Open has people enter a league on the server of a, which is shown in a channel from now on; one that goes on moves
// there as it is.
func (s *Service) Open(ctx context.Context, a play.Actor, v play.Venue) error {
	return s.change(ctx, a, func(tx play.Tx, l *season.League, now time.Time) error {
		for i := range l.Posts {
			p := &l.Posts[i]
			if p.News++; p.Channel == v.Channel {
				continue
			}
			old := play.Post{Channel: p.Channel, Message: p.Message}
			*p = season.Post{Season: p.Season, Group: p.Group, Place: p.Place, News: p.News, Told: p.Told}
			if old.Message == "" {
				continue
			}
			if err := tx.Schedule(ctx, play.JobRetire, old.String(), now); err != nil {
				return err
			}
		}
		here, err := tx.Server(ctx, a.Guild)
		if err != nil {
			return err
		}
		l.Channel, l.Locale, l.Shut = v.Channel, cmp.Or(here.Settings.Language, v.Locale), false
		if l.Phase == season.None || l.Phase == season.Over {
			l.Phase, l.Last, l.Season, l.Until = season.Joining, false, max(l.Season, 1), now.Add(joins)
		}
		l.Touch(l.Season, 0)
		return nil
	})
}

// Close has no season follow the one that is played; one that has not begun does not begin. It returns
// ErrNone, and unless whoever does it is sure ErrPeople.
func (s *Service) Close(ctx context.Context, a play.Actor, sure bool) error {
	return s.change(ctx, a, func(tx play.Tx, l *season.League, _ time.Time) error {
		if l.Phase != season.Joining && l.Phase != season.Running {
			return ErrNone
		}
		if l.Phase == season.Joining && !sure {
			if entries, err := tx.Entries(ctx, l.Server, l.Season); err != nil || len(entries) > 0 {
				return cmp.Or(err, ErrPeople)
			}
		}
		l.Last = true
		l.Touch(l.Season, 0)
		if l.Phase == season.Joining {
			return shut(ctx, tx, l)
		}
		return nil
	})
}

// Continue has seasons follow the last one after all. It returns ErrNone where no season is played.
func (s *Service) Continue(ctx context.Context, a play.Actor) error {
	return s.change(ctx, a, func(_ play.Tx, l *season.League, _ time.Time) error {
		if l.Phase != season.Running {
			return ErrNone
		}
		l.Last = false
		l.Touch(l.Season, 0)
		return nil
	})
}

// Join has a enter the season that begins next. It returns ErrNone, also where the last one is played, or ErrEntered.
func (s *Service) Join(ctx context.Context, a play.Actor) error {
	return s.change(ctx, a, func(tx play.Tx, l *season.League, now time.Time) error {
		next := l.Season
		switch {
		case !l.CanJoin():
			return ErrNone
		case l.Phase == season.Running:
			next++
		}
		is, err := standsIn(ctx, tx, l, a.ID)
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
		return play.Meet(ctx, tx, a, now)
	})
}

// Leave has a leave the season that is played, and the one that begins next. Their matches go on. It returns
// ErrNotEntered.
func (s *Service) Leave(ctx context.Context, a play.Actor) error {
	return s.change(ctx, a, func(tx play.Tx, l *season.League, _ time.Time) error {
		left, err := leave(ctx, tx, l, a.ID)
		if err == nil && !left {
			err = ErrNotEntered
		}
		return err
	})
}

// leave has somebody leave the seasons of l; false: they are in none.
func leave(ctx context.Context, tx play.Tx, l *season.League, p match.PlayerID) (left bool, err error) {
	is, err := standsIn(ctx, tx, l, p)
	for _, e := range []*season.Entry{is.now, is.next} {
		if e == nil || e.Left || err != nil {
			continue
		}
		left, err = true, season.Leave(ctx, tx, l, *e)
	}
	return left, err
}

// stand is in which seasons of a league somebody is; nil: not.
type stand struct{ now, next *season.Entry }

// standsIn returns in which seasons of l a player is: in the one that is played, and in the one that begins next.
func standsIn(ctx context.Context, r season.Reader, l *season.League, p match.PlayerID) (is stand, err error) {
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

// View is a league as somebody sees it.
type View struct {
	season.League
	Reader  match.PlayerID
	Entered []season.Entry // in the season that begins next
	Shown   int            // the season that is played, else the last one
	Groups  []season.Group // of that
	Own     int            // the one of the reader among them, from 1; 0: none
	InNow   bool           // they are in the season that is played, and have not left it
	InNext  bool           // they are in the one that begins next, if one does and they do not leave
	Busy    int            // matches of theirs that are open on the server, if that is as many as it allows; else 0
}

// Look returns the league of the server of a as they see it.
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
	is, err := standsIn(ctx, s.Store, &v.League, a.ID)
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

// busy is View.Busy.
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
