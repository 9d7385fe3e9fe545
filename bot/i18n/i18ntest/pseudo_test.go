package i18ntest

import (
	"fmt"
	"regexp"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/bot/i18n"
)

func TestText(t *testing.T) {
	t.Parallel()
	const english = "`/move` 211-c4: {{.Who}} sails to <#7>, 3d and https://x.y/a again."
	marked := Text(english)
	assert.Equal(t, "⟦`/move` 211-c4: {{.Who}} šáílš ťó <#7>, 3d áñd https://x.y/a áğáíñ.~~~~~~~~~~~~~~~~~~~~⟧", marked)
	assert.Equal(t, english, Plain(marked))
	assert.Equal(t, "þčhálléñğé", Name("challenge"))
}

func TestLocale(t *testing.T) {
	t.Parallel()
	text := func(forms ...string) i18n.Text {
		all := map[string]string{"other": forms[0]}
		if len(forms) > 1 {
			all["one"] = forms[1]
		}
		return i18n.Text{Forms: all}
	}
	english := map[string]i18n.Text{"side.red": text("Red"), "option.pace.name": text("pace"), "won": text("{{.Side}} won"),
		"turns": text("{{.Side}} has {{.N}} turns", "{{.Side}} has {{.N}} turn"), "by": text("by {{.EnemySide}}")}
	catalog, err := i18n.Load(fstest.MapFS{"l/" + Code + ".json": {Data: Locale(english)}}, "l")
	require.NoError(t, err)
	p := catalog.Printer(Code)
	red := p.Word(i18n.Message{ID: "side.red", Other: "?"}, nil)
	said := func(id string, n int) string {
		return p.Text(i18n.Message{ID: id, One: english[id].Forms["one"], Other: "?"},
			i18n.Args{"N": n, "Side": red, "EnemySide": red})
	}
	assert.Equal(t, "⟦⟦Réd⟧ wóñ~~~⟧", said("won", 1), "a subject")
	assert.Equal(t, "⟦bý ⟦Rédů⟧~~~~~⟧", said("by", 1))
	assert.Equal(t, "þpáčé", p.Text(i18n.Message{ID: "option.pace.name", Other: "?"}, nil))
	for n, want := range map[int]string{1: "one", 2: "few", 5: "many", 11: "many", 12: "many", 21: "one", 24: "few", 112: "many"} {
		got := said("turns", n)
		forms, cased, err := Grammar(got)
		require.NoError(t, err)
		assert.Equal(t, map[string]bool{want: true}, forms, got)
		assert.False(t, cased, got)
		assert.Equal(t, fmt.Sprintf("Red has %d turn%s", n, map[bool]string{false: "s"}[want == "one"]), Plain(got))
	}
	_, cased, err := Grammar(said("by", 1))
	require.NoError(t, err)
	assert.True(t, cased)
	_, _, err = Grammar("21² turns")
	assert.Error(t, err)
}

func TestUnmarked(t *testing.T) {
	t.Parallel()
	assert.Empty(t, Unmarked("⟦a ⟦b⟧ c⟧\n ⟦d⟧"))
	assert.Equal(t, []string{"so: ", ", and"}, Unmarked("so: ⟦a⟧, and⟦d⟧"))
	assert.Empty(t, Unmarked("⟦a b…"))
	assert.Equal(t, []string{"plain"}, Unmarked("plain"))
	allowed := regexp.MustCompile(`[a-e]\d`)
	assert.False(t, HasLetters("a1: 7", allowed))
	assert.True(t, HasLetters("a1: g7", allowed))
}
