package play

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"madbot/bot/play/rated"
	"madbot/rules/match"
)

// How many challenges there can be, so that nobody is flooded with them. A match against the bot
// counts as a challenge that was accepted.
const (
	MaxWaiting     = 5  // challenges by one person that wait for their answer
	MaxWaitingPair = 2  // of those, to the same person
	MaxRobot       = 5  // matches of one person against the bot that are being played
	MaxPractice    = 3  // games of one person for practice that are being played
	MaxMade        = 20 // challenges by one person within LimitSpan, and as many games for practice
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
	LimitNoMore   // challenges to a person who takes none from the challenger, or is blocked by the operator
	LimitPair     // rated matches of a pair
	LimitNew      // finished matches without which somebody plays no rated ones
	LimitFled     // rated matches that somebody resigned early
)

// Max returns how many there can be; 0 where the server says so.
func (l Limit) Max() int {
	return [...]int{LimitWaiting: MaxWaiting, LimitWaitingPair: MaxWaitingPair, LimitRobot: MaxRobot, LimitMade: MaxMade,
		LimitMadeChannel: MaxMadeChannel, LimitRefused: MaxRefused, LimitNoMore: 0,
		LimitPair: rated.PairMost, LimitNew: rated.NewMatches, LimitFled: rated.FledMost}[l]
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
func admit(ctx context.Context, tx Tx, m *Match) (Match, error) {
	since := tx.Now().Add(-LimitSpan)
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
	if m.Practice {
		return Match{}, makeRoom(ctx, tx, made)
	}
	here, err := tx.MadeIn(ctx, m.Venue.Channel, since)
	if err != nil {
		return Match{}, err
	}
	return Match{}, quota{limit: LimitMadeChannel, passes: true}.full(here, m)
}

// makeRoom ends the games for practice among made that rested longest, so that there can be one more.
func makeRoom(ctx context.Context, tx Tx, made []Summary) error {
	all := slices.DeleteFunc(slices.Clone(made), func(s Summary) bool { return !s.Practice || s.Status != match.Playing })
	slices.SortFunc(all, func(a, b Summary) int { return b.Changed.Compare(a.Changed) })
	for _, s := range all[min(len(all), MaxPractice-1):] {
		clearing := func(tx Tx, m *Match) ([]match.Event, error) { return m.Arbiter().Clear(tx.Now()) }
		if _, err := Change(ctx, tx, Ref{s.ID, AnyPly}, clearing); err != nil {
			return err
		}
	}
	return nil
}

// isLike reports whether s is a challenge that waits, or a game for practice in which its player has not played, and m
// would be the same.
func (s *Summary) isLike(m *Match) bool {
	if m.Practice {
		fresh := s.Ply == 0 || s.Ply == 1 && s.ToMove == s.Challenger
		return s.Practice && s.Status == match.Playing && fresh && s.Terms == m.Terms
	}
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
	recent := func(s *Summary) bool { return s.Practice == m.Practice && !s.Created.Before(since) }
	theirs := func(s *Summary) bool { return m.Opponent != "" && s.Opponent == m.Opponent }
	switch {
	case m.Practice:
		return []quota{{LimitMade, recent, true}}
	case m.Robot() != "":
		return []quota{{LimitRobot, againstRobot, false}, {LimitMade, recent, true}}
	}
	return []quota{
		{LimitWaitingPair, func(s *Summary) bool { return waiting(s) && theirs(s) }, false},
		{LimitWaiting, waiting, false},
		{LimitMade, recent, true},
	}
}

// againstRobot reports whether s is a match against the robot that is being played, and not for practice.
func againstRobot(s *Summary) bool {
	return s.Status == match.Playing && s.Terms.Level > 0 && !s.Practice
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

// RefusedSpan is for how long nobody can challenge a person after MaxRefused of their challenges in a row were declined
// or withdrawn.
const RefusedSpan = 7 * 24 * time.Hour

// refused returns the challenges by the challenger of m to its opponent that were declined or withdrawn in a row, the
// last one first. A match of the two, or a challenge in return, ends a row: an answer with other terms is one.
func refused(ctx context.Context, tx Tx, m *Match) (row []Summary, err error) {
	since := m.Created.Add(-match.ChallengeLife - RefusedSpan)
	mine, err := tx.Made(ctx, m.Challenger, since)
	if err != nil {
		return nil, err
	}
	theirs, err := tx.Made(ctx, m.Opponent, since)
	if err != nil {
		return nil, err
	}
	var ended time.Time
	for _, s := range theirs {
		if s.Opponent == m.Challenger {
			ended = later(ended, s.Created)
		}
	}
	for _, s := range mine {
		if s.Opponent == m.Opponent {
			ended = later(ended, s.Started)
		}
	}
	row = slices.DeleteFunc(mine, func(s Summary) bool {
		no := s.Status == match.Declined || s.Status == match.Withdrawn
		return !no || s.Opponent != m.Opponent || !s.Ended.After(ended)
	})
	slices.SortStableFunc(row, func(a, b Summary) int { return b.Ended.Compare(a.Ended) })
	return row, nil
}

// welcome checks that the opponent of m takes challenges from its challenger, which nobody does whom the operator has
// blocked, and returns what refused does. It returns a *LimitError. Whoever challenges a person takes challenges from
// them again.
func welcome(ctx context.Context, tx Tx, m *Match) ([]Summary, error) {
	other, err := playerOf(ctx, tx, m.Opponent)
	if err != nil {
		return nil, err
	}
	orders, err := tx.Orders(ctx)
	if err != nil {
		return nil, err
	}
	if other.Refuses(m.Challenger) || orders.Blocks(m.Opponent, "") {
		return nil, &LimitError{Limit: LimitNoMore, To: m.Opponent}
	}
	by, err := playerOf(ctx, tx, m.Challenger)
	if err == nil && by.Refuses(m.Opponent) {
		by.Refuse(m.Opponent, false)
		err = tx.SavePlayer(ctx, by)
	}
	if err != nil {
		return nil, err
	}
	row, err := refused(ctx, tx, m)
	if err != nil || len(row) < MaxRefused {
		return row, err
	}
	if free := row[0].Ended.Add(RefusedSpan); free.After(m.Created) {
		return nil, &LimitError{Limit: LimitRefused, To: m.Opponent, Free: free}
	}
	return nil, nil
}

// takeCard shows m in place of last, the challenge before it that was refused, where that was shown, so that there is
// one card. It reports whether m is to notify nobody, for its opponent was notified of last within the hour.
func takeCard(ctx context.Context, tx Tx, m *Match, last match.ID) (told bool, err error) {
	old, err := tx.Match(ctx, last)
	switch {
	case err != nil:
		return false, err
	case old.Post.Channel != m.Shown(), old.Told < old.Seq, old.Sending != 0,
		m.Created.Sub(old.Ended) >= RefusedSpan:
		return false, nil
	}
	m.Post, old.Post = old.Post, Post{}
	if err := tx.SaveDelivery(ctx, last, old.Delivery); err != nil {
		return false, err
	}
	seat, err := tx.Seat(ctx, last, m.Opponent)
	return seat.Notices.Held.IsZero() && m.Created.Sub(old.Created) < replaceSpan, err
}

// Refuse declines a challenge, and lets its challenger make by no more; errors as Decline.
func (s Challenges) Refuse(ctx context.Context, by Actor, id match.ID) (Match, error) {
	return s.change(ctx, by, Ref{id, AnyPly}, func(tx Tx, m *Match) ([]match.Event, error) {
		events, err := declining(by)(tx, m)
		if err != nil {
			return nil, err
		}
		if err := endOthers(ctx, tx, m, m.Challenger, declining(by)); err != nil {
			return nil, err
		}
		if err := Meet(ctx, tx, by); err != nil {
			return nil, err
		}
		p, err := tx.Player(ctx, by.ID)
		p.Refuse(m.Challenger, true)
		if err != nil {
			return nil, err
		}
		return events, tx.SavePlayer(ctx, p)
	})
}

// endOthers has act end the other challenges that wait between the two of m, those by one of them.
func endOthers(ctx context.Context, tx Tx, m *Match, by match.PlayerID, act Act) error {
	people := m.Summary()
	open, err := tx.Open(ctx, by)
	for i := range open {
		if err != nil || open[i].ID == m.ID || !open[i].isOffered(by, people.Other(by)) {
			continue
		}
		_, err = Change(ctx, tx, Ref{open[i].ID, AnyPly}, act)
	}
	return err
}

// Refused are those from whom p takes no challenges, the last one first.
func (p *Player) Refused() (ids []match.PlayerID) {
	for _, id := range strings.Fields(p.Settings.Refused) {
		ids = append(ids, match.PlayerID(id))
	}
	return ids
}

// Refuses reports whether p takes no challenges from another.
func (p *Player) Refuses(id match.PlayerID) bool {
	return slices.Contains(p.Refused(), id) || slices.Contains(p.Refused(), Veil(id))
}

// Refuse says whether p takes no challenges from another.
func (p *Player) Refuse(id match.PlayerID, refuses bool) {
	words := slices.DeleteFunc(strings.Fields(p.Settings.Refused), func(w string) bool {
		return w == string(id) || w == string(Veil(id))
	})
	if refuses {
		words = slices.Insert(words, 0, string(id))
	}
	p.Settings.Refused = strings.Join(words, " ")
}

// Veil returns what stands for somebody who was forgotten where they are refused: it tells nobody who that is, and
// knows them again.
func Veil(id match.PlayerID) match.PlayerID {
	const length = 8 // bytes
	sum := sha256.Sum256([]byte(id))
	return match.Former + match.PlayerID(hex.EncodeToString(sum[:length]))
}

// veilTo has other go on refusing p, who is being forgotten, if they do.
func (p *Player) veilTo(ctx context.Context, tx Tx, other match.PlayerID) error {
	o, err := playerOf(ctx, tx, other)
	if err != nil || !slices.Contains(o.Refused(), p.ID) {
		return err
	}
	o.Refuse(p.ID, false)
	o.Refuse(Veil(p.ID), true)
	return tx.SavePlayer(ctx, o)
}
