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

type request struct {
	op        string // what the call does, for errors
	method    string
	url       string
	body      any // nil: no body
	files     []File
	retryable bool // safe to retry if it may have succeeded
	// doneCode is the error code that a retry gets if an earlier attempt succeeded; 0: none. The call then returns
	// the error then, which may be nil.
	doneCode int
	doneErr  error
	// limit bounds each attempt; 0: no limit besides the context.
	limit time.Duration
}

const (
	// maxTries is the maximum number of attempts.
	maxTries = 3
	// firstRetry is short: two retries take about 600 ms of the three seconds for a response.
	firstRetry = 200 * time.Millisecond
	// maxAnswer is more than any response needs, in bytes.
	maxAnswer = 8 << 20
	// userAgent has the form that Discord requires.
	userAgent = "DiscordBot (madbot, v0)"
)

// do makes the call and decodes its response into answer; nil discards it.
func (c *caller) do(ctx context.Context, q request, answer any) error {
	tried := false
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		err := c.attempt(ctx, q, answer)
		c.availability.record(ctx, err)
		if tried && q.doneCode != 0 && CodeOf(err) == q.doneCode {
			return struct{}{}, permanent(q.doneErr)
		}
		tried = true
		if err == nil || q.retryable && isTransient(err) || errors.Is(err, errUnsent) {
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

// permanent marks err as not worth a retry; nil stays nil.
func permanent(err error) error {
	if err == nil {
		return nil
	}
	return backoff.Permanent(err)
}

// errUnsent is returned if there was no connection, so the request cannot have arrived.
var errUnsent = errors.New("no connection")

func (c *caller) attempt(ctx context.Context, q request, answer any) error {
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
		return withoutURL(err, connected)
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

func (c *caller) build(ctx context.Context, q request) (*http.Request, error) {
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

// encode returns the content type and the body, which is nil if there is none.
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

// withoutURL removes the URL from err, because it may contain the token of an interaction. It wraps errUnsent if there
// was no connection.
func withoutURL(err error, connected bool) error {
	if failed, ok := errors.AsType[*url.Error](err); ok {
		err = failed.Err
	}
	if !connected {
		return fmt.Errorf("%w: %w", errUnsent, err)
	}
	return err
}
