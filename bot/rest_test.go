package bot

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// restOver returns the calls over a function in place of the network.
func restOver(t *testing.T, f roundTrip) *rest {
	t.Helper()
	r, err := newRest("Bot "+testToken, &transport{next: f})
	require.NoError(t, err)
	return r
}

func TestRestErrorsHoldNoSecret(t *testing.T) {
	t.Parallel()
	in := &interaction{ID: "12", App: "11", Token: answerToken}
	failures := map[string]roundTrip{
		"network": func(*http.Request) (*http.Response, error) { return nil, net.ErrClosed },
		"refused": func(*http.Request) (*http.Response, error) { return answered(403), nil },
		"gateway": func(*http.Request) (*http.Response, error) { return answered(502), nil },
	}
	for name, f := range failures {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := restOver(t, f).edit(t.Context(), in, wireMessage{}, nil)
			require.Error(t, err)
			for e := err; e != nil; e = errors.Unwrap(e) {
				assert.NotContains(t, e.Error(), "s3cret")
			}
		})
	}
}

func TestRestTriesAgainOnlyWhatMayBe(t *testing.T) {
	t.Parallel()
	in := &interaction{ID: "12", App: "11", Token: answerToken}
	sent := 0
	failing := func(*http.Request) (*http.Response, error) { sent++; return answered(503), nil }
	require.Error(t, restOver(t, failing).follow(t.Context(), in, wireMessage{}, nil))
	assert.Equal(t, 1, sent, "a second follow-up would be a second message")
	sent = 0
	require.Error(t, restOver(t, failing).callback(t.Context(), in, wireCallback{Type: 6}, nil))
	assert.Equal(t, tries, sent)
}

func TestCallbackSeenAsSentWhenTheSecondIsRefused(t *testing.T) {
	t.Parallel()
	in := &interaction{ID: "12", App: "11", Token: answerToken}
	sent := 0
	r := restOver(t, func(req *http.Request) (*http.Response, error) {
		if sent++; sent == 1 {
			return nil, errors.New("connection reset")
		}
		resp := answered(400)
		resp.Body = body(`{"code": 40060, "message": "already acknowledged"}`)
		return resp, nil
	})
	assert.NoError(t, r.callback(t.Context(), in, wireCallback{Type: 6}, nil))
	sent = 1
	err := r.callback(t.Context(), in, wireCallback{Type: 6}, nil)
	assert.Equal(t, alreadyAnswered, codeOf(err), "but the first may not be refused so")
}

func TestRestObeysItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	r := restOver(t, func(req *http.Request) (*http.Response, error) {
		cancel()
		<-req.Context().Done()
		return nil, req.Context().Err()
	})
	err := r.remove(ctx, &interaction{ID: "1", App: "2", Token: "x"})
	assert.ErrorIs(t, err, context.Canceled)
}

func TestUnreadableAnswerIsKnownAsSent(t *testing.T) {
	t.Parallel()
	r := restOver(t, func(*http.Request) (*http.Response, error) {
		resp := answered(200)
		resp.Body = body(`{"id": 5}`)
		return resp, nil
	})
	var sent struct {
		ID string `json:"id"`
	}
	err := r.do(t.Context(), request{op: "post", method: "POST", url: "http://d/x", again: true}, &sent)
	assert.ErrorIs(t, err, errUnreadable)
}

// body is text as the body of an answer.
func body(text string) *readCloser { return &readCloser{strings.NewReader(text)} }

type readCloser struct{ *strings.Reader }

func (*readCloser) Close() error { return nil }
