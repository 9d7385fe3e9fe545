// Package endpoint is the sandbox's end of Discord's outgoing webhooks: interactions go to a bot's Interactions
// Endpoint URL by HTTP, in place of the gateway.
package endpoint

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"mime"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// Config is how an endpoint is reached. All fields are required.
type Config struct {
	World    *world.World
	URL      string // of the bot's endpoint
	Deadline time.Duration
	Now      func() time.Time
	Base     func() string // how the bot reaches this server: "http://host"
	Log      func() *slog.Logger
	// Answer takes the first answer that a response to an interaction is.
	Answer func(i *world.Interaction, h http.Header, body []byte) *check.Refusal
}

// Endpoint is a bot's endpoint. The world's lock may be held when Dispatch is called.
type Endpoint struct {
	Config
	http  *http.Client
	tasks sync.WaitGroup
	taken atomic.Bool  // it was found to be one
	sent  atomic.Int64 // interactions

	mu      sync.Mutex
	closed  bool
	refused error  // Discord does not use it, or no longer; nil: it does
	last    []byte // interaction that was sent
}

// New returns an endpoint that nothing was sent to.
func New(c Config) *Endpoint {
	return &Endpoint{Config: c, http: &http.Client{Transport: &http.Transport{},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// Dispatch sends an interaction in whatever guild, and reports whether there is an endpoint to send it to.
func (e *Endpoint) Dispatch(_ wire.Snowflake, data any) bool {
	raw, err := json.Marshal(data)
	if err != nil {
		panic(err) // plain data
	}
	return e.send(raw)
}

// Again sends the last interaction, of which there must be one, once more.
func (e *Endpoint) Again() {
	e.mu.Lock()
	raw := e.last
	e.mu.Unlock()
	e.send(raw)
}

func (e *Endpoint) send(raw []byte) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed || e.refused != nil {
		return false
	}
	e.last = raw
	e.tasks.Go(func() { e.deliver(raw) })
	return true
}

// Close waits for what is under way, which ends with the world.
func (e *Endpoint) Close() {
	e.mu.Lock()
	e.closed = true
	e.mu.Unlock()
	e.tasks.Wait()
	e.http.CloseIdleConnections()
}

// deliver sends an interaction and takes the answer that the response is. Without one that counts, the
// person learns at once that the application did not respond.
func (e *Endpoint) deliver(raw []byte) {
	ctx, cancel := e.limit()
	defer cancel()
	i := e.interaction(raw)
	if !e.taken.Load() {
		if err := e.Check(ctx); err != nil {
			e.fail(i, err)
			return
		}
	}
	if err := e.ask(ctx, i, wire.Absolute(raw, e.Base())); err != nil {
		e.fail(i, err)
	} else {
		e.World.Do(func(s *world.State) { s.SetOnline(true) })
	}
	if e.sent.Add(1)%probeEvery == 0 {
		_ = e.settle(e.probe(ctx)) // which tells
	}
}

// interaction finds the interaction that raw tells of.
func (e *Endpoint) interaction(raw []byte) (i *world.Interaction) {
	var told struct {
		ID wire.Snowflake `json:"id"`
	}
	if err := json.Unmarshal(raw, &told); err != nil {
		panic(err) // it was marshalled here
	}
	e.World.Do(func(s *world.State) { i = s.Interaction(told.ID) })
	return i
}

// ask sends an interaction and takes the answer that the response is: none with 202, when the bot is going to
// call back.
func (e *Endpoint) ask(ctx context.Context, i *world.Interaction, raw []byte) error {
	got, err := e.post(ctx, e.signed(raw))
	switch {
	case err != nil:
		return err
	case got.status == http.StatusAccepted && len(got.body) == 0:
		return nil
	case got.status != http.StatusOK:
		return fmt.Errorf("%w: status %d with %d bytes, where 202 without any or 200 is wanted", errWrong,
			got.status, len(got.body))
	}
	if refusal := e.Answer(i, got.header, got.body); refusal != nil {
		return fmt.Errorf("%w: %w %v", errWrong, refusal, refusal.Errors)
	}
	return nil
}

// fail lets a person know that there is no answer; loudly when that is the bot's fault.
func (e *Endpoint) fail(i *world.Interaction, why error) {
	e.Log().Warn("interaction failed", "interaction", i.ID, "err", why)
	e.World.Do(func(s *world.State) {
		s.Fail(i)
		switch {
		case isAway(why):
			s.SetOnline(false)
		case e.taken.Load(): // else Check has told
			s.Unhandled("answer to an interaction: " + why.Error())
		}
	})
}

// limit returns a context that ends with the world, or when the deadline for an answer is over.
func (e *Endpoint) limit() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(context.Background(), e.Deadline)
	e.tasks.Go(func() {
		select {
		case <-e.World.Done():
			cancel()
		case <-ctx.Done():
		}
	})
	return ctx, cancel
}

// isJSON reports whether a response says that it is JSON.
func isJSON(h http.Header) bool {
	kind, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	return err == nil && kind == "application/json"
}
