package i18n

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// FuzzLocale: a locale file is read or refused, and with what is read each message can be said.
func FuzzLocale(f *testing.F) {
	for _, text := range []string{`{"a": "Hallo"}`, `{"a": {"description": "d", "one": "{{.N}} Zug", "other": "{{.N}} Züge"}}`,
		`{"a": "{{.N.Les}} {{"}`, "\uFEFF{}", `{"a": {"few": ""}}`, `{"a": 1}`, `{"a": "{{range .}}{{end}}"}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		texts, err := ParseLocale(data)
		if err != nil {
			return
		}
		for id, text := range texts {
			for form := range text.Forms {
				assert.Contains(t, slices.Concat(forms, []string{other}), form, id)
			}
		}
		c, err := Load(fstest.MapFS{"l/de.json": {Data: data}}, "l")
		if err != nil {
			return
		}
		require.True(t, c.Has("de"))
		said := c.Printer("de").Text(Message{ID: "a", One: "{{.N}} turn", Other: "{{.N}} turns"}, Args{"N": 2})
		assert.NotNil(t, said)
	})
}
