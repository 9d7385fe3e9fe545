package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Address says where Discord is.
type Address struct {
	Base string // of a server that speaks Discord's language; "": Discord itself
	// REST is of a proxy that keeps Discord's rate limits for all the processes of a bot. The calls go there,
	// except, with Base, the question for the gateway. "": none.
	REST string
	// Dial opens the connections to all of them; nil: as usual.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// transport carries requests: to another server than Discord when base is set, and no faster than
// the server's rate limits. Waiting ends with the request's context.
type transport struct {
	base   *url.URL // nil: Discord itself
	proxy  *url.URL // nil: none
	next   http.RoundTripper
	limits limits
	share  share

	observer Observer     // nil: none
	log      *slog.Logger // nil: none
}

// newTransport returns a transport to the server at an address.
func newTransport(at Address) (*transport, error) {
	base, err := parseBase(at.Base)
	if err != nil {
		return nil, err
	}
	proxy, err := parseBase(at.REST)
	limit := answerLimit
	if proxy != nil {
		limit = 0 // it holds calls until Discord takes them
	}
	return &transport{base: base, proxy: proxy, next: pooled(limit, at.Dial)}, err
}

// parseBase reads an address that requests are sent to; nil for none.
func parseBase(text string) (*url.URL, error) {
	if text == "" {
		return nil, nil
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, fmt.Errorf("base URL %q: not an http address", text)
	}
	return u, nil
}

// idleConns is how many connections are kept for reuse: each new one would cost an answer part of
// its three seconds.
const idleConns = 64

// answerLimit is how long an answer may take to begin: of the time for a call, enough for all tries.
const answerLimit = 6 * time.Second

// pooled returns the usual transport with room for many calls to one server, whose answers begin within limit; 0:
// in their own time. It has connections from dial; nil: the usual ones.
func pooled(limit time.Duration, dial func(context.Context, string, string) (net.Conn, error)) http.RoundTripper {
	usual, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultTransport
	}
	pooled := usual.Clone()
	pooled.MaxIdleConnsPerHost = idleConns
	pooled.ResponseHeaderTimeout = limit
	if dial != nil {
		pooled.DialContext = dial
	}
	return pooled
}

// RoundTrip implements http.RoundTripper. A request that is refused for its rate is sent again when
// its limit has passed, as long as its context lives. An edit of an old message that would have to wait longer
// than that is refused at once, so that no other call waits with it.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, route := req.Context(), routeOf(req)
	for {
		try, err := t.address(req)
		if err != nil {
			return nil, err
		}
		if err := t.during("route", func() error { return t.limits.begin(ctx, route) }); err != nil {
			return nil, err
		}
		if err := t.during("share", func() error { return t.share.wait(ctx, route) }); err != nil {
			_, _ = t.limits.end(route, nil)
			return nil, err
		}
		resp, err := t.send(try)
		if isOldEdit(resp) && outlasts(ctx, resetAfter(resp.Header, true)) {
			_, _ = t.limits.end(route, nil)
			return resp, nil
		}
		pause, refused := t.limits.end(route, resp)
		if err != nil {
			return nil, err
		}
		if !refused {
			return resp, nil
		}
		discard(resp.Body)
		if err := t.during("refused", func() error { return Sleep(ctx, pause) }); err != nil {
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
	if to := t.target(req); to != nil {
		try.URL.Scheme, try.URL.Host, try.Host = to.Scheme, to.Host, to.Host
		try.URL.Path = strings.TrimSuffix(to.Path, "/") + try.URL.Path
	}
	return try, nil
}

// target returns the server that req goes to, nil for Discord itself.
func (t *transport) target(req *http.Request) *url.URL {
	if t.proxy == nil || t.base != nil && req.URL.String() == gatewayURL() {
		return t.base
	}
	return t.proxy
}

// isOldEdit reports whether resp says CodeTooManyOldEdits, which is no limit of a route. The body of resp can
// be read all the same.
func isOldEdit(resp *http.Response) bool {
	if resp == nil || resp.StatusCode != http.StatusTooManyRequests {
		return false
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxRefusal))
	discard(resp.Body)
	resp.Body = io.NopCloser(bytes.NewReader(body))
	var said struct {
		Code int `json:"code"`
	}
	return err == nil && json.Unmarshal(body, &said) == nil &&
		said.Code == discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached
}

// outlasts reports whether ctx ends before a pause does.
func outlasts(ctx context.Context, pause time.Duration) bool {
	end, ends := ctx.Deadline()
	return ends && time.Until(end) < pause
}

// maxRefusal is how much of a refusal is read, in bytes.
const maxRefusal = 1 << 16

// discard reads body to its end, within reason, so that its connection can be used again.
func discard(body io.ReadCloser) {
	_, _ = io.Copy(io.Discard, io.LimitReader(body, maxRefusal))
	_ = body.Close()
}

// Sleep waits for d or until ctx ends, whose error it returns then.
func Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
