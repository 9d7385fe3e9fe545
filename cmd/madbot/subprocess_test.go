package main

import (
	"context"
	"errors"
	"fmt"
	"io"
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

// subprocess is a bot in a process of its own, and the sandbox it plays in.
type subprocess struct {
	t        testing.TB
	ctx      context.Context
	server   *sandbox.Server
	place    sandbox.Snowflake
	requests *requests
	url      string
	database string
	config   string
	stderr   io.Writer
	child    *exec.Cmd
}

// newSubprocess prepares a bot.
func newSubprocess(t testing.TB) *subprocess {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), settleLimit+4*patience)
	t.Cleanup(cancel)
	v := &subprocess{t: t, ctx: ctx, requests: &requests{}}
	v.server = &sandbox.Server{Deadline: patience, Record: v.requests}
	web := httptest.NewServer(v.server)
	t.Cleanup(func() { assert.NoError(t, v.server.Close()); web.Close() })
	v.place = v.server.Channel("mad")
	v.database = filepath.Join(t.TempDir(), "madbot.db")
	v.config, v.stderr = filepath.Join(t.TempDir(), "config.yaml"), t.Output()
	v.url = web.URL
	v.configure("log: {level: error}")
	return v
}

// configure writes the configuration, with an additional line.
func (v *subprocess) configure(line string) {
	v.t.Helper()
	require.NoError(v.t, os.WriteFile(v.config, fmt.Appendf(nil, "discord: {base_url: %q}\n"+
		"storage: {path: %q}\nhealth: {addr: \"\"}\n%s\n", v.url, v.database, line), 0o600))
}

// launch starts the bot, through a command if one is given.
func (v *subprocess) launch(by ...string) {
	v.t.Helper()
	program, err := os.Executable()
	require.NoError(v.t, err)
	args := append(by, program, "run", "-config", v.config)
	v.child = exec.CommandContext(v.ctx, args[0], args[1:]...)
	v.child.Env = append(os.Environ(), programEnv+"=1", tokenVariable+"="+sandbox.DefaultToken)
	v.child.Stderr = v.stderr
	require.NoError(v.t, v.child.Start())
}

// start starts the bot and waits until people can use it.
func (v *subprocess) start() {
	v.t.Helper()
	v.launch()
	require.NoError(v.t, v.server.AwaitBot(v.ctx))
	require.NoError(v.t, v.server.AwaitCommands(v.ctx, 1))
}

// kill kills the bot, as a power failure would.
func (v *subprocess) kill() {
	v.t.Helper()
	require.NoError(v.t, v.child.Process.Kill())
	require.ErrorContains(v.t, v.child.Wait(), "signal: killed")
	require.NoError(v.t, v.server.AwaitNoBot(v.ctx))
}

// stop asks the bot to stop.
func (v *subprocess) stop() {
	v.t.Helper()
	require.NoError(v.t, v.child.Process.Signal(syscall.SIGTERM))
	assert.NoError(v.t, v.child.Wait(), "asked to, it ends well")
}

// pairings returns six pairings: two for each pair of people.
func (v *subprocess) pairings() []*pairing {
	v.t.Helper()
	var all []*pairing
	for i, pair := range [][2]string{{"alice", "bob"}, {"bob", "carol"}, {"carol", "alice"},
		{"alice", "bob"}, {"bob", "carol"}, {"carol", "alice"}} {
		p := &pairing{subprocess: v, people: pair, chance: rand.New(rand.NewPCG(uint64(i), 1))}
		p.begin()
		all = append(all, p)
	}
	return all
}

// playing lets people play in all pairings until stop is called.
func (v *subprocess) playing(pairings []*pairing) (wait *sync.WaitGroup, stop func()) {
	ctx, stop := context.WithCancel(v.ctx)
	wait = new(sync.WaitGroup)
	for _, p := range pairings {
		wait.Go(func() {
			for ctx.Err() == nil && !p.over() && !p.unanswered {
				p.play(ctx)
			}
		})
	}
	return wait, stop
}

// pairing is two people who play one match after another.
type pairing struct {
	*subprocess
	people     [2]string // Red, Blue
	chance     *rand.Rand
	id         match.ID
	game       rules.Game
	acks       int
	pending    rules.Turn // tried until it is played; NoTurn: not chosen yet
	unanswered bool       // the last attempt got no reply
	before     []played
	resumed    chan struct{} // receives a value when the next match has begun; nil: nobody waits
}

// played is a match with the turns it must have.
type played struct {
	id           match.ID
	turns        []rules.Turn
	acknowledged int
}

// games returns all matches of the pairing.
func (p *pairing) games() []played {
	return append(p.before[:len(p.before):len(p.before)], played{p.id, p.game.Turns(), p.acks})
}

// over reports whether the match has ended.
func (p *pairing) over() bool { return p.game.Outcome().Over() }

// begin starts the next match: Red challenges, Blue accepts.
func (p *pairing) begin() {
	p.t.Helper()
	if p.id != "" {
		p.before = p.games()
	}
	red, blue := p.server.Actor(p.people[0]), p.server.Actor(p.people[1])
	board := rules.Boards()[p.chance.IntN(2)]
	known := p.shown()
	_, err := red.Command(p.ctx, p.place, "challenge",
		sandbox.Option{Name: "opponent", Value: blue.ID().String()},
		sandbox.Option{Name: "side", Value: "red"},
		sandbox.Option{Name: "board", Value: board.String()})
	require.NoError(p.t, err)
	card, err := blue.AwaitMessage(p.ctx, p.place, func(m sandbox.Message) bool {
		_, ok := labelled(m, "Accept")
		return ok && !known[shownMatch(m)]
	})
	require.NoError(p.t, err)
	button, _ := labelled(card, "Accept")
	_, err = blue.Click(p.ctx, card.ID, button.CustomID)
	require.NoError(p.t, err)
	o := rules.DefaultOptions()
	o.Board = board
	p.id, p.game, p.acks, p.pending = shownMatch(card), rules.NewGame(o), 0, rules.NoTurn
}

// shown returns the matches with a board message.
func (p *pairing) shown() map[match.ID]bool {
	all := map[match.ID]bool{}
	for _, m := range p.server.Actor(p.people[1]).Messages(p.place) {
		all[shownMatch(m)] = true
	}
	return all
}

// choose draws a random turn. It returns false if that turn loses immediately.
func (p *pairing) choose() bool {
	position := p.game.Position()
	turns := position.AppendTurns(nil)
	turn := turns[p.chance.IntN(len(turns))]
	if after := position.Play(turn); after.SquareOf(position.Side(), rules.Ship111) == rules.NoSquare {
		return false
	}
	p.pending = turn
	return true
}

// play tries the pending turn, or chooses one.
func (p *pairing) play(ctx context.Context) {
	again := p.pending != rules.NoTurn
	if !again && !p.choose() {
		return
	}
	p.unanswered = true
	said, err := p.move(ctx)
	if err != nil {
		return
	}
	if again && playedLate.MatchString(said) {
		return // resolve finds out whether it was played
	}
	p.unanswered = false
	if assert.Regexp(p.t, "^(Played|You passed)", said) {
		p.acks++
		p.played()
	}
}

// playedLate matches the reply to a repeated turn if the first attempt was played after all.
var playedLate = regexp.MustCompile("^(It isn't your turn yet|This game is over)")

// errUnanswered is the error of a command without a reply.
var errUnanswered = errors.New("no answer")

// move sends the pending turn and returns the text of the reply.
func (p *pairing) move(ctx context.Context) (string, error) {
	who := p.server.Actor(p.people[p.game.Ply()%2])
	answer, err := who.Command(ctx, p.place, "move", sandbox.Option{Name: "turn", Value: p.pending.String()},
		sandbox.Option{Name: "game", Value: string(p.id)})
	if err != nil {
		return "", err
	}
	if answer.Message == nil {
		return "", errUnanswered
	}
	said, err := p.answer(ctx, who, answer.Message.ID, "")
	if ask, asked := said.Labelled(playIt); asked { // it exposes the corvette
		if _, err = who.Click(ctx, said.ID, ask.CustomID); err == nil {
			said, err = p.answer(ctx, who, said.ID, playIt)
		}
	}
	if err != nil {
		return "", err
	}
	assert.NoError(p.t, who.Dismiss(said.ID))
	return said.Text(), nil
}

// playIt labels the button that confirms a dangerous turn.
const playIt = "Play it"

// answer returns a message once it is the reply and the pressed button, if any, is gone. It returns an error if ctx
// ends before that.
func (p *pairing) answer(ctx context.Context, who *sandbox.Actor, id sandbox.Snowflake, pressed string) (
	sandbox.Message, error) {
	return who.AwaitMessage(ctx, p.place, func(now sandbox.Message) bool {
		_, unchanged := now.Labelled(pressed)
		return now.ID == id && !now.Thinking && (pressed == "" || !unchanged)
	})
}

// played records that the pending turn was played.
func (p *pairing) played() {
	assert.NoError(p.t, p.game.Play(p.pending))
	p.pending, p.unanswered = rules.NoTurn, false
}

// resolve asks the bot whether the pending turn was played. The match must have every acknowledged turn, and at most
// one more.
func (p *pairing) resolve() {
	p.t.Helper()
	ply, over := p.look()
	if p.pending != rules.NoTurn && (over || ply == p.game.Ply()+1) {
		p.played()
	}
	p.unanswered = false
	if over {
		require.True(p.t, p.over(), "match %s", p.id)
		return
	}
	require.Equal(p.t, p.game.Ply(), ply, "match %s", p.id)
}

// askAgain is how long somebody waits for a board before asking again.
const askAgain = 20 * time.Second

// look asks for the board until there is a reply. It returns the number of turns, or that the match is over.
func (p *pairing) look() (ply int, over bool) {
	p.t.Helper()
	m, err := p.board()
	for ; err != nil; m, err = p.board() {
		require.ErrorIs(p.t, err, context.DeadlineExceeded)
		require.NoError(p.t, p.ctx.Err())
	}
	n := turnNumber(m.Text())
	return n - 1, n == 0
}

// board asks for the board once.
func (p *pairing) board() (m sandbox.Message, err error) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, askAgain)
	defer cancel()
	actor := p.server.Actor(p.people[0])
	answer, err := actor.Command(ctx, p.place, "board", sandbox.Option{Name: "game", Value: string(p.id)})
	if err != nil {
		return m, err
	}
	require.NotNil(p.t, answer.Message)
	if m, err = p.answer(ctx, actor, answer.Message.ID, ""); err == nil {
		require.NoError(p.t, actor.Dismiss(m.ID))
	}
	return m, err
}

// shows reports whether a message shows the current state of its match.
func shows(m sandbox.Message, g played) bool {
	n := turnNumber(m.Text())
	if n == 0 {
		return strings.Contains(m.Text(), "wins") || strings.Contains(m.Text(), "victory")
	}
	return n == len(g.turns)+1
}

var (
	turnLine = regexp.MustCompile(`\*\* as (Red|Blue)(?:.* round (\d+))?`)
	buttonID = regexp.MustCompile(`^[a-z]+:([a-z0-9]+):`)
)

// turnNumber returns the number of the turn on a board message, counting both sides' turns; 0 if there is none.
func turnNumber(content string) int {
	found := turnLine.FindStringSubmatch(content)
	if found == nil {
		return 0
	}
	n, err := strconv.Atoi(found[2])
	if err != nil { // the positioning turn has no number
		n = 1
	}
	if found[1] == "Red" {
		return 2*n - 1
	}
	return 2 * n
}

// shownMatch returns the match of a message, from its buttons; "" if it has none.
func shownMatch(m sandbox.Message) match.ID {
	for _, row := range controlRows(m) {
		for _, c := range row.Components {
			if found := buttonID.FindStringSubmatch(c.CustomID); found != nil {
				return match.ID(found[1])
			}
		}
	}
	return ""
}
