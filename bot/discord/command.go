package discord

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"

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

// entryPoint is the type of the command that opens an app's activity. discordgo does not define it.
const entryPoint discordgo.ApplicationCommandType = 4

// codeEntryPoint is the code with which Discord refuses a list of commands that lacks the app's entry point command.
const codeEntryPoint = 50240

// RegisterCommands replaces the commands of a guild, or the global ones if guild is "", and returns their ids by
// name. It keeps an entry point command. The error is ErrToken if Discord refuses the token.
func (c *Client) RegisterCommands(ctx context.Context, guild string,
	commands []discordgo.ApplicationCommand) (map[string]string, error) {
	ctx, cancel := context.WithTimeout(ctx, restLimit)
	defer cancel()
	app, err := c.application(ctx)
	if err != nil {
		return nil, asTokenError(err)
	}
	scope := commandScope{c, app, guild}
	known, err := scope.put(ctx, commands)
	if CodeOf(err) == codeEntryPoint {
		known, err = scope.putWithEntryPoint(ctx, commands)
	}
	if err != nil {
		return nil, asTokenError(err)
	}
	ids := map[string]string{}
	for _, c := range known {
		if c.Type != entryPoint {
			ids[c.Name] = c.ID
		}
	}
	return ids, nil
}

// knownCommand is a command as Discord returns it.
type knownCommand struct {
	ID   string                           `json:"id"`
	Name string                           `json:"name"`
	Type discordgo.ApplicationCommandType `json:"type"`
	raw  map[string]json.RawMessage
}

func (k *knownCommand) UnmarshalJSON(data []byte) error {
	type plain knownCommand
	if err := json.Unmarshal(data, (*plain)(k)); err != nil {
		return err
	}
	return json.Unmarshal(data, &k.raw)
}

// same returns the fields with which a list of commands contains k unchanged.
func (k *knownCommand) same() map[string]json.RawMessage {
	kept := map[string]json.RawMessage{}
	for _, field := range []string{"id", "type", "name", "name_localizations", "description", "description_localizations",
		"default_member_permissions", "contexts", "integration_types", "handler", "nsfw"} {
		if value, is := k.raw[field]; is {
			kept[field] = value
		}
	}
	return kept
}

// commandScope is where commands are registered: a guild, or everywhere if guild is "".
type commandScope struct {
	client     *Client
	app, guild string
}

// put replaces the commands by list.
func (s commandScope) put(ctx context.Context, list any) (known []knownCommand, err error) {
	return known, s.client.do(ctx, request{op: "register commands", method: http.MethodPut, retryable: true,
		url: commandsURL(s.app, s.guild), body: list}, &known)
}

func (s commandScope) get(ctx context.Context) (known []knownCommand, err error) {
	return known, s.client.do(ctx, request{op: "get commands", method: http.MethodGet, retryable: true,
		url: commandsURL(s.app, s.guild) + "?with_localizations=true"}, &known)
}

// putWithEntryPoint is put with the entry point command that exists.
func (s commandScope) putWithEntryPoint(ctx context.Context,
	commands []discordgo.ApplicationCommand) ([]knownCommand, error) {
	known, err := s.get(ctx)
	if err != nil {
		return nil, err
	}
	var list []any
	for i := range commands {
		list = append(list, &commands[i])
	}
	for i := range known {
		if known[i].Type == entryPoint {
			list = append(list, known[i].same())
		}
	}
	return s.put(ctx, list)
}

// Cleared says what ClearCommands did.
type Cleared struct {
	Removed int
	Kept    []string // names of commands that are not the bot's
}

// ClearCommands removes the commands of a guild, or the global ones if guild is "", that have the type and the name of
// one of commands. It keeps others, and the entry point command.
func (c *Client) ClearCommands(ctx context.Context, guild string,
	commands []discordgo.ApplicationCommand) (done Cleared, err error) {
	app, err := c.application(ctx)
	if err != nil {
		return done, err
	}
	scope := commandScope{c, app, guild}
	known, err := scope.get(ctx)
	if err != nil {
		return done, err
	}
	var own []knownCommand
	for _, k := range known {
		switch {
		case slices.ContainsFunc(commands, func(c discordgo.ApplicationCommand) bool {
			return c.Name == k.Name && max(c.Type, discordgo.ChatApplicationCommand) == k.Type
		}):
			own = append(own, k)
		default:
			done.Kept = append(done.Kept, k.Name)
		}
	}
	if len(own) > 0 && len(done.Kept) == 0 {
		_, err := scope.put(ctx, []any{})
		return Cleared{Removed: len(own)}, err
	}
	for _, k := range own {
		if err := scope.remove(ctx, k.ID); err != nil {
			return done, err
		}
		done.Removed++
	}
	return done, nil
}

// remove removes one command. It is no error if it is gone.
func (s commandScope) remove(ctx context.Context, id string) error {
	err := s.client.do(ctx, request{op: "remove command", method: http.MethodDelete, retryable: true,
		url: commandsURL(s.app, s.guild) + "/" + url.PathEscape(id)}, nil)
	if CodeOf(err) == discordgo.ErrCodeUnknownApplicationCommand {
		return nil
	}
	return err
}

// Guilds returns the ids of up to most guilds that the bot is in.
func (c *Client) Guilds(ctx context.Context, most int) ([]string, error) {
	var guilds []struct {
		ID string `json:"id"`
	}
	err := c.do(ctx, request{op: "get guilds", method: http.MethodGet, retryable: true, url: guildsURL(most)}, &guilds)
	ids := make([]string, len(guilds))
	for i, g := range guilds {
		ids[i] = g.ID
	}
	return ids, err
}
