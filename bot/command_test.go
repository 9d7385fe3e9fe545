package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/dispatch"
	"madbot/rules/match"
)

// untranslated is a catalog of English only.
type untranslated struct{}

func (untranslated) Arrive(context.Context, match.PlayerID) (string, error) { return "", nil }

func (untranslated) Translations(string) map[string]string { return nil }

func TestCommandsAsSent(t *testing.T) {
	t.Parallel()
	sent, err := json.Marshal(dispatch.Specs(newTable(t).commands().List, untranslated{}, ""))
	require.NoError(t, err)
	var pretty bytes.Buffer
	require.NoError(t, json.Indent(&pretty, append(sent, '\n'), "", "  "))
	golden(t, "commands.golden.json", pretty.Bytes())
}

func TestCommandsOfOneGuildDoNotSayWhere(t *testing.T) {
	t.Parallel()
	sent, err := json.Marshal(dispatch.Specs(newTable(t).commands().List, untranslated{}, guildID))
	require.NoError(t, err)
	assert.NotContains(t, string(sent), "contexts")
	assert.NotContains(t, string(sent), "integration_types")
}

func TestEverySuggestedOptionHasACompleter(t *testing.T) {
	t.Parallel()
	for _, c := range newTable(t).commands().List {
		named := map[string]bool{}
		for _, o := range slices.Concat(c.Spec.Options, within(c.Spec.Options)) {
			if o.Type == discordgo.ApplicationCommandOptionSubCommand {
				continue
			}
			named[o.Name] = o.Autocomplete
			assert.Equal(t, o.Autocomplete, c.Complete[o.Name] != nil, "%s %s", c.Spec.Name, o.Name)
		}
		for name := range c.Complete {
			assert.True(t, named[name], "%s completes %s, which it does not have", c.Spec.Name, name)
		}
	}
}

// within returns the options of sub-commands.
func within(options []*discordgo.ApplicationCommandOption) (all []*discordgo.ApplicationCommandOption) {
	for _, o := range options {
		all = append(all, o.Options...)
	}
	return all
}

// asCommand matches what is formatted as a command.
var asCommand = regexp.MustCompile("`/([a-z]+)(?: [a-z]+)?`")

// TestMessagesNameCommandsThatExist: everything in messages that is formatted as a command is one.
func TestMessagesNameCommandsThatExist(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, c := range newTable(t).commands().List {
		names[c.Spec.Name] = true
	}
	messages, err := os.ReadFile(englishFile)
	require.NoError(t, err)
	named := asCommand.FindAllStringSubmatch(string(messages), -1)
	require.NotEmpty(t, named)
	for _, command := range named {
		assert.True(t, names[command[1]], "a message names /%s", command[1])
	}
}

// TestCommandsFitTogether: no two commands have the same name or verb.
func TestCommandsFitTogether(t *testing.T) {
	t.Parallel()
	assert.NotPanics(t, func() { dispatch.New(newTable(t).commands().List, nil, dispatch.Deps{}) })
}
