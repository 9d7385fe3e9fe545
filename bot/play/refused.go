package play

import (
	"context"
	"slices"
	"strings"
	"time"

	"madbot/rules/match"
)

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

// welcome checks that the opponent of m takes challenges from its challenger, and returns what refused does. It returns
// a *LimitError. Whoever challenges a person takes challenges from them again.
func welcome(ctx context.Context, tx Tx, m *Match) ([]Summary, error) {
	other, err := playerOf(ctx, tx, m.Opponent)
	if err != nil {
		return nil, err
	}
	if other.Refuses(m.Challenger) {
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
	case old.Post == (Post{}), old.Post.Channel != m.Shown(), old.Told < old.Seq, old.Sending != 0,
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
	return s.changeBy(ctx, by, Ref{id, AnyPly}, func(tx Tx) Act {
		return func(m *Match, now time.Time) ([]match.Event, error) {
			events, err := declining(by)(m, now)
			if err != nil {
				return nil, err
			}
			if err := endOthers(ctx, tx, m, m.Challenger, declining(by)); err != nil {
				return nil, err
			}
			if err := meet(ctx, tx, by, now); err != nil {
				return nil, err
			}
			p, err := tx.Player(ctx, by.ID)
			p.Refuse(m.Challenger, true)
			if err != nil {
				return nil, err
			}
			return events, tx.SavePlayer(ctx, p)
		}
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
		_, err = Change(ctx, tx, Ref{open[i].ID, AnyPly}, m.Changed, act)
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
func (p *Player) Refuses(id match.PlayerID) bool { return slices.Contains(p.Refused(), id) }

// Refuse says whether p takes no challenges from another.
func (p *Player) Refuse(id match.PlayerID, refuses bool) {
	words := slices.DeleteFunc(strings.Fields(p.Settings.Refused), func(w string) bool { return w == string(id) })
	if refuses {
		words = slices.Insert(words, 0, string(id))
	}
	p.Settings.Refused = strings.Join(words, " ")
}
