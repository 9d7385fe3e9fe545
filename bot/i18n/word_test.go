package i18n

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReadWord(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Word{
		"":                              {"": ""},
		"Red":                           {"": "Red"},
		" Rot|e:rote| en : roten ":      {"": "Rot", "e": "rote", "en": "roten"},
		"Rouge | of: des rouges : tous": {"": "Rouge", "of": "des rouges : tous"},
		"Rouge | no form |":             {"": "Rouge"},
	} {
		assert.Equal(t, want, ReadWord(text), text)
	}
}

// TestPrinterWord: each language says of a word the form that its messages ask for; without that form, or without
// any, it is said in English.
func TestPrinterWord(t *testing.T) {
	t.Parallel()
	catalog, err := Load(fstest.MapFS{
		"l/fr.json": {Data: []byte(`{"red": "Rouge | f: rouge | les: les rouges", "corvette": "la corvette {{.Side.f}}",
			"plays": "{{.Side}} joue", "ask": "à {{.Side.aux}} de jouer"}`)},
		"l/ja.json": {Data: []byte(`{"red": "赤", "corvette": "{{.Side}}の"}`)}}, "l")
	require.NoError(t, err)
	red := Message{ID: "red", Other: "Red"}
	for _, test := range []struct{ locale, id, english, want string }{
		{"en", "corvette", "{{.Side}}'s corvette", "Red's corvette"},
		{"fr", "corvette", "{{.Side}}'s corvette", "la corvette rouge"},
		{"fr", "plays", "{{.Side}} plays", "Rouge joue"},
		{"fr", "ask", "{{.Side}} is to move", "Rouge is to move"},
		{"ja", "corvette", "{{.Side}}'s corvette", "赤の"},
	} {
		p := catalog.Printer(test.locale)
		got := p.Text(Message{ID: test.id, Other: test.english}, Args{"Side": p.Word(red, nil)})
		assert.Equal(t, test.want, got, "%s %s", test.locale, test.id)
	}
	assert.Equal(t, "les rouges", catalog.Printer("fr").Word(red, nil)["les"])
}
