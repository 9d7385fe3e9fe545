package discord

import (
	"context"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// Gateway returns the address of the gateway, the recommended number of shards, and the limit on session starts.
// The error is ErrToken if Discord refuses the token.
// https://discord.com/developers/docs/events/gateway#get-gateway-bot
func (c *Client) Gateway(ctx context.Context) (discordgo.GatewayBotResponse, error) {
	ctx, cancel := context.WithTimeout(ctx, restLimit)
	defer cancel()
	var gateway discordgo.GatewayBotResponse
	err := c.do(ctx, request{op: "ask for the gateway", method: http.MethodGet, retryable: true,
		url: gatewayURL()}, &gateway)
	return gateway, asTokenError(err)
}
