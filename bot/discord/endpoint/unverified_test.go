package endpoint

import (
	"crypto/ed25519"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/discord"
)

// closable is a connection that records whether it was closed.
type closable struct {
	net.Conn
	closed bool
}

func (c *closable) Close() error {
	c.closed = true
	return nil
}

// closed returns the indexes of the closed connections.
func closed(all []*closable) (which []int) {
	for i, c := range all {
		if c.closed {
			which = append(which, i)
		}
	}
	return which
}

// TestUnverified: excess connections are closed, oldest first, but never those that were removed.
func TestUnverified(t *testing.T) {
	t.Parallel()
	var v unverified
	all := make([]*closable, maxUnverified+3)
	for i := range all {
		all[i] = new(closable)
		assert.Equal(t, net.Conn(all[i]), v.add(t.Context(), all[i]).Value(connKey{}))
		if i == 1 {
			v.remove(all[1])
		}
	}
	assert.Equal(t, []int{0, 2}, closed(all))
	v.addBytes(all[5], maxUnsigned-1)
	v.addBytes(all[6], 1)
	assert.Equal(t, []int{0, 2}, closed(all))
	v.addBytes(all[7], 1)
	assert.Equal(t, []int{0, 2, 3, 4, 5}, closed(all), "until what they sent is gone with them")
	assert.Equal(t, 2, v.bytes)
	v.addBytes(all[5], maxUnsigned) // a request in progress
	v.remove(all[5])
	v.remove(all[6])
	v.remove(nil)
	assert.Equal(t, 1, v.bytes)
	assert.Equal(t, []int{0, 2, 3, 4, 5}, closed(all))
	assert.Equal(t, maxUnverified-4, v.line.Len())
	assert.Len(t, v.known, v.line.Len())
}

// TestEndpoint_Endless: however many clients send endless bodies, few connections and bytes are held, and Discord's
// requests are answered.
func TestEndpoint_Endless(t *testing.T) {
	t.Parallel()
	private, key := pair(t)
	var open atomic.Int64
	e := New(Config{Key: key, Now: noon, Log: slog.New(slog.DiscardHandler)})
	s := e.server(func(*discord.Interaction) {}, &open)
	found, _ := s.Handler.(*http.ServeMux).Handler(httptest.NewRequest(http.MethodPost, Path, nil))
	v := &found.(*handler).unverified
	held := func() (conns, bytes int) {
		v.mu.Lock()
		defer v.mu.Unlock()
		return v.line.Len(), v.bytes
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go func() { _ = s.Serve(l) }()
	t.Cleanup(func() { s.Close() })
	other, _ := pair(t)
	bad := signed(other, noon(), "")
	head := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\n%s: %s\r\n%s: %s\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n",
		Path, signatureHeader, bad.signature, timestampHeader, bad.stamp, maxBody)
	body := strings.Repeat("x", maxUnsigned/8-1)
	for i := range maxUnverified + 20 {
		c, err := net.Dial("tcp", l.Addr().String())
		require.NoError(t, err)
		t.Cleanup(func() { c.Close() })
		_, _ = io.WriteString(c, head)
		if i%20 == 0 {
			_, _ = io.WriteString(c, body) // the server may close it meanwhile
		}
		conns, bytes := held()
		require.LessOrEqual(t, conns, maxUnverified)
		require.LessOrEqual(t, bytes, maxUnsigned)
	}
	assert.Equal(t, http.StatusAccepted, post(t, "http://"+l.Addr().String()+Path, private))
}

// post sends an interaction and returns the status of the response.
func post(t *testing.T, url string, key ed25519.PrivateKey) int {
	t.Helper()
	req := signed(key, noon(), click).request(url)
	req.RequestURI = ""
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	return res.StatusCode
}

// TestEndpoint_HeadersFirst: the body of a request with invalid headers is not read.
func TestEndpoint_HeadersFirst(t *testing.T) {
	t.Parallel()
	private, key := pair(t)
	for name, change := range map[string]func(*sent){
		"no signature": func(s *sent) { s.signature = "" },
		"too short":    func(s *sent) { s.signature = s.signature[2:] },
		"no time":      func(s *sent) { s.stamp = "" },
		"too old":      func(s *sent) { *s = signed(private, noon().Add(-maxSkew-1e9), click) },
	} {
		s := signed(private, noon(), click)
		change(&s)
		r := s.request(Path)
		require.Error(t, key.verify(r, noon()), name)
		left, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		assert.Equal(t, click, string(left), name)
	}
}
