package play

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"madbot/bot/play/rated"
	"madbot/rules/match"
)

// Limits that protect people from too many challenges. A match against the bot counts as an accepted challenge.
const (
	MaxWaiting     = 5  // unanswered challenges by one person
	MaxWaitingPair = 2  // unanswered challenges by one person to the same person
	MaxRobot       = 5  // running matches of one person against the bot
	MaxPractice    = 3  // running practice games of one person
	MaxMade        = 20 // challenges by one person within LimitSpan, and also practice games
	MaxRefused     = 2  // consecutive challenges to one person, declined or withdrawn within RefusedSpan
	MaxMadeChannel = 30 // challenges in one channel within LimitSpan

	LimitSpan = time.Hour
)

// Limit is a limit that an action can exceed.
type Limit uint8

// The limits. Limit.Max returns the number.
const (
	LimitWaiting Limit = iota + 1
	LimitWaitingPair
	LimitRobot
	LimitMade
	LimitMadeChannel
	LimitRefused
	LimitOpen     // open matches of one person on a server; the server sets the number
	LimitOpenPair // open matches of two people on a server; the server sets the number
	LimitNoMore   // challenges to a person who accepts none from the challenger, or is blocked by the operator
	LimitPair     // rated matches of a pair
	LimitNew      // finished matches needed before the first rated one
	LimitFled     // rated matches that a person resigned early
)

// Max returns the number of the limit, or 0 if it is set by the server.
func (l Limit) Max() int {
	return [...]int{LimitWaiting: MaxWaiting, LimitWaitingPair: MaxWaitingPair, LimitRobot: MaxRobot, LimitMade: MaxMade,
		LimitMadeChannel: MaxMadeChannel, LimitRefused: MaxRefused, LimitNoMore: 0,
		LimitPair: rated.PairMost, LimitNew: rated.NewMatches, LimitFled: rated.FledMost}[l]
}

// IsRated reports whether l limits rated matches alone.
func (l Limit) IsRated() bool { return l == LimitPair || l == LimitNew || l == LimitFled }

// LimitError is returned by Challenges.Challenge if there are too many challenges, and by it and Challenges.Accept if
// there are too many open matches. Nothing was changed.
type LimitError struct {
	Limit Limit
	To    match.PlayerID // the person challenged, or the challenger; empty: anyone
	Free  time.Time      // when there is room again; zero: once one of them is answered or ends
	Most  int            // the number that the server allows; 0: Limit.Max
	Their bool           // To is the one who has reached the limit, not the person refused
}

// Max returns the number that was reached.
func (e *LimitError) Max() int { return cmp.Or(e.Most, e.Limit.Max()) }

func (e *LimitError) Error() string { return fmt.Sprintf("limit %d of challenges is reached", e.Limit) }

// admit checks the limits for m, which is about to be created. It returns a *LimitError, or the same challenge as m
// and ErrSame if it is already waiting.
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
	return Match{}, quota{limit: LimitMadeChannel, passes: true}.checkTimes(here, m)
}

// makeRoom ends the least recently played of the practice games in made, so that there can be one more.
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

// isLike reports whether s already is what m would be: a waiting challenge, or a practice game without a turn by its
// player.
func (s *Summary) isLike(m *Match) bool {
	if m.Practice {
		fresh := s.Ply == 0 || s.Ply == 1 && s.ToMove == s.Challenger
		return s.Practice && s.Status == match.Playing && fresh && s.Terms == m.Terms
	}
	return s.Status == match.Proposed && s.Opponent == m.Opponent && s.Terms == m.Terms &&
		s.Venue.Channel == m.Venue.Channel
}

// quota is a limit for the matches that a challenger has created.
type quota struct {
	limit  Limit
	counts func(*Summary) bool
	passes bool // it counts only the last LimitSpan
}

// quotas returns the quotas that apply to m. since is the start of LimitSpan.
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

// againstRobot reports whether s is a running match against the bot that is not for practice.
func againstRobot(s *Summary) bool {
	return s.Status == match.Playing && s.Terms.Level > 0 && !s.Practice
}

// check counts the matches in made, newest first. It returns a *LimitError if the limit is reached.
func (q quota) check(made []Summary, m *Match) error {
	var times []time.Time
	for i := range made {
		if q.counts(&made[i]) {
			times = append(times, made[i].Created)
		}
	}
	return q.checkTimes(times, m)
}

// checkTimes returns a *LimitError if the number of times, newest first, has reached the limit.
func (q quota) checkTimes(times []time.Time, m *Match) error {
	if len(times) < q.limit.Max() {
		return nil
	}
	e := &LimitError{Limit: q.limit, To: m.Opponent}
	if q.passes {
		e.Free = times[q.limit.Max()-1].Add(LimitSpan)
	}
	return e
}

// openLimits checks for too many open matches on a server.
type openLimits struct {
	server Server
	m      *Match
	by     match.PlayerID // who creates or accepts it
}

// check returns a *LimitError if one of the players has reached the server's limit of open matches, or both together
// the limit for a pair. Challenges by others that wait for a player's answer do not count against that player, so that
// nobody can be kept from playing by being challenged.
func (c openLimits) check(ctx context.Context, tx Tx) error {
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

// count counts the open matches of p on the server, and how many of them are with the same opponent. It skips the match
// in question.
func (c openLimits) count(open []Summary, p match.PlayerID) (all, pair int) {
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

// RefusedSpan is for how long a person cannot be challenged after MaxRefused consecutive challenges to them were
// declined or withdrawn.
const RefusedSpan = 7 * 24 * time.Hour

// refusedInRow returns the latest consecutive challenges by the challenger of m to its opponent that were declined or
// withdrawn, newest first. A match between them, or a challenge in the other direction such as a counter-challenge,
// starts a new row. Challenges by profiles that the challenger deleted lately count, too.
func refusedInRow(ctx context.Context, tx Tx, m *Match) (row []Summary, err error) {
	since := m.Created.Add(-match.ChallengeLife - RefusedSpan)
	names, err := rated.Names(ctx, tx, m.Challenger, m.Created)
	if err != nil {
		return nil, err
	}
	var mine []Summary
	for _, name := range names {
		made, err := tx.Made(ctx, name, since)
		if err != nil {
			return nil, err
		}
		mine = append(mine, made...)
	}
	theirs, err := tx.Made(ctx, m.Opponent, since)
	if err != nil {
		return nil, err
	}
	var ended time.Time
	for _, s := range theirs {
		if slices.Contains(names, s.Opponent) {
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

// checkWelcome checks that the opponent of m accepts challenges from its challenger, and is not blocked by the
// operator. It returns the result of refusedInRow, or a *LimitError. If the challenger had blocked challenges from the
// opponent, it lifts that block.
func checkWelcome(ctx context.Context, tx Tx, m *Match) ([]Summary, error) {
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
	row, err := refusedInRow(ctx, tx, m)
	if err != nil || len(row) < MaxRefused {
		return row, err
	}
	if free := row[0].Ended.Add(RefusedSpan); free.After(m.Created) {
		return nil, &LimitError{Limit: LimitRefused, To: m.Opponent, Free: free}
	}
	return nil, nil
}

// takeOverPost shows m in the post of last, the refused previous challenge between the two, so that there is one post
// for both. notified means that the opponent needs no notice, because they were notified of last within an hour.
func takeOverPost(ctx context.Context, tx Tx, m *Match, last match.ID) (notified bool, err error) {
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

// Refuse declines a challenge and blocks further ones by its challenger to by. It returns the errors of Decline.
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

// endOthers calls act to end the other waiting challenges between the players of m that by made.
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

// Veil returns a pseudonym for a forgotten player, used in other people's refusals. It is the same if they come back.
// It is not secret: anybody who has it can test whether it belongs to an id. Unlike decisions of managers, a refusal
// does not end: it is part of the other person's settings, and protects them until they end it.
func Veil(id match.PlayerID) match.PlayerID {
	const length = 8 // bytes
	sum := sha256.Sum256([]byte(id))
	return match.Former + match.PlayerID(hex.EncodeToString(sum[:length]))
}

// veilRefusal replaces p, who is being forgotten, by the pseudonym in other's list of refused players.
func (p *Player) veilRefusal(ctx context.Context, tx Tx, other match.PlayerID) error {
	o, err := playerOf(ctx, tx, other)
	if err != nil || !slices.Contains(o.Refused(), p.ID) {
		return err
	}
	o.Refuse(p.ID, false)
	o.Refuse(Veil(p.ID), true)
	return tx.SavePlayer(ctx, o)
}
