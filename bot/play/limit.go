package play

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"madbot/rules/match"
)

// How many challenges there can be, so that nobody is flooded with them. A match against the bot
// counts as a challenge that was accepted.
const (
	MaxWaiting     = 5  // challenges by one person that wait for their answer
	MaxWaitingPair = 2  // of those, to the same person
	MaxRobot       = 5  // matches of one person against the bot that are being played
	MaxMade        = 20 // challenges by one person within LimitSpan
	MaxRefused     = 2  // challenges to the same person that were declined or withdrawn in a row, within RefusedSpan
	MaxMadeChannel = 30 // challenges in one channel within LimitSpan

	LimitSpan = time.Hour
)

// Limit is what there can be too many of.
type Limit uint8

// The limits; each is the constant with Max in its name.
const (
	LimitWaiting Limit = iota + 1
	LimitWaitingPair
	LimitRobot
	LimitMade
	LimitMadeChannel
	LimitRefused
	LimitOpen     // matches of one person that are open on a server, which says how many there can be
	LimitOpenPair // of those, with the same person
	LimitNoMore   // challenges from somebody from whom a person takes none
)

// Max returns how many there can be; 0 where the server says so.
func (l Limit) Max() int {
	return [...]int{LimitWaiting: MaxWaiting, LimitWaitingPair: MaxWaitingPair, LimitRobot: MaxRobot, LimitMade: MaxMade,
		LimitMadeChannel: MaxMadeChannel, LimitRefused: MaxRefused, LimitNoMore: 0}[l]
}

// LimitError is returned by Challenges.Challenge when there are too many challenges already, and by it and
// Challenges.Accept when there are too many open matches. Nothing was done.
type LimitError struct {
	Limit Limit
	To    match.PlayerID // who was to be challenged, or has challenged; empty: anyone
	Free  time.Time      // when there is room again; zero: when one of them is answered or ends
	Most  int            // how many the server allows; 0: Limit.Max
	Their bool           // To has as many, not the person refused
}

// Max returns how many there can be.
func (e *LimitError) Max() int { return cmp.Or(e.Most, e.Limit.Max()) }

// Error implements error.
func (e *LimitError) Error() string { return fmt.Sprintf("limit %d of challenges is reached", e.Limit) }

// admit checks at now that m, which is about to be made, is not one challenge too many. It returns a
// *LimitError, or ErrSame with the challenge that waits.
func admit(ctx context.Context, tx Tx, m *Match, now time.Time) (Match, error) {
	since := now.Add(-LimitSpan)
	made, err := tx.Made(ctx, m.Challenger, since)
	if err != nil {
		return Match{}, err
	}
	for _, s := range made {
		if s.isLike(m) {
			same, err := tx.Match(ctx, s.ID)
			return same, cmp.Or(err, ErrSame)
		}
	}
	for _, r := range quotas(m, since) {
		if err := r.check(made, m); err != nil {
			return Match{}, err
		}
	}
	here, err := tx.MadeIn(ctx, m.Venue.Channel, since)
	if err != nil {
		return Match{}, err
	}
	return Match{}, quota{limit: LimitMadeChannel, passes: true}.full(here, m)
}

// isLike reports whether s is a challenge that waits and m would be the same.
func (s *Summary) isLike(m *Match) bool {
	return s.Status == match.Proposed && s.Opponent == m.Opponent && s.Terms == m.Terms &&
		s.Venue.Channel == m.Venue.Channel
}

// quota is a limit of what a challenger has made.
type quota struct {
	limit  Limit
	counts func(*Summary) bool
	passes bool // what is older than LimitSpan does not count
}

// quotas returns those that hold for m; since is the beginning of the span.
func quotas(m *Match, since time.Time) []quota {
	waiting := func(s *Summary) bool { return s.Status == match.Proposed }
	recent := func(s *Summary) bool { return !s.Created.Before(since) }
	theirs := func(s *Summary) bool { return m.Opponent != "" && s.Opponent == m.Opponent }
	robots := func(s *Summary) bool { return s.Status == match.Playing && s.Terms.Level > 0 }
	if m.Robot() != "" {
		return []quota{{LimitRobot, robots, false}, {LimitMade, recent, true}}
	}
	return []quota{
		{LimitWaitingPair, func(s *Summary) bool { return waiting(s) && theirs(s) }, false},
		{LimitWaiting, waiting, false},
		{LimitMade, recent, true},
	}
}

// check counts among made, the newest first.
func (q quota) check(made []Summary, m *Match) error {
	var times []time.Time
	for i := range made {
		if q.counts(&made[i]) {
			times = append(times, made[i].Created)
		}
	}
	return q.full(times, m)
}

// full returns a *LimitError when as many as there can be were made at times, the newest first.
func (q quota) full(times []time.Time, m *Match) error {
	if len(times) < q.limit.Max() {
		return nil
	}
	e := &LimitError{Limit: q.limit, To: m.Opponent}
	if q.passes {
		e.Free = times[q.limit.Max()-1].Add(LimitSpan)
	}
	return e
}

// crowd is who is to play another match, and where.
type crowd struct {
	server Server
	m      *Match
	by     match.PlayerID // who makes or accepts it
}

// check returns a *LimitError when one of the two people of the match has as many open matches on the server
// as there can be, or both together have; other challenges that wait for an answer of theirs do not count,
// so that nobody is kept from playing by what others ask of them.
func (c crowd) check(ctx context.Context, tx Tx) error {
	limits := c.server.Settings
	if limits.MaxOpen == 0 && limits.MaxPair == 0 {
		return nil
	}
	people := c.m.Summary()
	for _, p := range []match.PlayerID{c.by, people.Other(c.by)} {
		if p == "" || p == c.m.Robot() {
			continue
		}
		open, err := tx.Open(ctx, p)
		if err != nil {
			return err
		}
		all, pair := c.count(open, p)
		e := &LimitError{Limit: LimitOpenPair, To: people.Other(c.by), Most: limits.MaxPair}
		if limits.MaxPair > 0 && pair >= limits.MaxPair {
			return e
		}
		e.Limit, e.Most, e.Their = LimitOpen, limits.MaxOpen, p != c.by
		if limits.MaxOpen > 0 && all >= limits.MaxOpen {
			return e
		}
	}
	return nil
}

// count counts those of open, the open matches of p, that are on the server, without the one in question,
// and those of them with the other person.
func (c crowd) count(open []Summary, p match.PlayerID) (all, pair int) {
	people := c.m.Summary()
	other := people.Other(p)
	for _, o := range open {
		if o.ID == c.m.ID || o.Venue.Guild != c.server.ID {
			continue
		}
		if o.Status == match.Playing || o.Challenger == p {
			all++
		}
		if other != "" && other != c.m.Robot() && o.Other(p) == other {
			pair++
		}
	}
	return all, pair
}
