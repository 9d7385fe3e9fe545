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
	askLimit  = 5 * time.Second // for the question whether Discord takes calls
	askPause  = 5 * time.Second // between two of them
	quietTime = time.Minute     // without a call that Discord took, after which it is asked
)

// contact is whether Discord takes calls, as those that were made tell.
type contact struct {
	why   atomic.Pointer[error] // it takes none; nil: it does
	taken atomic.Int64          // calls
	doubt chan struct{}         // holds one when a call failed as others may too
}

// note notes how a call went. One that was refused for what it asked tells nothing, nor does one that was given up.
func (c *contact) note(ctx context.Context, err error) {
	refused, answered := errors.AsType[*APIError](err)
	switch {
	case err == nil || errors.Is(err, ErrUnreadable):
		c.taken.Add(1)
		c.why.Store(nil)
	case answered && !isPassing(err) && refused.Status != http.StatusUnauthorized:
	case errors.Is(ctx.Err(), context.Canceled):
	default:
		select {
		case c.doubt <- struct{}{}:
		default:
		}
	}
}

// Reachable returns nil while Discord takes calls, as far as Watch knows, else why it does not.
func (c *Client) Reachable() error {
	if why := c.contact.why.Load(); why != nil {
		return fmt.Errorf("discord takes no calls: %w", *why)
	}
	return nil
}

// Watch finds out whether Discord takes calls when one has failed, or when none was made for a while, until ctx ends,
// when it returns nil. It returns ErrToken when Discord refuses the token.
func (c *Client) Watch(ctx context.Context) error {
	for {
		before := c.contact.taken.Load()
		select {
		case <-c.contact.doubt:
		case <-time.After(quietTime):
			if c.contact.taken.Load() > before {
				continue
			}
		case <-ctx.Done():
			return nil
		}
		if err := c.ask(ctx); errors.Is(err, ErrToken) {
			return err
		}
		if Sleep(ctx, askPause) != nil {
			return nil
		}
	}
}

// ask asks Discord who the bot is, to see whether it takes calls. What it says of one that failed is of no interest
// when it took another meanwhile.
func (c *Client) ask(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	before := c.contact.taken.Load()
	err := orToken(c.do(limited, request{op: "ask who I am", method: http.MethodGet, url: applicationURL()}, nil))
	if err != nil && ctx.Err() == nil && c.contact.taken.Load() == before {
		c.contact.why.Store(&err)
	}
	return err
}
