package turns

import (
	"strings"
	"testing"

	"madbot/bot/i18n/i18ntest"

	"github.com/stretchr/testify/assert"
)

func TestLists(t *testing.T) {
	t.Parallel()
	en := i18ntest.English()
	assert.Empty(t, And(en, nil))
	assert.Equal(t, "a", Or(en, []string{"a"}))
	assert.Equal(t, "a and b", And(en, []string{"a", "b"}))
	assert.Equal(t, "a, b or c", Or(en, []string{"a", "b", "c"}))
	assert.Equal(t, "a, b, c", Commas(en, []string{"a", "b", "c"}))
	assert.Equal(t, "a; b; c", Parts(en, []string{"a", "b", "c"}))
}

// TestQuote: typed text can neither close the quotation nor fill the message.
func TestQuote(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "`a 'b' c`", quote(" a\n `b`  c "))
	long := quote(strings.Repeat("é", 61))
	assert.Equal(t, "`"+strings.Repeat("é", 59)+"…`", long)
}
