package bot

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
	"madbot/bot/sandbox"
	"madbot/bot/sandbox/wire"
)

// pinged returns the names of those whom a message notifies.
func pinged(m sandbox.Message) []string {
	var names []string
	for _, u := range m.Mentions {
		names = append(names, u.Username)
	}
	return names
}

// labelsOf returns the labels of a message's buttons.
func labelsOf(m sandbox.Message) (all []string) {
	wire.Walk(m.Components, nil, func(c *sandbox.Component, _ []string) {
		if c.Type == discordgo.ButtonComponent {
			all = append(all, c.Label)
		}
	})
	return all
}

func TestPlayingTheBotInADirectMessage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	dm := w.carol.DM()
	answer, err := w.carol.Command(w.within(), dm, "challenge",
		sandbox.Option{Name: "level", Value: 2}, sandbox.Option{Name: "side", Value: "blue"})
	require.NoError(t, err)
	assert.Contains(t, answer.Message.Text(), "The game is on: you're Blue")
	board, err := w.carol.AwaitMessage(w.within(), dm, func(m sandbox.Message) bool {
		return holdsAll(m.Text(), []string{"your turn", "Blue · first turn"})
	})
	require.NoError(t, err, "the bot has played before carol is told")
	assert.Equal(t, []string{"carol"}, pinged(board))
}

func TestBoardWithoutTheRightToAttach(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.begin()
	w.SetPermissions(w.mad, sandbox.Permission(discordgo.PermissionViewChannel|discordgo.PermissionSendMessages))
	w.command(w.alice, "move", "turn", "211-c4")
	board := w.sees(w.bob, "Blue · round 1", "Row 3: empty.\nRow 4: c4 Red 211.")
	assert.Empty(t, board.Pictures())
}

// TestUnreadableAnswerLeavesNoSecondBoard: a posted message is recognized by its nonce if the answer is unreadable.
func TestUnreadableAnswerLeavesNoSecondBoard(t *testing.T) {
	t.Parallel()
	var garbled atomic.Bool
	w := newWorld(t, func(s *sandbox.Server) {
		s.Fault = func(r *http.Request) *sandbox.Fault {
			if r.Method == "POST" && strings.HasSuffix(r.URL.Path, "/messages") &&
				garbled.CompareAndSwap(true, false) {
				return &sandbox.Fault{After: true, Status: 200, Body: "<html>"}
			}
			return nil
		}
	})
	w.begin()
	garbled.Store(true)
	w.command(w.alice, "move", "turn", "211-c4")
	w.sees(w.bob, "Blue · round 1") // and no other public message
}

// TestEmojiDeletedMeanwhile shows a panel in words after an emoji was deleted in Discord's portal, until it is uploaded
// again.
func TestEmojiDeletedMeanwhile(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.begin()
	assert.NotContains(t, labelsOf(w.command(w.alice, "play")), "red 211")
	portal, err := discord.NewClient(sandbox.DefaultToken, discord.Address{Base: w.url})
	require.NoError(t, err)
	require.NoError(t, portal.DeleteEmoji(w.within(), w.bot.emojis.Now()["red_211"].ID))
	assert.Contains(t, labelsOf(w.command(w.alice, "play")), "red 211")
	require.Eventually(t, func() bool {
		return !strings.Contains(strings.Join(labelsOf(w.command(w.alice, "play")), "\n"), "211")
	}, patience, 10*time.Millisecond)
}

// awaitReady waits until the bot is ready, which may be after the session's first answer.
func (w *world) awaitReady() {
	w.t.Helper()
	require.Eventually(w.t, func() bool { return w.bot.Ready() == nil }, patience, time.Millisecond)
}

// lives breaks the connection of a bot with fault, and expects it to reconnect and serve.
func lives(t *testing.T, fault func(*world)) {
	t.Helper()
	w := newWorld(t, nil)
	w.begin()
	w.awaitReady()
	fault(w)
	require.Eventually(t, func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second) // interactions lost with the connection get no answer
		defer cancel()
		answer, err := w.alice.Command(ctx, w.mad, "games")
		if errors.Is(err, sandbox.ErrNoAnswer) || errors.Is(err, context.DeadlineExceeded) {
			return false
		}
		require.NoError(t, err)
		return strings.Contains(answer.Message.Text(), "your turn")
	}, patience, 50*time.Millisecond)
	w.awaitReady()
	w.stop()
	require.NoError(t, <-w.done)
	assert.Error(t, w.bot.Ready())
}

func TestSupervisorSurvives(t *testing.T) {
	t.Parallel()
	faults := map[string]func(*world){
		"op 7":                              func(w *world) { w.Reconnect() },
		"op 9":                              func(w *world) { w.InvalidateSession() },
		"abrupt drop":                       func(w *world) { w.Drop() },
		"close 4000":                        func(w *world) { w.CloseGateway(4000) },
		"close 4004, but the token is good": func(w *world) { w.CloseGateway(4004) },
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lives(t, func(w *world) {
				come := w.Arrivals()
				fault(w)
				require.NoError(t, w.AwaitArrivals(w.within(), come+1))
			})
		})
	}
}

func TestWrongTokenIsFatal(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	wrong, err := New(Deps{Token: "not.the.token", Address: discord.Address{Base: w.url}, Service: w.service, Renderer: &plainRenderer{}, Log: w.bot.log})
	require.NoError(t, err)
	err = wrong.Run(w.within())
	require.ErrorIs(t, err, discord.ErrToken)
	assert.NotContains(t, err.Error(), "not.the.token")
}
