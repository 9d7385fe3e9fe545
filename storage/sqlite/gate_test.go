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

// BenchmarkGate measures what 20 rated matches of 30 turns each cost: look, as before each practised turn and page of a
// review; hint, all that a hint does about them.
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
	look := func(b *testing.B, all gate.Matches) gate.Gate {
		g, err := gate.For(b.Context(), all, "1")
		require.NoError(b, err)
		require.NoError(b, g.Check(rules.Start(rules.Board5x5, false)))
		return g
	}
	b.Run("look", func(b *testing.B) {
		for b.Loop() {
			look(b, db)
		}
	})
	b.Run("hint", func(b *testing.B) { // looks before and after the search, and counts
		require.NoError(b, db.Do(b.Context(), func(tx play.Tx) error {
			for b.Loop() {
				look(b, tx)
				require.NoError(b, tx.CountHelp(b.Context(), "1", look(b, tx).Rated()))
			}
			return nil
		}))
	})
}
