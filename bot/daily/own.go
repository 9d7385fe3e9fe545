package daily

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"madbot/bot/play"
	"madbot/bot/play/gate"
	"madbot/bot/play/tries"
	"madbot/rules"
	"madbot/rules/puzzle"
)

// maxGames is how many puzzles from games are considered for one person.
const maxGames = 50

// Counts returns how many puzzles the actor a has left: from their own games, and from games of others on their server.
func (s *Puzzles) Counts(ctx context.Context, a play.Actor) (own, server int, err error) {
	tried, err := s.Store.PuzzleTries(ctx, a.ID)
	if err != nil {
		return 0, 0, err
	}
	mine, err := s.fromGames(ctx, a, OwnGames, tried)
	if err != nil {
		return 0, 0, err
	}
	theirs, err := s.fromGames(ctx, a, Server, tried)
	return len(mine), len(theirs), err
}

// kept returns the stored puzzles of a pool of games.
func (s *Puzzles) kept(ctx context.Context, a play.Actor, from Pool) (all []tries.Own, err error) {
	if from == OwnGames {
		all, err = s.Store.OwnPuzzles(ctx, a.ID)
	} else if a.Guild != "" {
		all, err = s.Store.GuildPuzzles(ctx, a.Guild, maxGames)
		all = slices.DeleteFunc(all, func(o tries.Own) bool { return o.Player == a.ID })
	}
	return all[:min(len(all), maxGames)], err
}

// fromGames returns the puzzles of a pool of games that a has not tried.
func (s *Puzzles) fromGames(ctx context.Context, a play.Actor, from Pool, tried []tries.Try) (list []Found, err error) {
	all, err := s.kept(ctx, a, from)
	all = slices.DeleteFunc(all, func(o tries.Own) bool { _, was := tries.Of(tried, o.ID()); return was })
	if err != nil || len(all) == 0 {
		return nil, err
	}
	own, err := gate.For(ctx, s.Store, a.ID)
	if err != nil {
		return nil, err
	}
	for _, o := range all {
		f, err := s.offer(ctx, a, o, own)
		switch {
		case err == nil:
			list = append(list, f)
		case !errors.Is(err, gate.ErrStanding) && !errors.Is(err, play.ErrNotFound):
			return nil, err
		}
	}
	return list, nil
}

// findOwn returns the puzzle from a game with an ID, with the errors of Find.
func (s *Puzzles) findOwn(ctx context.Context, a play.Actor, id string) (Found, error) {
	for _, from := range []Pool{OwnGames, Server} {
		all, err := s.kept(ctx, a, from)
		if err != nil {
			return Found{}, err
		}
		i := slices.IndexFunc(all, func(o tries.Own) bool { return o.ID() == id })
		if i < 0 {
			continue
		}
		own, err := gate.For(ctx, s.Store, a.ID)
		if err != nil {
			return Found{}, err
		}
		if f, err := s.offer(ctx, a, all[i], own); !errors.Is(err, play.ErrNotFound) {
			return f, err
		}
	}
	return Found{}, play.ErrNotFound
}

// offer returns o as a puzzle of a, if own allows it. Its errors are as for Find. A puzzle from a game of others who
// have not both agreed is play.ErrNotFound.
func (s *Puzzles) offer(ctx context.Context, a play.Actor, o tries.Own, own gate.Gate) (Found, error) {
	m, err := s.Store.Match(ctx, o.Match)
	if err == nil && o.Ply >= m.Game.Ply() {
		err = play.ErrNotFound
	}
	if err != nil {
		return Found{}, err
	}
	if o.Player != a.ID {
		if agreed, err := s.agreed(ctx, &m); err != nil || !agreed {
			return Found{}, cmp.Or(err, play.ErrNotFound)
		}
	}
	past, after := m.Game.At(o.Ply), m.Game.At(o.Ply+1)
	if err := cmp.Or(own.CheckChosen(past.Position()), own.CheckChosen(after.Position())); err != nil {
		return Found{}, err
	}
	p := puzzle.Puzzle{Position: past.Position(), Limit: m.Game.Limit(), Kind: puzzle.UpperHand}
	turn, err := p.Position.ParseTurn(o.Turn)
	if err != nil {
		return Found{}, play.ErrNotFound // made under older rules
	}
	if p.Solution = []rules.Turn{turn}; o.Wins {
		p.Kind = puzzle.Victory
	}
	return Found{Puzzle: p, ID: o.ID(), Round: m.Game.Number(o.Ply)}, nil
}

// agreed reports whether both players of m let others solve puzzles from their games. The bot always does.
func (s *Puzzles) agreed(ctx context.Context, m *play.Match) (bool, error) {
	for _, id := range m.Players.Both() {
		p, err := s.Store.Player(ctx, id)
		switch {
		case id == m.Robot():
		case errors.Is(err, play.ErrNotFound):
			return false, nil
		case err != nil || !p.Settings.Shares:
			return false, err
		}
	}
	return true, nil
}
