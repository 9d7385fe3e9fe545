package server

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"madbot/bot/sandbox/check"
	"madbot/bot/sandbox/world"
)

const agent = "Discord-Interactions/1.0 (+https://discord.com)"

var (
	// errAway is wrapped by errors for a bot that is offline or broken. A load balancer's response is not the
	// bot's.
	errAway = errors.New("no answer from the interactions endpoint")
	// errWrong is wrapped by errors for a response that Discord does not accept.
	errWrong = errors.New("wrong answer from the interactions endpoint")
)

func isAway(err error) bool { return errors.Is(err, errAway) }

// request is a body with the two headers that sign it.
type request struct {
	stamp, signature string
	body             []byte
}

type response struct {
	status int
	header http.Header
	body   []byte
}

func (e *endpoint) signed(body []byte) request {
	var key ed25519.PrivateKey
	e.World.Do(func(s *world.State) { key = s.Bot.SigningKey() })
	return e.signedWith(key, body)
}

func (e *endpoint) signedWith(key ed25519.PrivateKey, body []byte) request {
	stamp := strconv.FormatInt(e.Now().Unix(), 10)
	signature := ed25519.Sign(key, append([]byte(stamp), body...))
	return request{stamp, hex.EncodeToString(signature), body}
}

// post sends r. The error wraps errAway.
func (e *endpoint) post(ctx context.Context, r request) (response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.Endpoint, bytes.NewReader(r.body))
	if err != nil {
		return response{}, fmt.Errorf("%w: %w", errAway, err)
	}
	for name, value := range map[string]string{"Content-Type": "application/json", "User-Agent": agent,
		"X-Signature-Ed25519": r.signature, "X-Signature-Timestamp": r.stamp} {
		req.Header.Set(name, value)
	}
	res, err := e.http.Do(req)
	if err != nil {
		return response{}, fmt.Errorf("%w: %w", errAway, err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, check.MaxBody))
	if err == nil && res.StatusCode >= http.StatusInternalServerError {
		err = fmt.Errorf("status %d", res.StatusCode)
	}
	if err != nil {
		return response{}, fmt.Errorf("%w: %w", errAway, err)
	}
	return response{res.StatusCode, res.Header, body}, nil
}
