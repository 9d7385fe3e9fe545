package bot

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"slices"
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
	"madbot/bot/ui"
	"madbot/render"
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

func TestMatchOnDiscord(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)

	sent := w.command(w.alice, "challenge", "opponent", w.bob.ID().String())
	assert.Contains(t, sent.Text(), "Challenge sent")
	card := w.sees(w.bob, "challenges", "6x4", "random sides")
	assert.Equal(t, []string{"bob"}, pinged(card))

	answer := w.click(w.carol, card, "Accept")
	assert.Contains(t, answer.Message.Text(), "for someone else")
	w.click(w.bob, card, "Accept")
	board := w.sees(w.alice, "your turn", "Red · first swap, rotate or pass")
	assert.Equal(t, []string{"alice"}, pinged(board))
	require.Len(t, board.Pictures(), 1)
	assert.Contains(t, board.Pictures()[0], "Red is to move. Row 6: a6 Blue 221")

	assert.Contains(t, w.command(w.bob, "move", "turn", "pass").Text(), "It isn't your turn yet.")
	refused := w.command(w.alice, "move", "turn", "112-d3")
	assert.Contains(t, refused.Text(), "Your first turn is for positioning")
	assert.Contains(t, w.command(w.alice, "move", "turn", "112 = 221").Text(), "Played **112=221**")
	board = w.sees(w.bob, "Blue · first swap", "played **112=221**", "swap: 112 to a1 and 221 to d2")
	assert.Equal(t, []string{"bob"}, pinged(board))
	w.command(w.bob, "move", "turn", "pass")
	w.sees(w.alice, "Red · turn 2", "passed")

	hint := w.click(w.alice, w.sees(w.alice, "Red · turn 2"), "Hint (3)")
	require.True(t, hint.Message.Ephemeral)
	assert.Contains(t, hint.Message.Text(), "Hint: ")

	private := w.command(w.bob, "board")
	require.Len(t, private.Pictures(), 1)
	assert.Contains(t, private.Pictures()[0], "You pass. Red is to move. Row 1: d1 Red 212")
	assert.Contains(t, w.command(w.bob, "games").Text(), "their turn")
	assert.Contains(t, w.command(w.carol, "help").Text(), "Exile the enemy corvette")

	asked := w.command(w.bob, "stop")
	assert.Contains(t, asked.Text(), "you'd have a semi-victory, ½ to 0")
	w.click(w.bob, asked, "Offer to stop")
	board = w.sees(w.alice, "offers to stop here")
	assert.Equal(t, []string{"alice"}, pinged(board))
	w.click(w.alice, board, "Play on")
	board = w.sees(w.alice, "would rather play on")
	assert.Equal(t, []string{"bob"}, pinged(board))

	resigns := func() sandbox.Message {
		more := w.click(w.bob, board, "More").Message
		require.NotNil(t, more)
		w.click(w.bob, *more, "Leave the game")
		question := w.now(w.bob, *more)
		assert.Contains(t, question.Text(), "haven't played your second turn")
		return question
	}
	w.click(w.bob, resigns(), "Play on")
	w.click(w.bob, resigns(), "Leave the game")
	result := w.sees(w.alice, "called the game off")
	assert.Equal(t, []string{"Replay", "Rematch", "More"}, labelsOf(result), "nothing is left to do but to look back, or to begin anew")
	assert.Equal(t, []string{"alice"}, pinged(result))
}

func TestSuggestionsOnDiscord(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.begin()
	all, err := w.alice.Autocomplete(w.within(), w.mad, "move", "turn")
	require.NoError(t, err)
	assert.NotEmpty(t, all)
	some, err := w.alice.Autocomplete(w.within(), w.mad, "move", "turn",
		sandbox.Option{Name: "turn", Value: "211 c4"})
	require.NoError(t, err)
	require.Len(t, some, 1)
	assert.Equal(t, "211-c4 · 211 sails from c2", some[0].Name)
	assert.Contains(t, w.command(w.alice, "move", "turn", some[0].Value).Text(), "Played **211-c4**")
	w.sees(w.bob, "Blue · turn 1")
	stale := w.command(w.alice, "move", "turn", some[0].Value)
	assert.Contains(t, stale.Text(), "It isn't your turn yet.")
	assert.Len(t, stale.Pictures(), 1, "answered with the board as it stands")
	none, err := w.alice.Autocomplete(w.within(), w.mad, "move", "turn")
	require.NoError(t, err)
	require.Len(t, none, 1, "not while bob thinks")
	assert.Equal(t, "It isn't your turn yet.", none[0].Name)
	assert.Contains(t, w.command(w.alice, "move", "turn", none[0].Value).Text(), "It isn't your turn yet.")
}

func TestChallengeWhereTheBotMayNotPost(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	answer, err := w.alice.Command(w.within(), w.Channel("quiet"), "challenge",
		sandbox.Option{Name: "opponent", Value: w.bob.ID().String()})
	require.NoError(t, err)
	assert.Contains(t, answer.Message.Text(), "**Send Messages**")
	assert.Contains(t, w.command(w.bob, "games").Text(), "You have no games", "nothing was created")
}

func TestDirectMessages(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.begin()
	dm := w.alice.DM()
	answer, err := w.alice.Command(w.within(), dm, "challenge")
	require.NoError(t, err)
	assert.Contains(t, answer.Message.Text(), "in a server channel")
	answer, err = w.alice.Command(w.within(), dm, "move", sandbox.Option{Name: "turn", Value: "211-c4"})
	require.NoError(t, err)
	assert.Contains(t, answer.Message.Text(), "Played **211-c4**")
	w.sees(w.bob, "Blue · turn 1", "211 sails from c2")
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
		return holdsAll(m.Text(), []string{"your turn", "Blue · first swap"})
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
	board := w.sees(w.bob, "Blue · turn 1", "Row 3: empty.\nRow 4: c4 Red 211.")
	assert.Empty(t, board.Pictures())
}

func TestFaultsOfTheNetwork(t *testing.T) {
	t.Parallel()
	var messages, deletes atomic.Int32
	w := newWorld(t, func(s *sandbox.Server) {
		s.Fault = func(r *http.Request) *sandbox.Fault {
			switch {
			case r.Method == "POST" && strings.HasSuffix(r.URL.Path, "/messages"):
				switch messages.Add(1) {
				case 1:
					return &sandbox.Fault{Status: 429, RetryAfter: 50 * time.Millisecond}
				case 2:
					return &sandbox.Fault{After: true, Drop: true} // sent, but the answer is lost
				}
			case r.Method == "DELETE" && deletes.Add(1) == 1:
				return &sandbox.Fault{Status: 503}
			}
			return nil
		}
	})
	w.begin()
	w.command(w.alice, "move", "turn", "211-c4")
	w.sees(w.bob, "Blue · turn 1")
	assert.NotContains(t, w.log.String(), "level=ERROR")
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
	w.sees(w.bob, "Blue · turn 1") // and no other public message
}

// TestEmojiDeletedMeanwhile: a panel with an emoji that was deleted in Discord's portal is shown in words.
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
		return slices.Contains(labelsOf(w.command(w.alice, "play")), "c2, your 211")
	}, patience, 10*time.Millisecond, "and then none is tried")
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

func TestPictures(t *testing.T) {
	t.Parallel()
	renderer, err := render.New()
	require.NoError(t, err)
	tb := newTable(t)
	tb.View.Renderer = renderer
	id := tb.start("board", "5x5")
	tb.turns(id, "112=221", "pass", "122-c3")
	for name, msg := range map[string]ui.Message{
		"public":  tb.boardMessage(tb.match(id)),
		"private": tb.View.PrivateBoard(tb.t.Context(), tb.call(bob), tb.match(id), ""),
	} {
		sent, err := msg.Wire(nil)
		require.NoError(t, err)
		require.Len(t, sent.Files, 1)
		_, err = png.Decode(bytes.NewReader(sent.Files[0].Data))
		assert.NoError(t, err)
		keep := filepath.Join(t.ArtifactDir(), name+".png")
		require.NoError(t, os.WriteFile(keep, sent.Files[0].Data, 0o644))
	}
}
