package play

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"madbot/bot/play/rated"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/rating"
)

// RankingKind is which ranking is meant; the zero value is by points, of this season.
type RankingKind struct{ All, Rating bool }

// Rating returns the rating of p now, as far as reader may see it; false: they may not, or it is not shown yet.
func (s People) Rating(ctx context.Context, reader, p match.PlayerID) (rating.Rating, bool, error) {
	changes, err := s.changes(ctx, reader, p, 1)
	if err != nil || len(changes) == 0 {
		return rating.Rating{}, false, err
	}
	now, shown := s.RatingNow(changes[0])
	return now, shown, nil
}

// changes returns the last changes of the rating of p that reader may see.
func (s People) changes(ctx context.Context, reader, p match.PlayerID, limit int) ([]rated.Change, error) {
	person, err := s.Player(ctx, p)
	if eyes := person.Settings.Rating; err != nil || eyes == NoEyes || eyes == OwnEyes && reader != p {
		return nil, err
	}
	return s.deps.Store.RatingChanges(ctx, p, limit)
}

// Stakes returns what is at stake between two people now, and the ratings that all may see.
func (s People) Stakes(ctx context.Context, people [2]match.PlayerID) ([2]rated.Stake, error) {
	stakes, err := rated.Stakes(ctx, s.deps.Store, people, s.deps.Now())
	for i, p := range people {
		person, lost := s.Player(ctx, p)
		err = cmp.Or(err, lost)
		stakes[i].Shown = stakes[i].Shown && person.Settings.Rating == AllEyes
	}
	return stakes, err
}

// Ranked returns who is ranked on a server, in this season or in all, in any order.
func (s People) Ranked(ctx context.Context, server string, k RankingKind) ([]rated.Row, error) {
	season := ""
	if !k.All {
		season = rated.Season(s.deps.Now())
	}
	here, err := s.deps.Store.Server(ctx, server)
	if err != nil {
		return nil, err
	}
	rows, err := s.deps.Store.Standings(ctx, server, season, k.Rating)
	return slices.DeleteFunc(rows, func(r rated.Row) bool {
		_, out := here.Settings.Excludes(r.Player)
		return out
	}), err
}

// Annul has a rated match that is over count for nothing, for somebody who manages the server where it is shown. It
// returns ErrOwnMatch, ErrForeign or an error of match.Match.Annul.
func (s People) Annul(ctx context.Context, by Actor, id match.ID) (Match, error) {
	return s.change(ctx, by, Ref{id, AnyPly}, func(tx Tx, m *Match) ([]match.Event, error) {
		if err := m.mayAnnul(by); err != nil {
			return nil, err
		}
		return m.Arbiter().Annul(by.ID, tx.Now())
	})
}

// CanAnnul reports whether Annul would have m count for nothing, for somebody who manages the server where they are.
func (m *Match) CanAnnul(by Actor) bool { return m.mayAnnul(by) == nil && m.Match.CanAnnul() == nil }

// mayAnnul returns why a match is not for by to annul, even if they manage the server where they are.
func (m *Match) mayAnnul(by Actor) error {
	switch {
	case m.isOf(by.ID):
		return ErrOwnMatch
	case by.Guild == "" || by.Guild != m.Venue.Guild:
		return ErrForeign
	}
	return nil
}

// RatedBy returns what a match that is over did to the ratings of its two, Red first, or what taking that back did when
// it was annulled; nothing when it is not rated. The
// N of those who do not show theirs is 0.
func (s People) RatedBy(ctx context.Context, m *match.Match) ([]rated.Change, error) {
	if !m.Terms.Rated {
		return nil, nil
	}
	list, err := s.deps.Store.RatedIn(ctx, m.ID)
	list = slices.DeleteFunc(list, func(c rated.Change) bool { return (c.Why == rated.Annulled) != m.Past.Annulled })
	if len(list) > 0 && list[0].Player != m.Players.Red {
		slices.Reverse(list)
	}
	for i := range list {
		person, lost := s.Player(ctx, list[i].Player)
		if err = cmp.Or(err, lost); person.Settings.Rating != AllEyes {
			list[i].N = 0
		}
	}
	return list, err
}

// RatingNow returns how a rating stands now after its last change; false: it is not shown yet.
func (s People) RatingNow(last rated.Change) (rating.Rating, bool) { return last.Now(s.deps.Now()) }

// mayRate is MayRate for a challenge on terms.
func (s uses) mayRate(ctx context.Context, terms match.Terms, by, other match.PlayerID) error {
	if !terms.Rated || !terms.CanBeRated() {
		return nil
	}
	return MayRate(ctx, s.deps.Store, by, other, s.deps.Now())
}

// MayRate returns a *LimitError if by and other, "" being anyone, cannot start a rated match now.
func MayRate(ctx context.Context, r Lookup, by, other match.PlayerID, now time.Time) error {
	if by == other {
		return nil
	}
	for _, p := range []match.PlayerID{by, other} {
		if p == "" {
			continue
		}
		person, err := r.Player(ctx, p)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
		endings, err := r.Endings(ctx, p, "")
		if err != nil {
			return err
		}
		if rated.IsNew(person.Met, habitsOf(nil, endings, p).Finished, now) {
			return &LimitError{Limit: LimitNew, To: p}
		}
		list, err := r.Rated(ctx, p, now.Add(-rated.Lately))
		if err != nil {
			return err
		}
		games := ratedGames(list, p)
		if free := rated.FledFree(games, now); !free.IsZero() {
			return &LimitError{Limit: LimitFled, To: p, Free: free}
		}
		if err := pairFull(games, other, now); p == by && err != nil {
			return err
		}
	}
	return nil
}

// pairFull returns a *LimitError when somebody, of whom games are, can begin no rated match with another.
func pairFull(games []rated.Game, other match.PlayerID, now time.Time) error {
	if free := rated.PairFree(games, other, now); !free.IsZero() {
		return &LimitError{Limit: LimitPair, To: other, Free: free}
	}
	return nil
}

// mayPair is mayRate for what two accepts at once, in any process, could break: the limit of a pair. M is about to
// begin, accepted by one of them.
func mayPair(ctx context.Context, tx Tx, m *Match, by match.PlayerID) error {
	if !m.Terms.Rated {
		return nil
	}
	list, err := tx.Rated(ctx, by, m.Started.Add(-rated.Lately))
	if err != nil {
		return err
	}
	return pairFull(ratedGames(list, by), m.Challenger, m.Started)
}

// ratedGames returns the rated matches of p in list that were not called off.
func ratedGames(list []Summary, p match.PlayerID) (games []rated.Game) {
	for _, m := range list {
		if m.Outcome.Reason == rules.Aborted {
			continue
		}
		games = append(games, rated.Game{Opponent: m.Other(p), Started: m.Started, Ended: m.Ended,
			Fled: m.Outcome.Reason == rules.Resignation && m.Winner != p &&
				rules.TurnNumber(rules.Red, m.Ply) < rated.FledTurn})
	}
	return games
}
