package discord

import (
	"context"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// Gateway asks where the gateway is and how sessions may be started. Among the refusals is ErrToken.
// https://discord.com/developers/docs/events/gateway#get-gateway-bot
func (c *Client) Gateway(ctx context.Context) (discordgo.GatewayBotResponse, error) {
	ctx, cancel := context.WithTimeout(ctx, restLimit)
	defer cancel()
	var gateway discordgo.GatewayBotResponse
	err := c.do(ctx, request{op: "ask for the gateway", method: http.MethodGet, again: true,
		url: gatewayURL()}, &gateway)
	return gateway, orToken(err)
}
