package i18n

import (
	"os"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPrinterText(t *testing.T) {
	t.Parallel()
	catalog, err := Load(os.DirFS("testdata"), "locales")
	require.NoError(t, err)
	greet := Message{ID: "greet", Other: "Hello {{.Who}}"}
	quiet := Message{ID: "quiet", One: "{{.N}} quiet turn", Other: "{{.N}} quiet turns"}
	only := Message{ID: "only", Other: "only in English"}
	broken := Message{ID: "broken", Other: "Who is {{.Who}}?"}
	tests := []struct {
		name    string
		locales []string
		message Message
		args    Args
		want    string
	}{
		{"english", []string{"en-GB"}, greet, Args{"Who": "Bob"}, "Hello Bob"},
		{"exact", []string{"de"}, greet, Args{"Who": "Bob"}, "Hallo Bob"},
		{"language of a region", []string{"de-AT"}, greet, Args{"Who": "Bob"}, "Hallo Bob"},
		{"second choice", []string{"xx", "de"}, greet, Args{"Who": "Bob"}, "Hallo Bob"},
		{"none", nil, greet, Args{"Who": "Bob"}, "Hello Bob"},
		{"no locale at all", []string{""}, greet, Args{"Who": "Bob"}, "Hello Bob"},
		{"no such language", []string{"ja"}, greet, Args{"Who": "Bob"}, "Hello Bob"},
		{"not html", []string{"en"}, greet, Args{"Who": "<@1> & co"}, "Hello <@1> & co"},
		{"one", []string{"en"}, quiet, Args{"N": 1}, "1 quiet turn"},
		{"none of them", []string{"en"}, quiet, Args{"N": 0}, "0 quiet turns"},
		{"one, translated", []string{"de"}, quiet, Args{"N": 1}, "1 ruhiger Zug"},
		{"many, translated", []string{"de"}, quiet, Args{"N": 7}, "7 ruhige Züge"},
		{"a count without a plural", []string{"en"}, only, Args{"N": 1}, "only in English"},
		{"missing translation", []string{"de"}, only, nil, "only in English"},
		{"translation with a wrong place", []string{"de"}, broken, Args{"Who": "Bob"}, "Who is Bob?"},
		{"place not filled", []string{"en"}, greet, nil, "[greet]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, test.want, catalog.Printer(test.locales...).Text(test.message, test.args))
		})
	}
}

// TestPrinterText_Numbers: whole numbers are written as the language does, and choose the plural as they are.
func TestPrinterText_Numbers(t *testing.T) {
	t.Parallel()
	catalog, err := Embedded()
	require.NoError(t, err)
	turns := Message{ID: "turns", One: "{{.N}} of {{.All}} turn", Other: "{{.N}} of {{.All}} turns"}
	for _, test := range []struct {
		locale string
		n, all int
		want   string
	}{
		{"en-US", 999, 1000, "999 of 1,000 turns"},
		{"fr", 1234, 1234567, "1\u202f234 of 1\u202f234\u202f567 turns"},
		{"de-AT", 1234, 0, "1.234 of 0 turns"},
		{"ja", 1234, 999, "1,234 of 999 turns"},
		{"de", 1, 2000, "1 of 2.000 turn"},
	} {
		args := Args{"N": test.n, "All": test.all}
		assert.Equal(t, test.want, catalog.Printer(test.locale).Text(turns, args), test.locale)
		assert.Equal(t, Args{"N": test.n, "All": test.all}, args, "args stay as they are")
	}
}

func TestLoadNamesTheFileAtFault(t *testing.T) {
	t.Parallel()
	_, err := Load(fstest.MapFS{"l/fr.json": {Data: []byte("{\n  \"greet\": Salut\n}\n")}}, "l")
	assert.ErrorContains(t, err, "l/fr.json: line 2: invalid character 'S'")
	_, err = Load(fstest.MapFS{"l/fr.json": {Data: []byte(`{"greet": ["Salut"]}`)}}, "l")
	assert.ErrorContains(t, err, "l/fr.json: greet: neither a text nor texts by plural form")
}

func TestEmbedded(t *testing.T) {
	t.Parallel()
	catalog, err := Embedded()
	require.NoError(t, err)
	assert.Equal(t, "yes", catalog.Printer("en").Text(Message{ID: "yes", Other: "yes"}, nil))
}

// TestPrinterText_Once: a text is parsed once for all printers, which may use it at once.
func TestPrinterText_Once(t *testing.T) {
	t.Parallel()
	catalog, err := Embedded()
	require.NoError(t, err)
	greet := Message{ID: "greet", Other: "Hello {{.Who}}"}
	var printing sync.WaitGroup
	for range 8 {
		printing.Go(func() {
			assert.Equal(t, "Hello Bob", catalog.Printer("en").Text(greet, Args{"Who": "Bob"}))
			assert.Equal(t, "[greet]", catalog.Printer("fr").Text(greet, nil))
		})
	}
	printing.Wait()
	first, err := catalog.parser.Parse(greet.Other, "", "")
	require.NoError(t, err)
	again, err := catalog.parser.Parse(greet.Other, "", "")
	require.NoError(t, err)
	assert.Same(t, first, again)
}

func BenchmarkPrinterText(b *testing.B) {
	catalog, err := Embedded()
	require.NoError(b, err)
	printer := catalog.Printer("en")
	greet := Message{ID: "greet", Other: "Hello {{.Who}}"}
	for b.Loop() {
		printer.Text(greet, Args{"Who": "Bob"})
	}
}

// TestLanguages: English is always there, and each locale that was loaded, by its own name.
func TestLanguages(t *testing.T) {
	t.Parallel()
	c, err := Load(os.DirFS("testdata"), "locales")
	require.NoError(t, err)
	assert.Equal(t, []Language{{"en", "English"}, {"de", "Deutsch"}}, c.Languages())
	embedded, err := Embedded()
	require.NoError(t, err)
	assert.Equal(t, []Language{{"en", "English"}, {"de", "Deutsch"}, {"fr", "Français"}}, embedded.Languages())
	for code, want := range map[string]bool{"en": true, "de": true, "fr": false, "": false} {
		assert.Equal(t, want, c.Has(code), code)
	}
}
