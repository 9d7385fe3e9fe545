package league

import (
	"cmp"
	"context"
	"errors"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/rules"
	"madbot/rules/match"
)

// How long a season takes.
const (
	week = 7 * 24 * time.Hour

	joinPeriod = week     // for players to enter before a season starts
	Length     = 8 * week // for its matches to be played
	Grace      = 2 * week // after Length; matches that are still open at its end are judged
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
	// ErrPeople is returned by Close if more players have entered than the manager knows.
	ErrPeople = errors.New("people are in the league")
	// ErrNotEntered is returned by Leave and Remove for a player who is in no season.
	ErrNotEntered = errors.New("not in the league")
	// ErrTooOften is returned by Join for a player who has joined and left too often today.
	ErrTooOften = errors.New("joined and left too often")
	// ErrExcluded is returned by Join for a player who is left out of the server's ranking.
	ErrExcluded = errors.New("left out of the ranking")
	// ErrBarred is returned by Join for a player whom a manager removed.
	ErrBarred = errors.New("removed from the league")
	// ErrDecided is returned by Join for a manager who has decided who else is in the season: see View.Decision.
	ErrDecided = errors.New("decided who else is in the season")
)

// Service is the use cases of leagues. All fields except Analyst are required.
type Service struct {
	Store   play.Store
	Now     func() time.Time
	Wake    func()          // called when a job became due
	NewID   func() match.ID // for the matches of a season
	Analyst play.Analyst    // nil: how open matches count at the end of a season is not proven
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
		l.Moved = l.Moved || l.Channel != v.Channel
		l.Channel, l.Locale, l.Shut = v.Channel, cmp.Or(here.Settings.Language, v.Locale), false
		if l.Phase == season.Over {
			l.LastBy = a.ID
		}
		if l.Phase == season.None || l.Phase == season.Over {
			l.Phase, l.Last, l.Season, l.Until = season.Joining, false, max(l.Season, 1), tx.Now().Add(joinPeriod)
			l.Moved = false // nobody is in it
		}
		l.Touch(l.Season, 0)
		return play.MarkServerPresent(ctx, tx, v, &here)
	})
}

// movePosts schedules the posts of l. Posts in other channels are posted again and their old messages deleted.
func movePosts(ctx context.Context, tx play.Tx, l *season.League, channel string) error {
	for i := range l.Posts {
		p := &l.Posts[i]
		if p.Group == season.EndPost && p.Message != "" { // it is old
			continue
		}
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

// Close makes the running season the last one, or closes a league whose season has not started; then those who have
// entered get a message. It returns ErrNone, and ErrPeople if more than known players have entered a season that does
// not start.
func (s *Service) Close(ctx context.Context, a play.Actor, known int) error {
	return s.change(ctx, a, func(tx play.Tx, l *season.League) error {
		if l.Phase != season.Joining && l.Phase != season.Running {
			return ErrNone
		}
		if !l.Last {
			l.Last, l.LastBy = true, a.ID
		}
		l.Touch(l.Season, 0)
		if l.Phase == season.Running {
			return nil
		}
		entries, err := tx.Entries(ctx, l.Server, l.Season)
		if err != nil || len(entries) > known {
			return cmp.Or(err, ErrPeople)
		}
		return cmp.Or(tellClosed(ctx, tx, l, entries), closeLeague(ctx, tx, l))
	})
}

// Continue undoes Close: seasons follow the running one again. It returns ErrNone if no season is running.
func (s *Service) Continue(ctx context.Context, a play.Actor) error {
	return s.change(ctx, a, func(_ play.Tx, l *season.League) error {
		if l.Phase != season.Running {
			return ErrNone
		}
		if l.Last {
			l.Last, l.LastBy = false, a.ID
		}
		l.Touch(l.Season, 0)
		return nil
	})
}

// View is a league as one person sees it.
type View struct {
	season.League
	Reader  match.PlayerID
	Names   []match.PlayerID // of the reader: see rated.Names
	Entered []season.Entry   // in the next season
	Shown   int              // the running season, or the last one
	Groups  []season.Group   // of that season
	Own     int              // the reader's group among them, from 1; 0: none
	InNow   bool             // the reader is in the running season and has not left it
	InNext  bool             // the reader is in the next season, if there is one
	Busy    int              // the reader's open matches on the server, if they have reached its limit; otherwise 0
	Unrated bool             // the reader cannot play rated matches now
	Ranked  bool             // the reader is not left out of the server's ranking
	// Decision is why the reader, who manages the server, cannot join: see play.Server.DecisionBy. nil: they can.
	Decision *season.Bar
	LeftOut  []match.PlayerID // whose matches against the reader in the running season are left out
}

// Look returns the league of a's server as a sees it.
func (s *Service) Look(ctx context.Context, a play.Actor) (v View, err error) {
	if v.League, err = s.Store.League(ctx, a.Guild); err != nil {
		return v, err
	}
	v.Reader, v.Shown = a.ID, v.Season
	if v.Phase != season.Running {
		v.Shown--
	}
	if v.Groups, err = season.GroupsOf(ctx, s.Store, a.Guild, v.Shown); err != nil {
		return v, err
	}
	if v.Entered, err = s.Store.Entries(ctx, a.Guild, v.Next()); err != nil {
		return v, err
	}
	is, err := entriesOf(ctx, s.Store, &v.League, a.ID)
	v.InNow = is.now != nil && !is.now.HasLeft()
	v.InNext = v.CanJoin() && (is.next != nil || v.InNow)
	for i := range v.Groups {
		if v.Groups[i].Seat(a.ID) >= 0 {
			v.Own = i + 1
		}
	}
	if err != nil {
		return v, err
	}
	v.LeftOut = leftOut(&v)
	err = s.lookAtLimits(ctx, a, &v)
	return v, err
}

// lookAtLimits sets the fields of v about limits of a, the reader.
func (s *Service) lookAtLimits(ctx context.Context, a play.Actor, v *View) error {
	server, err := s.Store.Server(ctx, a.Guild)
	if err != nil {
		return err
	}
	_, excluded, err := play.ExclusionFrom(ctx, s.Store, &server, a.ID, s.Now())
	if err != nil {
		return err
	}
	v.Ranked = !excluded
	if v.Names, err = rated.Names(ctx, s.Store, a.ID, s.Now()); err != nil {
		return err
	}
	v.Decision = server.DecisionBy(&v.League, v.Names)
	if v.Busy, err = s.busy(ctx, a, &server); err != nil {
		return err
	}
	limited := play.MayRate(ctx, s.Store, a.ID, "", s.Now())
	if _, v.Unrated = errors.AsType[*play.LimitError](limited); v.Unrated {
		return nil
	}
	return limited
}

func leftOut(v *View) (others []match.PlayerID) {
	if v.Own == 0 || v.Phase != season.Running {
		return nil
	}
	g := v.Groups[v.Own-1]
	for _, m := range g.Matches[len(g.Pairs):] {
		switch g.Seat(v.Reader) {
		case m.Red:
			others = append(others, g.People[m.Blue])
		case m.Blue:
			others = append(others, g.People[m.Red])
		}
	}
	return others
}

func (s *Service) busy(ctx context.Context, a play.Actor, server *play.Server) (n int, err error) {
	if server.Settings.MaxOpen == 0 {
		return 0, nil
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
