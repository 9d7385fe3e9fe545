package i18ntest

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestText(t *testing.T) {
	t.Parallel()
	const english = "`/move` 211-c4: {{.Who}} sails to <#7>, 3d and https://x.y/a again."
	marked := Text(english)
	assert.Equal(t, "⟦`/move` 211-c4: {{.Who}} šáílš ťó <#7>, 3d áñd https://x.y/a áğáíñ.~~~~~~~~~~~~~~~~~~~~⟧", marked)
	assert.Equal(t, english, Plain(marked))
	assert.Equal(t, "þčhálléñğé", Name("challenge"))
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
