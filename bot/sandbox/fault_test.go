package sandbox_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/sandbox"
)

func TestFaults(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var next *sandbox.Fault
	b := start(t, &sandbox.Server{Fault: func(*http.Request) *sandbox.Fault {
		mu.Lock()
		defer mu.Unlock()
		f := next
		next = nil
		return f
	}})
	fail := func(f sandbox.Fault) {
		mu.Lock()
		defer mu.Unlock()
		next = &f
	}
	send := func() reply { return b.do("POST", mad, `{"content":"x"}`) }
	seen := func() int { return len(b.Actor("alice").Messages(sandbox.MadID)) }

	fail(sandbox.Fault{Status: 503, Code: 130000, Message: "API resource is currently overloaded."})
	busy := send()
	assert.Equal(t, []int{503, 130000}, []int{busy.status, busy.code()})
	assert.Zero(t, seen())

	fail(sandbox.Fault{Status: 429, RetryAfter: 1500 * time.Millisecond, Global: true,
		Message: "You are being rate limited."})
	limited := send()
	assert.Equal(t, 429, limited.status)
	assert.EqualValues(t, 1.5, limited.body["retry_after"])
	assert.Equal(t, true, limited.body["global"])
	assert.Equal(t, "1.500", limited.header.Get("X-RateLimit-Reset-After"))
	assert.Equal(t, "true", limited.header.Get("X-RateLimit-Global"))
	assert.Zero(t, seen())

	fail(sandbox.Fault{Status: 500, After: true})
	assert.Equal(t, 500, send().status)
	assert.Equal(t, 1, seen(), "the message was sent; only its answer is lost")

	fail(sandbox.Fault{Drop: true})
	req, err := http.NewRequestWithContext(t.Context(), "POST", b.url+"/api/v10"+mad,
		strings.NewReader(`{}`))
	require.NoError(t, err)
	_, err = http.DefaultClient.Do(req)
	assert.Error(t, err)
	assert.Equal(t, 1, seen())

	ok := send()
	assert.Equal(t, 200, ok.status)
	assert.NotEmpty(t, ok.header.Get("X-RateLimit-Bucket"))
	assert.Equal(t, "4", ok.header.Get("X-RateLimit-Remaining"))
}

// TestFault_Delay: a delayed call is carried out afterwards.
func TestFault_Delay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &sandbox.Server{Fault: func(*http.Request) *sandbox.Fault { return &sandbox.Fault{Delay: time.Hour} }}
		r := httptest.NewRequest("GET", "/api/v10/users/@me", nil)
		r.Header.Set("Authorization", "Bot "+sandbox.DefaultToken)
		r.Header.Set("User-Agent", "DiscordBot (test, v0)")
		begun, w := time.Now(), httptest.NewRecorder()
		s.ServeHTTP(w, r)
		assert.Equal(t, time.Hour, time.Since(begun))
		assert.Equal(t, 200, w.Code)
		require.NoError(t, s.Close())
	})
}

func TestLimits(t *testing.T) {
	t.Parallel()
	c := &clock{}
	b := start(t, &sandbox.Server{Limits: true, Now: c.now})
	send := func(channel string) reply {
		return b.do("POST", "/channels/"+channel+"/messages", `{"content":"x"}`)
	}
	for left := 4; left >= 0; left-- {
		got := send(sandbox.MadID.String())
		require.Equal(t, 200, got.status)
		assert.Equal(t, strconv.Itoa(left), got.header.Get("X-RateLimit-Remaining"))
	}
	refused := send(sandbox.MadID.String())
	assert.Equal(t, 429, refused.status)
	assert.Equal(t, "5", refused.header.Get("Retry-After"))
	assert.Equal(t, false, refused.body["global"])
	assert.Equal(t, 200, send(sandbox.GeneralID.String()).status, "each channel for itself")
	assert.Equal(t, 200, b.do("GET", strings.TrimSuffix(mad, "/messages"), "").status,
		"and each kind of call")
	c.advance(5 * time.Second)
	assert.Equal(t, 200, send(sandbox.MadID.String()).status)

	b.identified("0")
	w := b.dial("?v=10&encoding=json")
	require.Equal(t, 10, w.next().Op)
	w.identify("0")
	assert.Equal(t, 9, w.next().Op, "one session in five seconds")
	c.advance(5 * time.Second)
	w.identify("0")
	assert.Equal(t, "READY", w.next().Type)
}

func TestRecord(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var buf bytes.Buffer
	b, w := ask(t, &sandbox.Server{Record: writer(func(p []byte) (int, error) {
		mu.Lock()
		defer mu.Unlock()
		return buf.Write(p)
	})})
	h := uses(t, b, w, sandbox.MadID)
	require.Equal(t, 200, h.callback(withButton).status)
	board := withFiles(t, `{"content":"x"}`, file{"files[0]", "a.png", picture(t)})
	require.Equal(t, 200, b.do("POST", mad, "", board).status)
	channel := strings.TrimSuffix(mad, "/messages")
	require.Equal(t, 200, b.do("GET", channel+"?x=1", "").status)
	mu.Lock()
	lines := strings.Split(strings.TrimSpace(buf.String()), "\n")
	mu.Unlock()
	require.Len(t, lines, 4, "the gateway, the page and files are not recorded")
	type record struct {
		Name, Method, Path string
		ContentType        string `json:"content_type"`
		Body               json.RawMessage
	}
	var list []record
	for _, line := range lines {
		var r record
		require.NoError(t, json.Unmarshal([]byte(line), &r))
		list = append(list, r)
	}
	assert.Equal(t, "PUT /applications/{app}/commands", list[0].Name)
	assert.Equal(t, "/api/v10"+commands, list[0].Path)
	assert.JSONEq(t, withButton, string(list[1].Body))
	var form string
	require.NoError(t, json.Unmarshal(list[2].Body, &form), "a form is a JSON string")
	assert.True(t, strings.HasPrefix(list[2].ContentType, "multipart/form-data; boundary="))
	assert.Contains(t, form, `name="payload_json"`)
	assert.Equal(t, record{Name: "GET /channels/{channel}", Method: "GET",
		Path: "/api/v10" + channel + "?x=1"}, list[3])
}

type writer func([]byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }
