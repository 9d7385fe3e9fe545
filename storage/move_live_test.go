package storage_test

import (
	"context"
	"flag"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/rules"
	"madbot/rules/match"
	"madbot/storage"
)

var soak = flag.Bool("soak", false, "do at length what is done once otherwise")

// TestMove_WhilePlaying: what is copied and backed up while turns are played is one state, no older than when it was
// begun.
func TestMove_WhilePlaying(t *testing.T) {
	t.Parallel()
	for name, kind := range kinds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source, dir := kind(t), t.TempDir()
			s, err := storage.Open(t.Context(), source)
			require.NoError(t, err)
			defer func() { assert.NoError(t, s.Close()) }()
			defer playing(t, s)()
			rounds := 1
			if *soak {
				rounds = 10
			}
			for round := range rounds {
				before := counted(t, source)["turns"]
				backup, copied := filepath.Join(dir, "backup.db"), filepath.Join(dir, fmt.Sprint(round, ".db"))
				require.NoError(t, storage.Backup(t.Context(), source, backup, nil))
				_, err := storage.Copy(t.Context(), source, copied, nil)
				require.NoError(t, err)
				for _, path := range []string{backup, copied} {
					exported(t, path)
					assert.Greater(t, counted(t, path)["turns"], before-1)
				}
			}
			assert.Positive(t, counted(t, source)["turns"])
		})
	}
}

// playing plays a match in s until stop is called, and returns when its first turn was played.
func playing(t *testing.T, s storage.Store) (stop func()) {
	t.Helper()
	now := time.UnixMilli(1e12)
	law, events, err := match.Propose(match.Proposal{ID: "m", By: "1", To: "2",
		Terms: match.Terms{Options: rules.Options{Board: rules.Board5x5}}}, now)
	require.NoError(t, err)
	require.NoError(t, s.Do(t.Context(), func(tx play.Tx) error {
		if err := tx.SavePlayer(t.Context(), play.Player{ID: "1", Met: now}); err != nil {
			return err
		}
		return tx.CreateMatch(t.Context(), play.Match{Match: law}, events)
	}))
	step(t, s, now, func(m *play.Match, now time.Time) ([]match.Event, error) { return m.As("2").Accept(rules.Red, now) })
	ctx, cancel := context.WithCancel(t.Context())
	var player sync.WaitGroup
	began := make(chan struct{})
	first := sync.OnceFunc(func() { close(began) })
	player.Go(func() {
		for ctx.Err() == nil {
			now = now.Add(time.Second)
			step(t, s, now, func(m *play.Match, now time.Time) ([]match.Event, error) {
				return m.As(m.ToMove()).Play(rules.ShiftTurn(rules.Swap111x222), now)
			})
			first()
		}
	})
	<-began
	return func() { cancel(); player.Wait() }
}

// step does something in the match m.
func step(t *testing.T, s storage.Store, now time.Time, act play.Act) {
	t.Helper()
	assert.NoError(t, s.Do(t.Context(), func(tx play.Tx) error {
		_, err := play.Change(t.Context(), tx, play.Ref{ID: "m", Ply: play.AnyPly}, now, act)
		return err
	}))
}
