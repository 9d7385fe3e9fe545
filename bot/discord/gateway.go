package discord

import (
	"context"
	"net/http"
	"time"
)

// GatewayInfo says where the gateway is and how sessions are started.
// https://discord.com/developers/docs/events/gateway#get-gateway-bot
type GatewayInfo struct {
	Address           string            `json:"url"`
	Shards            int               `json:"shards"` // that Discord recommends
	SessionStartLimit SessionStartLimit `json:"session_start_limit"`
}

// SessionStartLimit says how many more sessions may be started, and how many at once.
type SessionStartLimit struct {
	Total          int `json:"total"`
	Remaining      int `json:"remaining"`
	ResetAfter     int `json:"reset_after"` // milliseconds
	MaxConcurrency int `json:"max_concurrency"`
}

// Wait returns how long to wait for more of them: at least a second, at most a day.
func (l SessionStartLimit) Wait() time.Duration {
	const day = 24 * time.Hour
	ms := min(max(int64(l.ResetAfter), 0), day.Milliseconds())
	return max(time.Duration(ms)*time.Millisecond, time.Second)
}

// Gateway asks where the gateway is and how sessions may be started. Among the refusals is ErrToken.
func (c *Client) Gateway(ctx context.Context) (GatewayInfo, error) {
	ctx, cancel := context.WithTimeout(ctx, restLimit)
	defer cancel()
	var gateway GatewayInfo
	err := c.do(ctx, request{op: "ask for the gateway", method: http.MethodGet, again: true,
		url: gatewayURL()}, &gateway)
	return gateway, orToken(err)
}
