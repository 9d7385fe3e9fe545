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

// Address says where Discord is. The zero value is Discord itself.
type Address struct {
	Base string // base URL of a server with Discord's API; "": Discord
	// REST is the base URL of a proxy that keeps the rate limits for all processes of a bot; "": none. All calls go
	// there, except that with Base the request for the gateway's address does not.
	REST string
	// Dial opens all connections; nil: the default.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// transport sends requests within the rate limits, to Discord or the configured server. Waiting ends with the
// request's context.
type transport struct {
	base   *url.URL // nil: Discord
	proxy  *url.URL
	next   http.RoundTripper
	limits limits
	share  share

	observer Observer
	log      *slog.Logger
}

func newTransport(at Address) (*transport, error) {
	base, err := parseBase(at.Base)
	if err != nil {
		return nil, err
	}
	proxy, err := parseBase(at.REST)
	limit := answerLimit
	if proxy != nil {
		limit = 0 // a proxy holds calls until Discord accepts them
	}
	return &transport{base: base, proxy: proxy, next: newPooledTransport(limit, at.Dial)}, err
}

// parseBase parses a base URL; "" gives nil.
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

// idleConns is how many connections are kept for reuse. A new one would cost part of a response's three seconds.
const idleConns = 64

// answerLimit is how long the start of a response may take. It leaves time for all attempts.
const answerLimit = 6 * time.Second

// newPooledTransport returns a transport that keeps many connections to one server. limit bounds the wait for the
// response headers; 0: no limit. dial may be nil.
func newPooledTransport(limit time.Duration,
	dial func(context.Context, string, string) (net.Conn, error)) http.RoundTripper {
	usual, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultTransport
	}
	newPooledTransport := usual.Clone()
	newPooledTransport.MaxIdleConnsPerHost = idleConns
	newPooledTransport.ResponseHeaderTimeout = limit
	if dial != nil {
		newPooledTransport.DialContext = dial
	}
	return newPooledTransport
}

// RoundTrip implements http.RoundTripper. A request refused with status 429 is sent again after the wait that
// Discord asks for. Edits of old messages have a limit of their own: if the wait would exceed the request's
// deadline, RoundTrip returns the refusal immediately, so that it does not delay other requests of the route.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, route := req.Context(), routeOf(req)
	for {
		try, err := t.address(req)
		if err != nil {
			return nil, err
		}
		if err := t.observeWait("route", func() error { return t.limits.begin(ctx, route) }); err != nil {
			return nil, err
		}
		if err := t.observeWait("share", func() error { return t.share.wait(ctx, route) }); err != nil {
			_, _ = t.limits.end(route, nil)
			return nil, err
		}
		resp, err := t.send(try)
		if isOldEdit(resp) && endsBefore(ctx, resetAfter(resp.Header, true)) {
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
		if err := t.observeWait("refused", func() error { return Sleep(ctx, pause) }); err != nil {
			return nil, err
		}
	}
}

// address returns a copy of req with a fresh body, addressed to the configured server.
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

// target returns the base URL for req, or nil for Discord.
func (t *transport) target(req *http.Request) *url.URL {
	if t.proxy == nil || t.base != nil && req.URL.String() == gatewayURL() {
		return t.base
	}
	return t.proxy
}

// isOldEdit reports whether resp has CodeTooManyOldEdits, which is not the limit of a route. It leaves the body
// readable.
func isOldEdit(resp *http.Response) bool {
	if resp == nil || resp.StatusCode != http.StatusTooManyRequests {
		return false
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxRefusal))
	discard(resp.Body)
	resp.Body = io.NopCloser(bytes.NewReader(body))
	var response struct {
		Code int `json:"code"`
	}
	return err == nil && json.Unmarshal(body, &response) == nil &&
		response.Code == discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached
}

func endsBefore(ctx context.Context, pause time.Duration) bool {
	end, ends := ctx.Deadline()
	return ends && time.Until(end) < pause
}

// maxRefusal is how much of a refusal's body is read, in bytes.
const maxRefusal = 1 << 16

// discard reads the rest of body, up to maxRefusal, so that its connection can be reused.
func discard(body io.ReadCloser) {
	_, _ = io.Copy(io.Discard, io.LimitReader(body, maxRefusal))
	_ = body.Close()
}

// Sleep waits for d. If ctx ends first, it returns the error of ctx.
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
