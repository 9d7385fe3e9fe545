package playtest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"madbot/bot/play"
	"madbot/bot/play/rated"
	"madbot/bot/play/tries"
	"madbot/rules/match"
)

// Review implements play.Store.
func (s *Memory) Review(ctx context.Context, id match.ID) (play.Review, error) {
	return read(ctx, s, func(tx *memoryTx) (play.Review, error) { return tx.Review(ctx, id) })
}

// Review implements play.ReviewStore.
func (tx *memoryTx) Review(_ context.Context, id match.ID) (play.Review, error) {
	r := tx.memory.reviews[id]
	r.Match, r.Found = id, slices.Clone(r.Found)
	return r, nil
}

// SaveReview implements play.ReviewStore.
func (tx *memoryTx) SaveReview(_ context.Context, r play.Review) error {
	if _, ok := tx.memory.matches[r.Match]; !ok {
		return play.ErrNotFound
	}
	r.Found = slices.Clone(r.Found)
	put(tx, tx.memory.reviews, r.Match, r)
	return nil
}

// ReviewLoad implements play.ReviewStore.
func (tx *memoryTx) ReviewLoad(_ context.Context, p match.PlayerID, since time.Time) (l play.ReviewLoad, err error) {
	for _, r := range tx.memory.reviews {
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

// RatingChanges implements play.Store.
func (s *Memory) RatingChanges(ctx context.Context, p match.PlayerID, limit int) ([]rated.Change, error) {
	return read(ctx, s, func(tx *memoryTx) ([]rated.Change, error) { return tx.RatingChanges(ctx, p, limit) })
}

// RatedIn implements play.Store.
func (s *Memory) RatedIn(ctx context.Context, id match.ID) ([]rated.Change, error) {
	return read(ctx, s, func(tx *memoryTx) (list []rated.Change, err error) {
		for _, changes := range tx.memory.ratings {
			for _, c := range changes {
				if c.Match == id {
					list = append(list, c)
				}
			}
		}
		return list, nil
	})
}

// RatingChanges implements rated.Reader.
func (tx *memoryTx) RatingChanges(_ context.Context, p match.PlayerID, limit int) ([]rated.Change, error) {
	list := slices.Clone(tx.memory.ratings[p])
	slices.Reverse(list)
	return list[:min(limit, len(list))], nil
}

// AddStanding implements rated.Standings.
func (tx *memoryTx) AddStanding(_ context.Context, s rated.Standing) error {
	key := s
	key.Matches, key.Halves = 0, 0
	was := tx.memory.stands[key]
	s.Matches, s.Halves = s.Matches+was.Matches, s.Halves+was.Halves
	if s == key {
		drop(tx, tx.memory.stands, key)
		return nil
	}
	put(tx, tx.memory.stands, key, s)
	return nil
}

// Standings implements play.Store.
func (s *Memory) Standings(ctx context.Context, server, season string, byRating bool) ([]rated.Row, error) {
	return read(ctx, s, func(tx *memoryTx) ([]rated.Row, error) {
		sums := map[match.PlayerID]rated.Row{}
		for _, one := range s.stands {
			if one.Server == server && (season == "" || season == one.Season) && !one.Player.IsFormer() {
				sum := sums[one.Player]
				sum.Matches, sum.Halves = sum.Matches+one.Matches, sum.Halves+one.Halves
				sums[one.Player] = sum
			}
		}
		var rows []rated.Row
		for p, row := range sums {
			chosen := s.players[p].Settings
			row.Player = p
			if row.Matches < rated.Ranked || chosen.Unranked {
				continue
			}
			if all := s.ratings[p]; byRating {
				if len(all) < rated.Shown || chosen.Rating != play.AllEyes {
					continue
				}
				row.Points = all[len(all)-1].After.Points
			}
			rows = append(rows, row)
		}
		return rows, nil
	})
}

// RenameRatings implements play.Ratings.
func (tx *memoryTx) RenameRatings(_ context.Context, p, former match.PlayerID) error {
	list := slices.Clone(tx.memory.ratings[p])
	for i := range list {
		list[i].Player = former
	}
	if len(list) > 0 {
		put(tx, tx.memory.ratings, former, list)
		drop(tx, tx.memory.ratings, p)
	}
	for id, events := range tx.memory.events {
		events = slices.Clone(events)
		for i := range events {
			if events[i].Kind == match.Annulled && events[i].By == p {
				events[i].By = former
				put(tx, tx.memory.events, id, events)
			}
		}
	}
	return nil
}

// AddRatingChange implements rated.Store.
func (tx *memoryTx) AddRatingChange(_ context.Context, c rated.Change) error {
	list := tx.memory.ratings[c.Player]
	_, known := tx.memory.matches[c.Match]
	if !known || c.N != len(list)+1 || slices.ContainsFunc(list, func(old rated.Change) bool {
		return old.Match == c.Match && (old.Why == rated.Annulled) == (c.Why == rated.Annulled)
	}) {
		return play.ErrExists
	}
	put(tx, tx.memory.ratings, c.Player, append(slices.Clip(list), c))
	return nil
}

// PuzzleTries implements play.Store.
func (s *Memory) PuzzleTries(ctx context.Context, p match.PlayerID) ([]tries.Try, error) {
	return read(ctx, s, func(tx *memoryTx) ([]tries.Try, error) { return tx.PuzzleTries(ctx, p) })
}

// PuzzleNumbers implements play.Store.
func (s *Memory) PuzzleNumbers(ctx context.Context) ([]tries.Number, error) {
	return read(ctx, s, func(*memoryTx) ([]tries.Number, error) { return slices.Collect(maps.Values(s.numbers)), nil })
}

// OwnPuzzles implements play.Store.
func (s *Memory) OwnPuzzles(ctx context.Context, p match.PlayerID) ([]tries.Own, error) {
	return s.ownPuzzles(ctx, func(o tries.Own) bool { return o.Player == p })
}

// GuildPuzzles implements play.Store.
func (s *Memory) GuildPuzzles(ctx context.Context, guild string, limit int) ([]tries.Own, error) {
	list, err := s.ownPuzzles(ctx, func(o tries.Own) bool { return o.Guild == guild })
	return list[:min(limit, len(list))], err
}

// ownPuzzles returns those that are wanted.
func (s *Memory) ownPuzzles(ctx context.Context, wanted func(tries.Own) bool) ([]tries.Own, error) {
	return read(ctx, s, func(*memoryTx) (list []tries.Own, _ error) {
		for _, o := range s.own {
			if wanted(o) {
				list = append(list, o)
			}
		}
		slices.SortFunc(list, func(a, b tries.Own) int {
			return cmp.Or(cmp.Compare(a.Match, b.Match), cmp.Compare(a.Player, b.Player))
		})
		return list, nil
	})
}

// PuzzleTries implements tries.Store.
func (tx *memoryTx) PuzzleTries(_ context.Context, p match.PlayerID) (list []tries.Try, _ error) {
	for key, t := range tx.memory.tries {
		if key.player == p {
			list = append(list, t)
		}
	}
	slices.SortFunc(list, func(a, b tries.Try) int { return b.N - a.N })
	return list, nil
}

// AddPuzzleTry implements tries.Store.
func (tx *memoryTx) AddPuzzleTry(ctx context.Context, t tries.Try) error {
	all, err := tx.PuzzleTries(ctx, t.Player)
	for _, old := range all {
		if old.Puzzle == t.Puzzle || old.N == t.N {
			return fmt.Errorf("puzzle %s was tried", t.Puzzle)
		}
	}
	put(tx, tx.memory.tries, tryKey{t.Player, t.Puzzle}, t)
	return err
}

// PuzzleNumber implements tries.Store.
func (tx *memoryTx) PuzzleNumber(_ context.Context, puzzle string) (tries.Number, error) {
	n := tx.memory.numbers[puzzle]
	n.Puzzle = puzzle
	return n, nil
}

// SavePuzzleNumber implements tries.Store.
func (tx *memoryTx) SavePuzzleNumber(_ context.Context, n tries.Number) error {
	put(tx, tx.memory.numbers, n.Puzzle, n)
	return nil
}

// SaveOwnPuzzle implements tries.Store.
func (tx *memoryTx) SaveOwnPuzzle(_ context.Context, o tries.Own) error {
	if _, ok := tx.memory.matches[o.Match]; !ok {
		return play.ErrNotFound
	}
	put(tx, tx.memory.own, seatKey{o.Match, o.Player}, o)
	return nil
}
