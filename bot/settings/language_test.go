package settings

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
)

// TestLanguages_Stored checks that Discord's language is stored as "" and that values not offered change nothing.
func TestLanguages_Stored(t *testing.T) {
	t.Parallel()
	catalog, err := i18n.Load(fstest.MapFS{"l/de.json": {Data: []byte(`{"button.play": "Los"}`)}}, "l")
	require.NoError(t, err)
	for picked, want := range map[string]string{"de": "de", "own": "", "xx": "en", "": "en"} {
		assert.Equal(t, want, languages{catalog}.stored(picked, "en"), picked)
	}
}
