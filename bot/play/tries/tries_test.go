package tries_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/bot/play/tries"
	"madbot/rules/match"
)

func add(t require.TestingT, s play.Store, one tries.Try, n *tries.Number) (r tries.Result) {
	require.NoError(t, s.Do(context.Background(), func(tx play.Tx) (err error) {
		r, err = tries.Add(context.Background(), tx, one, n)
		return err
	}))
	return r
}

// TestAdd: the first try of a puzzle counts and no other; right raises the rating of its player and lowers the puzzle's
// number, wrong or with help the other way round; a puzzle from a game has no number and moves nothing.
func TestAdd(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, now := playtest.NewMemory(), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		first := map[string]tries.Try{}
		rating := tries.Rating(nil)
		for n := range rapid.IntRange(1, 30).Draw(t, "tries") {
			now = now.Add(time.Duration(rapid.IntRange(0, 1000).Draw(t, "hours")) * time.Hour)
			one := tries.Try{Player: "alice", Puzzle: fmt.Sprint(rapid.IntRange(0, 9).Draw(t, "puzzle")), At: now,
				Right: rapid.Bool().Draw(t, "right"), Hinted: rapid.Bool().Draw(t, "hinted")}
			fresh := tries.Fresh(one.Puzzle, 1000+20*n)
			if one.Puzzle == "9" {
				fresh = nil
			}
			before := rating.Points
			r := add(t, s, one, fresh)
			rating = r.After
			if old, tried := first[one.Puzzle]; tried {
				require.Equal(t, tries.Result{Try: old}, r)
				rating.Points = before
				continue
			}
			require.True(t, r.First)
			require.Equal(t, len(first)+1, r.N)
			require.Equal(t, one.Right && !one.Hinted, r.Right)
			first[one.Puzzle] = r.Try
			kept, err := readNumber(s, one.Puzzle)
			require.NoError(t, err)
			switch {
			case fresh == nil:
				require.InDelta(t, before, r.After.Points, 0)
				require.Zero(t, kept.Deviation)
				continue
			case r.Right:
				require.Greater(t, r.After.Points, before)
				require.Less(t, kept.Points, fresh.Points)
			default:
				require.Less(t, r.After.Points, before)
				require.Greater(t, kept.Points, fresh.Points)
			}
			require.InDelta(t, r.After.Points-before, float64(r.Change), 1)
		}
		all, err := s.PuzzleTries(context.Background(), "alice")
		require.NoError(t, err)
		require.Len(t, all, len(first))
		other := add(t, s, tries.Try{Player: "bob", Puzzle: all[0].Puzzle, At: now}, tries.Fresh(all[0].Puzzle, 2084))
		require.True(t, other.First, "what others tried is theirs")
	})
}

func readNumber(s play.Store, puzzle string) (n tries.Number, err error) {
	err = s.Do(context.Background(), func(tx play.Tx) error {
		n, err = tx.PuzzleNumber(context.Background(), puzzle)
		return err
	})
	return n, err
}

// TestAdd_Fades: who has tried nothing for long is rated again sooner.
func TestAdd_Fades(t *testing.T) {
	t.Parallel()
	gain := func(days int) int {
		s, now := playtest.NewMemory(), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		for n := range 20 {
			id := fmt.Sprint(n)
			add(t, s, tries.Try{Player: "alice", Puzzle: id, At: now, Right: n%2 == 0}, tries.Fresh(id, 1200))
		}
		last := tries.Try{Player: "alice", Puzzle: "last", At: now.AddDate(0, 0, days), Right: true}
		return add(t, s, last, tries.Fresh("last", 1200)).Change
	}
	assert.Greater(t, gain(1000), gain(1))
}

// TestAdd_Number: the number of a puzzle continues from other people's tries.
func TestAdd_Number(t *testing.T) {
	t.Parallel()
	s := playtest.NewMemory()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	last := 1500.0
	for i := range 5 {
		add(t, s, tries.Try{Player: match.PlayerID(fmt.Sprint(i)), Puzzle: "p", At: now, Right: true}, tries.Fresh("p", 1500))
		n, err := readNumber(s, "p")
		require.NoError(t, err)
		assert.Less(t, n.Points, last)
		last = n.Points
	}
	assert.Less(t, last, 1400.0)
}
