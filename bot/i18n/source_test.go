package i18n_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
)

func TestSources(t *testing.T) {
	t.Parallel()
	parse := func(file string) map[string]i18n.Text {
		texts, err := i18n.ParseLocale([]byte(file))
		require.NoError(t, err)
		return texts
	}
	english := parse(`{"a": {"one": "{{.N}} turn", "other": "{{.N}} turns"}, "b": "Bye", "c": "Hi"}`)
	german := parse(`{"a": {"one": "{{.N}} Zug", "other": "{{.N}} Züge"}, "b": "Tschüss", "c": ""}`)
	recorded := i18n.UpdateSources(english, german, nil)
	assert.Len(t, recorded, 2, "c is not translated")
	assert.Empty(t, i18n.Outdated(english, recorded))

	changed := parse(`{"a": {"one": "{{.N}} move", "other": "{{.N}} turns"}, "b": "Goodbye", "c": "Hello"}`)
	recorded = i18n.UpdateSources(changed, german, recorded)
	assert.Equal(t, []string{"a", "b"}, i18n.Outdated(changed, recorded))
	assert.Equal(t, []string{"a"}, i18n.Outdated(parse(`{"a": "turn"}`), recorded), "b is no longer a message")

	german["b"] = parse(`{"b": "Auf Wiedersehen"}`)["b"]
	recorded = i18n.UpdateSources(changed, german, recorded)
	assert.Equal(t, []string{"a"}, i18n.Outdated(changed, recorded), "b was translated again")

	again, err := i18n.ParseSources(i18n.SourcesFile(recorded))
	require.NoError(t, err)
	assert.Equal(t, recorded, again)
	_, err = i18n.ParseSources([]byte("a 1 2\nb 3\n"))
	assert.ErrorContains(t, err, "line 2")
}
