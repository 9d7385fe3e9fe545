package daily

import (
	"cmp"
	"context"
	"errors"
	"time"

	"madbot/bot/play"
)

const (
	idleDays = 7  // without a solver, after which the puzzle pauses
	lostDays = 30 // without a successful post, after which the bot stops trying
)

// Begin returns what to post about the puzzle of the day of a server, and records that posting begins. If n is nil, at
// is when to look again; zero means when something changes.
func Begin(ctx context.Context, tx play.Tx, deck *Deck, server string) (n *play.DailyNews, at time.Time, err error) {
	s, err := tx.Server(ctx, server)
	if err != nil {
		return nil, at, err
	}
	if suspended, err := play.IsSuspended(ctx, tx, server); err != nil || suspended {
		return nil, tx.Now().Add(time.Hour), err
	}
	if err := play.ForgetOldDailies(ctx, tx, &s); err != nil {
		return nil, at, err
	}
	list, err := tx.Dailies(ctx, server)
	if err != nil {
		return nil, at, err
	}
	due := next(&s, list, tx.Now())
	if due.daily == nil {
		return nil, due.at, nil
	}
	n = &play.DailyNews{Daily: *due.daily, Locale: cmp.Or(s.Settings.Language, s.Settings.Daily.Locale)}
	if n.Since = n.Begun; due.over {
		return n, at, end(ctx, tx, &s, n)
	}
	if n.IsPosted() {
		return n, at, count(ctx, tx, n)
	}
	if n.Begun.IsZero() {
		n.Post.Channel, n.Begun = s.Settings.Daily.Channel, tx.Now()
	}
	if _, known := deck.Puzzle(n.Puzzle); !known {
		n.Puzzle = deck.Draw(server, n.Day)
	}
	return n, at, tx.SaveDaily(ctx, n.Daily)
}

func end(ctx context.Context, tx play.Tx, s *play.Server, n *play.DailyNews) error {
	n.Closed = true
	err := count(ctx, tx, n)
	n.Paused = n.IsPosted() && n.Solvers == 0 && s.Settings.Daily.Idle+1 >= idleDays
	return err
}

// count counts the solvers of n.
func count(ctx context.Context, tx play.Tx, n *play.DailyNews) error {
	solvers, err := tx.Solvers(ctx, n.Server, n.Day)
	for _, one := range solvers {
		if !one.HasSolved() {
			continue
		}
		n.Solvers++
		if one.Tries == 1 {
			n.AtOnce++
		}
		p, unread := tx.Player(ctx, one.Player)
		switch {
		case unread == nil && p.Settings.Named:
			n.Named = append(n.Named, one.Player)
		case unread != nil && !errors.Is(unread, play.ErrNotFound):
			return unread
		}
	}
	return err
}

// RecordPost records the outcome of posting n, and returns when to look again.
func RecordPost(ctx context.Context, tx play.Tx, n play.DailyNews, posted play.Posted) (time.Time, error) {
	now := tx.Now()
	s, err := tx.Server(ctx, n.Server)
	if err != nil {
		return now, err
	}
	d, err := find(ctx, tx, n.Server, n.Day)
	if err != nil {
		return now, err
	}
	if d.Closed || d.IsPosted() != n.IsPosted() { // another process posted it
		return now, posted.RemoveUnless(ctx, tx, d.Post)
	}
	settings, at := s.Settings.Daily, now
	switch {
	case n.Closed:
		if d.Closed = true; d.IsPosted() { // otherwise the bot was away all day
			settings = counted(settings, &n)
		}
	case n.IsPosted(): // it shows how many have solved it, if Discord did not refuse
		if d.Recount.Equal(n.Recount) { // otherwise somebody else has solved it meanwhile
			d.Recount = time.Time{}
		}
	case posted.Refused != nil:
		d.Begun, at = time.Time{}, At(n.Day+1, settings.Hour, s.Location())
		settings = withFault(settings, posted.Refused, n.Day)
		err = play.ServerRefused(ctx, tx, play.Venue{Guild: n.Server})
	default:
		d.Post, d.Closed = posted.Post, posted.Post.Message == "" // a message without a known id cannot be edited later
		settings.Fault, settings.Since = "", 0
	}
	if settings != s.Settings.Daily {
		s.Settings.Daily = settings
		err = cmp.Or(err, tx.SaveServer(ctx, s))
	}
	return at, cmp.Or(err, tx.SaveDaily(ctx, d))
}

// counted returns s after a puzzle has closed.
func counted(s play.DailySettings, n *play.DailyNews) play.DailySettings {
	s.Idle++
	if n.Solvers > 0 {
		s.Idle = 0
	}
	if n.Paused {
		s.Fault, s.Since = play.DailyIdle, n.Day+1
	}
	return s
}

// withFault returns s after a day on which Discord refused the post.
func withFault(s play.DailySettings, refused error, day play.Day) play.DailySettings {
	if s.Fault == "" {
		s.Since = day
	}
	s.Fault = play.DailyRights
	if errors.Is(refused, play.ErrGone) {
		s.Fault = play.DailyGone
	}
	return s
}

// find returns the puzzle of a day on a server; the zero Daily if there is none.
func find(ctx context.Context, r play.DailyReader, server string, day play.Day) (play.Daily, error) {
	list, err := r.Dailies(ctx, server)
	for _, d := range list {
		if d.Day == day {
			return d, err
		}
	}
	return play.Daily{}, err
}
