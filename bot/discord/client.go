package discord

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
)

// Client makes calls to Discord's REST API. It keeps to the rate limits, tries again what may be
// sent twice when it seems to have failed, and its errors hold no secrets: they wrap an *APIError
// when Discord refused. It is safe for concurrent use.
type Client struct {
	token     string // with the word Bot before it
	transport *transport
	http      *http.Client
	red       redactor
	app       atomic.Pointer[string] // the id of the application; nil: not known yet
}

// restLimit bounds a call that nobody waits for.
const restLimit = 20 * time.Second

// NewClient returns a Client for the bot with token, with or without the word Bot before it. The
// calls go to the server at baseURL, "" for Discord itself; the error says that it is no address.
func NewClient(token, baseURL string) (*Client, error) {
	t, err := newTransport(baseURL)
	if err != nil {
		return nil, err
	}
	return newClient(token, t), nil
}

func newClient(token string, t *transport) *Client {
	token = strings.TrimPrefix(token, "Bot ")
	return &Client{token: "Bot " + token, transport: t, http: &http.Client{Transport: t},
		red: redactor{token}}
}

// CreateMessage posts m in a channel and returns its id. With EnforceNonce, Discord returns the
// message that it has already instead of posting it again. The error is ErrUnreadable when the
// message was posted and its id is not known.
func (c *Client) CreateMessage(ctx context.Context, channel string, m Message) (string, error) {
	var sent created
	err := c.do(ctx, request{op: "post message", method: http.MethodPost, body: m, files: m.Files,
		url: messagesURL(channel), again: m.EnforceNonce}, &sent)
	return sent.ID, err
}

// created is something that has an id. Without one it cannot be read.
type created struct {
	ID string
}

// UnmarshalJSON implements json.Unmarshaler.
func (c *created) UnmarshalJSON(data []byte) error {
	var told struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(data, &told); err != nil {
		return err
	}
	if c.ID = told.ID; c.ID == "" {
		return errors.New("no id")
	}
	return nil
}

// DeleteMessage removes a message of the bot from a channel.
func (c *Client) DeleteMessage(ctx context.Context, channel, message string) error {
	return c.do(ctx, request{op: "remove message", method: http.MethodDelete, again: true,
		url: messageURL(channel, message)}, nil)
}

// User returns the account with an id.
func (c *Client) User(ctx context.Context, id string) (User, error) {
	var u User
	err := c.do(ctx, request{op: "ask for a user", method: http.MethodGet, again: true,
		url: userURL(id)}, &u)
	return u, err
}

// application returns the id of the bot's own application.
func (c *Client) application(ctx context.Context) (string, error) {
	if known := c.app.Load(); known != nil {
		return *known, nil
	}
	var app created
	err := c.do(ctx, request{op: "ask who I am", method: http.MethodGet, again: true,
		url: applicationURL()}, &app)
	if err == nil {
		c.app.Store(&app.ID)
	}
	return app.ID, err
}

// sessionStartLimit says how many more sessions may be started.
type sessionStartLimit struct {
	Total      int `json:"total"`
	Remaining  int `json:"remaining"`
	ResetAfter int `json:"reset_after"` // milliseconds
}

// wait returns how long to wait for more of them: at least a second, at most a day.
func (l sessionStartLimit) wait() time.Duration {
	const day = 24 * time.Hour
	ms := min(max(int64(l.ResetAfter), 0), day.Milliseconds())
	return max(time.Duration(ms)*time.Millisecond, time.Second)
}

// gatewayInfo says where the gateway is.
type gatewayInfo struct {
	Address           string            `json:"url"`
	SessionStartLimit sessionStartLimit `json:"session_start_limit"`
}

// gateway asks where the gateway is and how many more sessions may be started.
func (c *Client) gateway(ctx context.Context) (gatewayInfo, error) {
	ctx, cancel := context.WithTimeout(ctx, restLimit)
	defer cancel()
	var gateway gatewayInfo
	err := c.do(ctx, request{op: "ask for the gateway", method: http.MethodGet, again: true,
		url: gatewayURL()}, &gateway)
	return gateway, err
}
