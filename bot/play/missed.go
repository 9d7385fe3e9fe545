package play

import (
	"context"
	"errors"
	"slices"
	"strings"

	"madbot/rules/match"
)

// Missed is what a player was not told.
type Missed struct {
	Matches []Match   // that still wait for them, or ended, or were declined; as they stand
	Open    []Summary // their challenges and what they play, if there are any such
	Shut    bool      // they take no direct messages
}

// TakeMissed returns what a was not told, once: from now on they are.
func (s People) TakeMissed(ctx context.Context, a Actor) (missed Missed, err error) {
	p, err := s.Player(ctx, a.ID)
	if err != nil || p.Progress.Missed == "" && !p.Progress.Shut {
		return missed, err
	}
	err = s.deps.Store.Do(ctx, func(tx Tx) error {
		p, err := tx.Player(ctx, a.ID)
		if err != nil {
			return err
		}
		missed = Missed{Shut: p.Progress.Shut}
		for _, id := range strings.Fields(p.Progress.Missed) {
			m, err := tx.Match(ctx, match.ID(id))
			if err != nil && !errors.Is(err, ErrNotFound) {
				return err
			}
			if err == nil && m.ConcernsStill(a.ID) {
				missed.Matches = append(missed.Matches, m)
			}
		}
		if len(missed.Matches) > 0 {
			if missed.Open, err = tx.Open(ctx, a.ID); err != nil {
				return err
			}
		}
		p.Progress.Missed, p.Progress.Shut = "", false
		return tx.SavePlayer(ctx, p)
	})
	return missed, err
}

// ConcernsStill reports whether p, who was not told of m, is still to know how it stands.
func (m *Match) ConcernsStill(p match.PlayerID) bool {
	s := m.Summary()
	return s.Waits(p) || m.As(p).Asked() != match.NoOffer || m.Status == match.Finished ||
		m.Status == match.Declined && m.Challenger == p || m.RanOut() && m.isOf(p)
}

// miss keeps that a player could not be told of a match. Who has never acted has nothing to keep it in.
func miss(ctx context.Context, tx Tx, id match.PlayerID, of match.ID) error {
	return changeMissed(ctx, tx, id, func(ids []string) []string {
		if slices.Contains(ids, string(of)) {
			return ids
		}
		return append(ids, string(of))
	})
}

// caughtUp keeps that a player was told of a match after all.
func caughtUp(ctx context.Context, tx Tx, id match.PlayerID, of match.ID) error {
	return changeMissed(ctx, tx, id, func(ids []string) []string {
		return slices.DeleteFunc(ids, func(one string) bool { return one == string(of) })
	})
}

func changeMissed(ctx context.Context, tx Tx, id match.PlayerID, f func([]string) []string) error {
	p, err := tx.Player(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	missed := strings.Join(f(strings.Fields(p.Progress.Missed)), " ")
	if missed == p.Progress.Missed {
		return nil
	}
	p.Progress.Missed = missed
	return tx.SavePlayer(ctx, p)
}

// ShutOut keeps that a player takes no direct messages, for them to be told so.
func ShutOut(ctx context.Context, tx Tx, id match.PlayerID) error {
	p, err := tx.Player(ctx, id)
	if errors.Is(err, ErrNotFound) || err == nil && p.Progress.Shut {
		return nil
	}
	if err != nil {
		return err
	}
	p.Progress.Shut = true
	return tx.SavePlayer(ctx, p)
}

// Undigested keeps that the player of d takes no direct messages: they are told at their next command.
func Undigested(ctx context.Context, tx Tx, d Digest) error {
	for _, m := range d.Waiting {
		if err := miss(ctx, tx, d.To.ID, m.ID); err != nil {
			return err
		}
	}
	return ShutOut(ctx, tx, d.To.ID)
}
