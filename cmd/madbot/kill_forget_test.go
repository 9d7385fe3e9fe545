package main

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
	"madbot/storage"
)

// TestDBKill_Forget: if the command that deletes a player is killed, the store stays consistent, and the next run
// completes the deletion, even if two run at once.
func TestDBKill_Forget(t *testing.T) {
	t.Parallel()
	if !*soak {
		t.Skip("what a kill does is seen in TestKill_Forget: -soak")
	}
	who := "2" + strings.Repeat("0", 18) // as storagetest.Fill numbers players
	for name, fresh := range places() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source, to := places()["SQLite"](t), ""
			storeOf(t, source, killedMatches)
			next := func() []string {
				if to == "" || !strings.Contains(contents(t, to), who) { // it was killed after it had completed
					to = fresh(t)
					_, err := storage.Copy(t.Context(), source, to, nil)
					require.NoError(t, err)
				}
				return []string{"forget", "-config=" + configOf(t, to), "-person", who}
			}
			victim{next, func(ended bool) {
				found, err := storage.Check(t.Context(), to, maxFindings)
				require.NoError(t, err)
				assert.Empty(t, found)
				assert.False(t, ended && strings.Contains(contents(t, to), who))
			}}.kill(t, kills())
			if name == "SQLite" { // a second process finds the file in use
				return
			}
			var both sync.WaitGroup
			args := next()
			for range 2 {
				both.Go(func() {
					code, _, said := db(t, "", args...)
					assert.Zero(t, code, said)
				})
			}
			both.Wait()
			assert.NotContains(t, contents(t, to), who)
			checkStore(t, to)
		})
	}
}

// TestKill_Forget kills the bot while somebody deletes their data. Once it has confirmed that, their id is gone in the
// end, even from the bytes of the file.
func TestKill_Forget(t *testing.T) {
	t.Parallel()
	v := newSubprocess(t)
	v.start()
	p := &pairing{subprocess: v, people: [2]string{"alice", "bob"}, chance: rand.New(rand.NewPCG(1, 1))}
	p.begin()
	said := make(chan bool)
	living, dead := context.WithCancel(v.ctx)
	go func() { said <- v.deletes(living, "alice") }()
	v.requests.await(v.ctx, 3+rand.IntN(5))
	v.kill()
	dead() // no more answers come
	sure := <-said
	v.start()
	if !sure {
		require.True(t, v.deletes(v.ctx, "alice"))
	}
	alice := v.server.Actor("alice").ID().String()
	require.Eventually(t, func() bool { return !strings.Contains(contents(t, v.database), alice) }, patience,
		10*time.Millisecond)
	v.stop()
	checkStore(t, v.database)
	raw, err := os.ReadFile(v.database)
	require.NoError(t, err)
	assert.Zero(t, bytes.Count(raw, []byte(alice)))
}

// deletes lets somebody delete their data, and reports whether the bot confirms it before ctx ends.
func (v *subprocess) deletes(ctx context.Context, who string) bool {
	actor := v.server.Actor(who)
	answer, err := actor.Command(ctx, v.place, "privacy")
	for _, label := range []string{"Delete me", "Delete it all", "Delete it all"} {
		if err != nil || answer.Message == nil {
			return false
		}
		var button sandbox.Component
		button, _ = labelled(*answer.Message, label)
		answer, err = actor.Click(ctx, answer.Message.ID, button.CustomID)
	}
	return err == nil
}
