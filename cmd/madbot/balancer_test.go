package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// balancer distributes requests among backends in turn, as a load balancer does. If it cannot connect to a backend, it
// tries the next one; after any other failure it answers 502, because the backend may have handled the request.
type balancer struct {
	url      string // where it is, such as http://127.0.0.1:8080
	backends atomic.Pointer[[]string]
	next     atomic.Uint64
	client   http.Client
	twice    atomic.Bool // send each request to all backends at the same time, as somebody who recorded it could
}

// newBalancer serves a balancer for the length of the test.
func newBalancer(t testing.TB, backends ...string) *balancer {
	t.Helper()
	b := &balancer{client: http.Client{Transport: &http.Transport{DisableKeepAlives: true}}}
	b.use(backends...)
	web := httptest.NewServer(b)
	b.url = web.URL
	t.Cleanup(web.Close)
	return b
}

// use replaces the backends. An operator removes a process before stopping it.
func (b *balancer) use(backends ...string) { b.backends.Store(&backends) }

func (b *balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client has gone
	}
	turn, backends := b.next.Add(1), *b.backends.Load()
	if b.twice.Load() {
		for _, other := range backends {
			go func() { _, _ = b.pass(r.WithContext(context.WithoutCancel(r.Context())), other, body) }()
		}
	}
	for i := range backends {
		backend := backends[(turn+uint64(i))%uint64(len(backends))]
		res, err := b.pass(r, backend, body)
		if failed, ok := errors.AsType[*net.OpError](err); ok && failed.Op == "dial" {
			continue
		}
		if err != nil {
			break
		}
		answer(w, res)
		return
	}
	w.WriteHeader(http.StatusBadGateway)
}

// pass sends a request to a backend and returns the whole response.
func (b *balancer) pass(r *http.Request, backend string, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(r.Context(), r.Method, "http://"+backend+r.URL.RequestURI(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header = r.Header.Clone()
	res, err := b.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	res.Body = io.NopCloser(bytes.NewReader(got))
	return res, err
}

// answer forwards a response.
func answer(w http.ResponseWriter, res *http.Response) {
	if kind := res.Header.Get("Content-Type"); kind != "" {
		w.Header().Set("Content-Type", kind)
	}
	w.WriteHeader(res.StatusCode)
	_, _ = io.Copy(w, res.Body) // the client may have gone
}

// backend is a server that counts its requests.
type backend struct {
	*httptest.Server
	asked atomic.Int32
}

func (b *backend) addr() string { return b.Listener.Addr().String() }

// newBackend serves a backend that echoes requests, or breaks the connection.
func newBackend(t *testing.T, breaks bool) *backend {
	t.Helper()
	b := &backend{}
	b.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.asked.Add(1)
		if breaks {
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusAccepted)
		_, err := io.Copy(w, r.Body)
		assert.NoError(t, err)
	}))
	t.Cleanup(b.Close)
	return b
}

func TestBalancer(t *testing.T) {
	t.Parallel()
	one, two, gone, broken := newBackend(t, false), newBackend(t, false), newBackend(t, false), newBackend(t, true)
	gone.Close()
	ask := func(b *balancer) int {
		res, err := http.Post(b.url+"/x?y", "application/json", strings.NewReader("body"))
		require.NoError(t, err)
		defer res.Body.Close()
		got, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		if res.StatusCode == http.StatusAccepted {
			assert.Equal(t, "body", string(got))
			assert.Equal(t, "application/json", res.Header.Get("Content-Type"))
		}
		return res.StatusCode
	}
	b := newBalancer(t, one.addr(), gone.addr(), two.addr())
	for range 6 {
		assert.Equal(t, http.StatusAccepted, ask(b), "one that is gone costs nobody anything")
	}
	assert.EqualValues(t, 6, one.asked.Load()+two.asked.Load())
	assert.EqualValues(t, 2, one.asked.Load(), "and whose turn is next takes its share")
	b.use(one.addr())
	assert.Equal(t, http.StatusAccepted, ask(b))
	assert.EqualValues(t, 3, one.asked.Load())
	assert.Equal(t, http.StatusBadGateway, ask(newBalancer(t, gone.addr())))
	assert.Equal(t, http.StatusBadGateway, ask(newBalancer(t, broken.addr(), broken.addr())))
	assert.EqualValues(t, 1, broken.asked.Load(), "it may have done what it was asked")
}
