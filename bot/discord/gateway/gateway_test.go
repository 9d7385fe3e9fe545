package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/time/rate"

	"madbot/bot/discord"
)

// testToken must never be seen in a log or an error.
const testToken = "MTA.bot.s3cret"

// script is what a gateway does with one connection.
type script func(*websocket.Conn)

// server plays one script a connection, the last one again and again.
type server struct {
	scripts     []script
	connections atomic.Int32
	budget      string // the session_start_limit it names
	spacing     time.Duration
	watchdog    watchdog // zero: the usual one
}

func (g *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/api/v9/gateway/bot", "/api/v9/gateway":
		fmt.Fprintf(w, `{"url":"ws://%s/ws","shards":1,"session_start_limit":%s}`, r.Host, g.budget)
	case "/ws/":
		n := int(g.connections.Add(1))
		conn, err := new(websocket.Upgrader).Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer conn.Close()
		g.scripts[min(n, len(g.scripts))-1](conn)
		for {
			if _, _, err := conn.ReadMessage(); err != nil {
				return
			}
		}
	default:
		http.NotFound(w, r)
	}
}

// say sends a packet.
func say(conn *websocket.Conn, packet string) {
	_ = conn.WriteMessage(websocket.TextMessage, []byte(packet))
}

// hello greets and waits for IDENTIFY.
func hello(conn *websocket.Conn) {
	say(conn, `{"op":10,"d":{"heartbeat_interval":41250}}`)
	_, _, _ = conn.ReadMessage()
}

// welcome is a session that works.
func welcome(conn *websocket.Conn) {
	hello(conn)
	say(conn, `{"op":0,"s":1,"t":"READY","d":{"v":9,"session_id":"x","user":{"id":"1"},"guilds":[]}}`)
}

// connect runs a Gateway on g until it gives up or the test has seen enough.
func connect(t *testing.T, g *server, patience time.Duration,
	on func(*discord.Interaction)) (*Gateway, context.CancelFunc, chan error) {
	t.Helper()
	if g.budget == "" {
		g.budget = `{"total":1000,"remaining":1000,"reset_after":0,"max_concurrency":1}`
	}
	web := httptest.NewServer(g)
	t.Cleanup(web.Close)
	client, err := discord.NewClient(testToken, discord.Address{Base: web.URL})
	require.NoError(t, err)
	up := New(Config{Client: client, Log: slog.New(slog.NewTextHandler(t.Output(), nil))})
	up.patience, up.spacing = patience, g.spacing
	if g.watchdog != (watchdog{}) {
		up.watchdog = g.watchdog
	}
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	done := make(chan error, 1)
	var running sync.WaitGroup
	running.Go(func() {
		_, err := up.Run(ctx, on)
		done <- err
	})
	t.Cleanup(func() {
		stop()
		running.Wait()
	})
	return up, stop, done
}

func ignore(*discord.Interaction) {}

// comesUp expects a Gateway on g to end up with a live session.
func comesUp(t *testing.T, g *server) {
	t.Helper()
	up, stop, done := connect(t, g, 300*time.Millisecond, ignore)
	require.Eventually(t, up.Ready, time.Minute, 10*time.Millisecond)
	stop()
	assert.NoError(t, <-done)
	assert.False(t, up.Ready())
}

func TestFatalCloseCodes(t *testing.T) {
	t.Parallel()
	for code, want := range map[int]error{4004: discord.ErrToken, 4010: ErrShards, 4011: ErrShards,
		4012: ErrVersion, 4013: ErrIntents, 4014: ErrIntents} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			t.Parallel()
			g := &server{scripts: []script{func(conn *websocket.Conn) {
				hello(conn)
				_ = conn.WriteControl(websocket.CloseMessage,
					websocket.FormatCloseMessage(code, "no"), time.Now().Add(time.Second))
			}}}
			_, _, done := connect(t, g, openLimit, ignore)
			assert.ErrorIs(t, <-done, want)
			assert.EqualValues(t, 1, g.connections.Load(), "it is not tried again")
		})
	}
}

func TestGatewayTriesAgain(t *testing.T) {
	t.Parallel()
	first := map[string]script{
		"close 4000 in the handshake": func(conn *websocket.Conn) {
			hello(conn)
			_ = conn.WriteControl(websocket.CloseMessage,
				websocket.FormatCloseMessage(4000, ""), time.Now().Add(time.Second))
		},
		"op 7 as the first packet, in which discordgo deadlocks": func(conn *websocket.Conn) {
			hello(conn)
			say(conn, `{"op":7,"d":null}`)
		},
		"no HELLO":   func(*websocket.Conn) {},
		"no READY":   hello,
		"not a JSON": func(conn *websocket.Conn) { say(conn, `hello`) },
	}
	for name, script1 := range first {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			comesUp(t, &server{scripts: []script{script1, welcome}})
		})
	}
}

// invalid refuses a session.
func invalid(conn *websocket.Conn) {
	hello(conn)
	say(conn, `{"op":9,"d":false}`)
}

func TestOp9InTheHandshake(t *testing.T) {
	t.Parallel()
	comesUp(t, &server{scripts: []script{invalid, welcome}})
}

// Discord answers op 9 to whoever identifies too soon, and discordgo would then identify at once.
func TestOp9AgainAndAgain(t *testing.T) {
	t.Parallel()
	begun := time.Now()
	comesUp(t, &server{scripts: []script{invalid, invalid, invalid, welcome}, spacing: time.Second})
	assert.GreaterOrEqual(t, time.Since(begun), 3*time.Second, "each session is spaced")
}

// deaf acknowledges heartbeats and nothing else.
func deaf(conn *websocket.Conn) {
	for {
		_, line, err := conn.ReadMessage()
		if err != nil {
			return
		}
		if bytes.HasPrefix(line, []byte(`{"op":1,`)) {
			say(conn, `{"op":11}`)
		}
	}
}

// TestDeafSessionIsReplaced: a session that is over, and one that never begins, are not taken for
// healthy because their heartbeats are acknowledged.
func TestDeafSessionIsReplaced(t *testing.T) {
	t.Parallel()
	over := make(chan struct{})
	g := &server{scripts: []script{func(conn *websocket.Conn) {
		welcome(conn)
		<-over
		say(conn, `{"op":9,"d":false}`)
		deaf(conn)
	}, func(conn *websocket.Conn) {
		say(conn, `{"op":10,"d":{"heartbeat_interval":50}}`)
		deaf(conn)
	}, welcome}}
	up, _, _ := connect(t, g, 300*time.Millisecond, ignore)
	require.Eventually(t, up.Ready, 10*time.Second, time.Millisecond)
	close(over)
	require.Eventually(t, func() bool { return !up.Ready() }, 10*time.Second, time.Millisecond)
	require.Eventually(t, up.Ready, 10*time.Second, time.Millisecond)
	assert.EqualValues(t, 3, g.connections.Load())
}

// TestWatchdogSuitsTheHeartbeat: a gateway that has nothing to answer yet is not taken for silent.
func TestWatchdogSuitsTheHeartbeat(t *testing.T) {
	t.Parallel()
	g := &server{scripts: []script{welcome},
		watchdog: watchdog{every: 10 * time.Millisecond, stuck: 1000, silent: 3}}
	up, _, _ := connect(t, g, time.Minute, ignore)
	require.Eventually(t, up.Ready, 10*time.Second, time.Millisecond)
	assert.Never(t, func() bool { return g.connections.Load() > 1 }, 300*time.Millisecond,
		10*time.Millisecond)
}

func TestSessionsAreSpaced(t *testing.T) {
	t.Parallel()
	begun := time.Now()
	lost := func(conn *websocket.Conn) { conn.Close() }
	comesUp(t, &server{scripts: []script{lost, welcome}, spacing: 3 * time.Second})
	assert.GreaterOrEqual(t, time.Since(begun), 3*time.Second)
}

// TestPauseIsShortAfterASteadySession: a bot that loses a session a day is not away for minutes.
func TestPauseIsShortAfterASteadySession(t *testing.T) {
	t.Parallel()
	const lost = 4
	var connections atomic.Int32
	over := make(chan struct{})
	web := httptest.NewServer(&server{budget: `{}`, scripts: []script{func(conn *websocket.Conn) {
		if connections.Add(1) == lost {
			close(over)
		}
		welcome(conn)
		conn.Close()
	}}})
	t.Cleanup(web.Close)
	client, err := discord.NewClient(testToken, discord.Address{Base: web.URL})
	require.NoError(t, err)
	var log bytes.Buffer
	g := New(Config{Client: client, Log: slog.New(slog.NewJSONHandler(&log, nil))})
	g.spacing, g.steady = 0, 0
	ctx, stop := context.WithCancel(t.Context())
	go func() { <-over; stop() }()
	_, err = g.Run(ctx, func(*discord.Interaction) {})
	require.NoError(t, err)
	for line := range strings.Lines(log.String()) {
		var said struct {
			Wait time.Duration `json:"retry_in"`
		}
		require.NoError(t, json.Unmarshal([]byte(line), &said))
		assert.LessOrEqual(t, said.Wait, firstReconnect*3/2)
	}
}

func TestBudgetOfSessionsIsKept(t *testing.T) {
	t.Parallel()
	g := &server{scripts: []script{welcome},
		budget: `{"total":1000,"remaining":0,"reset_after":200,"max_concurrency":1}`}
	begun := time.Now()
	comesUp(t, g)
	assert.GreaterOrEqual(t, time.Since(begun), 200*time.Millisecond)
}

// TestBudgetAfterThePermit: sessions that others start during the wait for a permit count.
func TestBudgetAfterThePermit(t *testing.T) {
	t.Parallel()
	var permits, asked atomic.Int32
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		left := 1000
		if asked.Add(1); permits.Load() == 1 {
			left = identifyReserve
		}
		fmt.Fprintf(w, `{"url":"ws://x","shards":2,"session_start_limit":{"total":1000,"remaining":%d,"reset_after":1}}`, left)
	}))
	t.Cleanup(web.Close)
	client, err := discord.NewClient(testToken, discord.Address{Base: web.URL})
	require.NoError(t, err)
	permit := func(context.Context, int) (func(context.Context) error, error) {
		permits.Add(1)
		return func(context.Context) error { return errGone }, nil
	}
	var log bytes.Buffer
	v := &supervisor{Gateway: New(Config{Client: client, Log: slog.New(slog.NewTextHandler(&log, nil)), Permit: permit}),
		pace: rate.NewLimiter(rate.Inf, 1)}
	address, start, err := v.await(t.Context(), false)
	require.NoError(t, err)
	assert.Equal(t, "ws://x", address)
	assert.ErrorIs(t, start(), errGone)
	assert.EqualValues(t, 2, permits.Load())
	assert.EqualValues(t, 3, asked.Load())
	assert.Equal(t, 3, strings.Count(log.String(), "shards=1 recommended=2"))
}

func TestFatal(t *testing.T) {
	t.Parallel()
	assert.NoError(t, fatal(nil))
	assert.NoError(t, fatal(errGone))
	assert.NoError(t, fatal(&discord.APIError{Status: 500}))
	assert.ErrorIs(t, fatal(fmt.Errorf("ask: %w", discord.ErrToken)), discord.ErrToken)
	assert.NoError(t, fatal(&websocket.CloseError{Code: 1006}))
	for _, err := range []error{discord.ErrToken, ErrShards, ErrVersion, ErrIntents} {
		assert.True(t, strings.HasPrefix(err.Error(), "discord "), "for the operator: %v", err)
	}
}

func TestReceive(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	g := New(Config{Log: slog.New(slog.NewTextHandler(&log, nil))})
	var got []*discord.Interaction
	on := func(in *discord.Interaction) { got = append(got, in) }
	g.receive(&discordgo.Event{Type: "READY", RawData: []byte(`{}`)}, on)
	g.receive(&discordgo.Event{Type: interactionEvent, RawData: []byte(`{"id": 7}`)}, on)
	assert.Empty(t, got)
	assert.Contains(t, log.String(), "cannot be read")
	g.receive(&discordgo.Event{Type: interactionEvent, RawData: []byte(`{"id": "7", "type": 2}`)}, on)
	assert.Equal(t, []*discord.Interaction{{ID: "7", Type: discord.CommandInteraction}}, got)
	g.receive(&discordgo.Event{Type: interactionEvent, RawData: []byte(`{"id": "8"}`)},
		func(*discord.Interaction) { panic("on fire") })
	assert.Contains(t, log.String(), "on fire", "a defect ends nothing")
}
