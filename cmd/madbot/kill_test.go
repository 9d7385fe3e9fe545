package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// programEnv makes the binary of the tests be madbot itself, so that it can be killed.
const programEnv = "MADBOT_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(programEnv) != "" {
		main()
	}
	os.Exit(m.Run())
}

// TestKill kills the bot in the middle of turns, again and again: every turn that it said was
// played is on the board, and at the end one message shows the match, as it is.
func TestKill(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 4*patience)
	defer cancel()
	v := &victim{t: t, ctx: ctx, server: &sandbox.Server{Deadline: 15 * time.Second}}
	web := httptest.NewServer(v.server)
	t.Cleanup(func() { assert.NoError(t, v.server.Close()); web.Close() })
	v.place = v.server.Channel("mad")
	v.config = filepath.Join(t.TempDir(), "config.yaml")
	require.NoError(t, os.WriteFile(v.config, fmt.Appendf(nil, "discord: {base_url: %q}\n"+
		"storage: {path: %q}\nhealth: {addr: \"\"}\nlog: {level: error}\n",
		web.URL, filepath.Join(t.TempDir(), "madbot.db")), 0o600))

	v.start()
	_, err := v.server.Actor("alice").Command(ctx, v.place, "challenge",
		sandbox.Option{Name: "opponent", Value: v.server.Actor("bob").ID().String()},
		sandbox.Option{Name: "side", Value: "red"},
		sandbox.Option{Name: "positioning", Value: false})
	require.NoError(t, err)
	v.accept()
	acknowledged := 0
	rounds := 4
	if testing.Short() {
		rounds = 2 // with the race detector each start takes long
	}
	for range rounds {
		acknowledged = v.round(acknowledged)
	}
	standing, err := v.server.Actor("carol").AwaitMessages(ctx, v.place,
		func(all []sandbox.Message) bool {
			return len(all) == 1 && turnNumber(all[0].Content) == acknowledged+1
		})
	assert.NoError(t, err, "%d messages stand after %d turns", len(standing), acknowledged)
	require.NoError(t, v.child.Process.Signal(syscall.SIGTERM))
	assert.NoError(t, v.child.Wait(), "asked to, it ends well")
}

// round has the bot play turns after those that were acknowledged, kills it in the middle of another,
// starts it again, and returns how many turns were played.
func (v *victim) round(acknowledged int) int {
	v.t.Helper()
	for range 2 {
		if v.play(v.ctx, acknowledged) {
			acknowledged++
		}
	}
	said := make(chan bool, 1)
	waiting, leave := context.WithCancel(v.ctx)
	go func(ply int) { said <- v.play(waiting, ply) }(acknowledged)
	time.Sleep(rand.N(40 * time.Millisecond)) // to be killed at any stage of the turn
	v.kill()
	leave() // no answer comes any more
	if <-said {
		acknowledged++
	}
	v.start()
	ply := v.ply()
	require.GreaterOrEqual(v.t, ply, acknowledged, "an acknowledged turn is lost")
	require.LessOrEqual(v.t, ply, acknowledged+1)
	return ply
}

// victim is a bot in a process of its own.
type victim struct {
	t      *testing.T
	ctx    context.Context
	server *sandbox.Server
	place  sandbox.Snowflake
	config string
	child  *exec.Cmd
}

// start starts the bot and waits until people can use it.
func (v *victim) start() {
	v.t.Helper()
	program, err := os.Executable()
	require.NoError(v.t, err)
	v.child = exec.CommandContext(v.ctx, program, "run", "-config", v.config)
	v.child.Env = append(os.Environ(), programEnv+"=1", tokenVariable+"="+sandbox.DefaultToken)
	v.child.Stderr = v.t.Output()
	require.NoError(v.t, v.child.Start())
	require.NoError(v.t, v.server.AwaitBot(v.ctx))
	require.NoError(v.t, v.server.AwaitCommands(v.ctx, 1))
}

// kill ends the bot as a loss of power would.
func (v *victim) kill() {
	v.t.Helper()
	require.NoError(v.t, v.child.Process.Kill())
	require.ErrorContains(v.t, v.child.Wait(), "signal: killed")
	require.NoError(v.t, v.server.AwaitNoBot(v.ctx))
}

// accept presses the button of the challenge.
func (v *victim) accept() {
	v.t.Helper()
	bob := v.server.Actor("bob")
	card, err := bob.AwaitMessage(v.ctx, v.place, func(m sandbox.Message) bool {
		_, ok := labelled(m, "Accept")
		return ok
	})
	require.NoError(v.t, err)
	button, _ := labelled(card, "Accept")
	_, err = bob.Click(v.ctx, card.ID, button.CustomID)
	require.NoError(v.t, err)
}

// play plays a turn after ply others and reports whether the bot said that it was played.
func (v *victim) play(ctx context.Context, ply int) bool {
	who := v.server.Actor([]string{"alice", "bob"}[ply%2])
	answer, err := who.Command(ctx, v.place, "move", sandbox.Option{Name: "turn", Value: "111=222"})
	return err == nil && answer.Message != nil && strings.HasPrefix(answer.Message.Content, "Played")
}

// ply asks how many turns were played.
func (v *victim) ply() int {
	v.t.Helper()
	alice := v.server.Actor("alice")
	_, err := alice.Command(v.ctx, v.place, "board")
	require.NoError(v.t, err)
	m, err := alice.AwaitMessage(v.ctx, v.place, func(m sandbox.Message) bool {
		return m.Ephemeral && !m.Thinking && turnNumber(m.Content) > 0
	})
	require.NoError(v.t, err)
	require.NoError(v.t, alice.Dismiss(m.ID))
	return turnNumber(m.Content) - 1
}

// turnNumber reads which turn a board message is about; 0 when it is none.
func turnNumber(content string) int {
	found := regexp.MustCompile(`· turn (\d+)`).FindStringSubmatch(content)
	if found == nil {
		return 0
	}
	n, _ := strconv.Atoi(found[1]) // it is made of digits
	return n
}
