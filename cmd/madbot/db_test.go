package main

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"madbot/storage"
)

// checkStore checks that nothing is wrong in the store that a bot left behind, and that all of it can be copied.
func checkStore(t *testing.T, address string) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	found, err := storage.Check(ctx, address, maxFindings)
	assert.NoError(t, err)
	assert.Empty(t, found)
	_, err = storage.Copy(ctx, address, filepath.Join(t.TempDir(), "copy.db"), nil)
	require.NoError(t, err)
}
