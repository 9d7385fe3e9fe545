package rated

import (
	"cmp"
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/rules"
	"madbot/rules/match"
	"madbot/rules/rating"
)

// kept is a Store of rating changes.
type kept struct{ changes []Change }

func (k *kept) AllRatingChanges(context.Context) ([]Change, error) {
	slices.SortFunc(k.changes, func(a, b Change) int { return cmp.Or(cmp.Compare(a.Player, b.Player), a.N-b.N) })
	return slices.Clone(k.changes), nil
}

func (k *kept) AddRatingChange(_ context.Context, c Change) error {
	k.changes = append(k.changes, c)
	return nil
}

func (k *kept) RatingChanges(_ context.Context, p match.PlayerID, limit int) (list []Change, _ error) {
	for _, c := range slices.Backward(k.changes) {
		if c.Player == p && len(list) < limit {
			list = append(list, c)
		}
	}
	return list, nil
}

func (k *kept) Formers(context.Context, match.PlayerID, time.Time) ([]Former, error) { return nil, nil }

// played is a rated match with Red's score.
type played struct {
	match.Match
	score rating.Score
	why   Reason
	at    time.Time
}

// between returns a match that red played for a score.
func between(id match.ID, red, blue match.PlayerID, score rating.Score, at time.Time) played {
	return played{match.Match{ID: id, Players: rules.BySide[match.PlayerID]{Red: red, Blue: blue}}, score, Played, at}
}

// beginner has the rating that p begins with. Player 3 begins as certain as another profile was in 2025.
func beginner(p match.PlayerID) Change {
	c := Change{N: 1, At: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), Step: Step{After: rating.Start()}}
	if p == "3" {
		c.After.Deviation = 90
	}
	return c
}

// add rates p as Rate does.
func (k *kept) add(t require.TestingT, p played) {
	var changes []Change
	for _, id := range p.Players.Both() {
		lately, _ := k.RatingChanges(context.Background(), id, 1)
		c, err := next(context.Background(), k, id, lately, p.at)
		require.NoError(t, err)
		if c.N == 1 {
			c.Before = beginner(id).at(p.at)
		}
		c.Match, c.Why, c.Score = p.ID, p.why, p.score
		if id == p.Players.Blue {
			c.Score = 1 - p.score
		}
		changes = append(changes, c)
	}
	for i, c := range changes {
		c.After = c.result(changes[1-i].Before)
		k.changes = append(k.changes, c)
	}
}

var scores = []rating.Score{rating.Victory, rating.SemiDefeat, rating.Defeat}

// TestCorrect: whatever is annulled and reinstated, in any order, everybody has the rating that they would have if only
// the matches that count had been played.
func TestCorrect(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var k kept
		var all []*played
		now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		for range rapid.IntRange(1, 20).Draw(t, "acts") {
			now = now.Add(time.Duration(rapid.IntRange(0, 500).Draw(t, "hours")) * time.Hour)
			if len(all) > 0 && rapid.IntRange(0, 2).Draw(t, "annul") == 0 {
				one := all[rapid.IntRange(0, len(all)-1).Draw(t, "which")]
				if one.Past.Reinstated {
					continue
				}
				one.Past.Reinstated = one.Past.Annulled
				one.Past.Annulled = !one.Past.Annulled
				require.NoError(t, Correct(context.Background(), &k, &one.Match, now))
			} else {
				red := rapid.IntRange(0, 3).Draw(t, "red")
				blue := (red + rapid.IntRange(1, 3).Draw(t, "blue")) % 4
				one := &played{at: now}
				one.ID = match.ID(rune('a' + len(all)))
				one.Players.Red, one.Players.Blue = match.PlayerID(rune('0'+red)), match.PlayerID(rune('0'+blue))
				one.score = rapid.SampledFrom(scores).Draw(t, "score")
				one.why = rapid.SampledFrom([]Reason{Played, Spared}).Draw(t, "why")
				all = append(all, one)
				k.add(t, *one)
			}
			checkCorrected(t, &k, all, now)
		}
	})
}

// checkCorrected compares the ratings with those of a store that knows only the matches that count.
func checkCorrected(t *rapid.T, k *kept, all []*played, now time.Time) {
	var only kept
	for _, one := range all {
		if !one.Past.Annulled {
			only.add(t, *one)
		}
	}
	for _, p := range []match.PlayerID{"0", "1", "2", "3"} {
		got, _ := k.RatingChanges(context.Background(), p, 1)
		want, _ := only.RatingChanges(context.Background(), p, 1)
		got, want = append(got, beginner(p)), append(want, beginner(p))
		require.True(t, same(got[0].at(now), want[0].at(now)), "%s: %v, want %v", p, got[0].at(now), want[0].at(now))
		require.Equal(t, want[0].Games, got[0].Games, p)
	}
	changes, _ := k.AllRatingChanges(context.Background())
	require.Empty(t, Wrong(changes))
	last := Change{}
	for _, c := range changes {
		if last.Player != c.Player {
			last = Change{}
		}
		require.True(t, !c.Why.IsUndo() || c.Corrects(last))
		last = c
	}
}

// TestCorrect_Others: an annulled victory over somebody changes those who played that person later, and says why.
func TestCorrect_Others(t *testing.T) {
	t.Parallel()
	var k kept
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	one := between("m", "cheat", "victim", rating.Victory, at)
	k.add(t, one)
	two := between("n", "honest", "cheat", rating.Defeat, at)
	k.add(t, two)
	k.add(t, between("o", "stranger", "other", rating.Victory, at))
	one.Past.Annulled = true
	require.NoError(t, Correct(t.Context(), &k, &one.Match, at))
	changed := map[match.PlayerID]float64{}
	for _, c := range k.changes {
		if c.Why == Annulled {
			assert.Equal(t, match.ID("m"), c.Match)
			changed[c.Player] = math.Round(c.After.Points - c.Before.Points)
		}
	}
	assert.Len(t, changed, 3)
	assert.Negative(t, changed["cheat"])
	assert.Positive(t, changed["victim"])
	assert.Negative(t, changed["honest"], "who lost to somebody weaker than thought")
	before := len(k.changes)
	two.Match.ID = "unrated"
	require.NoError(t, Correct(t.Context(), &k, &two.Match, at))
	assert.Len(t, k.changes, before)
}

// TestWrong: a rating that does not follow from the results is found.
func TestWrong(t *testing.T) {
	t.Parallel()
	var k kept
	k.add(t, between("m", "a", "b", rating.Victory, time.Time{}))
	assert.Empty(t, Wrong(k.changes))
	k.changes[1].After.Points++
	assert.Equal(t, []match.PlayerID{"b"}, Wrong(k.changes))
	k.changes[0].Games++
	assert.Equal(t, []match.PlayerID{"a", "b"}, Wrong(k.changes))
}
