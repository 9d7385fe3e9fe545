package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

// wire is a bare gateway client, which sees every packet and can send invalid ones.
type wire struct {
	t  *testing.T
	ws *websocket.Conn
}

type packet struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int            `json:"s"`
	Type string          `json:"t"`
}

// dial connects and reads HELLO.
func (b *bench) dial(query string) *wire {
	b.t.Helper()
	ws, _, err := websocket.DefaultDialer.DialContext(within(b.t),
		"ws"+strings.TrimPrefix(b.url, "http")+"/gateway/"+query, nil)
	require.NoError(b.t, err)
	b.t.Cleanup(func() { ws.Close() })
	w := &wire{b.t, ws}
	return w
}

// identified connects and reads HELLO and READY.
func (b *bench) identified(intents string) *wire {
	b.t.Helper()
	w := b.dial("?v=10&encoding=json")
	require.Equal(b.t, 10, w.next().Op)
	w.identify(intents)
	require.Equal(b.t, "READY", w.next().Type)
	return w
}

func (w *wire) identify(intents string) {
	w.t.Helper()
	w.send(fmt.Sprintf(`{"op":2,"d":{"token":%q,"properties":{"os":"x"},"intents":%s}}`,
		sandbox.DefaultToken, intents))
}

func (w *wire) send(text string) {
	w.t.Helper()
	require.NoError(w.t, w.ws.WriteMessage(websocket.TextMessage, []byte(text)))
}

func (w *wire) next() packet {
	w.t.Helper()
	require.NoError(w.t, w.ws.SetReadDeadline(time.Now().Add(patience)))
	var p packet
	require.NoError(w.t, w.ws.ReadJSON(&p))
	return p
}

// closed reads until the connection ends, and returns the close code.
func (w *wire) closed() int {
	w.t.Helper()
	require.NoError(w.t, w.ws.SetReadDeadline(time.Now().Add(patience)))
	for {
		_, _, err := w.ws.ReadMessage()
		if err == nil {
			continue
		}
		closed, ok := err.(*websocket.CloseError)
		require.True(w.t, ok, "%v", err)
		return closed.Code
	}
}

// happening is an interaction as a bot received it.
type happening struct {
	ID     string         `json:"id"`
	Token  string         `json:"token"`
	Type   int            `json:"type"`
	Data   map[string]any `json:"data"`
	Raw    map[string]any `json:"-"`
	answer chan outcome   // what the person saw
	bench  *bench
}

// outcome is the result of a person's action.
type outcome struct {
	sandbox.Answer
	err error
}

// act performs a person's action in the background and returns the interaction that reaches the bot.
func (b *bench) act(w *wire, do func() (sandbox.Answer, error)) *happening {
	b.t.Helper()
	h := &happening{answer: make(chan outcome, 1), bench: b}
	go func() {
		answer, err := do()
		h.answer <- outcome{answer, err}
	}()
	p := w.next()
	require.Equal(b.t, "INTERACTION_CREATE", p.Type)
	require.NoError(b.t, json.Unmarshal(p.Data, h))
	require.NoError(b.t, json.Unmarshal(p.Data, &h.Raw))
	return h
}

// callback responds to the interaction.
func (h *happening) callback(body string, edits ...func(*http.Request)) reply {
	h.bench.t.Helper()
	method, path, _ := strings.Cut(h.path(), " ")
	return h.bench.do(method, path+"?with_response=true", body, edits...)
}

func (h *happening) path() string {
	return "POST /interactions/" + h.ID + "/" + h.Token + "/callback"
}

// webhook makes a call below the interaction's webhook, such as "/messages/@original".
func (h *happening) webhook(method, path, body string) reply {
	h.bench.t.Helper()
	return h.bench.do(method, "/webhooks/1000000000000000031/"+h.Token+path, body)
}

// must returns what the person saw, which must not be an error.
func (h *happening) must() sandbox.Answer {
	h.bench.t.Helper()
	select {
	case o := <-h.answer:
		require.NoError(h.bench.t, o.err)
		return o.Answer
	case <-within(h.bench.t).Done():
		h.bench.t.Fatal("the person still waits")
	}
	return sandbox.Answer{}
}
