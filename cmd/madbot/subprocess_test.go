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
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
	"madbot/rules"
	"madbot/rules/match"
)

// victim is a bot in a process of its own, and the sandbox it plays in.
type victim struct {
	t        *testing.T
	ctx      context.Context
	server   *sandbox.Server
	place    sandbox.Snowflake
	requests *log
	database string
	config   string
	child    *exec.Cmd
}

// newVictim prepares a bot that is killed so many times.
func newVictim(t *testing.T, rounds int) *victim {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 4*patience+time.Duration(rounds)*patience/6)
	t.Cleanup(cancel)
	v := &victim{t: t, ctx: ctx, requests: &log{}}
	v.server = &sandbox.Server{Deadline: 15 * time.Second, Record: v.requests}
	web := httptest.NewServer(v.server)
	t.Cleanup(func() { assert.NoError(t, v.server.Close()); web.Close() })
	v.place = v.server.Channel("mad")
	v.database = filepath.Join(t.TempDir(), "madbot.db")
	v.config = filepath.Join(t.TempDir(), "config.yaml")
	require.NoError(t, os.WriteFile(v.config, fmt.Appendf(nil, "discord: {base_url: %q}\n"+
		"storage: {path: %q}\nhealth: {addr: \"\"}\nlog: {level: error}\n",
		web.URL, v.database), 0o600))
	return v
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

// stop asks the bot to end.
func (v *victim) stop() {
	v.t.Helper()
	require.NoError(v.t, v.child.Process.Signal(syscall.SIGTERM))
	assert.NoError(v.t, v.child.Wait(), "asked to, it ends well")
}

// pause returns how long people play before the next kill.
func (v *victim) pause() time.Duration { return 20*time.Millisecond + rand.N(300*time.Millisecond) }

// tables returns six tables: two of each pair of people.
func (v *victim) tables() []*seats {
	v.t.Helper()
	var all []*seats
	for i, pair := range [][2]string{{"alice", "bob"}, {"bob", "carol"}, {"carol", "alice"},
		{"alice", "bob"}, {"bob", "carol"}, {"carol", "alice"}} {
		tb := &seats{victim: v, people: pair, chance: rand.New(rand.NewPCG(uint64(i), 1))}
		tb.begin()
		all = append(all, tb)
	}
	return all
}

// playing lets people play at all tables until stop is called.
func (v *victim) playing(tables []*seats) (wait *sync.WaitGroup, stop func()) {
	ctx, stop := context.WithCancel(v.ctx)
	wait = new(sync.WaitGroup)
	for _, tb := range tables {
		wait.Go(func() {
			for ctx.Err() == nil && !tb.over() && tb.pending == rules.NoTurn {
				tb.play(ctx)
			}
		})
	}
	return wait, stop
}

// seats is where two people play one match after the other.
type seats struct {
	*victim
	people  [2]string // Red, Blue
	chance  *rand.Rand
	id      match.ID
	game    rules.Game
	acks    int
	pending rules.Turn // was sent and got no answer; NoTurn: none
	before  []played
}

// played is a match and the turns it must have.
type played struct {
	id           match.ID
	turns        []rules.Turn
	acknowledged int
}

// games returns the matches of the table.
func (tb *seats) games() []played {
	return append(tb.before[:len(tb.before):len(tb.before)], played{tb.id, tb.game.Turns(), tb.acks})
}

// over reports whether the match has ended.
func (tb *seats) over() bool { return tb.game.Outcome().Over() }

// begin begins the next match: Red challenges, Blue accepts.
func (tb *seats) begin() {
	tb.t.Helper()
	if tb.id != "" {
		tb.before = tb.games()
	}
	red, blue := tb.server.Actor(tb.people[0]), tb.server.Actor(tb.people[1])
	board := rules.Boards()[tb.chance.IntN(2)]
	known := tb.shown()
	_, err := red.Command(tb.ctx, tb.place, "challenge",
		sandbox.Option{Name: "opponent", Value: blue.ID().String()},
		sandbox.Option{Name: "side", Value: "red"},
		sandbox.Option{Name: "board", Value: board.String()})
	require.NoError(tb.t, err)
	card, err := blue.AwaitMessage(tb.ctx, tb.place, func(m sandbox.Message) bool {
		_, ok := labelled(m, "Accept")
		return ok && !known[shownMatch(m)]
	})
	require.NoError(tb.t, err)
	button, _ := labelled(card, "Accept")
	_, err = blue.Click(tb.ctx, card.ID, button.CustomID)
	require.NoError(tb.t, err)
	o := rules.DefaultOptions()
	o.Board = board
	tb.id, tb.game, tb.acks, tb.pending = shownMatch(card), rules.NewGame(o), 0, rules.NoTurn
}

// shown returns the matches that are shown.
func (tb *seats) shown() map[match.ID]bool {
	all := map[match.ID]bool{}
	for _, m := range tb.server.Actor(tb.people[1]).Messages(tb.place) {
		all[shownMatch(m)] = true
	}
	return all
}

// play plays a random turn that does not lose at once. Without an answer it is pending.
func (tb *seats) play(ctx context.Context) {
	p := tb.game.Position()
	turns := p.AppendTurns(nil)
	turn := turns[tb.chance.IntN(len(turns))]
	if after := p.Play(turn); after.SquareOf(p.Side(), rules.Ship111) == rules.NoSquare {
		return
	}
	tb.pending = turn
	who := tb.server.Actor(tb.people[tb.game.Ply()%2])
	answer, err := who.Command(ctx, tb.place, "move", sandbox.Option{Name: "turn", Value: turn.String()},
		sandbox.Option{Name: "match", Value: string(tb.id)})
	if err != nil || answer.Message == nil {
		return
	}
	if said := answer.Message.Content; !assert.Regexp(tb.t, "^(Played|Passed)", said) {
		return
	}
	tb.acks++
	tb.played()
}

// played notes that the pending turn was played.
func (tb *seats) played() {
	assert.NoError(tb.t, tb.game.Play(tb.pending))
	tb.pending = rules.NoTurn
}

// resolve asks the bot whether the pending turn was played. No more than that one can be there
// that was not acknowledged, and no less than those that were.
func (tb *seats) resolve() {
	tb.t.Helper()
	ply, over := tb.look()
	if tb.pending != rules.NoTurn && (over || ply == tb.game.Ply()+1) {
		tb.played()
	}
	tb.pending = rules.NoTurn
	if over {
		require.True(tb.t, tb.over(), "match %s", tb.id)
		return
	}
	require.Equal(tb.t, tb.game.Ply(), ply, "match %s", tb.id)
}

// look asks for the board: how many turns were played in a match that goes on, or whether it is
// over.
func (tb *seats) look() (ply int, over bool) {
	tb.t.Helper()
	actor := tb.server.Actor(tb.people[0])
	answer, err := actor.Command(tb.ctx, tb.place, "board",
		sandbox.Option{Name: "match", Value: string(tb.id)})
	require.NoError(tb.t, err)
	require.NotNil(tb.t, answer.Message)
	m := *answer.Message
	if m.Thinking {
		m, err = actor.AwaitMessage(tb.ctx, tb.place, func(now sandbox.Message) bool {
			return now.ID == m.ID && !now.Thinking
		})
		require.NoError(tb.t, err)
	}
	require.NoError(tb.t, actor.Dismiss(m.ID))
	n := turnNumber(m.Content)
	return n - 1, n == 0
}

// shows reports whether one of the messages shows a match as it is.
func shows(all []sandbox.Message, g played) bool {
	for _, m := range all {
		if n := turnNumber(m.Content); shownMatch(m) == g.id && (n == 0 || n == len(g.turns)+1) {
			return n > 0 || strings.Contains(m.Content, "wins") || strings.Contains(m.Content, "victory")
		}
	}
	return false
}

var (
	turnLine = regexp.MustCompile(`· turn (\d+)`)
	buttonID = regexp.MustCompile(`^[a-z]+:([a-z0-9]+):`)
)

// turnNumber reads which turn a board message is about; 0 when it is none.
func turnNumber(content string) int {
	found := turnLine.FindStringSubmatch(content)
	if found == nil {
		return 0
	}
	n, _ := strconv.Atoi(found[1]) // it is made of digits
	return n
}

// shownMatch reads from its buttons which match a message shows; "" when it has none.
func shownMatch(m sandbox.Message) match.ID {
	for _, row := range m.Components {
		for _, c := range row.Components {
			if found := buttonID.FindStringSubmatch(c.CustomID); found != nil {
				return match.ID(found[1])
			}
		}
	}
	return ""
}
