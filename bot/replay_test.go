package bot

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/text"
	"madbot/render"
	"madbot/rules/match"
)

func TestReplayOfAFinishedMatch(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	tb.turns(id, "pass", "pass", "211-c4")
	m := tb.match(id)
	assert.False(t, replayable(&m.Match), "it goes on")
	_, err := tb.press(bob, customID{Verb: "giveup", Match: id, Ply: 3, Arg: answerYes})
	require.NoError(t, err)
	m = tb.match(id)
	rows := tb.public(m).Rows
	require.Len(t, rows, 1)
	assert.Equal(t, "Replay", rows[0].Buttons[0].Label)

	reply, err := tb.press(bob, rows[0].Buttons[0].ID)
	require.NoError(t, err)
	assert.Equal(t, Private, reply.Kind)
	sent, err := reply.Message.wire(nil)
	require.NoError(t, err)
	assert.Equal(t, "replay.gif", sent.Attachments[0].Filename)
	assert.Contains(t, sent.Attachments[0].Description, "after 3 turns. Red played 211-c4. The game is over")
	assert.Equal(t, "image/gif", sent.Files[0].ContentType)
	assert.Equal(t, render.BlueView, tb.renderer.asked[0].View)

	require.Eventually(t, func() bool { return tb.replays.awaited() == 0 }, time.Minute, time.Millisecond)
	again, err := tb.press(bob, rows[0].Buttons[0].ID)
	require.NoError(t, err)
	assert.Equal(t, reply.Message.Text, again.Message.Text)
	kept, err := again.Message.wire(nil)
	require.NoError(t, err)
	assert.Equal(t, sent, kept)
	assert.Len(t, tb.renderer.asked, 1, "it was kept")
}

// awaited returns how many replays are coming.
func (r *replays) awaited() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.coming)
}

// ended has alice (Red) and bob play so many matches to their end.
func (tb table) ended(matches int) (ids []match.ID) {
	tb.t.Helper()
	for range matches {
		id := tb.start()
		tb.turns(id, "pass", "pass")
		tb.resign(id, bob)
		ids = append(ids, id)
	}
	return ids
}

// asker is somebody who wants to see a replay.
type asker struct {
	who match.PlayerID
	id  match.ID
}

// replayed is what became of that, and when.
type replayed struct {
	reply Reply
	err   error
	after time.Duration // in whole seconds
}

const (
	aReplay  = 10 * time.Second // to draw one in the tests
	aSending = time.Second      // to send one
)

// replayAll has people ask for replays, each a millisecond after the one before, and returns what
// became of it.
func (tb table) replayAll(ctx context.Context, asked ...asker) []replayed {
	all, began := make([]replayed, len(asked)), time.Now()
	var wait sync.WaitGroup
	for i, a := range asked {
		time.Sleep(time.Millisecond)
		wait.Go(func() {
			ctx, answered := context.WithCancel(ctx)
			defer answered()
			reply, err := tb.handlers.replay(ctx, tb.call(a.who), tb.match(a.id))
			all[i] = replayed{reply, err, time.Since(began).Truncate(time.Second)}
			if reply.Message.Picture != nil {
				time.Sleep(aSending)
			}
		})
	}
	wait.Wait()
	synctest.Wait()
	return all
}

// TestReplays_InTurn: they are drawn one at a time, the same one once, and in turn between people.
func TestReplays_InTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tb := newTable(t)
		ids := tb.ended(3)
		tb.renderer.slow = aReplay
		got := tb.replayAll(t.Context(), asker{alice, ids[0]}, asker{alice, ids[1]}, asker{alice, ids[2]},
			asker{bob, ids[0]}, asker{carol, ids[0]}, asker{alice, ids[0]})
		var after []time.Duration
		for _, r := range got {
			require.NoError(t, r.err)
			after = append(after, r.after)
		}
		assert.Equal(t, []time.Duration{aReplay,
			3 * aReplay, 4*aReplay + aSending, // alice gets one after the other, when bob has his
			2 * aReplay, aReplay, // bob's is from his side; carol sees what alice sees
			0}, after)
		assert.Equal(t, tb.catalog.Printer("en").Text(msgReplayComing, nil), got[5].reply.Message.Text)
		assert.Len(t, tb.renderer.asked, 4)
		assert.Zero(t, tb.replays.awaited())
	})
}

// TestReplays_Refused: who does not get one is told so, and may ask again.
func TestReplays_Refused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tb := newTable(t)
		ids := tb.ended(2)
		tb.renderer.slow = aReplay
		ctx, cancel := context.WithTimeout(t.Context(), aReplay/2)
		defer cancel()
		for _, r := range tb.replayAll(ctx, asker{alice, ids[0]}, asker{alice, ids[1]}, asker{bob, ids[0]}) {
			assert.ErrorIs(t, r.err, text.ErrBusy, "it takes too long for all of them")
			assert.Equal(t, aReplay/2, r.after)
		}
		time.Sleep(2 * aReplay)
		synctest.Wait()
		tb.renderer.fail = errors.New("no ink")
		got := tb.replayAll(t.Context(), asker{alice, ids[1]}, asker{alice, ids[0]})
		assert.EqualError(t, got[0].err, "no ink")
		assert.NoError(t, got[1].err, "it was drawn and kept all the same")
		tb.renderer.fail = nil
		assert.NoError(t, tb.replayAll(t.Context(), asker{alice, ids[1]})[0].err)
		assert.Zero(t, tb.replays.awaited())
	})
}

// TestReplays_Waiting: no more wait than can, whoever they are.
func TestReplays_Waiting(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tb := newTable(t)
		id := tb.ended(1)[0]
		tb.renderer.slow = aReplay
		var crowd []asker
		for i := range 4 + 64 + 5 {
			crowd = append(crowd, asker{match.PlayerID("guest" + strconv.Itoa(i)), id})
		}
		refused := 0
		for _, r := range tb.replayAll(t.Context(), crowd...) {
			if r.err != nil {
				assert.ErrorIs(t, r.err, text.ErrBusy)
				assert.Zero(t, r.after, "at once")
				refused++
			}
		}
		assert.Equal(t, 5, refused)
		assert.Len(t, tb.renderer.asked, 1)
	})
}

// TestReplays_Defect: a drawing that panics fails for who waits for it, and for nobody else.
func TestReplays_Defect(t *testing.T) {
	t.Parallel()
	r := newReplays(nil)
	_, err := r.get(t.Context(), replayKey{match: "a"}, nil)
	assert.ErrorContains(t, err, "panic")
	r.renderer = &plainRenderer{}
	drawn, err := r.get(t.Context(), replayKey{match: "a"}, nil)
	assert.NoError(t, err)
	assert.NotEmpty(t, drawn)
}

// TestReplays_Kept: those asked for last are kept, in no more than some memory.
func TestReplays_Kept(t *testing.T) {
	t.Parallel()
	r, big := newReplays(nil), make([]byte, maxKept/4)
	key := func(id match.ID) replayKey { return replayKey{id, render.RedView} }
	for _, id := range []match.ID{"a", "b", "c", "d"} {
		r.keep(key(id), big)
	}
	_, found := r.find(key("a"))
	assert.True(t, found)
	again, err := r.draw(key("a"), nil)
	require.NoError(t, err, "it is not drawn again")
	assert.Len(t, again, len(big))
	r.keep(key("e"), big[1:])
	_, found = r.find(key("b"))
	assert.False(t, found, "nobody asked for it")
	assert.Equal(t, 4, r.kept.Len())
	assert.Equal(t, maxKept-1, r.size)
	r.keep(key("f"), make([]byte, maxKept+1))
	assert.Zero(t, r.kept.Len(), "one that is too large is not kept")
	assert.Zero(t, r.size)
}

// TestReplays_DelayNobody: one who presses Replay again and again keeps nobody else from anything, and
// is answered each time.
func TestReplays_DelayNobody(t *testing.T) {
	t.Parallel()
	press, command := fixture(t, aButton), fixture(t, aCommand)
	command.Data.Name, command.Data.Options = "games", nil
	synctest.Test(t, func(t *testing.T) {
		tb := newTable(t)
		id := customID{Verb: "replay", Match: tb.ended(1)[0], Ply: 2}
		press.Data.CustomID, press.GuildID = id.String(), guildID
		tb.renderer.slow = aReplay
		c := newCrowd(t, command, nil, 0)
		c.dispatcher = newDispatcher(tb.commands(), c.dispatcherDeps)
		pressed := c.send(t.Context(), press, carol, 100)
		listed := c.ask(t.Context(), bob, 1)
		assert.Zero(t, c.slowest(listed))
		assert.NotContains(t, c.counts(listed), c.busy())
		c.all.Wait()
		assert.LessOrEqual(t, c.slowest(pressed), deferAfter)
		said := c.catalog.Printer("en")
		assert.Equal(t, map[string]int{said.Text(msgReplay, nil): 1, said.Text(msgReplayComing, nil): 99},
			c.counts(pressed))
	})
}
