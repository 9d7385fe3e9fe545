package world_test

import (
	"bytes"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/page"
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// open opens a world with a clock that the test sets.
func open(t *testing.T, dir string, now *time.Time) *world.World {
	t.Helper()
	w, err := world.Open(world.Config{Dir: dir, Now: func() time.Time { return *now },
		Log: func() *slog.Logger { return slog.New(slog.DiscardHandler) }}, &page.Stream{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, w.Close()) })
	return w
}

// answer makes Alice use a command in #mad that gets a response with the given flags.
func answer(t *testing.T, w *world.World, flags discordgo.MessageFlags) *world.Interaction {
	t.Helper()
	body := map[string]any{"content": "<@1000000000000000022>", "nonce": "n"}
	var i *world.Interaction
	w.Do(func(s *world.State) {
		mad := s.Channels.Get(wire.MadID)
		owners := wire.OwnersIn(mad, wire.AliceID, wire.OfGuild())
		i = s.Interactions.New(discordgo.InteractionApplicationCommand, wire.AliceID, mad, owners)
		d := check.Message(check.NewForm(body), nil, check.MessageRule{Version: 10})
		require.Nil(t, s.Messages.Send(s.Interactions.NewAnswer(i, flags), d, check.InteractionMentions()))
		s.Interactions.SetAnswered(i, discordgo.InteractionResponseChannelMessageWithSource, world.Answer{})
	})
	return i
}

// upload posts a file in #mad and returns its id.
func upload(t *testing.T, w *world.World) (id wire.Snowflake) {
	t.Helper()
	w.Do(func(s *world.State) {
		files := []check.Upload{{Index: 0, Name: "a.txt", Data: []byte("a")}}
		d := check.Message(check.NewForm(nil), files, check.MessageRule{Version: 10})
		p := s.Messages.New(s.Channels.Get(wire.MadID))
		require.Nil(t, s.Messages.Send(p, d, check.ChannelMentions()))
		id = p.Files[0].ID
		_, err := s.File(id)
		require.NoError(t, err)
	})
	return id
}

// TestWhatIsKeptIsBounded: messages and interactions are dropped beyond the limit, with all that belongs to them.
func TestWhatIsKeptIsBounded(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.July, 22, 12, 0, 0, 0, time.UTC)
	w := open(t, "", &now)
	w.Do(func(s *world.State) { s.SetBounds(50, 70) })
	first, picture := answer(t, w, 0), upload(t, w)
	for n := range 200 {
		now = now.Add(10 * time.Second)
		answer(t, w, discordgo.MessageFlags(n%2)*discordgo.MessageFlagsEphemeral)
	}
	w.Do(func(s *world.State) {
		assert.Nil(t, s.Interactions.Get(first.ID), "the oldest made room")
		assert.Nil(t, s.Interactions.ByToken(first.Token))
		_, err := s.File(picture)
		assert.ErrorIs(t, err, fs.ErrNotExist)
		assert.Len(t, slices.Collect(s.Messages.Backward(wire.BobID, wire.MadID, 0)), 50)
		assert.Len(t, slices.Collect(s.Messages.Backward(wire.AliceID, wire.MadID, 0)), 100, "her private ones besides")
		messages, nonces, files, interactions := s.Sizes()
		assert.Equal(t, []int{100, 2, 0}, []int{messages, nonces, files})
		assert.Equal(t, [3]int{70, 70, 70}, interactions)
	})
}

// TestInteractionsAreForgotten: an interaction is dropped an hour after its token expired.
func TestInteractionsAreForgotten(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.July, 22, 12, 0, 0, 0, time.UTC)
	w := open(t, "", &now)
	old := answer(t, w, 0)
	now = now.Add(14 * time.Minute)
	w.Do(func(s *world.State) { assert.False(t, s.Interactions.TokenDead(old)) })
	now = now.Add(2 * time.Minute)
	answer(t, w, 0)
	w.Do(func(s *world.State) {
		assert.True(t, s.Interactions.TokenDead(old))
		assert.NotNil(t, s.Interactions.Get(old.ID))
	})
	now = now.Add(time.Hour)
	young := answer(t, w, 0)
	w.Do(func(s *world.State) {
		assert.Nil(t, s.Interactions.Get(old.ID))
		assert.NotNil(t, s.Interactions.ByToken(young.Token))
	})
}

// TestJournalIsRewritten: the folder does not grow with the history, and nothing is lost.
func TestJournalIsRewritten(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.July, 22, 12, 0, 0, 0, time.UTC)
	dir := t.TempDir()
	w := open(t, dir, &now)
	i := answer(t, w, 0)
	var last *world.Post
	w.Do(func(s *world.State) {
		for p := range s.Messages.Backward(wire.AliceID, wire.MadID, 0) {
			last = p
		}
		for range 12_000 {
			next := *last
			s.Messages.Put(&next)
		}
	})
	assert.Less(t, lines(t, dir), 10_000)
	require.NoError(t, w.Close())

	again := open(t, dir, &now)
	again.Do(func(s *world.State) {
		assert.Equal(t, last.Message, s.Messages.Get(last.ID).Message)
		assert.NotNil(t, s.Interactions.ByToken(i.Token))
		messages, pings := s.Reads.Unread(wire.BobID, wire.MadID)
		assert.Equal(t, [2]int{1, 1}, [2]int{messages, pings})
	})
}

// lines counts the lines of the journal.
func lines(t *testing.T, dir string) int {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "sandbox.jsonl"))
	require.NoError(t, err)
	return bytes.Count(data, []byte("\n"))
}
