package safely_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"madbot/bot/safely"
)

func TestPanicIsAnError(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	assert.Equal(t, broken, safely.Do(func() error { return broken }))
	value, err := safely.Get(func() (int, error) { return 7, broken })
	assert.Equal(t, 7, value)
	assert.Equal(t, broken, err)

	_, err = safely.Get(func() (int, error) { panic("a defect") })
	assert.ErrorContains(t, err, "panic: a defect\n")
	assert.ErrorContains(t, err, "safely_test.go", "where it happened")
}
