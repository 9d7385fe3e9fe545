package world_test

import (
	"bytes"
	"flag"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/page"
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

var answered = flag.Int("answered", 150_000, "how many `interactions` TestMemoryIsBounded answers")

// open begins a world whose clock the test moves.
func open(t *testing.T, dir string, now *time.Time) *world.World {
	t.Helper()
	w, err := world.Open(world.Config{Dir: dir, Now: func() time.Time { return *now },
		Log: func() *slog.Logger { return slog.New(slog.DiscardHandler) }}, &page.Stream{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, w.Close()) })
	return w
}

// answer has Alice use a command in #mad that is answered with a message, private or not.
func answer(t *testing.T, w *world.World, flags int) *world.Interaction {
	t.Helper()
	body := map[string]any{"content": "<@1000000000000000022>", "nonce": "n"}
	var i *world.Interaction
	w.Do(func(s *world.State) {
		mad := s.Channel(wire.MadID)
		owners := wire.OwnersIn(mad, wire.AliceID, []wire.Install{wire.GuildInstall})
		i = s.NewInteraction(wire.InteractionCommand, wire.AliceID, mad, owners)
		d := check.Message(check.NewForm(body), nil, check.MessageRule{Version: 10})
		require.Nil(t, s.Send(s.NewAnswer(i, flags), d, check.InteractionMentions()))
		s.SetAnswered(i, wire.CallbackMessage, world.Answer{})
	})
	return i
}

// upload posts a file to #mad and returns its id.
func upload(t *testing.T, w *world.World) (id wire.Snowflake) {
	t.Helper()
	w.Do(func(s *world.State) {
		files := []check.Upload{{Index: 0, Name: "a.txt", Data: []byte("a")}}
		d := check.Message(check.NewForm(nil), files, check.MessageRule{Version: 10})
		p := s.NewPost(s.Channel(wire.MadID))
		require.Nil(t, s.Send(p, d, check.ChannelMentions()))
		id = p.Files[0].ID
		_, err := s.File(id)
		require.NoError(t, err)
	})
	return id
}

// TestMemoryIsBounded answers a thousand interactions a second. When as many are kept as ever will
// be, more of them take no more memory.
func TestMemoryIsBounded(t *testing.T) {
	now := time.Date(2026, time.July, 22, 12, 0, 0, 0, time.UTC)
	w := open(t, "", &now)
	inUse := func() int {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc >> 20)
	}
	first := answer(t, w, 0)
	picture := upload(t, w)
	half, begun := 0, time.Now()
	for n := range *answered {
		now = now.Add(time.Millisecond)
		answer(t, w, n%2*wire.FlagEphemeral)
		if n == *answered*3/4 {
			half = inUse()
		}
	}
	t.Logf("%d interactions, %v each: %d MiB after three quarters, %d MiB at the end", *answered,
		time.Since(begun)/time.Duration(*answered), half, inUse())
	assert.Less(t, inUse(), half+half/4)
	w.Do(func(s *world.State) {
		assert.Nil(t, s.Interaction(first.ID), "the oldest made room")
		assert.Nil(t, s.InteractionOf(first.Token))
		_, err := s.File(picture)
		assert.ErrorIs(t, err, fs.ErrNotExist)
		seen := 0
		for p := range s.Backward(wire.BobID, wire.MadID, 0) {
			require.NotNil(t, s.Post(p.ID))
			seen++
		}
		assert.Equal(t, 20_000, seen)
	})
}

// TestInteractionsAreForgotten shows that an hour after its token an interaction is gone.
func TestInteractionsAreForgotten(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.July, 22, 12, 0, 0, 0, time.UTC)
	w := open(t, "", &now)
	old := answer(t, w, 0)
	now = now.Add(14 * time.Minute)
	w.Do(func(s *world.State) { assert.False(t, s.TokenDead(old)) })
	now = now.Add(2 * time.Minute)
	answer(t, w, 0)
	w.Do(func(s *world.State) {
		assert.True(t, s.TokenDead(old))
		assert.NotNil(t, s.Interaction(old.ID))
	})
	now = now.Add(time.Hour)
	young := answer(t, w, 0)
	w.Do(func(s *world.State) {
		assert.Nil(t, s.Interaction(old.ID))
		assert.NotNil(t, s.InteractionOf(young.Token))
	})
}

// TestJournalIsRewritten shows that the folder does not grow with what has happened, and that
// nothing is lost thereby.
func TestJournalIsRewritten(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.July, 22, 12, 0, 0, 0, time.UTC)
	dir := t.TempDir()
	w := open(t, dir, &now)
	i := answer(t, w, 0)
	var last *world.Post
	w.Do(func(s *world.State) {
		for p := range s.Backward(wire.AliceID, wire.MadID, 0) {
			last = p
		}
		for range 12_000 {
			next := *last
			s.Put(&next)
		}
	})
	assert.Less(t, lines(t, dir), 10_000)
	require.NoError(t, w.Close())

	again := open(t, dir, &now)
	again.Do(func(s *world.State) {
		assert.Equal(t, last.Message, s.Post(last.ID).Message)
		assert.NotNil(t, s.InteractionOf(i.Token))
		messages, pings := s.Unread(wire.BobID, wire.MadID)
		assert.Equal(t, [2]int{1, 1}, [2]int{messages, pings})
	})
}

// lines counts those of the journal.
func lines(t *testing.T, dir string) int {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "sandbox.jsonl"))
	require.NoError(t, err)
	return bytes.Count(data, []byte("\n"))
}
