package sandbox_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

var interactions = flag.Int("interactions", 20_000, "how many `interactions` TestLoad makes")

// TestLoad makes many interactions, a thousand per second of the server's clock. The last ones must
// not take longer than the first ones, and the memory must not grow with their number.
func TestLoad(t *testing.T) {
	c := &clock{}
	b := start(t, &sandbox.Server{Now: c.now, Deadline: time.Minute, Heartbeat: time.Hour})
	w := b.identified("0")
	require.Equal(t, 200, b.do("PUT", commands, `[{"name":"ask","description":"d"}]`).status)
	require.Equal(t, 200, b.do("POST", mad, `{"content":"x","components":`+
		rows(`{"type":2,"style":1,"label":"b","custom_id":"go"}`)+`}`).status)
	alice := b.Actor("alice")
	board := alice.Messages(sandbox.MadID)[0].ID
	require.NoError(t, w.ws.SetReadDeadline(time.Time{}))
	go b.answerAll(w)

	const part = 500
	var took []time.Duration // per interaction, of each part
	var heap []uint64        // in bytes, after each part
	for range *interactions / part {
		begun := time.Now()
		for i := range part {
			c.advance(time.Millisecond)
			var err error
			if i%2 == 0 {
				_, err = alice.Click(t.Context(), board, "go")
			} else {
				_, err = alice.Command(t.Context(), sandbox.MadID, "ask")
			}
			require.NoError(t, err)
		}
		took = append(took, time.Since(begun)/part)
		heap = append(heap, inUse())
	}
	tenth := len(took) / 10
	first, last := slices.Min(took[:tenth]), slices.Min(took[len(took)-tenth:])
	t.Logf("%d interactions: first %v, last %v each; heap %d MiB after a tenth, %d MiB at the end",
		*interactions, first, last, heap[tenth]>>20, heap[len(heap)-1]>>20)
	assert.Less(t, last, 2*first)
	assert.Less(t, heap[len(heap)-1], uint64(400<<20))
	assert.Empty(t, b.Unhandled())
}

// inUse is the size of what is still reachable.
func inUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// answerAll is a minimal bot: it acknowledges clicks and answers commands with a private message,
// until the connection ends. Its calls reach the server without a network.
func (b *bench) answerAll(w *wire) {
	for {
		var p struct {
			Data struct {
				ID, Token string
				Type      int
			} `json:"d"`
		}
		_, data, err := w.ws.ReadMessage()
		if err != nil || json.Unmarshal(data, &p) != nil {
			return
		}
		body := `{"type":6}`
		if p.Data.Type == int(sandbox.InteractionCommand) {
			body = `{"type":4,"data":{"content":"done","flags":64}}`
		}
		r := httptest.NewRequest("POST", fmt.Sprintf("/api/v10/interactions/%s/%s/callback",
			p.Data.ID, p.Data.Token), strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("User-Agent", "DiscordBot (https://example.com, 1)")
		answer := httptest.NewRecorder()
		b.ServeHTTP(answer, r)
		assert.Equal(b.t, 204, answer.Code, "%s", answer.Body)
	}
}
