package i18n_test

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
)

func TestReadWord(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]i18n.Word{
		"":                              {"": ""},
		"Red":                           {"": "Red"},
		" Rot|e:rote| en : roten ":      {"": "Rot", "e": "rote", "en": "roten"},
		"Rouge | of: des rouges : tous": {"": "Rouge", "of": "des rouges : tous"},
		"Rouge | no form |":             {"": "Rouge"},
	} {
		assert.Equal(t, want, i18n.ReadWord(text), text)
	}
}

// TestPrinterWord: a message that needs a form which its language lacks is printed in English.
func TestPrinterWord(t *testing.T) {
	t.Parallel()
	catalog, err := i18n.Load(fstest.MapFS{
		"l/fr.json": {Data: []byte(`{"red": "Rouge | f: rouge | les: les rouges", "corvette": "la corvette {{.Side.f}}",
			"plays": "{{.Side}} joue", "ask": "à {{.Side.aux}} de jouer"}`)},
		"l/ja.json": {Data: []byte(`{"red": "赤", "corvette": "{{.Side}}の"}`)}}, "l")
	require.NoError(t, err)
	red := i18n.Message{ID: "red", Other: "Red"}
	for _, test := range []struct{ locale, id, english, want string }{
		{"en", "corvette", "{{.Side}}'s corvette", "Red's corvette"},
		{"fr", "corvette", "{{.Side}}'s corvette", "la corvette rouge"},
		{"fr", "plays", "{{.Side}} plays", "Rouge joue"},
		{"fr", "ask", "{{.Side}} is to move", "Rouge is to move"},
		{"ja", "corvette", "{{.Side}}'s corvette", "赤の"},
	} {
		p := catalog.Printer(test.locale)
		got := p.Text(i18n.Message{ID: test.id, Other: test.english}, i18n.Args{"Side": p.Word(red, nil)})
		assert.Equal(t, test.want, got, "%s %s", test.locale, test.id)
	}
	assert.Equal(t, "les rouges", catalog.Printer("fr").Word(red, nil)["les"])
}
