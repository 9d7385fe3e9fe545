package sqlite

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/gate"
	"madbot/rules"
	"madbot/rules/match"
)

// BenchmarkGate looks at 20 rated matches of 30 turns each, as before each hint, practised turn and page of a review.
func BenchmarkGate(b *testing.B) {
	db := openTest(b)
	now := time.UnixMilli(1000)
	terms := match.Terms{Options: rules.DefaultOptions(), Pace: match.Pace{PerTurn: time.Hour}, Hints: match.NoHints,
		NoTakebacks: true, Rated: true}
	require.NoError(b, db.Do(b.Context(), func(tx play.Tx) error {
		for i := range 20 {
			m, events, err := match.Propose(match.Proposal{ID: match.ID(fmt.Sprint("m", i)), By: "1", To: "2", Terms: terms}, now)
			require.NoError(b, err)
			more, err := m.As("2").Accept(rules.Red, now)
			require.NoError(b, err)
			events = append(events, more...)
			for range 30 {
				more, err := m.As(m.ToMove()).Play(rules.ShiftTurn(rules.Swap111x222), now)
				require.NoError(b, err)
				events = append(events, more...)
			}
			require.NoError(b, tx.CreateMatch(b.Context(), play.Match{Match: m}, events))
		}
		return nil
	}))
	for b.Loop() {
		g, err := gate.For(b.Context(), db, "1")
		require.NoError(b, err)
		require.NoError(b, g.Check(rules.Start(rules.Board5x5, false)))
	}
}
