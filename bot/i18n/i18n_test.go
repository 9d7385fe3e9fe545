package i18n_test

import (
	"os"
	"strconv"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
)

func TestPrinterText(t *testing.T) {
	t.Parallel()
	catalog, err := i18n.Load(os.DirFS("testdata"), "locales")
	require.NoError(t, err)
	greet := i18n.Message{ID: "greet", Other: "Hello {{.Who}}"}
	quiet := i18n.Message{ID: "quiet", One: "{{.N}} quiet turn", Other: "{{.N}} quiet turns"}
	only := i18n.Message{ID: "only", Other: "only in English"}
	broken := i18n.Message{ID: "broken", Other: "Who is {{.Who}}?"}
	tests := []struct {
		name    string
		locales []string
		message i18n.Message
		args    i18n.Args
		want    string
	}{
		{"english", []string{"en-GB"}, greet, i18n.Args{"Who": "Bob"}, "Hello Bob"},
		{"exact", []string{"de"}, greet, i18n.Args{"Who": "Bob"}, "Hallo Bob"},
		{"language of a region", []string{"de-AT"}, greet, i18n.Args{"Who": "Bob"}, "Hallo Bob"},
		{"second choice", []string{"xx", "de"}, greet, i18n.Args{"Who": "Bob"}, "Hallo Bob"},
		{"none", nil, greet, i18n.Args{"Who": "Bob"}, "Hello Bob"},
		{"no locale at all", []string{""}, greet, i18n.Args{"Who": "Bob"}, "Hello Bob"},
		{"no such language", []string{"ja"}, greet, i18n.Args{"Who": "Bob"}, "Hello Bob"},
		{"not html", []string{"en"}, greet, i18n.Args{"Who": "<@1> & co"}, "Hello <@1> & co"},
		{"one", []string{"en"}, quiet, i18n.Args{"N": 1}, "1 quiet turn"},
		{"none of them", []string{"en"}, quiet, i18n.Args{"N": 0}, "0 quiet turns"},
		{"one, translated", []string{"de"}, quiet, i18n.Args{"N": 1}, "1 ruhiger Zug"},
		{"many, translated", []string{"de"}, quiet, i18n.Args{"N": 7}, "7 ruhige Züge"},
		{"a count without a plural", []string{"en"}, only, i18n.Args{"N": 1}, "only in English"},
		{"missing translation", []string{"de"}, only, nil, "only in English"},
		{"translation with a wrong place", []string{"de"}, broken, i18n.Args{"Who": "Bob"}, "Who is Bob?"},
		{"place not filled", []string{"en"}, greet, nil, "[greet]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, test.want, catalog.Printer(test.locales...).Text(test.message, test.args))
		})
	}
}

// TestPrinterText_Numbers: the formatted number does not affect the plural form.
func TestPrinterText_Numbers(t *testing.T) {
	t.Parallel()
	catalog, err := i18n.Embedded()
	require.NoError(t, err)
	turns := i18n.Message{ID: "turns", One: "{{.N}} of {{.All}} turn", Other: "{{.N}} of {{.All}} turns"}
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
		args := i18n.Args{"N": test.n, "All": test.all}
		assert.Equal(t, test.want, catalog.Printer(test.locale).Text(turns, args), test.locale)
		assert.Equal(t, i18n.Args{"N": test.n, "All": test.all}, args, "args stay as they are")
	}
}

func TestLoadNamesTheFileAtFault(t *testing.T) {
	t.Parallel()
	_, err := i18n.Load(fstest.MapFS{"l/fr.json": {Data: []byte("{\n  \"greet\": Salut\n}\n")}}, "l")
	assert.ErrorContains(t, err, "l/fr.json: line 2: invalid character 'S'")
	_, err = i18n.Load(fstest.MapFS{"l/fr.json": {Data: []byte(`{"greet": ["Salut"]}`)}}, "l")
	assert.ErrorContains(t, err, "l/fr.json: greet: neither a text nor texts by plural form")
}

func TestEmbedded(t *testing.T) {
	t.Parallel()
	catalog, err := i18n.Embedded()
	require.NoError(t, err)
	assert.Equal(t, "yes", catalog.Printer("en").Text(i18n.Message{ID: "yes", Other: "yes"}, nil))
}

func TestPrinterText_Concurrent(t *testing.T) {
	t.Parallel()
	catalog, err := i18n.Embedded()
	require.NoError(t, err)
	greet := i18n.Message{ID: "greet", Other: "Hello {{.Who}}"}
	var printing sync.WaitGroup
	for range 8 {
		printing.Go(func() {
			assert.Equal(t, "Hello Bob", catalog.Printer("en").Text(greet, i18n.Args{"Who": "Bob"}))
			assert.Equal(t, "[greet]", catalog.Printer("fr").Text(greet, nil))
		})
	}
	printing.Wait()
}

// TestPrinterText_Cached is not parallel, as AllocsPerRun demands.
func TestPrinterText_Cached(t *testing.T) {
	catalog, err := i18n.Embedded()
	require.NoError(t, err)
	printer, n := catalog.Printer("en"), 0
	printText := func(id string) {
		printer.Text(i18n.Message{ID: id, Other: "Hello {{.Who}} " + id}, i18n.Args{"Who": "Bob"})
	}
	parsed := testing.AllocsPerRun(50, func() { n++; printText(strconv.Itoa(n)) })
	cached := testing.AllocsPerRun(50, func() { printText("same") })
	assert.Less(t, cached, parsed/2)
}

func BenchmarkPrinterText(b *testing.B) {
	catalog, err := i18n.Embedded()
	require.NoError(b, err)
	printer := catalog.Printer("en")
	greet := i18n.Message{ID: "greet", Other: "Hello {{.Who}}"}
	for b.Loop() {
		printer.Text(greet, i18n.Args{"Who": "Bob"})
	}
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	c, err := i18n.Load(os.DirFS("testdata"), "locales")
	require.NoError(t, err)
	assert.Equal(t, []i18n.Language{{"en", "English"}, {"de", "Deutsch"}}, c.Languages())
	embedded, err := i18n.Embedded()
	require.NoError(t, err)
	assert.Equal(t, []i18n.Language{{"en", "English"}, {"de", "Deutsch"}, {"fr", "Français"}}, embedded.Languages())
	for code, want := range map[string]bool{"en": true, "de": true, "fr": false, "": false} {
		assert.Equal(t, want, c.Has(code), code)
	}
}
