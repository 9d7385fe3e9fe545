package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
)

// flood is a session in which interactions come one after the other as fast as they can, also while nobody
// listens: its events after READY are i2 to iN.
type flood struct {
	last int64

	mu      sync.Mutex
	begun   int   // how often a session was started
	resumed int   // and resumed
	codes   []int // with which connections were closed
}

// play is the script of each connection.
func (f *flood) play(conn *websocket.Conn) {
	say(conn, `{"op":10,"d":{"heartbeat_interval":41250}}`)
	_, line, _ := conn.ReadMessage()
	var p struct {
		Op   int `json:"op"`
		Data struct {
			Seq int64 `json:"seq"`
		} `json:"d"`
	}
	if json.Unmarshal(line, &p) != nil {
		return
	}
	f.mu.Lock()
	from := p.Data.Seq + 1
	if p.Op == opIdentify {
		f.begun++
		from = 1
	} else {
		f.resumed++
	}
	f.mu.Unlock()
	go f.send(conn, from)
	for {
		_, _, err := conn.ReadMessage()
		if closed, ok := errors.AsType[*websocket.CloseError](err); ok {
			f.mu.Lock()
			f.codes = append(f.codes, closed.Code)
			f.mu.Unlock()
		}
		if err != nil {
			return
		}
	}
}

// send sends the events from one on, and RESUMED after the last.
func (f *flood) send(conn *websocket.Conn, from int64) {
	for seq := from; seq <= f.last; seq++ {
		event := fmt.Sprintf(`{"op":0,"s":%d,"t":"INTERACTION_CREATE","d":{"id":"%[1]d"}}`, seq)
		if seq == 1 {
			event = `{"op":0,"s":1,"t":"READY","d":{"session_id":"abc"}}`
		}
		if conn.WriteMessage(websocket.TextMessage, []byte(event)) != nil {
			return
		}
	}
	say(conn, fmt.Sprintf(`{"op":0,"s":%d,"t":"RESUMED","d":{}}`, f.last+1))
}

// TestHandingOver: one Gateway goes on where the one before it ended, in the middle of everything; each
// interaction comes to one of them.
func TestHandingOver(t *testing.T) {
	t.Parallel()
	const last, part = 3000, 250
	f := &flood{last: last}
	web := httptest.NewServer(&server{scripts: []script{f.play}, budget: `{"total":1000,"remaining":1000}`})
	t.Cleanup(web.Close)
	client, err := discord.NewClient(testToken, discord.Address{Base: web.URL})
	require.NoError(t, err)
	var mu sync.Mutex
	got := map[string]int{}
	var at Bookmark
	for len(got) < last-1 {
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		end := min(len(got)+part, last-1)
		up := New(Config{Client: client, Log: slog.New(slog.NewTextHandler(t.Output(), nil)), From: at})
		at, err = up.Run(ctx, func(in *discord.Interaction) {
			mu.Lock()
			defer mu.Unlock()
			if got[in.ID]++; len(got) == end {
				stop()
			}
		})
		require.ErrorIs(t, ctx.Err(), context.Canceled)
		stop()
		require.NoError(t, err)
		require.Equal(t, "abc", at.Session)
		require.EqualValues(t, len(got)+1, min(at.Seq, last), "all up to it came, and none after it")
	}
	for id, n := range got {
		assert.Equal(t, 1, n, id)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	assert.Equal(t, 1, f.begun)
	assert.GreaterOrEqual(t, f.resumed, 2)
	for _, code := range f.codes {
		assert.Contains(t, []int{closeResumable, websocket.CloseAbnormalClosure}, code, "the session would be over")
	}
}

// TestSessionIsLeftOpen: the connection is closed in a way that does not end the session.
func TestSessionIsLeftOpen(t *testing.T) {
	t.Parallel()
	closed := make(chan error, 1)
	g := &server{scripts: []script{func(conn *websocket.Conn) {
		welcome(conn)
		for {
			if _, _, err := conn.ReadMessage(); err != nil {
				closed <- err
				return
			}
		}
	}}}
	up, stop, done := connect(t, g, time.Minute, ignore)
	require.Eventually(t, up.Ready, time.Minute, time.Millisecond)
	stop()
	assert.True(t, websocket.IsCloseError(<-closed, closeResumable))
	assert.NotContains(t, []int{websocket.CloseNormalClosure, websocket.CloseGoingAway}, closeResumable)
	assert.NoError(t, <-done)
}

// TestNothingIsLeft: a Gateway that ends before it has a session leaves what it was given.
func TestNothingIsLeft(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{}, 1)
	web := httptest.NewServer(&server{scripts: []script{func(conn *websocket.Conn) {
		hello(conn)
		asked <- struct{}{}
	}}, budget: `{}`})
	t.Cleanup(web.Close)
	client, err := discord.NewClient(testToken, discord.Address{Base: web.URL})
	require.NoError(t, err)
	for _, from := range []Bookmark{{}, {Session: "abc", Seq: 7}} {
		ctx, stop := context.WithCancel(t.Context())
		go func() {
			<-asked
			stop()
		}()
		up := New(Config{Client: client, Log: slog.New(slog.NewTextHandler(t.Output(), nil)), From: from})
		begun := time.Now()
		at, err := up.Run(ctx, ignore)
		require.NoError(t, err)
		assert.Equal(t, from, at)
		assert.Less(t, time.Since(begun), 2*time.Second)
	}
}

// TestPermit: a session of a shard is started when it may be, and not when that is over at the last moment;
// resuming one needs no permit.
func TestPermit(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var shards [][]int
	g := &server{budget: `{"total":1000,"remaining":1000,"max_concurrency":16}`}
	g.scripts = []script{func(conn *websocket.Conn) {
		say(conn, `{"op":10,"d":{"heartbeat_interval":41250}}`)
		var p struct {
			Data struct{ Shard []int } `json:"d"`
		}
		if conn.ReadJSON(&p) != nil {
			return // it was not permitted
		}
		mu.Lock()
		defer mu.Unlock()
		shards = append(shards, p.Data.Shard)
		say(conn, `{"op":0,"s":1,"t":"READY","d":{"session_id":"x"}}`)
		if len(shards) == 1 {
			conn.Close()
		}
	}}
	web := httptest.NewServer(g)
	t.Cleanup(web.Close)
	client, err := discord.NewClient(testToken, discord.Address{Base: web.URL})
	require.NoError(t, err)
	var permits, confirms atomic.Int32
	up := New(Config{Client: client, Log: slog.New(slog.NewTextHandler(t.Output(), nil)), Shard: Shard{3, 4},
		Permit: func(_ context.Context, concurrency int) (func(context.Context) error, error) {
			assert.Equal(t, 16, concurrency)
			switch permits.Add(1) {
			case 1:
				return nil, errGone
			default:
				return func(context.Context) error {
					if confirms.Add(1) == 1 {
						return errGone
					}
					return nil
				}, nil
			}
		}})
	up.spacing = 0
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := up.Run(ctx, ignore)
		done <- err
	}()
	require.Eventually(t, func() bool { return up.Ready() && g.connections.Load() == 3 }, time.Minute, time.Millisecond)
	stop()
	require.NoError(t, <-done)
	web.Close()
	mu.Lock()
	defer mu.Unlock()
	assert.EqualValues(t, 3, permits.Load())
	assert.EqualValues(t, 2, confirms.Load())
	require.Len(t, shards, 2)
	assert.Equal(t, []int{3, 4}, shards[0])
	assert.Empty(t, shards[1], "it was resumed")
}
