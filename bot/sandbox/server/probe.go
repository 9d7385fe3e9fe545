package server

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"madbot/bot/sandbox/wire"
	"madbot/bot/sandbox/world"
)

const (
	// probeEvery is how many interactions are sent between two checks that the bot refuses bad signatures.
	probeEvery = 20
	// lookEvery is the interval of await.
	lookEvery = 10 * time.Millisecond
)

// check does what Discord does when somebody enters the URL of an endpoint: it expects a pong for its ping, and a
// refusal of bad signatures. An endpoint that fails is no longer used, which is reported as unhandled. One that
// does not respond may be tried again.
func (e *endpoint) check(ctx context.Context) error {
	err := e.ping(ctx)
	if err == nil {
		err = e.probe(ctx)
	}
	return e.settle(err)
}

// settle records the result of a check, and returns why the endpoint is not used, or nil.
func (e *endpoint) settle(err error) error {
	e.World.Do(func(s *world.State) {
		switch {
		case e.refused != nil:
			err = e.refused
			return
		case err == nil:
			e.taken = true
		case !isAway(err):
			e.refused, e.taken = fmt.Errorf("interactions endpoint %s not used: %w", e.Endpoint, err), false
			err = e.refused
			s.Bot.Unhandled(err.Error())
		}
		s.Bot.SetOnline(err == nil)
	})
	return err
}

// await repeats the check until done returns true for its result, or ctx ends.
func (e *endpoint) await(ctx context.Context, done func(error) bool) error {
	again := time.NewTicker(lookEvery)
	defer again.Stop()
	for {
		err := e.check(ctx)
		if ctx.Err() == nil && done(err) {
			return nil
		}
		if err != nil && !isAway(err) {
			return err
		}
		select {
		case <-again.C:
		case <-e.World.Done():
			return world.ErrClosed
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (e *endpoint) ping(ctx context.Context) error {
	got, err := e.post(ctx, e.signed(e.newPing()))
	if err != nil {
		return err
	}
	var said struct {
		Type int `json:"type"`
	}
	if err := json.Unmarshal(got.body, &said); err != nil || got.status != http.StatusOK || !isJSON(got.header) ||
		said.Type != pong {
		return fmt.Errorf("%w: ping answered with status %d, %q: %.200q", errWrong, got.status,
			got.header.Get("Content-Type"), got.body)
	}
	return nil
}

// pong is the type of the response to a ping.
const pong = 1

func (e *endpoint) newPing() []byte {
	owner, _ := wire.UserOf(wire.AliceID)
	body, err := json.Marshal(map[string]any{"id": wire.SnowflakeAt(e.Now()), "application_id": wire.BotID, "type": 1,
		"token": "ping", "version": 1, "user": owner, "entitlements": []any{},
		"authorizing_integration_owners": map[string]any{}, "app_permissions": "0"})
	if err != nil {
		panic(err) // a value that can be marshalled
	}
	return body
}

// probe expects that each bad signature is refused.
func (e *endpoint) probe(ctx context.Context) error {
	for what, r := range e.bad() {
		got, err := e.post(ctx, r)
		switch {
		case err != nil:
			return err
		case got.status != http.StatusUnauthorized:
			return fmt.Errorf("%w: status %d for a request with %s, where 401 is wanted", errWrong, got.status, what)
		}
	}
	return nil
}

// bad returns wrongly signed pings, by what is wrong with them.
func (e *endpoint) bad() map[string]request {
	_, stranger, err := ed25519.GenerateKey(nil)
	if err != nil {
		panic(err) // it never fails
	}
	good := e.signed(e.newPing())
	changed, none := good, good
	changed.body = append([]byte(" "), good.body...)
	none.signature = ""
	return map[string]request{"the signature of another key": e.signedWith(stranger, good.body),
		"the signature of another body": changed, "no signature": none}
}
