package discord

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// transport carries requests: to another server than Discord when base is set, and no faster than
// the server's rate limits. Waiting ends with the request's context.
type transport struct {
	base   *url.URL // nil: Discord itself
	next   http.RoundTripper
	limits limits
}

// newTransport returns a transport to the server at base, "" for Discord itself.
func newTransport(base string) (*transport, error) {
	t := &transport{next: pooled()}
	if base == "" {
		return t, nil
	}
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, fmt.Errorf("base URL %q: not an http address", base)
	}
	t.base = u
	return t, nil
}

// idleConns is how many connections are kept for reuse: each new one would cost an answer part of
// its three seconds.
const idleConns = 64

// answerLimit is how long an answer may take to begin: of the time for a call, enough for all tries.
const answerLimit = 6 * time.Second

// pooled returns the usual transport with room for many calls to one server.
func pooled() http.RoundTripper {
	usual, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultTransport
	}
	pooled := usual.Clone()
	pooled.MaxIdleConnsPerHost = idleConns
	pooled.ResponseHeaderTimeout = answerLimit
	return pooled
}

// RoundTrip implements http.RoundTripper. A request that is refused for its rate is sent again when
// its limit has passed, as long as its context lives.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, route := req.Context(), routeOf(req)
	for {
		try, err := t.address(req)
		if err != nil {
			return nil, err
		}
		if err := t.limits.begin(ctx, route); err != nil {
			return nil, err
		}
		resp, err := t.next.RoundTrip(try)
		pause, refused := t.limits.end(route, resp)
		if err != nil {
			return nil, err
		}
		if !refused {
			return resp, nil
		}
		discard(resp.Body)
		if err := sleep(ctx, pause); err != nil {
			return nil, err
		}
	}
}

// address returns a copy of req with a fresh body, to where it really goes.
func (t *transport) address(req *http.Request) (*http.Request, error) {
	try := req.Clone(req.Context())
	if req.GetBody != nil {
		body, err := req.GetBody()
		if err != nil {
			return nil, err
		}
		try.Body = body
	}
	if t.base != nil {
		try.URL.Scheme, try.URL.Host, try.Host = t.base.Scheme, t.base.Host, t.base.Host
		try.URL.Path = strings.TrimSuffix(t.base.Path, "/") + try.URL.Path
	}
	return try, nil
}

// discard reads body to its end, within reason, so that its connection can be used again.
func discard(body io.ReadCloser) {
	_, _ = io.Copy(io.Discard, io.LimitReader(body, 1<<16))
	_ = body.Close()
}

// sleep waits for d or until ctx ends, whose error it returns then.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
