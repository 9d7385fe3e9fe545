package sqlstore

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
)

// playing returns a match in which that many swaps were played.
func playing(t *testing.T, swaps int) play.Match {
	t.Helper()
	m, _, err := match.Propose(match.Proposal{ID: "m", By: "1", To: "2",
		Terms: match.Terms{Options: rules.DefaultOptions(), Side: match.PlayRed}}, time.UnixMilli(1).UTC())
	require.NoError(t, err)
	_, err = m.As("2").Accept(rules.NoColor, time.UnixMilli(2).UTC())
	require.NoError(t, err)
	for range swaps {
		_, err := m.As(m.ToMove()).Play(rules.ShiftTurn(rules.Swap111x222), time.UnixMilli(3).UTC())
		require.NoError(t, err)
	}
	return play.Match{Match: m}
}

// with returns the values of m in wholeColumns with another value in one column.
func with(t *testing.T, m play.Match, column string, value any) []any {
	t.Helper()
	values := wholeValues(&m, turns(&m))
	for i, name := range names(wholeColumns) {
		if name == column {
			values[i] = value
			return values
		}
	}
	require.Fail(t, column)
	return nil
}

// TestMatch_Corrupt: the error for a corrupt match names the match and the turn.
func TestMatch_Corrupt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, column string
		value        any
		ply          int
		is           error // nil: any
	}{
		{"a board that there is not", "board", "7x3", 0, nil},
		{"no board", "board", "", 0, nil},
		{"an illegal turn", "turns", "111=222 211-c4", 2, nil},
		{"no turn", "turns", "111=222 nonsense 111=222", 2, rules.ErrSyntax},
		{"another spelling", "turns", "222=111 111=222", 1, errSpelling},
		{"an end that was not", "reason", rules.Stall, 2, errOutcome},
		{"a winner without an end", "winner", rules.Red, 2, errOutcome},
		{"a victory over nobody", "reason", rules.CorvetteExile, 2, errOutcome},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			values := with(t, playing(t, 2), c.column, c.value)
			_, err := scanMatch(stored(t, wholeColumns, values...))
			var corrupt *CorruptError
			require.ErrorAs(t, err, &corrupt)
			assert.Equal(t, match.ID("m"), corrupt.Match)
			assert.Equal(t, c.ply, corrupt.Ply)
			assert.ErrorContains(t, err, "match m is corrupt at ply ")
			if c.is != nil {
				assert.ErrorIs(t, err, c.is)
			}
		})
	}
}

// TestMatch_CorruptEnd: the stored outcome must be the one that the turns lead to.
func TestMatch_CorruptEnd(t *testing.T) {
	t.Parallel()
	m := playing(t, int(rules.DefaultStallLimit))
	require.Equal(t, rules.Stall, m.Game.Outcome().Reason)
	for column, value := range map[string]any{"winner": m.Game.Outcome().Winner.Other(),
		"reason": rules.Resignation} {
		_, err := scanMatch(stored(t, wholeColumns, with(t, m, column, value)...))
		require.ErrorIs(t, err, errOutcome, column)
	}
	_, err := scanMatch(stored(t, wholeColumns, with(t, m, "turns", turns(&m)+" 111=222")...))
	var corrupt *CorruptError
	require.ErrorAs(t, err, &corrupt)
	assert.Equal(t, int(rules.DefaultStallLimit)+1, corrupt.Ply)
}

// TestSummary_Corrupt: a list shows a match that does not replay, but not one with an unknown board.
func TestSummary_Corrupt(t *testing.T) {
	t.Parallel()
	m := playing(t, 2)
	values := slices.Clone(with(t, m, "turns", 2))
	summary, err := scanSummary(stored(t, wholeColumns, values...))
	require.NoError(t, err)
	assert.Equal(t, m.Summary(), summary)
	values = with(t, m, "board", "7x3")
	values[len(values)-1] = 2
	_, err = scanSummary(stored(t, wholeColumns, values...))
	var corrupt *CorruptError
	require.ErrorAs(t, err, &corrupt)
}
