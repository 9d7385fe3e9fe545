package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"madbot/bot/play/rated"
	"madbot/rules"
	"madbot/rules/match"
)

// Match is a match as the bot stores it: its state under the rules, and how it is shown.
type Match struct {
	match.Match
	Delivery
}

// Clone returns a deep copy.
func (m *Match) Clone() Match { return Match{Match: m.Match.Clone(), Delivery: m.Delivery} }

// MaxKey is the maximum length of a Key. It leaves room for a hundred million announcements of a match.
const MaxKey = 25

// Key identifies the announcement of m in progress. A repeated announcement has the same key, and no other
// announcement has it.
func (m *Match) Key() string { return fmt.Sprintf("%s-%d", m.ID, m.Serial) }

// isBehind reports whether more has happened in m than the announcement in progress contains.
func (m *Match) isBehind() bool { return m.Sending != 0 && m.Sending < m.Seq }

// standings returns what m contributes to the rankings of its players.
func (m *Match) standings() []rated.Standing { return rated.StandingsOf(m.Venue.Guild, &m.Match) }

// StaysElsewhere reports whether m cannot be shown at v: a match cannot leave its guild, but a match outside guilds can
// move anywhere.
func (m *Match) StaysElsewhere(v Venue) bool {
	return m.Venue.Guild != "" && m.Venue.Guild != v.Guild
}

// visibleTo reports whether a may see m. Its players always may; others only in its guild, and not if it is a practice
// game.
func (m *Match) visibleTo(a Actor) bool {
	return m.isOf(a.ID) || !m.Practice && m.Venue.Guild != "" && m.Venue.Guild == a.Guild
}

// CameToNothing reports whether m is over without a game that counts: it was a challenge that nobody accepted, or a
// practice game that was not kept.
func (m *Match) CameToNothing() bool {
	return !m.Status.IsOpen() && (m.Practice || m.Status != match.Finished)
}

// isOf reports whether p is one of the two people of m; false for an empty id.
func (m *Match) isOf(p match.PlayerID) bool {
	return p != "" && (p == m.Challenger || p == m.Opponent)
}

func (m *Match) people() (list []match.PlayerID) {
	for _, p := range m.Players.Both() {
		if p != m.Robot() {
			list = append(list, p)
		}
	}
	return list
}

func (m *Match) isPlayedBy(p match.PlayerID) bool { return m.Status == match.Playing && m.isOf(p) }

// Summary is what lists show of a match. Stores read it without the game.
type Summary struct {
	ID         match.ID
	Status     match.Status
	Terms      match.Terms
	Practice   bool // it is a practice game that was not kept
	Challenger match.PlayerID
	Opponent   match.PlayerID // empty while a challenge is open to anyone
	Red, Blue  match.PlayerID // empty before the match is accepted
	ToMove     match.PlayerID // empty when the match is not being played
	Ply        int            // turns played
	Outcome    rules.Outcome  // zero in progress
	Winner     match.PlayerID // empty: nobody
	Annulled   bool           // a manager annulled the result
	Deadline   time.Time      // of ToMove; zero: none
	Late       bool           // ToMove's time is up
	Awaited    time.Time      // until when the clock is held because ToMove cannot be reached; zero: it is not
	Suspended  bool           // the clock is stopped because the match cannot be shown on its server
	Venue      Venue
	Thread     string // as in Delivery
	Closed     bool   // as in Delivery
	Post       Post
	Created    time.Time
	Started    time.Time // accepted; zero before
	Changed    time.Time // the last event
	Ended      time.Time // zero before
}

// Summary returns the Summary of m.
func (m *Match) Summary() Summary {
	outcome := m.Game.Outcome()
	return Summary{ID: m.ID, Status: m.Status, Terms: m.Terms, Practice: m.Practice, Challenger: m.Challenger,
		Opponent: m.Opponent, Red: m.Players.Red, Blue: m.Players.Blue, ToMove: m.ToMove(), Ply: m.Game.Ply(),
		Outcome: outcome, Winner: m.Players.Of(outcome.Winner), Annulled: m.Past.Annulled,
		Deadline: m.Deadline(),
		Late:     m.TimeUpRecorded(), Awaited: m.Clock.HeldUntil, Suspended: m.Clock.Suspension.IsOn(),
		Venue:  m.Venue,
		Thread: m.Thread, Closed: m.Closed,
		Post: m.Post, Created: m.Created, Started: m.Started, Changed: m.Changed, Ended: m.Ended}
}

// Shown returns the channel or thread in which the match is shown.
func (s *Summary) Shown() string { return cmp.Or(s.Thread, s.Venue.Channel) }

// Other returns the opponent of p, or the challenger if p does not play. It is empty if there is no opponent yet.
func (s *Summary) Other(p match.PlayerID) match.PlayerID {
	if p == s.Challenger {
		return s.Opponent
	}
	return s.Challenger
}

// Waits reports whether the match waits for p to move or to answer a challenge.
func (s *Summary) Waits(p match.PlayerID) bool {
	return s.ToMove == p || s.Status == match.Proposed && s.Opponent == p
}

// isLate reports whether p is to move and has run out of time.
func (s *Summary) isLate(p match.PlayerID, now time.Time) bool {
	return s.ToMove == p && !s.Deadline.IsZero() && !now.Before(s.Deadline)
}

// Keep turns a practice game into a normal one. If it was already kept, it changes nothing. It returns
// match.ErrNotPlayer or a *LimitError.
func (s Challenges) Keep(ctx context.Context, by Actor, id match.ID) (Match, error) {
	return s.change(ctx, by, Ref{id, AnyPly}, func(tx Tx, m *Match) ([]match.Event, error) {
		if m.Status == match.Playing {
			made, err := tx.Made(ctx, by.ID, tx.Now())
			if err == nil && m.Practice {
				err = quota{limit: LimitRobot, counts: againstRobot}.check(made, m)
			}
			if err != nil {
				return nil, err
			}
		}
		events, err := m.As(by.ID).Keep(tx.Now())
		if errors.Is(err, match.ErrKept) {
			return nil, nil
		}
		return events, err
	})
}

// ByDeadline compares matches by their deadlines; matches without one come last.
func ByDeadline(a, b Summary) int {
	switch {
	case a.Deadline.IsZero() == b.Deadline.IsZero():
		return a.Deadline.Compare(b.Deadline)
	case a.Deadline.IsZero():
		return 1
	}
	return -1
}

// MaxReopened is how often an open challenge is made again because its taker left.
const MaxReopened = 3

// scheduleReopening schedules that the open challenge of a match is made again, after the news that its taker left.
func scheduleReopening(ctx context.Context, tx Tx, id match.ID) error {
	return tx.Schedule(ctx, JobReopen, Subject(JobReopen, id), tx.Now().Add(counterGrace))
}

// Reopen makes the open challenge of a match again as id, because its taker left before their first turn. It does
// nothing if that has happened MaxReopened times, if the bot cannot post there, or if the challenger could not make
// the challenge now. It returns ErrExists if id is taken.
func Reopen(ctx context.Context, tx Tx, old, id match.ID) error {
	was, err := tx.Match(ctx, old)
	if err != nil || was.Venue.Away || was.Closed {
		return err
	}
	takers, err := takersOf(ctx, tx, &was)
	if err != nil || len(takers) >= MaxReopened {
		return err
	}
	if gone, err := isGone(ctx, tx, &was); err != nil || gone {
		return err
	}
	law, events, err := match.Propose(match.Proposal{ID: id, By: was.Challenger, Terms: was.Terms}, tx.Now())
	if err != nil {
		return err
	}
	law.Past.Reopens = old
	m := Match{Match: law, Delivery: Delivery{Venue: was.Venue}}
	server, err := serverOf(ctx, tx, m.Venue)
	if err != nil {
		return err
	}
	_, err = admit(ctx, tx, &m)
	if err = cmp.Or(err, openLimits{server, &m, m.Challenger}.check(ctx, tx)); err != nil {
		if _, full := errors.AsType[*LimitError](err); full || errors.Is(err, ErrSame) {
			return nil
		}
		return err
	}
	return cmp.Or(tx.CreateMatch(ctx, m, events), schedule(ctx, tx, &m.Match, true))
}

// isGone reports whether the challenger of m has deleted their profile, or is blocked by the operator.
func isGone(ctx context.Context, tx Tx, m *Match) (bool, error) {
	orders, err := tx.Orders(ctx)
	if err != nil || m.Challenger.IsFormer() || orders.Blocks(m.Challenger, m.Venue.Guild) {
		return true, err
	}
	p, err := playerOf(ctx, tx, m.Challenger)
	return p.Progress.Former != "", err
}

// takersOf returns who took the open challenge m before and left. Matches that were deleted since are missing.
func takersOf(ctx context.Context, tx Tx, m *Match) (all []match.PlayerID, err error) {
	for id := m.Past.Reopens; id != ""; {
		old, err := tx.Match(ctx, id)
		if errors.Is(err, ErrNotFound) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		all, id = append(all, old.Opponent), old.Past.Reopens
	}
	return all, nil
}

// checkTakers returns ErrTakenBefore if p, or a profile that p deleted lately, took the open challenge m before.
func checkTakers(ctx context.Context, tx Tx, m *Match, p match.PlayerID) error {
	takers, err := takersOf(ctx, tx, m)
	if err != nil || len(takers) == 0 {
		return err
	}
	names, err := rated.Names(ctx, tx, p, tx.Now())
	if slices.ContainsFunc(names, func(name match.PlayerID) bool { return slices.Contains(takers, name) }) {
		err = cmp.Or(err, ErrTakenBefore)
	}
	return err
}
