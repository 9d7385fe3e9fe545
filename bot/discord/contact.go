package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"
)

const (
	probeLimit = 5 * time.Second // for a probe
	probePause = 5 * time.Second // between two probes
	// quietTime is the time without a successful call before a probe. A revoked token is noticed after twice that and
	// the probe, within a minute.
	quietTime = 25 * time.Second
)

// availability records whether Discord accepts calls.
type availability struct {
	outage    atomic.Pointer[error] // why calls fail; nil if they work
	successes atomic.Int64          // successful calls
	suspect   chan struct{}         // holds an element after a failure that may affect other calls too
}

// record records the result of a call. Refusals of a particular call and canceled calls say nothing about others.
func (c *availability) record(ctx context.Context, err error) {
	refused, answered := errors.AsType[*APIError](err)
	switch {
	case err == nil || errors.Is(err, ErrUnreadable):
		c.successes.Add(1)
		c.outage.Store(nil)
	case answered && !isTransient(err) && refused.Status != http.StatusUnauthorized:
	case errors.Is(ctx.Err(), context.Canceled):
	default:
		select {
		case c.suspect <- struct{}{}:
		default:
		}
	}
}

// Reachable returns nil if Discord accepts calls, as far as Watch knows, and otherwise the reason.
func (c *Client) Reachable() error {
	if why := c.availability.outage.Load(); why != nil {
		return fmt.Errorf("discord takes no calls: %w", *why)
	}
	return nil
}

// Watch checks whether Discord accepts calls whenever one has failed, or if none succeeded for a while. It returns
// nil when ctx ends, and ErrToken if Discord refuses the token.
func (c *Client) Watch(ctx context.Context) error {
	for {
		before := c.availability.successes.Load()
		select {
		case <-c.availability.suspect:
		case <-time.After(quietTime):
			if c.availability.successes.Load() > before {
				continue
			}
		case <-ctx.Done():
			return nil
		}
		if err := c.probe(ctx); errors.Is(err, ErrToken) {
			return err
		}
		if Sleep(ctx, probePause) != nil {
			return nil
		}
	}
}

// probe probes Discord. A failed probe does not count if another call succeeded in the meantime.
func (c *Client) probe(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, probeLimit)
	defer cancel()
	before := c.availability.successes.Load()
	err := asTokenError(c.do(limited, request{op: "ask who I am", method: http.MethodGet, url: applicationURL()}, nil))
	if err != nil && ctx.Err() == nil && c.availability.successes.Load() == before {
		c.availability.outage.Store(&err)
	}
	return err
}
