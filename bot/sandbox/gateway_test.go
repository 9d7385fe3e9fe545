package sandbox_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

func TestGatewayRefuses(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	identify := func(rest string) string { return `{"op":2,"d":{"properties":{},` + rest + `}}` }
	token := `"token":"` + sandbox.DefaultToken + `"`
	good := token + `,"intents":0`
	for _, c := range []struct {
		name, query string
		send        []string
		code        int
	}{
		{"wrong token", "?v=10", []string{identify(`"token":"x","intents":0`)}, 4004},
		{"no intents", "?v=10", []string{identify(token)}, 4002},
		{"no properties", "?v=10", []string{`{"op":2,"d":{` + good + `}}`}, 4002},
		{"not JSON", "?v=10", []string{`{`}, 4002},
		{"too long", "?v=10", []string{`{"op":1,"d":"` + strings.Repeat("x", 4096) + `"}`}, 4002},
		{"too often", "?v=10", []string{strings.Repeat(`{"op":1,"d":null}`+"\n", 121)}, 4008},
		{"unknown opcode", "?v=10", []string{`{"op":99}`}, 4001},
		{"before IDENTIFY", "?v=10", []string{`{"op":3,"d":{}}`}, 4003},
		{"twice", "?v=10", []string{identify(good), identify(good)}, 4005},
		{"shard after the last", "?v=10", []string{identify(good + `,"shard":[2,2]`)}, 4010},
		{"shard below zero", "?v=10", []string{identify(good + `,"shard":[-1,2]`)}, 4010},
		{"no shards", "?v=10", []string{identify(good + `,"shard":[0,0]`)}, 4010},
		{"shard of nothing", "?v=10", []string{identify(good + `,"shard":[0]`)}, 4010},
		{"no such intent", "?v=10", []string{identify(token + `,"intents":1073741824`)}, 4013},
		{"privileged intent", "?v=10", []string{identify(token + `,"intents":32768`)}, 4014},
		{"old version", "?v=6", nil, 4012},
		{"wrong token to resume", "?v=10",
			[]string{`{"op":6,"d":{"token":"x","session_id":"s","seq":1}}`}, 4004},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := b.dial(c.query)
			for _, text := range c.send {
				for line := range strings.Lines(text) {
					w.send(line)
				}
			}
			assert.Equal(t, c.code, w.closed())
		})
	}
}

func TestGatewayGreets(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	w := b.dial("?v=10&encoding=json")
	hello := w.next()
	assert.Equal(t, 10, hello.Op)
	assert.JSONEq(t, `{"heartbeat_interval":41250}`, string(hello.Data))
	w.send(`{"op":1,"d":null}`)
	assert.Equal(t, 11, w.next().Op, "a heartbeat is acknowledged")
	w.send(`{"op":6,"d":{"token":"` + sandbox.DefaultToken + `","session_id":"s","seq":1}}`)
	assert.Equal(t, 9, w.next().Op, "sessions are not kept")
	w.send(`{"op":2,"d":{"properties":{},"intents":0,"compress":true,"token":"` +
		sandbox.DefaultToken + `"}}`)
	ready := w.next()
	require.Equal(t, "READY", ready.Type)
	assert.Equal(t, 1, *ready.Seq)
	var r struct {
		User        sandbox.User     `json:"user"`
		Application map[string]any   `json:"application"`
		Guilds      []map[string]any `json:"guilds"`
		Session     string           `json:"session_id"`
		Resume      string           `json:"resume_gateway_url"`
	}
	require.NoError(t, json.Unmarshal(ready.Data, &r))
	assert.Equal(t, sandbox.BotID, r.User.ID)
	assert.Equal(t, sandbox.BotID.String(), r.Application["id"])
	assert.Equal(t, true, r.Guilds[0]["unavailable"])
	assert.NotEmpty(t, r.Session)
	assert.Equal(t, "ws"+strings.TrimPrefix(b.url, "http")+"/gateway/", r.Resume)
}

// resume continues a session on a new connection.
func (b *bench) resume(session string, seq int) *wire {
	b.t.Helper()
	w := b.dial("?v=10&encoding=json")
	require.Equal(b.t, 10, w.next().Op)
	w.send(fmt.Sprintf(`{"op":6,"d":{"token":%q,"session_id":%q,"seq":%d}}`,
		sandbox.DefaultToken, session, seq))
	return w
}

func TestSessionIsResumed(t *testing.T) {
	t.Parallel()
	b, _ := ask(t, &sandbox.Server{Resume: time.Minute})
	b.CloseGateway(1001)
	first := b.dial("?v=10&encoding=json")
	require.Equal(t, 10, first.next().Op)
	first.identify("0")
	var ready struct {
		Session string `json:"session_id"`
	}
	require.NoError(t, json.Unmarshal(first.next().Data, &ready))
	require.NoError(t, first.ws.Close())
	require.NoError(t, b.AwaitNoBot(within(t)))

	missed := make(chan error, 1)
	go func() {
		_, err := b.Actor("alice").Command(within(t), sandbox.MadID, "ask")
		missed <- err
	}()
	assert.Equal(t, 9, b.resume("another", 1).next().Op)
	assert.Equal(t, 9, b.resume(ready.Session, 99).next().Op, "more than was sent")
	come := b.Arrivals()
	second := b.resume(ready.Session, 1)
	event := second.next()
	if event.Type == "RESUMED" { // alice was slow
		event = second.next()
	} else {
		assert.Equal(t, "RESUMED", second.next().Type)
	}
	require.Equal(t, "INTERACTION_CREATE", event.Type)
	require.NoError(t, b.AwaitArrivals(within(t), come+1))
	h := &happening{bench: b}
	require.NoError(t, json.Unmarshal(event.Data, h))
	require.Equal(t, 200, h.callback(`{"type":4,"data":{"content":"here"}}`).status)
	assert.NoError(t, <-missed)

	third := b.resume(ready.Session, 3)
	assert.Equal(t, "RESUMED", third.next().Type)
	assert.Equal(t, 4000, second.closed(), "a session has one connection")
	require.NoError(t, third.ws.WriteMessage(websocket.CloseMessage,
		websocket.FormatCloseMessage(1000, "")))
	require.NoError(t, b.AwaitNoBot(within(t)))
	assert.Equal(t, 9, b.resume(ready.Session, 4).next().Op, "it was ended")
}

func TestSilentBotIsCutOff(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{Heartbeat: 500 * time.Millisecond})
	assert.Equal(t, 4009, b.identified("0").closed())
	require.NoError(t, b.AwaitNoBot(within(t)))
}

// TestIntentsAreLoud: a bot that asks for more events than interactions is reported.
func TestIntentsAreLoud(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	w := b.identified("4608") // guild and direct messages
	_, err := b.Actor("alice").Say(sandbox.MadID, "<@1000000000000000031> hello")
	require.NoError(t, err)
	assert.Equal(t, []string{"gateway intents"}, b.Unhandled())
	b.Reconnect()
	assert.Equal(t, 7, w.next().Op, "nothing came before")
}

func TestCloseEndsEverything(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{})
	w := b.identified("0")
	waiting := make(chan error, 1)
	go func() {
		_, err := b.Actor("alice").
			AwaitMessage(within(t), sandbox.MadID, func(sandbox.Message) bool { return false })
		waiting <- err
	}()
	require.NoError(t, b.Close())
	assert.Equal(t, websocket.CloseGoingAway, w.closed())
	assert.ErrorIs(t, <-waiting, sandbox.ErrClosed)
	assert.NoError(t, b.Close(), "twice is fine")
}
