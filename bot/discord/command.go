package discord

import (
	"context"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// The most that Discord takes of the texts of a command and its options, in characters.
const (
	MaxCommandName = 32
	MaxCommandText = 100 // of a description
)

// The most that Discord takes of an option's choices.
const (
	MaxChoices     = 25
	MaxChoiceName  = 100 // characters
	MaxChoiceValue = 100 // characters of a text
)

// RegisterCommands replaces all commands that Discord knows in a guild, or everywhere when it is
// "", and returns their ids by name. It is the same to do it again. The error is ErrToken when
// Discord refuses the token.
func (c *Client) RegisterCommands(ctx context.Context, guild string,
	commands []discordgo.ApplicationCommand) (map[string]string, error) {
	ctx, cancel := context.WithTimeout(ctx, restLimit)
	defer cancel()
	app, err := c.application(ctx)
	if err != nil {
		return nil, orToken(err)
	}
	var known []struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}
	err = c.do(ctx, request{op: "register commands", method: http.MethodPut, again: true,
		url: commandsURL(app, guild), body: commands}, &known)
	if err != nil {
		return nil, orToken(err)
	}
	ids := map[string]string{}
	for _, c := range known {
		ids[c.Name] = c.ID
	}
	return ids, nil
}
