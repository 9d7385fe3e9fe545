package turns

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
	"madbot/rules"
	"madbot/rules/rulestest"
)

// inLocale returns a printer for a language in testdata, which has only the words that people type.
func inLocale(t *testing.T, locale string) i18n.Printer {
	t.Helper()
	catalog, err := i18n.Load(os.DirFS("testdata"), "locales")
	require.NoError(t, err)
	return catalog.Printer(locale)
}

// TestSuggest_InTheReadersLanguage: words of the reader's language find turns, with or without accents, and so do
// English words.
func TestSuggest_InTheReadersLanguage(t *testing.T) {
	t.Parallel()
	p := rulestest.Position(t, "6x4 b1d2--b2c2d1a5c1 d6d5--b5c3b6b4c6 r - 0 -") // both 121s are in exile
	start := rules.NewGame(rules.DefaultOptions())
	tests := []struct {
		before         rules.Position
		english        string
		german, french []string
	}{
		{p, "expels", []string{"schlägt", "schlagt", "vertreiben", "SCHLÄGT"}, []string{"expulse", "prend"}},
		{p, "swap", []string{"tausch", "Tauschen"}, []string{"échange", "echange", "ÉCHANGER", "l'échange"}},
		{p, "rotate the destroyers", []string{"die Zerstörer drehen", "Zerstorer, rotation"}, []string{"tourner les destroyers"}},
		{p, "swap corvette", []string{"Korvette tauschen"}, []string{"échange la corvette", "échange corvette"}},
		{p, "frigate moves", []string{"Fregatte zieht"}, []string{"frégate avance", "fregate avance"}},
		{p, "cruiser", []string{"Kreuzer"}, []string{"cuirassé"}},
		{p, "returns", []string{"zurück", "ruckkehr"}, []string{"rappelle", "retour"}},
		{p, "expels blue", []string{"vertreibt Blau"}, []string{"expulse bleu"}},
		{p, "home row", []string{"Grundreihe"}, []string{"ligne depart"}},
		{start.Position(), "pass", []string{"passen", "aussetzen"}, []string{"passer", "passe"}},
	}
	english, german, french := inLocale(t, "en"), inLocale(t, "de"), inLocale(t, "fr")
	for _, test := range tests {
		want := turnsFor(english, test.before, test.english, rules.MaxTurns)
		require.NotEmpty(t, want, test.english)
		check := func(reader i18n.Printer, typed string) {
			assert.Equal(t, texts(want), texts(turnsFor(reader, test.before, typed, rules.MaxTurns)), "typing %q", typed)
		}
		for _, typed := range append(test.german, test.english) {
			check(german, typed)
		}
		for _, typed := range append(test.french, test.english) {
			check(french, typed)
		}
	}
}

// texts returns the sorted texts of turns, because their order may depend on the language.
func texts(turns []rules.Turn) []string {
	var list []string
	for _, turn := range turns {
		list = append(list, turn.String())
	}
	slices.Sort(list)
	return list
}

// TestUnread_InTheReadersLanguage: a refused text that matches a single turn is answered with that turn.
func TestUnread_InTheReadersLanguage(t *testing.T) {
	t.Parallel()
	g := rules.NewGame(rules.DefaultOptions())
	for locale, typed := range map[string]string{"de": "aussetzen", "fr": "je passe", "en": "skip"} {
		p := g.Position()
		_, err := p.ParseTurn(typed)
		unread, ok := err.(*rules.TurnSyntaxError)
		require.True(t, ok, typed)
		assert.Contains(t, Unread(inLocale(t, locale), unread), "Did you mean `pass`?")
	}
}
