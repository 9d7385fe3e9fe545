package bot

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCommandsAsSent(t *testing.T) {
	t.Parallel()
	sent, err := json.Marshal(specs(newTable(t).commands(), ""))
	require.NoError(t, err)
	var pretty bytes.Buffer
	require.NoError(t, json.Indent(&pretty, append(sent, '\n'), "", "  "))
	golden(t, "commands.golden.json", pretty.Bytes())
}

func TestCommandsOfOneGuildDoNotSayWhere(t *testing.T) {
	t.Parallel()
	sent, err := json.Marshal(specs(newTable(t).commands(), guildID))
	require.NoError(t, err)
	assert.NotContains(t, string(sent), "contexts")
	assert.NotContains(t, string(sent), "integration_types")
}

func TestEverySuggestedOptionHasACompleter(t *testing.T) {
	t.Parallel()
	for _, c := range newTable(t).commands() {
		named := map[string]bool{}
		for _, o := range c.Spec.Options {
			named[o.Name] = o.Autocomplete
			assert.Equal(t, o.Autocomplete, c.Complete[o.Name] != nil, "%s %s", c.Spec.Name, o.Name)
		}
		for name := range c.Complete {
			assert.True(t, named[name], "%s completes %s, which it does not have", c.Spec.Name, name)
		}
	}
}
