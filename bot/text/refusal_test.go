package text

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/i18n"
	"madbot/bot/i18n/i18ntest"
	"madbot/rules/match"
)

func TestRefusal(t *testing.T) {
	t.Parallel()
	kept := Refuse(i18n.Message{ID: "test.no", Other: "Not {{.What}}."}, i18n.Args{"What": "today"})
	tests := []struct {
		err   error
		want  string
		known bool
	}{
		{errors.New("disk on fire"), "", false},
		{nil, "", false},
		{fmt.Errorf("play m1: %w", match.ErrNotYourTurn), "It isn't your turn yet.", true},
		{fmt.Errorf("wrapped: %w", kept), "Not today.", true},
	}
	for _, test := range tests {
		text, known := Refusal(i18ntest.English(), test.err)
		assert.Equal(t, test.want, text)
		assert.Equal(t, test.known, known)
	}
	assert.EqualError(t, kept, "refused: test.no", "a log needs no translation")
}
