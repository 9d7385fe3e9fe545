package storage_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/play"
	"madbot/bot/play/playtest"
	"madbot/storage"
)

// TestMove_WhilePlaying: a copy or backup made while turns are played is one state, not older than its beginning.
func TestMove_WhilePlaying(t *testing.T) {
	t.Parallel()
	for name, kind := range kinds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source, dir := kind(t), t.TempDir()
			s, err := storage.Open(t.Context(), source, time.Now)
			require.NoError(t, err)
			defer func() { assert.NoError(t, s.Close()) }()
			defer playing(t, s)()
			rounds := 1
			if *storage.Soak {
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

// playing plays a match in s until stop is called. It returns after the first turn.
func playing(t *testing.T, s storage.Store) (stop func()) {
	t.Helper()
	playtest.Start(t, s, "m")
	playtest.Change(t, s, "m", playtest.Swap)
	ctx, cancel := context.WithCancel(t.Context())
	var player sync.WaitGroup
	player.Go(func() {
		for ctx.Err() == nil {
			assert.NoError(t, s.Do(t.Context(), func(tx play.Tx) error {
				now := playtest.At(tx, playtest.Now())
				_, err := play.Change(t.Context(), now, play.Ref{ID: "m", Ply: play.AnyPly}, playtest.Swap)
				return err
			}))
		}
	})
	return func() { cancel(); player.Wait() }
}
