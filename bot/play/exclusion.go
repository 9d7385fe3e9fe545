package play

import (
	"context"
	"slices"
	"time"

	"madbot/rules/match"
)

// Exclusion is that somebody is in no ranking of a server.
type Exclusion struct {
	By match.PlayerID `json:"by"` // who managed the server
	At time.Time      `json:"at"`
}

// ExcludedOn is an Exclusion on a server.
type ExcludedOn struct {
	Server string `json:"server"`
	Exclusion
}

// Excludes returns since when and by whom somebody is in no ranking there; false: they are in it.
func (s *ServerSettings) Excludes(p match.PlayerID) (Exclusion, bool) {
	e, out := s.Unranked[Veil(p)]
	return e, out
}

// Exclude says for a, who manages a guild, whether somebody is in no ranking there. Who is not already stays so by whom
// it was.
func (s Guilds) Exclude(ctx context.Context, a Actor, p match.PlayerID, out bool) error {
	at := stamp(s.deps.Now())
	_, err := s.ChangeServer(ctx, a, a.Guild, func(s *ServerSettings) {
		_, is := s.Excludes(p)
		switch {
		case !out:
			delete(s.Unranked, Veil(p))
			return
		case is:
			return
		case s.Unranked == nil:
			s.Unranked = map[match.PlayerID]Exclusion{}
		}
		s.Unranked[Veil(p)] = Exclusion{a.ID, at}
	})
	return err
}

// ExclusionsOf returns that of p there, and those by p.
func (s *ServerSettings) ExclusionsOf(p match.PlayerID) (all []Exclusion) {
	for of, e := range s.Unranked {
		if of == Veil(p) || e.By == p {
			all = append(all, e)
		}
	}
	return all
}

// readExclusions reads which exclusions p is in.
func (k *Kept) readExclusions(ctx context.Context, r Reader, p match.PlayerID) error {
	servers, err := r.Excluding(ctx, p)
	for _, s := range servers {
		for _, e := range s.Settings.ExclusionsOf(p) {
			k.Excluded = append(k.Excluded, ExcludedOn{s.ID, e})
		}
	}
	slices.SortFunc(k.Excluded, func(a, b ExcludedOn) int { return b.At.Compare(a.At) })
	return err
}

// excludeAs has former be who excluded others, in place of p, who is being forgotten.
func (p *Player) excludeAs(ctx context.Context, tx Tx) error {
	servers, err := tx.Excluding(ctx, p.ID)
	for _, s := range servers {
		for of, e := range s.Settings.Unranked {
			if e.By == p.ID {
				s.Settings.Unranked[of] = Exclusion{p.Progress.Former, e.At}
			}
		}
		if err == nil {
			err = tx.SaveServer(ctx, s)
		}
	}
	return err
}
