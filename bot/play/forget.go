package play

import (
	"cmp"
	"context"
	"errors"
	"math"

	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/rules/match"
)

// ErrNobody is returned by Forget for the bot itself.
var ErrNobody = errors.New("no person")

// Forget begins to forget whoever acts: a job goes on with it.
func (s People) Forget(ctx context.Context, a Actor) error {
	former := match.Former + match.PlayerID(s.deps.NewID()+s.deps.NewID())
	err := BeginForgetting(ctx, s.deps.Store, Player{ID: a.ID, Progress: Progress{Former: former}})
	if err == nil {
		s.deps.Wake()
	}
	return err
}

// BeginForgetting keeps nothing of a player but as p says, in whose other name their matches are to go on, and has the
// rest forgotten; again, it goes on. It returns ErrNobody.
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
			err = tx.SavePlayer(ctx, p)
		}
		return cmp.Or(err, tx.Schedule(ctx, JobForget, Subject(JobForget, p.ID), tx.Now()))
	})
}

// Forgetting goes on with what BeginForgetting began, a match at a time, until nothing is kept of a player but games
// in another name. Somebody who is not being forgotten is not.
func Forgetting(ctx context.Context, s Store, id match.PlayerID) error {
	ctx = WithCause(ctx, string(JobForget)) // jobs that follow do not name them
	for done := false; !done; {
		p, err := s.Player(ctx, id)
		if errors.Is(err, ErrNotFound) || err == nil && p.Progress.Former == "" {
			return nil
		}
		if err == nil { // before the matches, which change what a season counts
			err = s.Do(ctx, func(tx Tx) error { return p.leaveSeasons(ctx, tx) })
		}
		if err != nil {
			return err
		}
		ids, err := s.MatchIDs(ctx, id, math.MaxInt32)
		for _, m := range ids {
			err = cmp.Or(err, s.Do(ctx, func(tx Tx) error { return p.leaveAs(ctx, tx, m) }))
		}
		if err != nil {
			return err
		}
		err = s.Do(ctx, func(tx Tx) error {
			left, err := tx.MatchIDs(ctx, id, 1)
			if done = len(left) == 0; err != nil || !done {
				return err
			}
			return cmp.Or(p.leaveSeasons(ctx, tx), p.excludeAs(ctx, tx),
				tx.RenameRatings(ctx, id, p.Progress.Former), tx.RemovePlayer(ctx, id))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// leaveSeasons has p, who is being forgotten, be in no season of a league but in their other name.
func (p *Player) leaveSeasons(ctx context.Context, tx Tx) error {
	servers, err := season.Forget(ctx, tx, p.ID, p.Progress.Former)
	for _, id := range servers {
		err = cmp.Or(err, tx.Schedule(ctx, JobLeague, Subject(JobLeague, id), tx.Now()))
	}
	return err
}

// leaveAs ends a match of p, who is being forgotten, and has it go on in their other name.
func (p *Player) leaveAs(ctx context.Context, tx Tx, id match.ID) error {
	m, _, err := try(ctx, tx, id, func(tx Tx, m *Match) ([]match.Event, error) {
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
	if err := p.veilTo(ctx, tx, sum.Other(p.ID)); err != nil {
		return err
	}
	return tx.Rename(ctx, id, p.ID, p.Progress.Former)
}
