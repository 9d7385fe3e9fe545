package sqlite

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/rules"
	"madbot/rules/match"
)

// TestCorrupt: a match that does not replay says which and where, and silences no other.
func TestCorrupt(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name   string
		damage string
		ply    int
		is     error // nil: any
	}{
		{"illegal turn", "UPDATE turns SET turn = '211-c4' WHERE ply = 1", 1, nil},
		{"no turn at all", "UPDATE turns SET turn = 'nonsense' WHERE ply = 2", 2, rules.ErrSyntax},
		{"other spelling", "UPDATE turns SET turn = '222=111' WHERE ply = 2", 2, errSpelling},
		{"end that was not", "UPDATE matches SET status = 3, reason = 2, winner = 2", 2, errOutcome},
		{"other winner", "UPDATE matches SET status = 3, reason = 3, winner = 1", 2, errOutcome},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			db := openTest(t)
			playTwo(t, db, "bad")
			exec(t, db, "DROP TRIGGER turns_never_change")
			exec(t, db, c.damage)
			playTwo(t, db, "good")

			var corrupt *CorruptError
			_, err := db.Match(t.Context(), "bad")
			require.ErrorAs(t, err, &corrupt)
			assert.Equal(t, match.ID("bad"), corrupt.Match)
			assert.Equal(t, c.ply, corrupt.Ply)
			if c.is != nil {
				assert.ErrorIs(t, err, c.is)
			}
			_, err = db.Update(t.Context(), "bad", swap)
			require.ErrorAs(t, err, &corrupt)
			require.ErrorAs(t, db.Check(t.Context()), &corrupt)

			notices, err := db.Notices(t.Context(), time.Now(), 99)
			require.NoError(t, err)
			require.Len(t, notices, 8)
			assert.Equal(t, rules.NoTurn, notices[2].Event.Turn)
			assert.Equal(t, rules.ShiftTurn(rules.Swap111x222), notices[6].Event.Turn)
		})
	}
}

func TestCheck_Dangling(t *testing.T) {
	t.Parallel()
	db := openTest(t)
	playTwo(t, db, "m")
	require.NoError(t, db.Check(t.Context()))
	exec(t, db, "PRAGMA foreign_keys = off")
	exec(t, db, "DELETE FROM matches")
	require.ErrorIs(t, db.Check(t.Context()), ErrDamaged)
}

// playTwo stores a match with two turns.
func playTwo(t *testing.T, db *DB, id match.ID) {
	t.Helper()
	m, events, err := match.Propose(match.Proposal{ID: id, By: "1", To: "2",
		Terms: match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed}}, time.UnixMilli(1))
	require.NoError(t, err)
	require.NoError(t, db.Create(t.Context(), m, events))
	accept := func(m *match.Match) ([]match.Event, error) {
		return m.Accept("2", rules.NoColor, time.UnixMilli(2))
	}
	for _, change := range []func(*match.Match) ([]match.Event, error){accept, swap, swap} {
		_, err := db.Update(t.Context(), id, change)
		require.NoError(t, err)
	}
}

// swap plays a turn that is always legal.
func swap(m *match.Match) ([]match.Event, error) {
	return m.Play(m.ToMove(), rules.ShiftTurn(rules.Swap111x222), time.UnixMilli(3))
}
