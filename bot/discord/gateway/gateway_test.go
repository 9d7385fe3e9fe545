package gateway

import (
	"bytes"
	"context"
	"errors"
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

	"madbot/bot/discord"
)

// testToken must never appear in a log or an error.
const testToken = "MTA.bot.s3cret"

// script plays the gateway's side of one connection.
type script func(*websocket.Conn)

// server plays one script per connection, and repeats the last one.
type server struct {
	scripts     []script
	connections atomic.Int32
	asked       atomic.Int32
	told        func(asked int) string // the response to a request for the gateway, without its address; nil: one shard
}

func (g *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/api/v9/gateway/bot":
		told := `"shards":1,"session_start_limit":{"total":1000,"remaining":1000,"max_concurrency":16}`
		if n := int(g.asked.Add(1)); g.told != nil {
			told = g.told(n)
		}
		fmt.Fprintf(w, `{"url":"ws://%s/ws",%s}`, r.Host, told)
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

func send(conn *websocket.Conn, packet string) {
	_ = conn.WriteMessage(websocket.TextMessage, []byte(packet))
}

// hello sends HELLO and waits for IDENTIFY or RESUME.
func hello(conn *websocket.Conn) {
	send(conn, `{"op":10,"d":{"heartbeat_interval":41250}}`)
	_, _, _ = conn.ReadMessage()
}

func ready(conn *websocket.Conn) {
	send(conn, `{"op":0,"s":1,"t":"READY","d":{"v":9,"session_id":"x","user":{"id":"1"},"guilds":[]}}`)
}

// welcome plays a session that works.
func welcome(conn *websocket.Conn) {
	hello(conn)
	ready(conn)
}

// closing closes the connection with code instead of sending READY.
func closing(code int) script {
	return func(conn *websocket.Conn) {
		hello(conn)
		_ = conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, "no"), time.Now().Add(time.Second))
	}
}

func fastTimes() times {
	t := defaultTimes()
	t.spacing, t.pause = time.Millisecond, time.Millisecond
	return t
}

type running struct {
	*Gateway
	stop context.CancelFunc
	done chan error
}

// connect runs a Gateway against a server until it gives up or the test ends.
func connect(t *testing.T, g http.Handler, adjust func(*Gateway), on func(*discord.Interaction)) *running {
	t.Helper()
	web := httptest.NewServer(g)
	t.Cleanup(web.Close)
	return connectTo(t, web.URL, adjust, on)
}

func connectTo(t *testing.T, url string, adjust func(*Gateway), on func(*discord.Interaction)) *running {
	t.Helper()
	client, err := discord.NewClient(testToken, discord.Address{Base: url})
	require.NoError(t, err)
	up := New(Config{Client: client, Log: slog.New(slog.NewTextHandler(t.Output(), nil))})
	up.times = fastTimes()
	if adjust != nil {
		adjust(up)
	}
	ctx, stop := context.WithCancel(t.Context())
	r := &running{up, stop, make(chan error, 1)}
	var runs sync.WaitGroup
	runs.Go(func() { r.done <- up.Run(ctx, on) })
	t.Cleanup(func() { stop(); runs.Wait() })
	return r
}

func (r *running) isReady() bool { return r.Ready() == nil }

func ignore(*discord.Interaction) {}

// eventually waits until what returns true.
func eventually(t *testing.T, what func() bool) {
	t.Helper()
	require.Eventually(t, what, patience, time.Millisecond)
}

func TestFatalCloseCodes(t *testing.T) {
	t.Parallel()
	for code, want := range map[int]error{4004: discord.ErrToken, 4010: ErrShards, 4011: ErrShards,
		4012: ErrVersion, 4013: ErrIntents, 4014: ErrIntents} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			t.Parallel()
			g := &server{scripts: []script{closing(code)}}
			assert.ErrorIs(t, <-connect(t, g, nil, ignore).done, want)
			assert.EqualValues(t, 1, g.connections.Load(), "it is not tried again")
		})
	}
}

// TestTokenIsReset: after its token was reset, the Gateway gives up.
func TestTokenIsReset(t *testing.T) {
	t.Parallel()
	g := &server{scripts: []script{func(conn *websocket.Conn) { welcome(conn); conn.Close() }, closing(4004)}}
	assert.ErrorIs(t, <-connect(t, g, nil, ignore).done, discord.ErrToken)
}

// TestMoreShardsRecommended: if Discord refuses the number of shards, the Gateway asks for the recommended number
// again.
func TestMoreShardsRecommended(t *testing.T) {
	t.Parallel()
	g := &server{scripts: []script{closing(4011), welcome}, told: func(asked int) string {
		if asked > 2 { // once for the number, once for the first session
			return `"shards":3`
		}
		return `"shards":1`
	}}
	up := connect(t, g, nil, ignore)
	eventually(t, func() bool { s := up.shards.Load(); return s != nil && len(*s) == 3 && up.isReady() })
	eventually(t, func() bool { return g.connections.Load() == 1+3 })
}

func TestGatewayTriesAgain(t *testing.T) {
	t.Parallel()
	broken := func(conn *websocket.Conn) { welcome(conn); conn.Close() }
	for name, scripts := range map[string][]script{
		"close 4000 in the handshake": {closing(4000), welcome},
		"op 7 as the first packet, in which discordgo deadlocks": {func(conn *websocket.Conn) {
			hello(conn)
			send(conn, `{"op":7,"d":null}`)
		}, welcome},
		"op 7 in answer to RESUME": {broken, func(conn *websocket.Conn) {
			hello(conn)
			send(conn, `{"op":7,"d":null}`)
		}, welcome},
		"RESUME is refused by closing": {broken, closing(4007), welcome},
		"no HELLO":                     {func(*websocket.Conn) {}, welcome},
		"no READY":                     {hello, welcome},
		"not a JSON":                   {func(conn *websocket.Conn) { send(conn, `hello`) }, welcome},
		"no word of a hello":           {func(conn *websocket.Conn) { send(conn, `{"op":11}`) }, welcome},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := &server{scripts: scripts}
			up := connect(t, g, func(g *Gateway) { g.times.open = 300 * time.Millisecond }, ignore)
			eventually(t, func() bool { return up.isReady() && int(g.connections.Load()) >= len(scripts) })
		})
	}
}

// TestOp9: an ended session is replaced over a new connection, where the limits of IDENTIFY hold, and is not resumed.
func TestOp9(t *testing.T) {
	t.Parallel()
	refuse := func(conn *websocket.Conn) { send(conn, `{"op":9,"d":false}`) }
	for name, end := range map[string]script{
		"in answer to IDENTIFY": func(conn *websocket.Conn) { hello(conn); refuse(conn) },
		"later":                 func(conn *websocket.Conn) { welcome(conn); refuse(conn) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opened := make(chan string, 2)
			identified := func(conn *websocket.Conn) {
				send(conn, `{"op":10,"d":{"heartbeat_interval":41250}}`)
				_, first, _ := conn.ReadMessage()
				opened <- string(first)
				ready(conn)
			}
			g := &server{scripts: []script{end, identified}}
			up := connect(t, g, nil, ignore)
			assert.Contains(t, <-opened, `{"op":2,`)
			eventually(t, up.isReady)
			assert.EqualValues(t, 2, g.connections.Load())
		})
	}
}

// TestSilentGatewayIsReplaced: a session without heartbeat acknowledgements is replaced.
func TestSilentGatewayIsReplaced(t *testing.T) {
	t.Parallel()
	g := &server{scripts: []script{welcome}}
	up := connect(t, g, func(g *Gateway) {
		g.times.watch = watchdog{every: time.Millisecond, stuck: 1e6, silent: 50}
	}, ignore)
	eventually(t, func() bool { return g.connections.Load() > 1 && up.isReady() })
}

// TestResumeLimit: a session whose connection keeps ending is not resumed immediately forever.
func TestResumeLimit(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	const burst = 1
	done := make(chan struct{})
	g := &server{}
	g.scripts = []script{func(conn *websocket.Conn) {
		if g.connections.Load() == 1+burst+1 {
			close(done)
			return
		}
		welcome(conn)
		conn.Close()
	}}
	up := connect(t, g, func(g *Gateway) {
		g.Log = slog.New(slog.NewTextHandler(&log, nil))
		g.times.resumeEvery, g.times.resumeBurst = time.Hour, burst
	}, ignore)
	<-done
	up.stop()
	require.NoError(t, <-up.done)
	assert.Equal(t, burst, strings.Count(log.String(), "reconnecting"), log.String())
	assert.Equal(t, 1, strings.Count(log.String(), "retry_in"), log.String())
	assert.NotContains(t, log.String(), testToken)
}

// TestDisconnectReportedTwice: discordgo may report a lost connection twice, when there is already a new one.
func TestDisconnectReportedTwice(t *testing.T) {
	t.Parallel()
	g := &server{scripts: []script{welcome}}
	web := httptest.NewServer(g)
	t.Cleanup(web.Close)
	client, err := discord.NewClient(testToken, discord.Address{Base: web.URL})
	require.NoError(t, err)
	s := newShard(&starts{Gateway: New(Config{Client: client, Log: slog.New(slog.DiscardHandler)}), count: 1}, 0)
	c, err := s.newSession("ws" + strings.TrimPrefix(web.URL, "http") + "/ws")
	require.NoError(t, err)
	defer c.abandon()
	require.NoError(t, c.open(t.Context(), time.Minute))
	<-c.up
	signal(c.down)
	require.NoError(t, c.open(t.Context(), time.Minute))
	<-c.up
	assert.Empty(t, c.down)
	assert.EqualValues(t, 1, g.connections.Load())
}

func TestFatal(t *testing.T) {
	t.Parallel()
	assert.NoError(t, fatal(nil))
	assert.NoError(t, fatal(errDisconnected))
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
	g.setHandler(func(in *discord.Interaction) { got = append(got, in) })
	g.receive([]byte(`{"id": 7}`))
	assert.Empty(t, got)
	assert.Contains(t, log.String(), "cannot decode interaction")
	g.receive([]byte(`{"id": "7", "type": 2}`))
	assert.Equal(t, []*discord.Interaction{{ID: "7", Type: discordgo.InteractionApplicationCommand}}, got)
	g.setHandler(func(*discord.Interaction) { panic("on fire") })
	g.receive([]byte(`{"id": "8"}`))
	assert.Contains(t, log.String(), "on fire", "a defect ends nothing")
	g.setHandler(nil)
	log.Reset()
	g.receive([]byte(`{"id": "9"}`))
	assert.Empty(t, log.String(), "nobody receives any more")
}

// explosive is a log that panics on the first connection.
type explosive struct {
	slog.Handler
	told *atomic.Int32
}

func (e explosive) Enabled(context.Context, slog.Level) bool { return true }

func (e explosive) WithAttrs([]slog.Attr) slog.Handler { return e }

func (e explosive) Handle(_ context.Context, r slog.Record) error {
	if r.Message == "connected to discord" && e.told.Add(1) == 1 {
		panic("on fire")
	}
	return nil
}

// TestPanic: after a panic in its supervision, a connection is replaced.
func TestPanic(t *testing.T) {
	t.Parallel()
	closed, log := make(chan struct{}), explosive{slog.DiscardHandler, new(atomic.Int32)}
	g := &server{scripts: []script{func(conn *websocket.Conn) {
		welcome(conn)
		for {
			if _, _, err := conn.ReadMessage(); err != nil {
				close(closed)
				return
			}
		}
	}, welcome}}
	up := connect(t, g, func(g *Gateway) { g.Log = slog.New(log) }, ignore)
	<-closed
	eventually(t, func() bool { return up.isReady() && log.told.Load() == 2 })
}

// TestStop: a Gateway stops in any state, and passes on no interaction after that.
func TestStop(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]script{
		"no HELLO": func(*websocket.Conn) {},
		"no READY": hello,
		"ready":    welcome,
		"flood": func(conn *websocket.Conn) {
			for welcome(conn); ; {
				if conn.WriteMessage(websocket.TextMessage, []byte(`{"op":0,"s":2,"t":"INTERACTION_CREATE","d":{"id":"1"}}`)) != nil {
					return
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reached := make(chan struct{})
			g := &server{scripts: []script{func(conn *websocket.Conn) { close(reached); s(conn) }}}
			var over atomic.Bool
			up := connect(t, g, func(g *Gateway) { g.times.open = time.Hour }, func(*discord.Interaction) {
				assert.False(t, over.Load())
			})
			<-reached
			up.stop()
			err := <-up.done
			over.Store(true)
			assert.NoError(t, err)
			assert.False(t, errors.Is(err, context.Canceled))
		})
	}
}
