package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/cenkalti/backoff/v5"
)

// request is one call.
type request struct {
	op     string // what it does, for errors
	method string
	url    string
	body   any // nil: none
	files  []File
	again  bool // may be sent again when it is not known to have arrived
	// arrived is the code with which Discord refuses a second sending when the first arrived, and
	// then is what it means for the call; nil: that it is done.
	arrived int
	then    error
	// limit bounds each sending; 0: only the context does.
	limit time.Duration
}

const (
	// maxTries is how often a request that may be sent again is sent.
	maxTries = 3
	// firstRetry is short: of the three seconds for an answer, two retries take about 600 ms.
	firstRetry = 200 * time.Millisecond
	// maxAnswer is more than any answer that is read, in bytes.
	maxAnswer = 8 << 20
	// userAgent names the bot to Discord, in the form that it demands: an address and a version.
	userAgent = "DiscordBot (madbot, v0)"
)

// do makes the call and reads its answer into answer, nil to drop it.
func (c *Client) do(ctx context.Context, q request, answer any) error {
	tried := false
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		err := c.once(ctx, q, answer)
		c.contact.note(ctx, err)
		if tried && q.arrived != 0 && CodeOf(err) == q.arrived {
			return struct{}{}, permanent(q.then)
		}
		tried = true
		if err == nil || q.again && isPassing(err) || errors.Is(err, errUnsent) {
			return struct{}{}, err
		}
		return struct{}{}, permanent(err)
	}, backoff.WithMaxTries(maxTries), backoff.WithMaxElapsedTime(0),
		backoff.WithBackOff(&backoff.ExponentialBackOff{InitialInterval: firstRetry,
			RandomizationFactor: 0.5, Multiplier: 2, MaxInterval: time.Second}))
	if err != nil {
		return fmt.Errorf("%s: %w", q.op, err)
	}
	return nil
}

// permanent returns err so that it is not tried again; nil stays nil.
func permanent(err error) error {
	if err == nil {
		return nil
	}
	return backoff.Permanent(err)
}

// errUnsent is returned for a request that surely did not arrive: there was no connection.
var errUnsent = errors.New("no connection")

// once sends q once.
func (c *Client) once(ctx context.Context, q request, answer any) error {
	if q.limit > 0 {
		limited, cancel := context.WithTimeout(ctx, q.limit)
		defer cancel()
		ctx = limited
	}
	connected := false
	ctx = httptrace.WithClientTrace(ctx,
		&httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { connected = true }})
	req, err := c.build(ctx, q)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return refine(err, connected)
	}
	defer discard(resp.Body)
	got, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	switch {
	case err != nil:
		return err
	case resp.StatusCode < 200 || resp.StatusCode > 299:
		return c.refusal(resp.StatusCode, got)
	case answer == nil:
		return nil
	}
	if err := json.Unmarshal(got, answer); err != nil {
		return fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	return nil
}

// build returns q as it is sent.
func (c *Client) build(ctx context.Context, q request) (*http.Request, error) {
	contentType, body, err := q.encode()
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, q.method, q.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", c.token)
	req.Header.Set("User-Agent", userAgent)
	if body != nil {
		req.Header.Set("Content-Type", contentType)
	}
	return req, nil
}

// encode returns the content type and the body, nil when there is none.
func (q request) encode() (string, []byte, error) {
	switch {
	case q.body == nil:
		return "", nil, nil
	case len(q.files) == 0:
		body, err := json.Marshal(q.body)
		return "application/json", body, err
	}
	files := make([]*discordgo.File, len(q.files))
	for i, f := range q.files {
		files[i] = &discordgo.File{Name: f.Name, ContentType: f.ContentType, Reader: bytes.NewReader(f.Data)}
	}
	return discordgo.MultipartBodyWithJSON(q.body, files)
}

// refine returns err without the address, which may hold the token of an interaction, and as an
// errUnsent when no connection was made.
func refine(err error, connected bool) error {
	if failed, ok := errors.AsType[*url.Error](err); ok {
		err = failed.Err
	}
	if !connected {
		return fmt.Errorf("%w: %w", errUnsent, err)
	}
	return err
}
