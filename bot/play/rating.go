package play

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"madbot/bot/play/rated"
	"madbot/bot/play/season"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/rating"
)

// RankingKind selects a ranking; the zero value is by points in the current season.
type RankingKind struct{ All, Rating bool }

// Rating returns the current rating of p. It returns false if reader may not see it, or if p has too few rated matches
// for it to be shown.
func (s People) Rating(ctx context.Context, reader, p match.PlayerID) (rating.Rating, bool, error) {
	changes, err := s.visibleChanges(ctx, reader, p, 1)
	if err != nil || len(changes) == 0 {
		return rating.Rating{}, false, err
	}
	now, shown := s.RatingNow(changes[0])
	return now, shown, nil
}

// visibleChanges returns the latest rating changes of p that reader may see, newest first.
func (s People) visibleChanges(ctx context.Context, reader, p match.PlayerID, limit int) ([]rated.Change, error) {
	person, err := s.Player(ctx, p)
	if eyes := person.Settings.Rating; err != nil || eyes == NoEyes || eyes == OwnEyes && reader != p {
		return nil, err
	}
	return s.deps.Store.RatingChanges(ctx, p, limit)
}

// Stakes returns what two people can win and lose in a rated match now. It returns nil unless everybody sees the
// ratings of both. Otherwise it would reveal a hidden rating, or that a beginner has come back with a new profile,
// whose rating is more certain.
func (s People) Stakes(ctx context.Context, people [2]match.PlayerID) ([]rated.Stake, error) {
	for _, p := range people {
		person, err := s.Player(ctx, p)
		if err != nil || person.Settings.Rating != AllEyes {
			return nil, err
		}
	}
	return rated.Stakes(ctx, s.deps.Store, people, s.deps.Now())
}

// Ranked returns the players ranked on a server, in this season or overall, in any order, and how many people its
// managers leave out of all rankings.
func (s People) Ranked(ctx context.Context, server string, k RankingKind) (rows []rated.Row, leftOut int, err error) {
	quarter := ""
	if !k.All {
		quarter = rated.Season(s.deps.Now())
	}
	here, err := s.deps.Store.Server(ctx, server)
	if err != nil {
		return nil, 0, err
	}
	rows, err = s.deps.Store.Standings(ctx, server, quarter, k.Rating)
	rows = slices.DeleteFunc(rows, func(r rated.Row) bool {
		_, out, lost := ExclusionFrom(ctx, s.deps.Store, &here, r.Player, s.deps.Now())
		err = cmp.Or(err, lost)
		return out
	})
	return rows, len(here.Settings.Unranked), err
}

// Annul cancels the result of a finished rated match, on behalf of a manager of the server where it is shown. It
// returns ErrOwnMatch, ErrForeign, ErrRival or an error of match.Arbiter.Annul.
func (s People) Annul(ctx context.Context, by Actor, id match.ID, reason string) (Match, error) {
	return s.decide(ctx, by, id, func(tx Tx, m *Match) ([]match.Event, error) {
		return m.Arbiter().Annul(by.ID, reason, tx.Now())
	})
}

// Reinstate makes an annulled match count again. It returns the errors of Annul, and match.ErrNotAnnulled.
func (s People) Reinstate(ctx context.Context, by Actor, id match.ID) (Match, error) {
	return s.decide(ctx, by, id, func(tx Tx, m *Match) ([]match.Event, error) {
		return m.Arbiter().Reinstate(by.ID, tx.Now())
	})
}

// CheckAnnul returns the error with which Annul would refuse to annul m, ignoring the reason.
func (s People) CheckAnnul(ctx context.Context, by Actor, m *Match) error {
	return cmp.Or(m.mayAnnul(by), m.Arbiter().CanAnnul(), s.checkRival(ctx, by, m))
}

// decide changes a match for a manager who neither plays in it nor gains by it.
func (s People) decide(ctx context.Context, by Actor, id match.ID, act Act) (Match, error) {
	m, err := s.deps.Store.Match(ctx, id)
	if err == nil {
		err = cmp.Or(m.mayAnnul(by), s.checkRival(ctx, by, &m))
	}
	if err != nil {
		return m, err
	}
	return s.change(ctx, by, Ref{id, AnyPly}, act)
}

// checkRival returns ErrRival if by takes part in the league or the season that m counts for, or in a ranking of the
// server, because the result would affect by's place. It returns ErrOwnMatch if by deleted the profile that played m.
func (s People) checkRival(ctx context.Context, by Actor, m *Match) error {
	names, err := rated.Names(ctx, s.deps.Store, by.ID, s.deps.Now())
	if err == nil && slices.ContainsFunc(names, m.isOf) {
		err = ErrOwnMatch
	}
	if err != nil {
		return err
	}
	pair, err := s.deps.Store.PairOf(ctx, m.ID)
	if err != nil {
		return err
	}
	rival, err := s.isRanked(ctx, by.Guild, names, m.Ended)
	if err == nil && !rival && pair.Match != "" {
		rival, err = s.inSeason(ctx, &pair, names)
	}
	if err == nil && rival {
		err = ErrRival
	}
	return err
}

// inSeason reports whether one of names takes part in pair's league, or was in its season.
func (s People) inSeason(ctx context.Context, pair *season.Pair, names []match.PlayerID) (bool, error) {
	l, err := s.deps.Store.League(ctx, pair.Server)
	if err != nil {
		return false, err
	}
	entries, err := s.deps.Store.Entries(ctx, pair.Server, pair.Season)
	if err != nil || slices.ContainsFunc(entries, func(e season.Entry) bool { return slices.Contains(names, e.Player) }) {
		return err == nil, err
	}
	return season.TakesPart(ctx, s.deps.Store, &l, names)
}

// maxQuarter is longer than any quarter of a year.
const maxQuarter = 93 * day

// isRanked reports whether a person takes part in a ranking of a server: the one of all time or of the season of at,
// even if only with an unfinished match. names is what rated.Names returns: the rated matches of all profiles count
// that they deleted, because they will be ranked again.
func (s People) isRanked(ctx context.Context, server string, names []match.PlayerID, at time.Time) (bool, error) {
	rows, err := s.deps.Store.Standings(ctx, server, "", false)
	if err != nil || slices.ContainsFunc(rows, func(r rated.Row) bool { return r.Player == names[0] }) {
		return err == nil, err
	}
	for i, name := range names {
		since, former := at.Add(-maxQuarter), i > 0
		if former {
			since = time.Time{}
		}
		all, err := s.deps.Store.Rated(ctx, name, since)
		if err != nil || slices.ContainsFunc(all, func(m Summary) bool {
			counts := former || m.Status == match.Playing || rated.Season(m.Ended) == rated.Season(at)
			return m.Venue.Guild == server && !m.Started.IsZero() && counts
		}) {
			return err == nil, err
		}
	}
	return false, nil
}

// AnnulledBy returns the manager who annulled m; "" if m is not annulled.
func (s People) AnnulledBy(ctx context.Context, m *match.Match) (match.PlayerID, error) {
	if !m.Past.Annulled {
		return "", nil
	}
	events, err := s.deps.Store.Events(ctx, m.ID, 0, m.Seq)
	for _, e := range slices.Backward(events) {
		if e.Kind == match.Annulled {
			return e.By, err
		}
	}
	return "", err
}

// CanAnnul reports whether the actor may annul m if they manage the server.
func (m *Match) CanAnnul(by Actor) bool {
	return m.mayAnnul(by) == nil && m.Arbiter().CanAnnul() == nil
}

// CanReinstate reports the same for Reinstate.
func (m *Match) CanReinstate(by Actor, now time.Time) bool {
	return m.mayAnnul(by) == nil && m.Arbiter().CanReinstate(now) == nil
}

// mayAnnul returns why the actor may not annul m even as a manager, or nil.
func (m *Match) mayAnnul(by Actor) error {
	switch {
	case m.isOf(by.ID):
		return ErrOwnMatch
	case by.Guild == "" || by.Guild != m.Venue.Guild:
		return ErrForeign
	}
	return nil
}

// RatedBy returns the rating changes made by a finished match, Red's first; if it was annulled, the changes that
// reversed them. It returns nil if the match is not rated. N is 0 for players who hide their rating.
func (s People) RatedBy(ctx context.Context, m *match.Match) ([]rated.Change, error) {
	if !m.Terms.Rated {
		return nil, nil
	}
	list, err := s.deps.Store.RatedIn(ctx, m.ID)
	list = slices.DeleteFunc(list, func(c rated.Change) bool {
		return m.ColorOf(c.Player) == rules.NoColor || c.Why == rated.Reinstated ||
			(c.Why == rated.Annulled) != m.Past.Annulled
	})
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

// RatingNow returns the current rating of a player whose last change is last, and whether it is shown.
func (s People) RatingNow(last rated.Change) (rating.Rating, bool) { return last.Now(s.deps.Now()) }

// MayRate returns ErrNobodyManages or a *LimitError if the player may not make c a rated challenge. It returns nil if c
// is not rated.
func (s Challenges) MayRate(ctx context.Context, by match.PlayerID, c Challenge) error {
	if !c.Terms.Rated || !c.Terms.CanBeRated() {
		return nil
	}
	if c.Venue.Guild == "" || c.Venue.Away {
		return ErrNobodyManages
	}
	return MayRate(ctx, s.deps.Store, by, c.To, s.deps.Now())
}

// MayRate returns a *LimitError if two players cannot begin a rated match now. An empty other means anyone.
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
		games, err := ratedGames(ctx, r, p, now)
		if err == nil {
			games, err = excuseVoid(ctx, r, games)
		}
		if err != nil {
			return err
		}
		if free := rated.FledFree(games, now); !free.IsZero() {
			return &LimitError{Limit: LimitFled, To: p, Free: free}
		}
		if p != by || other == "" {
			continue
		}
		if err := (pairCheck{games, other, now}).check(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// pairCheck checks for too many rated matches of two people.
type pairCheck struct {
	games []rated.Game // of one of them
	other match.PlayerID
	now   time.Time
}

// check returns a *LimitError if the limit is reached.
func (c pairCheck) check(ctx context.Context, r rated.Reader) error {
	names, err := rated.Names(ctx, r, c.other, c.now)
	if err != nil {
		return err
	}
	for i := range c.games {
		if slices.Contains(names, c.games[i].Opponent) {
			c.games[i].Opponent = c.other
		}
	}
	if free := rated.PairFree(c.games, c.other, c.now); !free.IsZero() {
		return &LimitError{Limit: LimitPair, To: c.other, Free: free}
	}
	return nil
}

// checkPairAgain repeats the pair limit of MayRate within the unit of work that starts m, because two people could
// accept at the same time. by accepts m.
func checkPairAgain(ctx context.Context, tx Tx, m *Match, by match.PlayerID) error {
	if !m.Terms.Rated {
		return nil
	}
	games, err := ratedGames(ctx, tx, by, m.Started)
	if err != nil {
		return err
	}
	return pairCheck{games, m.Challenger, m.Started}.check(ctx, tx)
}

// ratedGames returns the rated matches that count for limits, of p and of the profiles that p deleted lately.
func ratedGames(ctx context.Context, r Lookup, p match.PlayerID, now time.Time) (games []rated.Game, err error) {
	names, err := rated.Names(ctx, r, p, now)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		list, err := r.Rated(ctx, name, now.Add(-rated.Lately))
		if err != nil {
			return nil, err
		}
		games = append(games, notAborted(list, name)...)
	}
	return games, nil
}

// notAborted returns p's rated matches in list that were not called off.
func notAborted(list []Summary, p match.PlayerID) (games []rated.Game) {
	for _, m := range list {
		if m.Outcome.Reason == rules.Aborted {
			continue
		}
		games = append(games, rated.Game{Match: m.ID, Player: p, Opponent: m.Other(p), Started: m.Started, Ended: m.Ended,
			Fled: m.Outcome.Reason == rules.Resignation && m.Winner != p &&
				rules.RoundNumber(rules.Red, m.Ply) < rated.FledRound})
	}
	return games
}

// excuseVoid returns games without the early resignations from league matches that count for nobody.
func excuseVoid(ctx context.Context, r season.Reader, games []rated.Game) ([]rated.Game, error) {
	for i := range games {
		if !games[i].Fled {
			continue
		}
		void, _, err := season.IsVoid(ctx, r, games[i].Match, games[i].Player)
		if games[i].Fled = !void; err != nil {
			return nil, err
		}
	}
	return games, nil
}
