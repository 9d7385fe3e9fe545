package discord

import (
	"context"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// Discord's limits on the texts of a command and its options, in characters.
const (
	MaxCommandName = 32
	MaxCommandText = 100
)

// Discord's limits on the choices of an option.
const (
	MaxChoices     = 25
	MaxChoiceName  = 100 // characters
	MaxChoiceValue = 100 // characters of a string value
)

// RegisterCommands replaces the commands of a guild, or the global ones if guild is "", and returns their ids by
// name. The error is ErrToken if Discord refuses the token.
func (c *Client) RegisterCommands(ctx context.Context, guild string,
	commands []discordgo.ApplicationCommand) (map[string]string, error) {
	ctx, cancel := context.WithTimeout(ctx, restLimit)
	defer cancel()
	app, err := c.application(ctx)
	if err != nil {
		return nil, asTokenError(err)
	}
	var known []struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}
	err = c.do(ctx, request{op: "register commands", method: http.MethodPut, retryable: true,
		url: commandsURL(app, guild), body: commands}, &known)
	if err != nil {
		return nil, asTokenError(err)
	}
	ids := map[string]string{}
	for _, c := range known {
		ids[c.Name] = c.ID
	}
	return ids, nil
}
