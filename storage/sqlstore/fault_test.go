package sqlstore_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"madbot/storage/sqlstore"
)

func TestFaults(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var f sqlstore.Faults
		assert.NoError(t, f.Recent())
		full := errors.New("full")
		f.Note(full)
		time.Sleep(time.Minute)
		assert.Equal(t, full, f.Recent())
		f.Note(full)
		time.Sleep(time.Minute)
		assert.Equal(t, full, f.Recent(), "since the last one")
		time.Sleep(time.Minute)
		assert.NoError(t, f.Recent())
	})
}
