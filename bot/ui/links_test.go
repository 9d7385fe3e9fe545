package ui

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLinks(t *testing.T) {
	t.Parallel()
	const text = "`/move` plays, `/fly` does not, `211-c4` is a turn, /move is text"
	var none *Links
	assert.Equal(t, text, none.In(text))
	known := &Links{}
	assert.Equal(t, text, known.In(text))
	known.Learn(map[string]string{"move": "17"})
	assert.Equal(t, "</move log:17>, `/fly log`, `/move log it`", known.In("`/move log`, `/fly log`, `/move log it`"))
	assert.Equal(t, "</move:17> plays, `/fly` does not, `211-c4` is a turn, /move is text", known.In(text))
}
