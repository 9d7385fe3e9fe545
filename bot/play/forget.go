package play

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"time"

	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/rules/match"
)

// ErrNobody is returned by Forget and BeginForgetting for the bot itself.
var ErrNobody = errors.New("no person")

// Forget starts deleting the personal data of the actor. A job continues it.
func (s People) Forget(ctx context.Context, a Actor) error {
	former := match.Former + match.PlayerID(s.deps.NewID()+s.deps.NewID())
	err := BeginForgetting(ctx, s.deps.Store, Player{ID: a.ID, Progress: Progress{Former: former}})
	if err == nil {
		s.deps.Wake()
	}
	return err
}

// BeginForgetting replaces the data of the player p.ID by p and schedules the deletion of everything else.
// p.Progress.Former is the name under which their matches will be kept. Calling it again only reschedules the job. It
// returns ErrNobody for the robot.
func BeginForgetting(ctx context.Context, s Store, p Player) error {
	return s.Do(ctx, func(tx Tx) error {
		ids, err := tx.MatchIDs(ctx, p.ID, 1)
		for _, id := range ids {
			m, err := tx.Match(ctx, id)
			if err != nil {
				return err
			}
			if m.Robot() == p.ID {
				return ErrNobody
			}
		}
		if err != nil {
			return err
		}
		was, err := playerOf(ctx, tx, p.ID)
		if err == nil && was.Progress.Former == "" {
			p.Met = cmp.Or(was.Met, tx.Now())
			err = cmp.Or(tx.SavePlayer(ctx, p),
				tx.SaveFormer(ctx, p.ID, rated.Former{Name: p.Progress.Former, At: tx.Now()}))
		}
		return cmp.Or(err, tx.Schedule(ctx, JobForget, Subject(JobForget, p.ID), tx.Now()))
	})
}

// ContinueForgetting continues what BeginForgetting started, one match at a time, until only the games under the
// player's former name are left. It does nothing for a player who has not asked to be forgotten.
func ContinueForgetting(ctx context.Context, s Store, id match.PlayerID) error {
	ctx = WithCause(ctx, string(JobForget)) // so that the jobs it schedules do not name the player
	for done := false; !done; {
		p, err := s.Player(ctx, id)
		if errors.Is(err, ErrNotFound) || err == nil && p.Progress.Former == "" {
			return nil
		}
		if err == nil { // first, because ending matches changes the league tables
			err = s.Do(ctx, func(tx Tx) error { return p.leaveSeasons(ctx, tx) })
		}
		if err != nil {
			return err
		}
		ids, err := s.MatchIDs(ctx, id, math.MaxInt32)
		for _, m := range ids {
			err = cmp.Or(err, s.Do(ctx, func(tx Tx) error { return p.renameIn(ctx, tx, m) }))
		}
		if err != nil {
			return err
		}
		err = s.Do(ctx, func(tx Tx) error {
			left, err := tx.MatchIDs(ctx, id, 1)
			if done = len(left) == 0; err != nil || !done {
				return err
			}
			return cmp.Or(p.leaveSeasons(ctx, tx), p.renameExclusions(ctx, tx),
				tx.RenameRatings(ctx, id, p.Progress.Former), tx.RemovePlayer(ctx, id))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// leaveSeasons removes p, who is being forgotten, from all league seasons, or replaces p by the former name.
func (p *Player) leaveSeasons(ctx context.Context, tx Tx) error {
	servers, err := season.Forget(ctx, tx, p.ID, p.Progress.Former)
	for _, id := range servers {
		err = cmp.Or(err, tx.Schedule(ctx, JobLeague, Subject(JobLeague, id), tx.Now()))
	}
	return err
}

// renameIn ends a match of p, who is being forgotten, and replaces p by the former name in it.
func (p *Player) renameIn(ctx context.Context, tx Tx, id match.ID) error {
	m, _, err := tryChange(ctx, tx, id, func(tx Tx, m *Match) ([]match.Event, error) {
		switch {
		case m.Status == match.Playing:
			return m.As(p.ID).Resign(tx.Now())
		case m.Challenger == p.ID:
			return m.As(p.ID).Withdraw(tx.Now())
		}
		return m.As(p.ID).Decline(tx.Now())
	})
	if err != nil {
		return err
	}
	seat, err := tx.Seat(ctx, id, p.ID)
	if err != nil {
		return err
	}
	if post := seat.Notices.Post; post != (Post{}) {
		if err := RetirePost(ctx, tx, post, tx.Now()); err != nil {
			return err
		}
	}
	sum, left := m.Summary(), m.Clone()
	for _, side := range []*match.PlayerID{&left.Players.Red, &left.Players.Blue} {
		if *side == p.ID {
			*side = p.Progress.Former
		}
	}
	if err := rated.Recount(ctx, tx, m.standings(), left.standings()); err != nil {
		return err
	}
	if err := p.veilRefusal(ctx, tx, sum.Other(p.ID)); err != nil {
		return err
	}
	return tx.Rename(ctx, id, p.ID, p.Progress.Former)
}

// renameExclusions replaces p, who is being forgotten, by the former name in exclusions.
func (p *Player) renameExclusions(ctx context.Context, tx Tx) error {
	servers, err := tx.Excluding(ctx, p.ID)
	for _, s := range servers {
		if err == nil {
			err = p.renameExclusionsOn(ctx, tx, s.ID)
		}
	}
	return err
}

// renameExclusionsOn is renameExclusions on one server. It reads the server again, because it was not locked when it
// was found.
func (p *Player) renameExclusionsOn(ctx context.Context, tx Tx, id string) error {
	s, err := tx.Server(ctx, id)
	all := map[match.PlayerID]Exclusion{}
	renamed := func(of match.PlayerID) match.PlayerID {
		if of == p.ID {
			return p.Progress.Former
		}
		return of
	}
	for of, e := range s.Settings.Unranked {
		all[renamed(of)] = Exclusion{renamed(e.By), e.At}
	}
	if err != nil || maps.Equal(all, s.Settings.Unranked) {
		return err
	}
	s.Settings.Unranked = all
	return tx.SaveServer(ctx, s)
}

// RemoveFormers removes the profiles that were deleted at a time or before, and with them the exclusions from rankings
// and the removals from leagues of those people.
func RemoveFormers(ctx context.Context, tx Tx, until time.Time) error {
	names, err := tx.RemoveFormers(ctx, until)
	for _, name := range names {
		servers, lost := tx.Excluding(ctx, name)
		if err = cmp.Or(err, lost); err != nil {
			return err
		}
		for _, found := range servers {
			s, lost := tx.Server(ctx, found.ID)
			if _, is := s.Settings.Unranked[name]; !is || lost != nil {
				err = cmp.Or(err, lost)
				continue
			}
			delete(s.Settings.Unranked, name)
			err = cmp.Or(err, tx.SaveServer(ctx, s))
		}
		err = cmp.Or(err, season.Lapse(ctx, tx, name))
	}
	return err
}

// RemovedFrom is that a manager has removed a player from the league of a server, or has left them out of its ranking
// and that was undone, as reported to those it concerns.
type RemovedFrom struct {
	Server string
	Self   bool // the player was removed; false: the player removed somebody else, or undid that
	season.Bar
}

// readExclusions reads the exclusions from rankings and the removals from leagues that concern p, who may have had the
// other names.
func (k *Kept) readExclusions(ctx context.Context, r Reader, p match.PlayerID, names []match.PlayerID) error {
	for _, name := range names {
		servers, err := r.Excluding(ctx, name)
		for _, s := range servers {
			k.Excluded = append(k.Excluded, s.ExclusionsOf(name)...)
		}
		leagues, lost := r.LeaguesNaming(ctx, name)
		if err = cmp.Or(err, lost); err != nil {
			return err
		}
		for _, l := range leagues {
			if l.EarlyBy == p || l.LastBy == p {
				k.Managed = append(k.Managed, l)
			}
			for _, b := range l.Bars {
				if b.Player == name || b.By == name || b.Undo.By == name {
					k.Removed = append(k.Removed, RemovedFrom{l.Server, b.Player == name, b})
				}
			}
		}
	}
	k.Excluded = slices.DeleteFunc(k.Excluded, func(e ExcludedOn) bool { return !e.Self && e.By != p })
	k.Removed = slices.DeleteFunc(k.Removed, func(b RemovedFrom) bool { return !b.Self && b.By != p && b.Undo.By != p })
	slices.SortFunc(k.Excluded, func(a, b ExcludedOn) int { return b.At.Compare(a.At) })
	slices.SortFunc(k.Removed, func(a, b RemovedFrom) int { return b.At.Compare(a.At) })
	return nil
}
