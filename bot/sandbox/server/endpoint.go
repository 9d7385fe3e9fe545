package server

import (
	"context"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"sync"

	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

// endpoint is a bot's Interactions Endpoint, which receives interactions over HTTP instead of the gateway.
type endpoint struct {
	Config
	api   *api
	http  *http.Client
	tasks sync.WaitGroup

	// guarded by the world's lock
	closed  bool
	taken   bool  // passed the check
	refused error // why Discord does not use it; nil: it does
	sent    int   // number of interactions
}

func newEndpoint(c Config, a *api) *endpoint {
	return &endpoint{Config: c, api: a, http: &http.Client{Transport: &http.Transport{},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// sendLocked sends an interaction. It returns false if there is no usable endpoint.
func (e *endpoint) sendLocked(raw []byte) bool {
	if e.closed || e.refused != nil {
		return false
	}
	e.tasks.Go(func() { e.deliver(raw) })
	return true
}

// close waits for requests in progress, which end with the world.
func (e *endpoint) close() {
	e.World.Do(func(*world.State) { e.closed = true })
	e.tasks.Wait()
	e.http.CloseIdleConnections()
}

// deliver sends an interaction and takes the response. Without a valid one, the person sees immediately that the
// application did not respond.
func (e *endpoint) deliver(raw []byte) {
	ctx, cancel := e.limit()
	defer cancel()
	i, taken := e.interaction(raw)
	if !taken {
		if err := e.check(ctx); err != nil {
			e.fail(i, err)
			return
		}
	}
	if err := e.ask(ctx, i, raw); err != nil {
		e.fail(i, err)
	} else {
		e.World.Do(func(s *world.State) { s.Bot.SetOnline(true) })
	}
	due := false
	e.World.Do(func(*world.State) {
		e.sent++
		due = e.sent%probeEvery == 0
	})
	if due {
		_ = e.settle(e.probe(ctx)) // settle reports the error
	}
}

// interaction returns the interaction in raw, and whether the endpoint is in use.
func (e *endpoint) interaction(raw []byte) (i *world.Interaction, taken bool) {
	var told struct {
		ID wire.Snowflake `json:"id"`
	}
	if err := json.Unmarshal(raw, &told); err != nil {
		panic(err) // it was marshalled here
	}
	e.World.Do(func(s *world.State) { i, taken = s.Interactions.Get(told.ID), e.taken })
	return i, taken
}

// ask sends an interaction and takes the response. With status 202, the bot will call back.
func (e *endpoint) ask(ctx context.Context, i *world.Interaction, raw []byte) error {
	e.World.Do(func(*world.State) { raw = wire.Absolute(raw, e.api.base) })
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
	if refusal := e.api.take(i, got.header, got.body); refusal != nil {
		return fmt.Errorf("%w: %w %v", errWrong, refusal, refusal.Errors)
	}
	return nil
}

// fail shows the person that there is no response, and reports it as unhandled if that is the bot's fault.
func (e *endpoint) fail(i *world.Interaction, why error) {
	e.Log().Warn("interaction failed", "interaction", i.ID, "err", why)
	e.World.Do(func(s *world.State) {
		s.Interactions.Fail(i)
		switch {
		case isAway(why):
			s.Bot.SetOnline(false)
		case e.taken: // otherwise check has reported it
			s.Bot.Unhandled("answer to an interaction: " + why.Error())
		}
	})
}

// limit returns a context that ends with the world, or at the deadline for a response.
func (e *endpoint) limit() (context.Context, context.CancelFunc) {
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

func isJSON(h http.Header) bool {
	kind, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	return err == nil && kind == "application/json"
}
