package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// identifyAs asks for a session of a shard and returns the response.
func (w *wire) identifyAs(id, count int) packet {
	w.t.Helper()
	w.wants(id, count)
	return w.next()
}

// wants asks for a session of a shard.
func (w *wire) wants(id, count int) {
	w.t.Helper()
	w.send(fmt.Sprintf(`{"op":2,"d":{"token":%q,"properties":{"os":"x"},"intents":0,"shard":[%d,%d]}}`,
		sandbox.DefaultToken, id, count))
}

// here is a response to an interaction.
const here = `{"type":4,"data":{"content":"here"}}`

// greeted connects and reads HELLO.
func (b *bench) greeted() *wire {
	b.t.Helper()
	w := b.dial("?v=10&encoding=json")
	require.Equal(b.t, 10, w.next().Op)
	return w
}

// TestShards: the events of a guild go to its shard, and direct messages to shard 0.
func TestShards(t *testing.T) {
	t.Parallel()
	b := start(t, &sandbox.Server{Shards: 4, MaxConcurrency: 2})
	told := b.do(http.MethodGet, "/gateway/bot", "")
	assert.EqualValues(t, 4, told.body["shards"])
	assert.EqualValues(t, 2, told.body["session_start_limit"].(map[string]any)["max_concurrency"])
	require.Equal(t, 200, b.do("PUT", commands, `[{"name":"ask","description":"d"}]`).status)

	of := map[[2]int]*wire{}
	for _, shard := range [][2]int{{0, 4}, {1, 4}, {2, 4}, {3, 4}, {0, 1}} {
		w := b.greeted()
		ready := w.identifyAs(shard[0], shard[1])
		require.Equal(t, "READY", ready.Type)
		var r struct {
			Shard  [2]int
			Guilds []any
		}
		require.NoError(t, json.Unmarshal(ready.Data, &r))
		assert.Equal(t, shard, r.Shard)
		assert.Len(t, r.Guilds, map[bool]int{true: 1}[shard == [2]int{1, 4} || shard == [2]int{0, 1}])
		of[shard] = w
	}
	alice := b.Actor("alice")
	asks(t, b, of[[2]int{1, 4}], alice, sandbox.MadID, "ask").callback(here)
	asks(t, b, of[[2]int{0, 4}], alice, alice.DM(), "ask").callback(here)
	for range 2 {
		assert.Equal(t, "INTERACTION_CREATE", of[[2]int{0, 1}].next().Type, "the only one of its count gets all")
	}
	b.Reconnect()
	assert.Equal(t, 7, of[[2]int{2, 4}].next().Op, "nothing was for it")
	assert.Equal(t, 7, of[[2]int{3, 4}].next().Op)
}

// TestStartsArePaced: of the shards with the same id modulo max_concurrency, only one may start a session within
// the spacing.
func TestStartsArePaced(t *testing.T) {
	t.Parallel()
	c := &clock{}
	b := start(t, &sandbox.Server{Limits: true, MaxConcurrency: 2, Spacing: time.Second, Now: c.now})
	ready := func(id int) bool {
		p := b.greeted().identifyAs(id, 4)
		if p.Type != "READY" {
			require.Equal(t, 9, p.Op)
		}
		return p.Type == "READY"
	}
	assert.True(t, ready(0))
	assert.True(t, ready(1))
	assert.False(t, ready(2), "it is of the bucket of 0")
	assert.False(t, ready(3))
	c.advance(time.Second)
	assert.True(t, ready(2))
	assert.False(t, ready(0))
	assert.True(t, ready(3))
}

// TestStartsOfADay: started sessions count, resumed ones do not, and exceeding the limit ends them all.
func TestStartsOfADay(t *testing.T) {
	t.Parallel()
	c := &clock{}
	b := start(t, &sandbox.Server{Limits: true, Sessions: 3, Resume: time.Minute, MaxConcurrency: 16, Now: c.now})
	left := func() (remaining, resetAfter float64) {
		told := b.do(http.MethodGet, "/gateway/bot", "").body["session_start_limit"].(map[string]any)
		assert.EqualValues(t, 3, told["total"])
		return told["remaining"].(float64), told["reset_after"].(float64)
	}
	requireLeft := func(want, reset float64) {
		t.Helper()
		remaining, resetAfter := left()
		require.Equal(t, []float64{want, reset}, []float64{remaining, resetAfter})
	}
	const day = 24 * 60 * 60 * 1000
	requireLeft(3, 0)
	first := b.greeted()
	var r struct {
		Session string `json:"session_id"`
	}
	require.NoError(t, json.Unmarshal(first.identifyAs(0, 4).Data, &r))
	requireLeft(2, day)
	c.advance(time.Hour)
	requireLeft(2, day-60*60*1000)
	require.NoError(t, first.ws.Close())
	require.NoError(t, b.AwaitNoBot(within(t)))
	first = b.resume(r.Session, 1)
	require.Equal(t, "RESUMED", first.next().Type)
	requireLeft(2, day-60*60*1000)
	for id := 1; id <= 2; id++ {
		require.Equal(t, "READY", b.greeted().identifyAs(id, 4).Type)
	}
	requireLeft(0, day-60*60*1000)
	refused := b.greeted()
	refused.wants(3, 4)
	require.Equal(t, 4004, refused.closed())
	require.Equal(t, 4004, first.closed())
	c.advance(23 * time.Hour)
	requireLeft(3, 0)
	require.Equal(t, "READY", b.greeted().identifyAs(3, 4).Type)
	requireLeft(2, day)
}

// TestWhichSessionsStayOpen: a session that the bot closed cannot be resumed; others can.
func TestWhichSessionsStayOpen(t *testing.T) {
	t.Parallel()
	for code, want := range map[int]string{1000: "", 1001: "", 4000: "RESUMED", 3000: "RESUMED"} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			t.Parallel()
			b := start(t, &sandbox.Server{Resume: time.Minute})
			w := b.greeted()
			var r struct {
				Session string `json:"session_id"`
			}
			require.NoError(t, json.Unmarshal(w.identifyAs(0, 1).Data, &r))
			require.NoError(t, w.ws.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(code, "")))
			require.NoError(t, b.AwaitNoBot(within(t)))
			assert.Equal(t, want, b.resume(r.Session, 1).next().Type)
		})
	}
}

// TestGlobalLimit: the limit is 50 calls per second, not counting responses to interactions.
func TestGlobalLimit(t *testing.T) {
	t.Parallel()
	c := &clock{}
	b := start(t, &sandbox.Server{Limits: true, Now: c.now})
	me := func() reply { return b.do(http.MethodGet, "/users/@me", "") }
	for range 50 {
		require.Equal(t, 200, me().status)
	}
	refused := me()
	assert.Equal(t, 429, refused.status)
	assert.Equal(t, "true", refused.header.Get("X-RateLimit-Global"))
	assert.Equal(t, "1", refused.header.Get("Retry-After"))
	assert.Equal(t, true, refused.body["global"])
	assert.Equal(t, 429, b.do(http.MethodGet, "/gateway/bot", "").status, "all calls together")
	answer := b.do(http.MethodPost, "/webhooks/"+sandbox.BotID.String()+"/x", `{"content":"x"}`)
	assert.Equal(t, 401, answer.status, "there is no such interaction, but no limit either")
	all, global := b.TooMany()
	assert.Equal(t, []int{2, 2}, []int{all, global})
	c.advance(time.Second)
	assert.Equal(t, 200, me().status)
}
