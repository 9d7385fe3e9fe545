package i18n_test

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
)

// FuzzLocale: a locale file that parses can be loaded and printed.
func FuzzLocale(f *testing.F) {
	for _, text := range []string{`{"a": "Hallo"}`, `{"a": {"description": "d", "one": "{{.N}} Zug", "other": "{{.N}} Züge"}}`,
		`{"a": "{{.N.Les}} {{"}`, "\uFEFF{}", `{"a": {"few": ""}}`, `{"a": 1}`, `{"a": "{{range .}}{{end}}"}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		texts, err := i18n.ParseLocale(data)
		if err != nil {
			return
		}
		for id, text := range texts {
			for form := range text.Forms {
				assert.Contains(t, []string{"zero", "one", "two", "few", "many", "other"}, form, id)
			}
		}
		c, err := i18n.Load(fstest.MapFS{"l/de.json": {Data: data}}, "l")
		if err != nil {
			return
		}
		require.True(t, c.Has("de"))
		said := c.Printer("de").Text(i18n.Message{ID: "a", One: "{{.N}} turn", Other: "{{.N}} turns"}, i18n.Args{"N": 2})
		assert.NotNil(t, said)
	})
}
