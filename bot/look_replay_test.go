package bot

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/dispatch"
	"madbot/bot/emoji"
	"madbot/bot/play"
	"madbot/bot/show"
	"madbot/bot/text"
	"madbot/bot/ui"
	"madbot/render"
	"madbot/rules/match"
)

func TestReplayOfAFinishedMatch(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	id := tb.start()
	tb.turns(id, "pass", "pass", "211-c4")
	m := tb.match(id)
	assert.False(t, show.HasReplay(&m.Match), "it goes on")
	tb.ok(tb.press(bob, ui.ID{Verb: "giveup", Match: id, Ply: 3, Arg: ui.Yes}))
	m = tb.match(id)
	rows := tb.boardMessage(m).Rows
	require.Len(t, rows, 1)
	assert.Equal(t, "Replay", rows[0].Buttons[0].Label)

	reply := tb.ok(tb.press(bob, rows[0].Buttons[0].ID))
	assert.Equal(t, dispatch.Private, reply.Kind)
	sent, err := reply.Message.Wire(nil)
	require.NoError(t, err)
	assert.Equal(t, "replay.gif", sent.Attachments[0].Filename)
	assert.Contains(t, sent.Attachments[0].Description, "after 3 turns. Red's 211 sails from c2 to c4. The game is over")
	assert.Equal(t, "image/gif", sent.Files[0].ContentType)
	assert.Equal(t, render.BlueView, tb.renderer.asked[0].View)

	require.Eventually(t, func() bool { return tb.Replays.Coming() == 0 }, patience, time.Millisecond)
	again := tb.ok(tb.press(bob, rows[0].Buttons[0].ID))
	assert.Equal(t, reply.Message.Text, again.Message.Text)
	kept, err := again.Message.Wire(nil)
	require.NoError(t, err)
	assert.Equal(t, sent, kept)
	assert.Len(t, tb.renderer.asked, 1, "it was kept")
}

// ended lets alice (Red) and bob play that many matches to their ends.
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

// asker is somebody who asks for a replay.
type asker struct {
	who match.PlayerID
	id  match.ID
}

// replayed is the reply to an asker, and when it came.
type replayed struct {
	reply dispatch.Reply
	err   error
	after time.Duration // in whole seconds
}

const (
	aReplay  = 10 * time.Second // to draw one in the tests
	aSending = time.Second      // to send one
)

// replayAll lets people ask for replays, each a millisecond after the last, and returns the replies.
func (tb table) replayAll(ctx context.Context, asked ...asker) []replayed {
	all, began := make([]replayed, len(asked)), time.Now()
	var wait sync.WaitGroup
	for i, a := range asked {
		time.Sleep(time.Millisecond)
		wait.Go(func() {
			ctx, answered := context.WithCancel(ctx)
			defer answered()
			c := tb.call(a.who)
			c.ID = ui.ID{Verb: ui.Replay, Match: a.id, Ply: play.AnyPly}
			reply, err := tb.commands().Controls[ui.Replay].Run(ctx, c)
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

// TestReplays_InTurn: replays are drawn one at a time, equal ones once, and people take turns.
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
			after = append(after, r.after)
		}
		assert.Equal(t, []time.Duration{aReplay,
			3 * aReplay, 4*aReplay + aSending, // alice gets hers one after another, with bob's in between
			2 * aReplay, aReplay, // bob's is from his side; carol sees what alice sees
			0}, after)
		for _, r := range got[:5] {
			require.NoError(t, r.err)
		}
		said, _ := text.Refusal(tb.View.Catalog.Printer("en"), got[5].err)
		assert.Equal(t, "This replay is on its way to you.", said)
		assert.Len(t, tb.renderer.asked, 4)
		assert.Zero(t, tb.Replays.Coming())
	})
}

// TestReplays_Refused: a person whose replay is refused gets a reply, and may ask again.
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
		assert.Zero(t, tb.Replays.Coming())
	})
}

// TestReplays_Waiting: the number of waiting requests of all people together is limited.
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

// witness is a responder that records when each interaction was first answered, and its final answer.
type witness struct {
	began time.Time

	mu    sync.Mutex
	first map[string]time.Duration // by interaction
	last  map[string]string
}

func (w *witness) note(in *discord.Interaction, said string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, answered := w.first[in.ID]; !answered {
		w.first[in.ID] = time.Since(w.began)
	}
	w.last[in.ID] = said
	return nil
}

// answer returns when an interaction was first answered, and its current answer. It fails the test if there is none.
func (w *witness) answer(t *testing.T, id string) (after time.Duration, said string) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	assert.Contains(t, w.first, id, "no answer at all")
	return w.first[id], w.last[id]
}

func (w *witness) CreateResponse(_ context.Context, in *discord.Interaction, a discord.Response) error {
	if m, ok := a.Data.(discord.Message); ok {
		return w.note(in, m.Content)
	}
	return w.note(in, "deferred")
}

func (w *witness) EditResponse(_ context.Context, in *discord.Interaction, m discord.Message) error {
	return w.note(in, m.Content)
}

func (w *witness) DeleteResponse(context.Context, *discord.Interaction) error { return nil }

func (w *witness) CreateFollowup(context.Context, *discord.Interaction, discord.Message) error {
	return nil
}

// TestReplays_DelayNobody: pressing Replay again and again delays nobody else, and each press is answered.
func TestReplays_DelayNobody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tb := newTable(t)
		press := discord.Interaction{Type: discordgo.InteractionMessageComponent, GuildID: guildID}
		press.Data.CustomID = ui.ID{Verb: "replay", Match: tb.ended(1)[0], Ply: 2}.String()
		command := discord.Interaction{Type: discordgo.InteractionApplicationCommand}
		command.Data.Name = "games"
		tb.renderer.slow = aReplay
		w := &witness{began: time.Now(), first: map[string]time.Duration{}, last: map[string]string{}}
		d := dispatch.New(tb.commands().List, tb.commands().Controls, dispatch.Deps{Out: w,
			Catalog: tb.View.Catalog, People: tb.People, Readers: tb.service(), Servers: tb.service(),
			Links: &ui.Links{}, Emojis: &emoji.Set{},
			Log: slog.New(slog.NewTextHandler(t.Output(), nil))})
		send := func(in discord.Interaction, who match.PlayerID, id string) {
			in.ID, in.User = id, &discord.User{ID: string(who)}
			d.Start(t.Context(), &in)
		}
		for i := range 100 {
			send(press, carol, strconv.Itoa(i))
		}
		synctest.Wait()
		send(command, bob, "games")
		synctest.Wait()
		after, listed := w.answer(t, "games")
		assert.Zero(t, after)
		assert.NotEqual(t, tb.refusal(text.ErrBusy), listed)
		require.True(t, d.Drain(time.Hour))
		said := map[string]int{}
		for i := range 100 {
			after, last := w.answer(t, strconv.Itoa(i))
			assert.LessOrEqual(t, after, 1500*time.Millisecond, "deferred in time")
			said[last]++
		}
		assert.Equal(t, map[string]int{"The game from its first turn to its last.": 1,
			"This replay is on its way to you.": 99}, said)
	})
}
