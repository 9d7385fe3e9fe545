package playtest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/bot/play/tries"
	"madbot/rules/match"
)

// memoryReviews are the methods on reviews, ratings, tries and puzzles.
type memoryReviews struct{ *unit }

func (tx memoryReviews) Review(_ context.Context, id match.ID) (play.Review, error) {
	r := tx.reviews[id]
	r.Match, r.Found = id, slices.Clone(r.Found)
	return r, nil
}

func (tx memoryReviews) SaveReview(_ context.Context, r play.Review) error {
	if _, ok := tx.matches[r.Match]; !ok {
		return play.ErrNotFound
	}
	r.Found = slices.Clone(r.Found)
	put(tx, tx.reviews, r.Match, r)
	return nil
}

func (tx memoryReviews) ReviewLoad(_ context.Context, p match.PlayerID, since time.Time) (
	l play.ReviewLoad, err error) {
	for _, r := range tx.reviews {
		if r.IsUnderWay() {
			l.All++
			if r.Asker == p {
				l.Own++
			}
		}
		if r.Asker == p && !r.Asked.Before(since) {
			l.Asked++
		}
	}
	return l, nil
}

func (tx memoryReviews) RatedIn(_ context.Context, id match.ID) (list []rated.Change, err error) {
	for _, changes := range tx.ratings {
		for _, c := range changes {
			if c.Match == id {
				list = append(list, c)
			}
		}
	}
	return list, nil
}

func (tx memoryReviews) RatingChanges(_ context.Context, p match.PlayerID, limit int) ([]rated.Change, error) {
	list := slices.Clone(tx.ratings[p])
	slices.Reverse(list)
	return first(list, limit), nil
}

func (tx memoryReviews) Formers(_ context.Context, p match.PlayerID, since time.Time) (all []rated.Former, _ error) {
	for _, f := range where(tx.formers, func(a, b formerOf) int {
		return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.Name, b.Name))
	}, func(f formerOf) bool { return f.player == p && f.At.After(since) }) {
		all = append(all, f.Former)
	}
	return all, nil
}

func (tx memoryReviews) SaveFormer(_ context.Context, p match.PlayerID, f rated.Former) error {
	if f.At.IsZero() {
		return errors.New("profile deleted at no time")
	}
	put(tx, tx.formers, f.Name, formerOf{f, p})
	return nil
}

func (tx memoryReviews) RemoveFormers(_ context.Context, until time.Time) (names []match.PlayerID, _ error) {
	for _, f := range where(tx.formers, func(a, b formerOf) int { return cmp.Compare(a.Name, b.Name) },
		func(f formerOf) bool { return !f.At.After(until) }) {
		names = append(names, f.Name)
		drop(tx, tx.formers, f.Name)
	}
	return names, nil
}

func (tx memoryReviews) AddStanding(_ context.Context, s rated.Standing) error {
	key := s
	key.Matches, key.Halves = 0, 0
	was := tx.stands[key]
	s.Matches, s.Halves = s.Matches+was.Matches, s.Halves+was.Halves
	if s == key {
		drop(tx, tx.stands, key)
		return nil
	}
	put(tx, tx.stands, key, s)
	return nil
}

func (tx memoryReviews) Standings(_ context.Context, server, season string, byRating bool) (rows []rated.Row, _ error) {
	sums := map[match.PlayerID]rated.Row{}
	for _, one := range tx.stands {
		if one.Server == server && (season == "" || season == one.Season) && !one.Player.IsFormer() {
			sum := sums[one.Player]
			sum.Matches, sum.Halves = sum.Matches+one.Matches, sum.Halves+one.Halves
			sums[one.Player] = sum
		}
	}
	for p, row := range sums {
		chosen := tx.players[p].Settings
		row.Player = p
		if row.Matches < rated.Ranked || chosen.Unranked {
			continue
		}
		if all := tx.ratings[p]; byRating {
			if len(all) == 0 || all[len(all)-1].Games < rated.Shown || chosen.Rating != play.AllEyes {
				continue
			}
			row.Points = all[len(all)-1].After.Points
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func (tx memoryReviews) RenameRatings(_ context.Context, p, former match.PlayerID) error {
	list := slices.Clone(tx.ratings[p])
	for i := range list {
		list[i].Player = former
	}
	if len(list) > 0 {
		put(tx, tx.ratings, former, list)
		drop(tx, tx.ratings, p)
	}
	for id, events := range tx.events {
		events = slices.Clone(events)
		for i := range events {
			if k := events[i].Kind; (k == match.Annulled || k == match.Reinstated) && events[i].By == p {
				events[i].By = former
				put(tx, tx.events, id, events)
			}
		}
	}
	return nil
}

func (tx memoryReviews) AllRatingChanges(context.Context) (all []rated.Change, err error) {
	for _, p := range slices.Sorted(maps.Keys(tx.ratings)) {
		all = append(all, tx.ratings[p]...)
	}
	return all, nil
}

func (tx memoryReviews) AddRatingChange(_ context.Context, c rated.Change) error {
	list := tx.ratings[c.Player]
	_, known := tx.matches[c.Match]
	if !known || c.N != len(list)+1 || slices.ContainsFunc(list, func(old rated.Change) bool {
		return old.Match == c.Match && (old.Why == c.Why || !old.Why.IsUndo() && !c.Why.IsUndo())
	}) {
		return play.ErrExists
	}
	put(tx, tx.ratings, c.Player, append(slices.Clip(list), c))
	return nil
}

func (tx memoryReviews) PuzzleNumbers(context.Context) ([]tries.Number, error) {
	return slices.Collect(maps.Values(tx.numbers)), nil
}

func (tx memoryReviews) OwnPuzzles(_ context.Context, p match.PlayerID) ([]tries.Own, error) {
	return where(tx.own, byMatch, func(o tries.Own) bool { return o.Player == p }), nil
}

func (tx memoryReviews) GuildPuzzles(_ context.Context, guild string, limit int) ([]tries.Own, error) {
	return first(where(tx.own, byMatch, func(o tries.Own) bool { return o.Guild == guild }), limit), nil
}

func byMatch(a, b tries.Own) int {
	return cmp.Or(cmp.Compare(a.Match, b.Match), cmp.Compare(a.Player, b.Player))
}

func (tx memoryReviews) PuzzleTries(_ context.Context, p match.PlayerID) ([]tries.Try, error) {
	return where(tx.tries, func(a, b tries.Try) int { return b.N - a.N },
		func(t tries.Try) bool { return t.Player == p }), nil
}

func (tx memoryReviews) AddPuzzleTry(ctx context.Context, t tries.Try) error {
	all, err := tx.PuzzleTries(ctx, t.Player)
	for _, old := range all {
		if old.Puzzle == t.Puzzle || old.N == t.N {
			return fmt.Errorf("puzzle %s was tried", t.Puzzle)
		}
	}
	put(tx, tx.tries, tryKey{t.Player, t.Puzzle}, t)
	return err
}

func (tx memoryReviews) PuzzleNumber(_ context.Context, puzzle string) (tries.Number, error) {
	n := tx.numbers[puzzle]
	n.Puzzle = puzzle
	return n, nil
}

func (tx memoryReviews) SavePuzzleNumber(_ context.Context, n tries.Number) error {
	put(tx, tx.numbers, n.Puzzle, n)
	return nil
}

func (tx memoryReviews) SaveOwnPuzzle(_ context.Context, o tries.Own) error {
	if _, ok := tx.matches[o.Match]; !ok {
		return play.ErrNotFound
	}
	put(tx, tx.own, seatKey{o.Match, o.Player}, o)
	return nil
}
